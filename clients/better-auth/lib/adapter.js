// better-auth's database is the backend: every operation becomes one or two calls of its auth-scope endpoints.
import { APIError } from "better-auth/api";
import { createAdapterFactory } from "better-auth/adapters";
import { setGuards } from "./guards.js";
import { models, unsupported } from "./models.js";
import { matches, pick, sortRows, toRow, toWire } from "./rows.js";
import { Store } from "./store.js";
/** The `database` of betterAuth(…): users, sessions, accounts and verifications in the storefront backend. */
export function storefrontAdapter(config) {
    const store = new Store(config);
    const factory = createAdapterFactory({
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
    return (options) => {
        setDefaults(options);
        if (config.guards !== false)
            setGuards(options, store, typeof config.guards === "object" ? config.guards : {});
        return factory(options);
    };
}
/** What only the library's options can say, unless they already do. */
function setDefaults(options) {
    // 100 rows by default, and the sessions beyond would be neither listed nor revoked; joins: session and user in one call.
    const database = { defaultFindManyLimit: 1000, joins: true, ...options.advanced?.database };
    options.advanced = { ...options.advanced, database };
}
/** The custom-adapter methods, in terms of "find rows by where" and one write per row. */
function operations(store) {
    const known = models(store);
    const of = (model) => known[model] ?? unsupported(`the model ${model}`);
    async function select(model, where = []) {
        const found = await of(model).find(where);
        return found.map(toRow).filter((row) => matches(row, where));
    }
    async function updateRows(model, where, update) {
        const updated = [];
        for (const row of await select(model, where)) {
            const wire = await of(model).update(row, toWire(update));
            if (wire)
                updated.push(toRow(wire));
        }
        return updated;
    }
    async function remove(model, where) {
        const count = await of(model).removeAll?.(where);
        if (count !== undefined)
            return count;
        const rows = await select(model, where);
        for (const row of rows)
            await of(model).remove(row);
        return rows.length;
    }
    const custom = {
        create: async ({ model, data }) => {
            const made = await of(model).create(toWire(data)).catch((error) => {
                throw model === "user" ? asTaken(error) : error;
            });
            return toRow(made);
        },
        findOne: async ({ model, where, select: fields, join }) => {
            if (model === "session" && join?.user && Object.keys(join).length === 1) {
                const both = await sessionAndUser(store, where);
                if (both !== undefined)
                    return both && { ...pick(both.session, fields), user: both.user };
            }
            const [row] = await select(model, where);
            return row ? pick(row, fields) : null;
        },
        findMany: async ({ model, where, limit, offset = 0, sortBy, select: fields }) => {
            const rows = sortRows(await select(model, where), sortBy);
            return rows.slice(offset, limit ? offset + limit : undefined).map((row) => pick(row, fields));
        },
        count: async ({ model, where }) => (await select(model, where)).length,
        update: async ({ model, where, update }) => where.length > 0 ? ((await updateRows(model, where, update))[0] ?? null) : null,
        updateMany: async ({ model, where, update }) => (await updateRows(model, where, update)).length,
        delete: async ({ model, where }) => {
            await remove(model, where);
        },
        deleteMany: async ({ model, where }) => remove(model, where),
        consumeOne: async ({ model, where }) => {
            if (model !== "verification")
                return unsupported(`consuming a ${model}`);
            const [row] = await select(model, where);
            if (!row)
                return null;
            const wire = await store.post("verifications/consume", { identifier: row.identifier, value: row.value });
            return wire && toRow(wire);
        },
        // The factory's substitute compares and swaps through two calls, which is no atomic counter.
        incrementOne: async () => unsupported("counters"),
    };
    // The library's signatures are generic in the row's type, which is known here as a Row alone.
    return custom;
}
/** The look-up of every page view in one call; undefined for any other where. */
async function sessionAndUser(store, where) {
    const [only] = where;
    if (where.length !== 1 || only?.field !== "token" || only.operator !== "eq" || typeof only.value !== "string")
        return undefined;
    const both = await store.get("sessions/by-token", only.value, { include: "user" });
    return both && { session: toRow(both.session), user: toRow(both.user) };
}
/** The library's own words for an address that somebody has taken meanwhile. */
function asTaken(error) {
    if (!(error instanceof APIError) || error.status !== "CONFLICT")
        return error;
    const code = "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL";
    return new APIError("UNPROCESSABLE_ENTITY", { message: "User already exists. Use another email.", code });
}
