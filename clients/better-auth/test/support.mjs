// A replica is a process of its own, as behind a load balancer; a browser is a cookie jar.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const { BACKEND_URL, INTERNAL_AUTH_TOKEN, INTERNAL_API_TOKEN, AUTH_URL } = process.env;

export async function startReplica() {
  const server = fileURLToPath(new URL("./server.mjs", import.meta.url));
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

let browsers = 0;

export class Browser {
  /** Each has an address of its own, unless it is given one. */
  constructor(url, address = `10.${process.pid % 250}.${Math.floor(++browsers / 250)}.${browsers % 250}`) {
    this.url = url;
    this.address = address;
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
      headers: { "content-type": "application/json", origin: AUTH_URL ?? this.url, "x-forwarded-for": this.address, ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(";")[0].split(/=(.*)/s);
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, body: await response.json().catch(() => null) };
  }
}

/** What the backend itself says; null for 404. With a body it is a POST, unless told otherwise. */
export async function backend(path, body, method = "POST") {
  const response = await fetch(`${BACKEND_URL}/internal/auth/${path}`, {
    headers: { "x-auth-token": INTERNAL_AUTH_TOKEN || INTERNAL_API_TOKEN, "content-type": "application/json" },
    ...(body && { method, body: JSON.stringify(body) }),
  });
  return response.status === 404 ? null : response.json();
}

/** The company's audit log, newest first. */
export async function auditLog(userId) {
  const headers = { "x-internal-token": INTERNAL_API_TOKEN, "x-actor-user-id": userId };
  return (await (await fetch(`${BACKEND_URL}/internal/audit`, { headers })).json()).items;
}
