import type { CleanedWhere } from "better-auth/adapters";
import { type Row } from "./rows.js";
export interface Field {
    fieldName?: string;
    unique?: boolean;
    references?: {
        model: string;
        field: string;
    };
}
export type Schema = Record<string, {
    modelName: string;
    fields: Record<string, Field>;
}>;
export interface Names {
    /** The library's name of the model, and the frontend's. */
    model: string;
    table: string;
    field(name: string): string;
    where(parts: CleanedWhere[]): CleanedWhere[];
    inward(row: Row): Row;
    outward(row: Row): Row;
}
/** The names of a model; it may be asked for by either. */
export declare function namesOf(schema: Schema, name: string): Names;
