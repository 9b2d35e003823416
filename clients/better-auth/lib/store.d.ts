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
export declare class Store {
    #private;
    constructor({ baseUrl, token, timeoutMs, retries, fetch }: StoreOptions);
    get<T = Wire>(path: string, value: string, parameters?: Record<string, string>): Promise<T | null>;
    query<T = Wire>(path: string, parameters: Record<string, string>): Promise<T | null>;
    post<T = Wire>(path: string, body: Wire): Promise<T | null>;
    patch<T = Wire>(path: string, id: string, body: Wire): Promise<T | null>;
    delete(path: string, id: string): Promise<void>;
    /** What the audit log should know; that it was not told stops nobody. */
    tell(type: string, event: Wire): Promise<void>;
    /** Bulk deletion: how many rows went. */
    deleteCounted(path: string, value: string, parameters?: Record<string, string>): Promise<number>;
}
