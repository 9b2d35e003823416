import { Store, type Wire } from "./store.js";
/** The endpoints within a transaction. Anything but the three parts of a sign-up makes what was held back first. */
export declare class SignUp extends Store {
    #private;
    /** Make what was held back: all of it, or nothing. */
    finish(): Promise<void>;
    post<T = Wire>(path: string, body: Wire): Promise<T | null>;
    tell(type: string, event: Wire): Promise<void>;
    get<T = Wire>(path: string, value: string, parameters?: Record<string, string>): Promise<T | null>;
    query<T = Wire>(path: string, parameters: Record<string, string>): Promise<T | null>;
    patch<T = Wire>(path: string, id: string, body: Wire): Promise<T | null>;
    delete(path: string, id: string): Promise<void>;
    deleteCounted(path: string, value: string, parameters?: Record<string, string>): Promise<number>;
}
/** The library's own words for an address that somebody has taken meanwhile. */
export declare function asTaken(error: unknown): unknown;
