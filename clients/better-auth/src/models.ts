// Which endpoint answers which `where`. The auth scope's endpoints are purpose-built: what has none is refused by name.

import { APIError } from "better-auth/api";
import type { CleanedWhere } from "better-auth/adapters";
import { extensions } from "./extensions.js";
import type { Schema } from "./names.js";
import { type Row, toRow, toWire } from "./rows.js";
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

export function unsupported(what: string): never {
  throw new Error(`The backend's auth scope has no endpoint for ${what}.`);
}

const CORE: Record<string, (store: Store) => Model> = {
  user: users,
  session: sessions,
  account: accounts,
  verification: verifications,
};

/** The models by the library's name, each made when it is first asked for. */
export function models(store: Store, schema: Schema): (name: string) => Model {
  const known = new Map<string, Model>();
  return (name) => {
    const model = known.get(name) ?? CORE[name]?.(store) ?? extensions(store, name, schema);
    known.set(name, model);
    return model;
  };
}

/** What a table of its own columns has in common. */
const core = (name: string): Pick<Model, "read" | "consume" | "requireSteps"> => ({
  read: toRow,
  consume: () => unsupported(`consuming a ${name}`),
  // The library's substitute compares and swaps through two calls, which is no atomic counter.
  requireSteps: () => unsupported(`counters of a ${name}`),
});

export const isConflict = (error: unknown): boolean => error instanceof APIError && error.status === "CONFLICT";

/** What must hold whatever else does: the parts of a where that are not alternatives. */
const required = (where: CleanedWhere[]) => where.filter(({ connector }) => connector !== "OR");

/** The value of `field = value`, where every row has to have it. */
export function equal(where: CleanedWhere[], field: string): string | undefined {
  const part = required(where).find((candidate) => candidate.field === field && candidate.operator === "eq");
  return typeof part?.value === "string" ? part.value : undefined;
}

export function oneOf(where: CleanedWhere[], field: string): string[] | undefined {
  const part = required(where).find((candidate) => candidate.field === field && candidate.operator === "in");
  return Array.isArray(part?.value) ? part.value.map(String) : undefined;
}

export const list = (row: Wire | null): Wire[] => (row ? [row] : []);

export async function many(values: string[], find: (value: string) => Promise<Wire[]>): Promise<Wire[]> {
  const found: Wire[] = [];
  for (let from = 0; from < values.length; from += 20) {
    found.push(...(await Promise.all(values.slice(from, from + 20).map(find))).flat());
  }
  return found;
}

export function created(row: Wire | null): Wire {
  return row ?? unsupported("creating this row");
}

const id = (row: Row): string => String(row.id);

const COLUMNS = new Set(["id", "email", "name", "emailVerified", "image", "createdAt", "updatedAt"]);

function userWire(row: Row): Wire {
  const entries = Object.entries(row);
  const kept = entries.filter(([field]) => !COLUMNS.has(field));
  const wire = toWire(Object.fromEntries(entries.filter(([field]) => COLUMNS.has(field))));
  return kept.length > 0 ? { ...wire, plugin_fields: Object.fromEntries(kept) } : wire;
}

function users(store: Store): Model {
  const byId = async (value: string) => list(await store.get("users/by-id", value));
  return {
    ...core("user"),
    // What plugins and additional fields keep on a user lies in plugin_fields, under the library's names.
    read: ({ plugin_fields, metadata: _, ...wire }) => ({ ...(plugin_fields as Row), ...toRow(wire) }),
    async find(where) {
      const one = equal(where, "id");
      if (one) return byId(one);
      const email = equal(where, "email");
      if (email) return list(await store.get("users/by-email", email));
      const ids = oneOf(where, "id");
      if (ids) return many(ids, byId);
      return unsupported("looking for users by anything but id or email");
    },
    create: async (row) => created(await store.post("users", userWire(row))),
    async update(row, changes) {
      const user = await store.patch("users", id(row), userWire(changes));
      if (user && changes.email !== undefined) await store.tell("email_changed", { user_id: user.id });
      const { twoFactorEnabled: second } = changes;
      if (user && typeof second === "boolean" && second !== row.twoFactorEnabled) {
        await store.tell(second ? "two_factor_enabled" : "two_factor_disabled", { user_id: user.id });
      }
      return user;
    },
    remove: (row) => store.delete("users", id(row)),
  };
}

