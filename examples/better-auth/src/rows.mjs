// Rows between the library (camelCase) and the wire (snake_case), and the library's `where` applied to them.

const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const rename = (row, name) => Object.fromEntries(Object.entries(row).map(([key, value]) => [name(key), value]));

export const toRow = (wire) => rename(wire, camel);

/** The wire's form; the library writes "" for an address it does not know. */
export function toWire(row) {
  const wire = rename(row, snake);
  if (wire.ip_address === "") wire.ip_address = null;
  return wire;
}

export const pick = (row, fields) =>
  row && fields?.length ? Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) : row;

export function sortRows(rows, sortBy) {
  if (!sortBy) return rows;
  const sign = sortBy.direction === "desc" ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(a[sortBy.field], b[sortBy.field]));
}

/** AND groups first, then any of the OR parts, as the library's own adapters read a where. */
export function matches(row, where) {
  const and = where.filter((part) => part.connector !== "OR");
  const or = where.filter((part) => part.connector === "OR");
  return and.every((part) => holds(row, part)) && (or.length === 0 || or.some((part) => holds(row, part)));
}

export function unsupported(what) {
  throw new Error(`The backend's auth scope has no endpoint for ${what}.`);
}

// A row known by its id alone (accounts) has only that field: what it lacks cannot be judged here.
function holds(row, { field, operator, value, mode }) {
  if (!(field in row)) return true;
  const fold = (text) => (mode === "insensitive" && typeof text === "string" ? text.toLowerCase() : text);
  const [left, right] = [fold(row[field] ?? null), Array.isArray(value) ? value.map(fold) : fold(value)];
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
      return String(left ?? "").includes(right);
    case "starts_with":
      return String(left ?? "").startsWith(right);
    case "ends_with":
      return String(left ?? "").endsWith(right);
    default:
      return left !== null && right !== null && ordered(compare(left, right), operator);
  }
}

function ordered(order, operator) {
  return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[operator];
}

const TIME = /^\d{4}-\d\d-\d\dT/;

function compare(left, right) {
  const [a, b] = [left, right].map((value) => {
    if (value instanceof Date) return value.getTime();
    return typeof value === "string" && TIME.test(value) ? Date.parse(value) : value;
  });
  if (a === b) return 0;
  if (a === null || b === null || a === undefined || b === undefined) return a === b ? 0 : NaN;
  return a < b ? -1 : 1;
}
