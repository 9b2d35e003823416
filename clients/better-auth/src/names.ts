// The library's own names of models and fields, whatever the frontend calls them (`modelName`, `fields`): the backend's
// columns follow the library's.

import type { CleanedWhere } from "better-auth/adapters";
import { rename, type Row } from "./rows.js";

export interface Field {
  fieldName?: string;
  unique?: boolean;
  references?: { model: string; field: string };
}
export type Schema = Record<string, { modelName: string; fields: Record<string, Field> }>;

export interface Names {
  /** The library's name of the model, and the frontend's. */
  model: string;
  table: string;
  field(name: string): string;
  where(parts: CleanedWhere[]): CleanedWhere[];
  inward(row: Row): Row;
  outward(row: Row): Row;
}

const kept = new WeakMap<Schema, Map<string, Names>>();

/** The names of a model; it may be asked for by either. */
export function namesOf(schema: Schema, name: string): Names {
  const known = kept.get(schema) ?? new Map<string, Names>();
  kept.set(schema, known);
  const found = known.get(name) ?? made(schema, name);
  known.set(name, found);
  return found;
}

function made(schema: Schema, name: string): Names {
  const model = schema[name] ? name : (Object.keys(schema).find((key) => schema[key]?.modelName === name) ?? name);
  const { modelName: table = name, fields = {} } = schema[model] ?? {};
  const named = Object.entries(fields).map(([field, { fieldName = field }]) => [field, fieldName] as const);
  const renamed = named.filter(([field, fieldName]) => field !== fieldName);
  const theirs = new Map(renamed);
  const ours = new Map(renamed.map(([field, fieldName]) => [fieldName, field]));
  const inside = (field: string) => ours.get(field) ?? field;
  return {
    model,
    table,
    field: inside,
    where: (parts) => parts.map((part) => ({ ...part, field: inside(part.field) })),
    inward: (row) => rename(row, inside),
    outward: (row) => rename(row, (field) => theirs.get(field) ?? field),
  };
}
