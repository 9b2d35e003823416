// better-auth's database is the backend: every operation becomes one or two calls of its auth-scope endpoints.
// Those endpoints are purpose-built, so this adapter finds the one that answers a `where` and refuses, by name,
// what has no endpoint (such as listing all users).

import { createAdapterFactory } from "better-auth/adapters";
import { AuthStore } from "./auth-store.mjs";
import { matches, pick, sortRows, toRow, toWire, unsupported } from "./rows.mjs";

/**
 * @param {{ baseUrl: string, token: string, timeoutMs?: number }} config the backend and its INTERNAL_AUTH_TOKEN
 */
export function storefrontAdapter(config) {
  const store = new AuthStore(config);
  return createAdapterFactory({
    config: {
      adapterId: "storefront-backend",
      adapterName: "Storefront backend",
      supportsNumericIds: false,
      supportsDates: false, // the wire carries RFC 3339 text; the factory turns it into Dates
      supportsJSON: false,
      transaction: false, // single-use rows are decided by the backend's atomic consume instead
    },
    adapter: () => operations(store),
  });
}

/** The custom-adapter methods, in terms of "find rows by where" and one write per row. */
function operations(store) {
  const models = { user: users(store), session: sessions(store), account: accounts(store), verification: verifications(store) };
  const of = (model) => models[model] ?? unsupported(`the model ${model}`);

  async function select(model, where) {
    const found = await of(model).find(where ?? []);
    return found.map(toRow).filter((row) => matches(row, where ?? []));
  }
  async function updateRows(model, where, update) {
    const rows = await select(model, where);
    const updated = [];
    for (const row of rows) {
      const wire = await of(model).update(row, toWire(update));
      if (wire) updated.push(toRow(wire));
    }
    return updated;
  }
  async function remove(model, where) {
    if (of(model).removeAll) {
      const count = await of(model).removeAll(where);
      if (count !== undefined) return count;
    }
    const rows = await select(model, where);
    for (const row of rows) await of(model).remove(row);
    return rows.length;
  }

  return {
    async create({ model, data }) {
      return toRow(await of(model).create(toWire(data)));
    },
    async findOne({ model, where, select: fields }) {
      return pick((await select(model, where))[0] ?? null, fields);
    },
    async findMany({ model, where, limit, offset = 0, sortBy, select: fields }) {
      const rows = sortRows(await select(model, where), sortBy);
      return rows.slice(offset, limit ? offset + limit : undefined).map((row) => pick(row, fields));
    },
    async count({ model, where }) {
      return (await select(model, where)).length;
    },
    async update({ model, where, update }) {
      if (!where?.length) return null;
      return (await updateRows(model, where, update))[0] ?? null;
    },
    async updateMany({ model, where, update }) {
      return (await updateRows(model, where, update)).length;
    },
    async delete({ model, where }) {
      await remove(model, where);
    },
    async deleteMany({ model, where }) {
      return remove(model, where);
    },
    async consumeOne({ model, where }) {
      if (model !== "verification") return unsupported(`consuming a ${model}`);
      const [row] = await select(model, where);
      if (!row) return null;
      const wire = await store.post("verifications/consume", { identifier: row.identifier, value: row.value });
      return wire && toRow(wire);
    },
    // The factory's substitute compares and swaps through two calls, which is no atomic counter.
    async incrementOne() {
      return unsupported("counters");
    },
  };
}

/** The value of `field = value` in a where whose parts are all joined by AND. */
function equal(where, field) {
  if (where.some((part) => part.connector === "OR")) return undefined;
  const part = where.find((candidate) => candidate.field === field && candidate.operator === "eq");
  return typeof part?.value === "string" ? part.value : undefined;
}

function oneOf(where, field) {
  const part = where.find((candidate) => candidate.field === field && candidate.operator === "in");
  return where.some((candidate) => candidate.connector === "OR") ? undefined : part?.value;
}

