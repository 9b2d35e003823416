import type { CleanedWhere } from "better-auth/adapters";
import type { Schema } from "./names.js";
import { type Row } from "./rows.js";
import type { Store, Wire } from "./store.js";
/** One table of the library in terms of the backend's endpoints. Rows carry the library's names, wires the backend's. */
export interface Model {
    read(wire: Wire): Row;
    find(where: CleanedWhere[]): Promise<Wire[]>;
    create(row: Row): Promise<Wire>;
    update(row: Row, changes: Row): Promise<Wire | null>;
    remove(row: Row): Promise<unknown>;
    /** All rows of a where in one call; undefined: there is none for this where. */
    removeAll?(where: CleanedWhere[]): Promise<number | undefined>;
    /** The row, taken away by this caller alone; null when another one was first. */
    consume(row: Row): Promise<Row | null>;
    /** Throws where a step that depends on the row as it is cannot be atomic. */
    requireSteps(): void;
    /** Which state of the row was read: an update of another one is a conflict. */
    version?(row: Row): number | undefined;
}
export declare function unsupported(what: string): never;
/** The models by the library's name, each made when it is first asked for. */
export declare function models(store: Store, schema: Schema): (name: string) => Model;
export declare const isConflict: (error: unknown) => boolean;
/** The value of `field = value`, where every row has to have it. */
export declare function equal(where: CleanedWhere[], field: string): string | undefined;
export declare function oneOf(where: CleanedWhere[], field: string): string[] | undefined;
export declare const list: (row: Wire | null) => Wire[];
export declare function many(values: string[], find: (value: string) => Promise<Wire[]>): Promise<Wire[]>;
export declare function created(row: Wire | null): Wire;
