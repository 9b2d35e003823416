// better-auth's database is the backend: every operation becomes one or two calls of its auth-scope endpoints.

import type { BetterAuthOptions } from "better-auth";
import { type CleanedWhere, createAdapterFactory, type CustomAdapter, type DBAdapter, type DBAdapterFactoryConfig } from "better-auth/adapters";
import { type Step, stepped } from "./extensions.js";
import { type GuardOptions, setGuards } from "./guards.js";
import { isConflict, type Model, models } from "./models.js";
import { type Names, namesOf, type Schema } from "./names.js";
import { matches, pick, type Row, sortRows } from "./rows.js";
import { asTaken, SignUp } from "./sign-up.js";
import { Store, type StoreOptions, type Wire } from "./store.js";

export interface StorefrontOptions extends StoreOptions {
  /** What guards against guessing and stolen sessions (guards.ts); false leaves it out. */
  guards?: boolean | GuardOptions;
}

// Each round somebody has changed the row; a hundred at once on one user's row is an attack.
const TRIES = 20;

const DELETES_USER = new Set(["/delete-user", "/delete-user/callback"]);

/** The `database` of betterAuth(…): users, sessions, accounts, verifications and rows of plugins in the backend. */
export function storefrontAdapter(config: StorefrontOptions) {
  const store = new Store(config);
  const made = (options: BetterAuthOptions, on: Store, transaction: DBAdapterFactoryConfig["transaction"]): DBAdapter =>
    createAdapterFactory({
      config: {
        adapterId: "storefront-backend",
        adapterName: "Storefront backend",
        supportsNumericIds: false,
        supportsDates: false, // the wire carries RFC 3339 text; the factory turns it into Dates
        supportsJSON: false,
        transaction,
      },
      adapter: ({ schema }) => operations(on, schema),
    })(options);
  return (options: BetterAuthOptions) => {
    setDefaults(options);
    if (config.guards !== false) setGuards(options, store, typeof config.guards === "object" ? config.guards : {});
    return made(options, store, async (work) => {
      const signUp = new SignUp(config);
      const done = await work(made(options, signUp, false));
      await signUp.finish();
      return done;
    });
  };
}

/** What only the library's options can say, unless they already do. */
function setDefaults(options: BetterAuthOptions): void {
  // 100 rows by default, and the sessions beyond would be neither listed nor revoked; joins: session and user in one call.
  const database = { defaultFindManyLimit: 1000, joins: true, ...options.advanced?.database };
  options.advanced = { ...options.advanced, database };
  const { databaseHooks: hooks } = options;
  const before = hooks?.account?.delete?.before;
  options.databaseHooks = {
    ...hooks,
    account: {
      ...hooks?.account,
      delete: {
        ...hooks?.account?.delete,
        // The library deletes a user's accounts and then the user. They go with the user, in one step: an end in between
        // would leave a user who cannot sign in to begin again.
        before: async (account, context) => (await before?.(account, context)) !== false && !DELETES_USER.has(context?.path ?? ""),
      },
    },
  };
}

/** A table under both its names. */
interface Place {
  model: Model;
  names: Names;
}

