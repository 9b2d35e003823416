// Rows between the library (camelCase) and the wire (snake_case), and the library's `where` applied to them.
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const rename = (row, name) => Object.fromEntries(Object.entries(row).map(([key, value]) => [name(key), value]));
export const toRow = (wire) => rename(wire, camel);
/** The wire's form; the library writes "" for an address it does not know. */
export function toWire(row) {
    const wire = rename(row, snake);
    if (wire.ip_address === "")
        wire.ip_address = null;
    return wire;
}
export function pick(row, fields) {
    return fields?.length ? Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) : row;
}
export function sortRows(rows, sortBy) {
    if (!sortBy)
        return rows;
    const sign = sortBy.direction === "desc" ? -1 : 1;
    return [...rows].sort((a, b) => sign * compare(a[sortBy.field], b[sortBy.field]));
}
/** AND groups first, then any of the OR parts, as the library's own adapters read a where. */
export function matches(row, where) {
    const and = where.filter((part) => part.connector !== "OR");
    const or = where.filter((part) => part.connector === "OR");
    return and.every((part) => holds(row, part)) && (or.length === 0 || or.some((part) => holds(row, part)));
}
// A row known by its id alone (accounts) has only that field: what it lacks cannot be judged here.
function holds(row, { field, operator, value, mode }) {
    if (!(field in row))
        return true;
    const fold = (one) => (mode === "insensitive" && typeof one === "string" ? one.toLowerCase() : one);
    const left = fold(row[field] ?? null);
    const right = Array.isArray(value) ? value.map(fold) : fold(value);
    const [text, part] = [String(left ?? ""), String(right)];
    switch (operator) {
        case "eq":
            return compare(left, right) === 0;
        case "ne":
            return compare(left, right) !== 0;
        case "in":
            return [right].flat().some((item) => compare(left, item) === 0);
        case "not_in":
            return ![right].flat().some((item) => compare(left, item) === 0);
        case "contains":
            return text.includes(part);
        case "starts_with":
            return text.startsWith(part);
        case "ends_with":
            return text.endsWith(part);
        default: {
            const order = left === null || right === null ? NaN : compare(left, right);
            return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[operator];
        }
    }
}
const TIME = /^\d{4}-\d\d-\d\dT/;
function compare(left, right) {
    const plain = (value) => {
        if (value instanceof Date)
            return value.getTime();
        return typeof value === "string" && TIME.test(value) ? Date.parse(value) : (value ?? null);
    };
    const [a, b] = [plain(left), plain(right)];
    if (a === b)
        return 0;
    if (a === null || b === null)
        return NaN;
    return a < b ? -1 : 1;
}
