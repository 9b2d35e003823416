import createFetchClient, {} from "openapi-fetch";
import { ApiError, errorOf } from "./errors.js";
import { eventsOf } from "./events.js";
import { operations } from "./operations.js";
import { slow, transport } from "./transport.js";
/** A client of the service: openapi-fetch's methods, with credentials, time limits, repeats and idempotency keys. */
export function createClient(options) {
    const { baseUrl, timeoutMs = 15_000, slowTimeoutMs = 90_000, retries = 2, fetch = globalThis.fetch, headers = {} } = options;
    const client = createFetchClient({
        baseUrl,
        headers,
        bodySerializer,
        fetch: transport({ fetch, timeoutMs, slowTimeoutMs, retries }),
    });
    client.use(credentials(options));
    async function* stream(body, { signal } = {}) {
        const limit = AbortSignal.timeout(slowTimeoutMs);
        const request = new Request(`${baseUrl.replace(/\/+$/, "")}/chat`, {
            method: "POST",
            headers: { ...headers, accept: "text/event-stream", "content-type": "application/json" },
            body: JSON.stringify(body),
            signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
        const response = await fetch(request).catch((cause) => {
            throw unreachable(cause);
        });
        if (!response.ok)
            throw errorOf(response, await response.json().catch(() => null));
        yield* eventsOf(response);
    }
    return Object.assign(client, { stream });
}
/** The answer of a call, or its problem thrown: `await unwrap(client.GET(…))`. */
export async function unwrap(call) {
    const { data, error, response } = await call.catch((cause) => {
        throw cause instanceof ApiError ? cause : unreachable(cause);
    });
    if (!response.ok)
        throw errorOf(response, error);
    return data;
}
/** JSON, or a form where a value is a file. */
function bodySerializer(body) {
    const fields = Object.entries(body ?? {});
    if (!fields.some(([, value]) => value instanceof Blob))
        return JSON.stringify(body);
    const form = new FormData();
    for (const [name, value] of fields)
        if (value !== undefined)
            form.append(name, value instanceof Blob ? value : String(value));
    return form;
}
function credentials({ tokens = {}, actor, actingUser }) {
    const values = {
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
                if (request.headers.has(header))
                    continue;
                if (!value)
                    throw new TypeError(`${request.method} ${schemaPath} needs ${scope === "actor" ? "an actor" : `the ${scope} token`}`);
                request.headers.set(header, value);
            }
            if (scopes.includes("actor") && actingUser !== undefined)
                request.headers.set("X-Acting-User-Id", actingUser);
            if (known.idempotent && !request.headers.has("Idempotency-Key"))
                request.headers.set("Idempotency-Key", crypto.randomUUID());
            if (known.slow)
                slow.add(request);
            return request;
        },
    };
}
function unreachable(cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    const problem = { type: "/problems/unavailable", title: "No answer", status: 503, detail, request_id: "" };
    return new ApiError(503, problem, { cause });
}