/** The custom-adapter methods, in terms of "find rows by where" and one write per row. */
function operations(store: Store, schema: Schema): CustomAdapter {
  const modelOf = models(store, schema);
  const opened = (name: string): Place => {
    const names = namesOf(schema, name);
    return { names, model: modelOf(names.model) };
  };

  async function select({ model, names }: Place, where: CleanedWhere[] = []): Promise<Row[]> {
    const parts = names.where(where);
    return (await model.find(parts)).map(model.read).filter((row) => matches(row, parts));
  }

  /** One row written as `change` says, while it still fits the where; null when it does not any more. */
  async function write(at: Place, where: CleanedWhere[], row: Row, change: (row: Row) => Row): Promise<Row | null> {
    for (let current: Row | undefined = row, tries = 1; current; tries++) {
      try {
        const wire = await at.model.update(current, change(current));
        return wire && at.model.read(wire);
      } catch (error) {
        const version = at.model.version?.(current);
        if (version === undefined || tries >= TRIES || !isConflict(error)) throw error;
        const byId: CleanedWhere = { field: "id", operator: "eq", value: String(row.id), connector: "AND", mode: "sensitive" };
        [current] = await select(at, [...where, byId]);
        if (current && at.model.version?.(current) === version) throw error; // refused for something else: a taken key
      }
    }
    return null;
  }

  async function updateRows(name: string, where: CleanedWhere[], update: Row): Promise<Row[]> {
    const at = opened(name);
    const changes = at.names.inward(update);
    const updated: Row[] = [];
    for (const row of await select(at, where)) {
      const written = await write(at, where, row, () => changes);
      if (written) updated.push(at.names.outward(written));
    }
    return updated;
  }

  async function remove(name: string, where: CleanedWhere[]): Promise<number> {
    const at = opened(name);
    const count = await at.model.removeAll?.(at.names.where(where));
    if (count !== undefined) return count;
    const rows = await select(at, where);
    for (const row of rows) await at.model.remove(row);
    return rows.length;
  }

  const custom = {
    create: async ({ model: name, data }: { model: string; data: Row }) => {
      const { model, names } = opened(name);
      const made = await model.create(names.inward(data)).catch((error: unknown) => {
        throw names.model === "user" ? asTaken(error) : error;
      });
      return names.outward(model.read(made));
    },
    findOne: async ({ model: name, where, select: fields, join }: Parameters<CustomAdapter["findOne"]>[0]) => {
      const at = opened(name);
      const users = opened("user");
      if (at.names.model === "session" && join?.[users.names.table] && Object.keys(join).length === 1) {
        const both = await sessionAndUser(store, at.names.where(where));
        if (both === null) return null;
        if (both !== undefined) {
          const user = users.names.outward(users.model.read(both.user));
          return { ...at.names.outward(pick(at.model.read(both.session), fields)), [users.names.table]: user };
        }
      }
      const [row] = await select(at, where);
      return row ? at.names.outward(pick(row, fields)) : null;
    },
    findMany: async (query: Parameters<CustomAdapter["findMany"]>[0]) => {
      const { model: name, where, limit, offset = 0, sortBy, select: fields } = query;
      const at = opened(name);
      const sort = sortBy && { ...sortBy, field: at.names.field(sortBy.field) };
      const rows = sortRows(await select(at, where), sort);
      return rows.slice(offset, limit ? offset + limit : undefined).map((row) => at.names.outward(pick(row, fields)));
    },
    count: async ({ model, where }: { model: string; where?: CleanedWhere[] }) => (await select(opened(model), where)).length,
    update: async ({ model, where, update }: { model: string; where: CleanedWhere[]; update: Row }) =>
      where.length > 0 ? ((await updateRows(model, where, update))[0] ?? null) : null,
    updateMany: async ({ model, where, update }: { model: string; where: CleanedWhere[]; update: Row }) =>
      (await updateRows(model, where, update)).length,
    delete: async ({ model, where }: { model: string; where: CleanedWhere[] }) => {
      await remove(model, where);
    },
    deleteMany: async ({ model, where }: { model: string; where: CleanedWhere[] }) => remove(model, where),
    consumeOne: async ({ model: name, where }: { model: string; where: CleanedWhere[] }) => {
      const at = opened(name);
      const [row] = await select(at, where);
      const consumed = row && (await at.model.consume(row));
      return consumed ? at.names.outward(consumed) : null;
    },
    incrementOne: async ({ model: name, where, increment, set }: Step) => {
      const at = opened(name);
      at.model.requireSteps();
      const [row] = await select(at, where);
      const step = { increment: at.names.inward(increment) as Record<string, number>, set: at.names.inward(set ?? {}) };
      const written = row && (await write(at, where, row, (current) => stepped(current, step)));
      return written ? at.names.outward(written) : null;
    },
  };
  // The library's signatures are generic in the row's type, which is known here as a Row alone.
  return custom as unknown as CustomAdapter;
}

/** The look-up of every page view in one call; undefined for any other where. */
async function sessionAndUser(store: Store, where: CleanedWhere[]): Promise<{ session: Wire; user: Wire } | null | undefined> {
  const [only] = where;
  if (where.length !== 1 || only?.field !== "token" || only.operator !== "eq" || typeof only.value !== "string") return undefined;
  return store.get<{ session: Wire; user: Wire }>("sessions/by-token", only.value, { include: "user" });
}
