// Which endpoint answers which `where`. The auth scope's endpoints are purpose-built: what has none is refused by name.

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

export function unsupported(what: string): never {
  throw new Error(`The backend's auth scope has no endpoint for ${what}.`);
}

export function models(store: Store): Record<string, Model> {
  return { user: users(store), session: sessions(store), account: accounts(store), verification: verifications(store) };
}

/** The value of `field = value` in a where whose parts are all joined by AND. */
function equal(where: CleanedWhere[], field: string): string | undefined {
  if (where.some((part) => part.connector === "OR")) return undefined;
  const part = where.find((candidate) => candidate.field === field && candidate.operator === "eq");
  return typeof part?.value === "string" ? part.value : undefined;
}

function oneOf(where: CleanedWhere[], field: string): string[] | undefined {
  const part = where.find((candidate) => candidate.field === field && candidate.operator === "in");
  if (!Array.isArray(part?.value) || where.some((candidate) => candidate.connector === "OR")) return undefined;
  return part.value.map(String);
}

const list = (row: Wire | null): Wire[] => (row ? [row] : []);

async function many(values: string[], find: (value: string) => Promise<Wire[]>): Promise<Wire[]> {
  const found: Wire[] = [];
  for (let from = 0; from < values.length; from += 20) {
    found.push(...(await Promise.all(values.slice(from, from + 20).map(find))).flat());
  }
  return found;
}

function created(row: Wire | null): Wire {
  return row ?? unsupported("creating this row");
}

const id = (row: Wire): string => String(row.id);

function users(store: Store): Model {
  const byId = async (value: string) => list(await store.get("users/by-id", value));
  return {
    async find(where) {
      const one = equal(where, "id");
      if (one) return byId(one);
      const email = equal(where, "email");
      if (email) return list(await store.get("users/by-email", email));
      const ids = oneOf(where, "id");
      if (ids) return many(ids, byId);
      return unsupported("looking for users by anything but id or email");
    },
    create: async (row) => created(await store.post("users", row)),
    async update(row, changes) {
      const user = await store.patch("users", id(row), changes);
      if (user && changes.email !== undefined) await store.tell("email_changed", { user_id: user.id });
      return user;
    },
    remove: (row) => store.delete("users", id(row)),
  };
}

function sessions(store: Store): Model {
  const byToken = async (token: string) => list(await store.get("sessions/by-token", token));
  return {
    async find(where) {
      const token = equal(where, "token");
      if (token) return byToken(token);
      const one = equal(where, "id");
      if (one) return list(await store.get("sessions/by-id", one));
      const userId = equal(where, "userId");
      if (userId) return (await store.get<Wire[]>("sessions/by-user", userId)) ?? [];
      const tokens = oneOf(where, "token");
      if (tokens) return many(tokens, byToken);
      return unsupported("looking for sessions by anything but token, id or user");
    },
    async create(row) {
      const session = created(await store.post("sessions", row));
      const { user_id, ip_address, user_agent } = session;
      await store.tell("sign_in", { user_id, ip_address, user_agent });
      return session;
    },
    update: (row, changes) => store.patch("sessions", id(row), changes),
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
    create: async (row) => created(await store.post("accounts", row)),
    async update(row, changes) {
      const account = await store.patch("accounts", id(row), changes);
      if (account && changes.password !== undefined) await store.tell("password_changed", { user_id: account.user_id });
      return account;
    },
    remove: (row) => store.delete("accounts", id(row)),
  };
}

function verifications(store: Store): Model {
  // The backend knows a verification by identifier and value; the library names it by the id it has just read.
  const seen = new Map<string, string>();
  const remember = (rows: Wire[]): Wire[] => {
    for (const row of rows) {
      seen.delete(id(row));
      seen.set(id(row), String(row.identifier));
      if (seen.size > 10_000) seen.delete(seen.keys().next().value ?? "");
    }
    return rows;
  };
  const consume = (row: Wire) => store.post("verifications/consume", { identifier: row.identifier, value: row.value });
  return {
    async find(where) {
      const one = equal(where, "id");
      const identifier = equal(where, "identifier") ?? (one === undefined ? undefined : seen.get(one));
      if (identifier) return remember(list(await store.get("verifications/by-identifier", identifier)));
      const value = equal(where, "value");
      if (value) return remember(list(await store.get("verifications/by-value", value)));
      if (one) return [];
      return unsupported("looking for verifications by anything but identifier or value");
    },
    async create(row) {
      if (row.id) remember([row]); // also when it is refused: the library then looks for who was first
      const made = created(await store.post("verifications", row));
      remember([made]);
      return made;
    },
    // There is no PATCH: whoever consumes the old row may write the new one, so two writers never both win.
    async update(row, changes) {
      const old = await consume(row);
      return old && store.post("verifications", { ...old, ...changes });
    },
    remove: consume,
    async removeAll(where) {
      const identifier = where.length === 1 ? equal(where, "identifier") : undefined;
      if (identifier) return store.deleteCounted("verifications/by-identifier", identifier);
      // The backend's own schedule purges expired rows.
      return where.length === 1 && where[0]?.field === "expiresAt" ? 0 : undefined;
    },
  };
}
