/** Requests that may take long (chat, files, embeddings). */
export declare const slow: WeakSet<Request>;
export type Fetch = (request: Request) => Promise<Response>;
export interface TransportOptions {
    fetch: Fetch;
    timeoutMs: number;
    slowTimeoutMs: number;
    retries: number;
}
export declare function transport({ fetch, timeoutMs, slowTimeoutMs, retries }: TransportOptions): Fetch;
