// A replica is a process of its own, as behind a load balancer; a browser is a cookie jar.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const { BACKEND_URL, INTERNAL_AUTH_TOKEN, INTERNAL_API_TOKEN, AUTH_URL } = process.env;

export async function startReplica() {
  const server = fileURLToPath(new URL("../src/server.mjs", import.meta.url));
  const child = spawn(process.execPath, [server], {
    env: { ...process.env, PORT: "0", BCRYPT_COST: "4" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const started = once(lines, "line").then(([line]) => line);
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the frontend did not start")));
  const url = (await Promise.race([started, ended])).replace("listening on ", "");
  ended.catch(() => {});
  return { url, stop: () => child.kill() };
}

export class Browser {
  constructor(url) {
    this.url = url;
    this.cookies = new Map();
  }
  get(path) {
    return this.#fetch(path, {});
  }
  post(path, body) {
    return this.#fetch(path, { method: "POST", body: JSON.stringify(body) });
  }
  async session() {
    return (await this.get("get-session")).body;
  }
  async #fetch(path, options) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${this.url}/api/auth/${path}`, {
      ...options,
      headers: { "content-type": "application/json", origin: AUTH_URL ?? this.url, ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(";")[0].split(/=(.*)/s);
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, body: await response.json().catch(() => null) };
  }
}

/** What the backend itself says; null for 404. */
export async function backend(path) {
  const response = await fetch(`${BACKEND_URL}/internal/auth/${path}`, {
    headers: { "x-auth-token": INTERNAL_AUTH_TOKEN || INTERNAL_API_TOKEN },
  });
  return response.status === 404 ? null : response.json();
}
