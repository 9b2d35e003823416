import type { CleanedWhere } from "better-auth/adapters";
import type { Store, Wire } from "./store.js";
/** One table of the library in terms of the backend's endpoints; rows in the wire's form. */
export interface Model {
    find(where: CleanedWhere[]): Promise<Wire[]>;
    create(row: Wire): Promise<Wire>;
    update(row: Wire, changes: Wire): Promise<Wire | null>;
    remove(row: Wire): Promise<unknown>;
    /** All rows of a where in one call; undefined: there is none for this where. */
    removeAll?(where: CleanedWhere[]): Promise<number | undefined>;
}
export declare function unsupported(what: string): never;
export declare function models(store: Store): Record<string, Model>;
