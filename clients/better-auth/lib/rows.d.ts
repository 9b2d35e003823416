import type { CleanedWhere } from "better-auth/adapters";
import type { Wire } from "./store.js";
export type Row = Record<string, unknown>;
export declare const rename: (row: Row, name: (key: string) => string) => Row;
export declare const toRow: (wire: Wire) => Row;
/** The wire's form; the library writes "" for an address it does not know. */
export declare function toWire(row: Row): Wire;
export declare function pick(row: Row, fields?: string[]): Row;
export declare function sortRows(rows: Row[], sortBy?: {
    field: string;
    direction: "asc" | "desc";
}): Row[];
/** AND groups first, then any of the OR parts, as the library's own adapters read a where. */
export declare function matches(row: Row, where: CleanedWhere[]): boolean;
