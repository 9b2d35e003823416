// The auth-scope endpoints over HTTP: a time limit, repeats of what is safe, 404 as null, any other failure as the
// APIError that better-auth hands to its caller.

import { APIError } from "better-auth/api";

export interface StoreOptions {
  /** Where the backend is, without a path. */
  baseUrl: string;
  /** The backend's INTERNAL_AUTH_TOKEN (its INTERNAL_API_TOKEN where it has none). */
  token: string;
  /** For a whole call, repeats included; default 10 s. */
  timeoutMs?: number;
  /** How often a read or a deletion is tried again; default 2. */
  retries?: number;
  fetch?: typeof globalThis.fetch;
}

export type Wire = Record<string, unknown>;
interface Problem {
  type?: string;
  detail?: string;
  title?: string;
}

const PASSING = new Set([429, 502, 503, 504]);

export class Store {
  readonly #base: string;
  readonly #options: Required<Omit<StoreOptions, "baseUrl">>;

  constructor({ baseUrl, token, timeoutMs = 10_000, retries = 2, fetch = globalThis.fetch }: StoreOptions) {
    if (!baseUrl || !token) throw new Error("storefrontAdapter needs baseUrl and token");
    this.#base = `${baseUrl.replace(/\/+$/, "")}/internal/auth/`;
    this.#options = { token, timeoutMs, retries, fetch };
  }

  get<T = Wire>(path: string, value: string, parameters?: Record<string, string>): Promise<T | null> {
    const query = parameters ? `?${new URLSearchParams(parameters)}` : "";
    return this.#json("GET", `${path}/${encodeURIComponent(value)}${query}`);
  }
  query<T = Wire>(path: string, parameters: Record<string, string>): Promise<T | null> {
    return this.#json("GET", `${path}?${new URLSearchParams(parameters)}`);
  }
  post<T = Wire>(path: string, body: Wire): Promise<T | null> {
    return this.#json("POST", path, body);
  }
  patch<T = Wire>(path: string, id: string, body: Wire): Promise<T | null> {
    return this.#json("PATCH", `${path}/${encodeURIComponent(id)}`, body);
  }
  async delete(path: string, id: string): Promise<void> {
    await this.#send("DELETE", `${path}/${encodeURIComponent(id)}`);
  }
  /** What the audit log should know; that it was not told stops nobody. */
  async tell(type: string, event: Wire): Promise<void> {
    await this.post("events", { type, ...event }).catch(() => undefined);
  }
  /** Bulk deletion: how many rows went. */
  async deleteCounted(path: string, value: string, parameters?: Record<string, string>): Promise<number> {
    const query = parameters ? `?${new URLSearchParams(parameters)}` : "";
    const response = await this.#send("DELETE", `${path}/${encodeURIComponent(value)}${query}`);
    return Number(response?.headers.get("x-deleted-count") ?? 0);
  }

  async #json<T>(method: string, path: string, body?: Wire): Promise<T | null> {
    const response = await this.#send(method, path, body);
    return response && response.status !== 204 ? ((await response.json()) as T) : null;
  }

  async #send(method: string, path: string, body?: Wire): Promise<Response | null> {
    const response = await this.#tried(method, path, body);
    if (response.status === 404) return null;
    if (!response.ok) throw refusal(response.status, (await response.json().catch(() => ({}))) as Problem);
    return response;
  }

  /** Reads and deletions may be repeated: in this scope a deletion of what is gone answers like the first. */
  async #tried(method: string, path: string, body?: Wire): Promise<Response> {
    const { token, timeoutMs, retries, fetch } = this.#options;
    // A whole company goes with its user.
    const signal = AbortSignal.timeout(method === "DELETE" && path.startsWith("users/") ? 6 * timeoutMs : timeoutMs);
    const headers = { "x-auth-token": token, ...(body && { "content-type": "application/json" }) };
    const request = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const allowed = method === "GET" || method === "DELETE" ? retries : 0;
    for (let tries = 0; ; tries++) {
      try {
        const response = await fetch(this.#base + path, request);
        if (tries >= allowed || !PASSING.has(response.status)) return response;
        await response.body?.cancel();
        await pause(response.headers.get("retry-after"), tries, signal);
      } catch (error) {
        if (tries >= allowed || signal.aborted) throw unavailable(error);
        await pause(null, tries, signal).catch((late: unknown) => {
          throw unavailable(late);
        });
      }
    }
  }
}

/** What the visitor's browser is told: the backend's own words where the visitor's input was at fault. */
function refusal(status: number, problem: Problem): APIError {
  const message = problem.detail ?? problem.title ?? "The auth backend refused.";
  const code = (problem.type ?? "").replace(/^.*\//, "").replaceAll("-", "_").toUpperCase();
  switch (status) {
    case 400:
    case 413:
    case 422:
      return new APIError("UNPROCESSABLE_ENTITY", { message, code });
    case 409:
      return new APIError("CONFLICT", { message, code });
    case 429:
      return new APIError("TOO_MANY_REQUESTS", { message, code });
    case 401:
      return new APIError("INTERNAL_SERVER_ERROR", { message: "The auth backend does not accept this service's token.", code });
    default:
      return unavailable(new Error(`the auth backend answered ${status}: ${message}`));
  }
}

function unavailable(cause: unknown): APIError {
  const error = new APIError("SERVICE_UNAVAILABLE", { message: "Please try again in a moment.", code: "UNAVAILABLE" });
  error.cause = cause;
  return error;
}

function pause(retryAfter: string | null, tries: number, signal: AbortSignal): Promise<void> {
  const told = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, told ?? 100 * 2 ** tries * (0.5 + Math.random() / 2));
    signal.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}
