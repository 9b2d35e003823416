// The library's own names of models and fields, whatever the frontend calls them (`modelName`, `fields`): the backend's
// columns follow the library's.
import { rename } from "./rows.js";
const kept = new WeakMap();
/** The names of a model; it may be asked for by either. */
export function namesOf(schema, name) {
    const known = kept.get(schema) ?? new Map();
    kept.set(schema, known);
    const found = known.get(name) ?? made(schema, name);
    known.set(name, found);
    return found;
}
function made(schema, name) {
    const model = schema[name] ? name : (Object.keys(schema).find((key) => schema[key]?.modelName === name) ?? name);
    const { modelName: table = name, fields = {} } = schema[model] ?? {};
    const named = Object.entries(fields).map(([field, { fieldName = field }]) => [field, fieldName]);
    const renamed = named.filter(([field, fieldName]) => field !== fieldName);
    const theirs = new Map(renamed);
    const ours = new Map(renamed.map(([field, fieldName]) => [fieldName, field]));
    const inside = (field) => ours.get(field) ?? field;
    return {
        model,
        table,
        field: inside,
        where: (parts) => parts.map((part) => ({ ...part, field: inside(part.field) })),
        inward: (row) => rename(row, inside),
        outward: (row) => rename(row, (field) => theirs.get(field) ?? field),
    };
}