function sessions(store: Store): Model {
  const byToken = async (token: string) => list(await store.get("sessions/by-token", token));
  return {
    ...core("session"),
    async find(where) {
      const token = equal(where, "token");
      if (token) return byToken(token);
      const one = equal(where, "id");
      if (one) return list(await store.get("sessions/by-id", one));
      const userId = equal(where, "userId");
      if (userId) return (await store.get<Wire[]>("sessions/by-user", userId)) ?? [];
      const tokens = oneOf(where, "token");
      if (tokens) return many(tokens, byToken);
      const ids = oneOf(where, "id");
      if (ids) return many(ids, async (value) => list(await store.get("sessions/by-id", value)));
      return unsupported("looking for sessions by anything but token, id or user");
    },
    async create(row) {
      const session = created(await store.post("sessions", toWire(row)));
      const { user_id, ip_address, user_agent } = session;
      await store.tell("sign_in", { user_id, ip_address, user_agent });
      return session;
    },
    update: (row, changes) => store.patch("sessions", id(row), toWire(changes)),
    async remove(row) {
      await store.delete("sessions", id(row));
      await store.tell("session_revoked", { user_id: row.userId });
    },
    async removeAll(where) {
      const userId = where.length === 1 ? equal(where, "userId") : undefined;
      if (userId === undefined) return undefined;
      const count = await store.deleteCounted("sessions/by-user", userId);
      if (count > 0) await store.tell("sessions_revoked", { user_id: userId });
      return count;
    },
  };
}

function accounts(store: Store): Model {
  return {
    ...core("account"),
    async find(where) {
      const userId = equal(where, "userId");
      if (userId) return (await store.get<Wire[]>("accounts/by-user", userId)) ?? [];
      const [providerId, accountId] = [equal(where, "providerId"), equal(where, "accountId")];
      if (providerId && accountId) {
        return list(await store.query("accounts/by-provider", { provider_id: providerId, account_id: accountId }));
      }
      // The id alone has no look-up; the write endpoints answer 404 themselves.
      const one = equal(where, "id");
      if (one && where.length === 1) return [{ id: one }];
      return unsupported("looking for accounts by anything but user, or provider and account id");
    },
    create: async (row) => created(await store.post("accounts", toWire(row))),
    async update(row, changes) {
      const account = await store.patch("accounts", id(row), toWire(changes));
      if (account && changes.password !== undefined) await store.tell("password_changed", { user_id: account.user_id });
      return account;
    },
    remove: (row) => store.delete("accounts", id(row)),
  };
}

function verifications(store: Store): Model {
  const byId = async (value: string) => list(await store.get("verifications/by-id", value));
  const consume = (row: Row) => store.post("verifications/consume", { identifier: row.identifier, value: row.value });
  return {
    ...core("verification"),
    async find(where) {
      const one = equal(where, "id");
      if (one) return byId(one);
      const identifier = equal(where, "identifier");
      if (identifier) return list(await store.get("verifications/by-identifier", identifier));
      const value = equal(where, "value");
      if (value) return list(await store.get("verifications/by-value", value));
      const ids = oneOf(where, "id");
      if (ids) return many(ids, byId);
      return unsupported("looking for verifications by anything but id, identifier or value");
    },
    create: async (row) => created(await store.post("verifications", toWire(row))),
    // Of all who have read the same value one changes it; what has been consumed meanwhile stays away.
    update: (row, changes) => store.patch("verifications", id(row), { ...toWire(changes), if_value: row.value }),
    remove: consume,
    async consume(row) {
      const wire = await consume(row);
      return wire && toRow(wire);
    },
    async removeAll(where) {
      const identifier = where.length === 1 ? equal(where, "identifier") : undefined;
      if (identifier) return store.deleteCounted("verifications/by-identifier", identifier);
      // The backend's own schedule purges expired rows.
      return where.length === 1 && where[0]?.field === "expiresAt" ? 0 : undefined;
    },
  };
}