function users(store) {
  const byId = async (id) => list(await store.get("users/by-id", id));
  return {
    async find(where) {
      const id = equal(where, "id");
      if (id) return byId(id);
      const email = equal(where, "email");
      if (email) return list(await store.get("users/by-email", email));
      const ids = oneOf(where, "id");
      if (ids) return (await Promise.all(ids.map(byId))).flat();
      return unsupported("looking for users by anything but id or email");
    },
    create: (row) => store.post("users", row),
    update: (row, changes) => store.patch("users", row.id, changes),
    remove: (row) => store.delete("users", row.id),
  };
}

function sessions(store) {
  const byToken = async (token) => list(await store.get("sessions/by-token", token));
  return {
    async find(where) {
      const token = equal(where, "token");
      if (token) return byToken(token);
      const id = equal(where, "id");
      if (id) return list(await store.get("sessions/by-id", id));
      const userId = equal(where, "userId");
      if (userId) return store.get("sessions/by-user", userId);
      const tokens = oneOf(where, "token");
      if (tokens) return (await Promise.all(tokens.map(byToken))).flat();
      return unsupported("looking for sessions by anything but token, id or user");
    },
    create: (row) => store.post("sessions", row),
    update: (row, changes) => store.patch("sessions", row.id, changes),
    remove: (row) => store.delete("sessions", row.id),
    async removeAll(where) {
      const userId = where.length === 1 ? equal(where, "userId") : undefined;
      return userId && store.deleteCounted("sessions/by-user", userId);
    },
  };
}

function accounts(store) {
  return {
    async find(where) {
      const userId = equal(where, "userId");
      if (userId) return store.get("accounts/by-user", userId);
      const [providerId, accountId] = [equal(where, "providerId"), equal(where, "accountId")];
      if (providerId && accountId) {
        return list(await store.query("accounts/by-provider", { provider_id: providerId, account_id: accountId }));
      }
      // The id alone has no look-up; the write endpoints answer 404 themselves.
      const id = equal(where, "id");
      if (id && where.length === 1) return [{ id }];
      return unsupported("looking for accounts by anything but user, or provider and account id");
    },
    create: (row) => store.post("accounts", row),
    update: (row, changes) => store.patch("accounts", row.id, changes),
    remove: (row) => store.delete("accounts", row.id),
  };
}

function verifications(store) {
  // The backend knows a verification by identifier and value; the library names it by the id it has just read.
  const seen = new Map();
  const remember = (rows) => {
    for (const row of rows) {
      seen.delete(row.id);
      seen.set(row.id, row.identifier);
      if (seen.size > 10_000) seen.delete(seen.keys().next().value);
    }
    return rows;
  };
  return {
    async find(where) {
      const identifier = equal(where, "identifier") ?? seen.get(equal(where, "id"));
      if (identifier) return remember(list(await store.get("verifications/by-identifier", identifier)));
      const value = equal(where, "value");
      if (value) return remember(list(await store.get("verifications/by-value", value)));
      if (equal(where, "id")) return [];
      return unsupported("looking for verifications by anything but identifier or value");
    },
    async create(row) {
      if (row.id) remember([row]); // also when it is refused: the library then looks for who was first
      return remember([await store.post("verifications", row)])[0];
    },
    // There is no PATCH: whoever consumes the old row may write the new one, so two writers never both win.
    async update(row, changes) {
      const old = await store.post("verifications/consume", { identifier: row.identifier, value: row.value });
      return old && store.post("verifications", { ...old, ...changes });
    },
    remove: (row) => store.post("verifications/consume", { identifier: row.identifier, value: row.value }),
    async removeAll(where) {
      const identifier = where.length === 1 ? equal(where, "identifier") : undefined;
      if (identifier) return store.deleteCounted("verifications/by-identifier", identifier);
      // The backend's own schedule purges expired rows.
      if (where.length === 1 && where[0].field === "expiresAt") return 0;
      return undefined;
    },
  };
}

const list = (row) => (row ? [row] : []);
