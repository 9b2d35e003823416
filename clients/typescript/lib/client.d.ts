import { type Client as FetchClient } from "openapi-fetch";
import { type ChatEvent } from "./events.js";
import type { components, paths } from "../schema.js";
import { type Fetch } from "./transport.js";
export type ChatRequest = components["schemas"]["ChatRequest"];
export interface ClientOptions {
    /** Where the service is, without a path. */
    baseUrl: string;
    /** Service tokens: server side only. A call sends that of its scope and no other. */
    tokens?: {
        app?: string | undefined;
        auth?: string | undefined;
        webhook?: string | undefined;
    };
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
    stream(body: ChatRequest, options?: {
        signal?: AbortSignal;
    }): AsyncGenerator<ChatEvent, void, undefined>;
}
/** A client of the service: openapi-fetch's methods, with credentials, time limits, repeats and idempotency keys. */
export declare function createClient(options: ClientOptions): Client;
/** The answer of a call, or its problem thrown: `await unwrap(client.GET(…))`. */
export declare function unwrap<D>(call: Promise<{
    data?: D;
    error?: unknown;
    response: Response;
}>): Promise<D>;
