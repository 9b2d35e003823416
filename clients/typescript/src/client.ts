import createFetchClient, { type Client as FetchClient, type Middleware } from "openapi-fetch";
import { ApiError, errorOf } from "./errors.js";
import { type ChatEvent, eventsOf } from "./events.js";
import { operations, type Scope } from "./operations.js";
import type { components, paths } from "../schema.js";
import { type Fetch, slow, transport } from "./transport.js";

export type ChatRequest = components["schemas"]["ChatRequest"];

export interface ClientOptions {
  /** Where the service is, without a path. */
  baseUrl: string;
  /** Service tokens: server side only. A call sends that of its scope and no other. */
  tokens?: { app?: string | undefined; auth?: string | undefined; webhook?: string | undefined };
  /** The company on whose behalf the app scope is called: its user id. */
  actor?: string | undefined;
  /** The person behind the call, a member of that company. Absent: its owner. */
  actingUser?: string | undefined;
  /** Sent along with each call, for tracing and request ids. */
  headers?: Record<string, string>;
  /** For a whole call; default 15 s. */
  timeoutMs?: number;
  /** The same for chat, files and embeddings; default 90 s. */
  slowTimeoutMs?: number;
  /** How often reads and keyed writes are tried again; default 2. */
  retries?: number;
  fetch?: Fetch;
}

export interface Client extends FetchClient<paths> {
  /** The answer to a shopper's message while it is made; the last event is `done` with the whole answer. */
  stream(body: ChatRequest, options?: { signal?: AbortSignal }): AsyncGenerator<ChatEvent, void, undefined>;
}

/** A client of the service: openapi-fetch's methods, with credentials, time limits, repeats and idempotency keys. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, timeoutMs = 15_000, slowTimeoutMs = 90_000, retries = 2, fetch = globalThis.fetch, headers = {} } = options;
  const client = createFetchClient<paths>({
    baseUrl,
    headers,
    bodySerializer,
    fetch: transport({ fetch, timeoutMs, slowTimeoutMs, retries }),
  });
  client.use(credentials(options));

  async function* stream(body: ChatRequest, { signal }: { signal?: AbortSignal } = {}) {
    const limit = AbortSignal.timeout(slowTimeoutMs);
    const request = new Request(`${baseUrl.replace(/\/+$/, "")}/chat`, {
      method: "POST",
      headers: { ...headers, accept: "text/event-stream", "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const response = await fetch(request).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    if (!response.ok) throw errorOf(response, await response.json().catch(() => null));
    yield* eventsOf(response);
  }
  return Object.assign(client, { stream });
}

/** The answer of a call, or its problem thrown: `await unwrap(client.GET(…))`. */
export async function unwrap<D>(call: Promise<{ data?: D; error?: unknown; response: Response }>): Promise<D> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw cause instanceof ApiError ? cause : unreachable(cause);
  });
  if (!response.ok) throw errorOf(response, error);
  return data as D;
}

/** JSON, or a form where a value is a file. */
function bodySerializer(body: unknown): string | FormData {
  const fields = Object.entries(body ?? {});
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

function credentials({ tokens = {}, actor, actingUser }: ClientOptions): Middleware {
  const values: Record<Scope, [header: string, value: string | undefined]> = {
    app: ["X-Internal-Token", tokens.app],
    auth: ["X-Auth-Token", tokens.auth],
    webhook: ["X-Webhook-Token", tokens.webhook],
    actor: ["X-Actor-User-Id", actor],
  };
  return {
    onRequest({ request, schemaPath }) {
      const { scopes, ...known } = operations[`${request.method} ${schemaPath}`] ?? { scopes: [] };
      for (const scope of scopes) {
        const [header, value] = values[scope];
        if (request.headers.has(header)) continue;
        if (!value) throw new TypeError(`${request.method} ${schemaPath} needs ${scope === "actor" ? "an actor" : `the ${scope} token`}`);
        request.headers.set(header, value);
      }
      if (scopes.includes("actor") && actingUser !== undefined) request.headers.set("X-Acting-User-Id", actingUser);
      if (known.idempotent && !request.headers.has("Idempotency-Key")) request.headers.set("Idempotency-Key", crypto.randomUUID());
      if (known.slow) slow.add(request);
      return request;
    },
  };
}

function unreachable(cause: unknown): ApiError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  const problem = { type: "/problems/unavailable", title: "No answer", status: 503, detail, request_id: "" };
  return new ApiError(503, problem, { cause });
}
