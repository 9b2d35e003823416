// Tables of plugins: generic rows that belong to a user. The backend seals what they hold, and reads none of it.
import { created, equal, list, many, oneOf, unsupported } from "./models.js";
/** What a row is looked for by without its user, beyond what its table calls unique. */
const KEYS = { passkey: ["credentialID"] };
// The row's version as it was read; a symbol, so that the library never sees it.
const VERSION = Symbol("version");
const versionOf = (row) => row[VERSION];
export function extensions(store, name, schema) {
    const table = schema[name] ?? unsupported(`the model ${name}`);
    const users = ["user", schema.user?.modelName];
    const owners = Object.entries(table.fields).flatMap(([field, { references }]) => references?.field === "id" && users.includes(references.model) ? [field] : []);
    const owner = owners.includes("userId") ? "userId" : owners[0];
    if (owner === undefined)
        return unsupported(`${name}, whose rows belong to no user`);
    const keyed = Object.keys(table.fields).filter((field) => table.fields[field]?.unique || KEYS[name]?.includes(field));
    const keysOf = (row) => Object.fromEntries(keyed.flatMap((field) => (row[field] ? [[field, String(row[field])]] : [])));
    const byId = async (id) => list(await store.get("extensions/by-id", id));
    const event = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return {
        read({ id, user_id, data, version }) {
            return { ...data, id, [owner]: user_id, [VERSION]: version };
        },
        async find(where) {
            const one = equal(where, "id");
            if (one)
                return (await byId(one)).filter((wire) => wire.model === name);
            for (const field of keyed) {
                const value = equal(where, field);
                if (value)
                    return list(await store.query("extensions/by-key", { model: name, field, value }));
            }
            const userId = equal(where, owner);
            if (userId)
                return (await store.get("extensions/by-user", userId, { model: name })) ?? [];
            const ids = oneOf(where, "id");
            if (ids)
                return (await many(ids, byId)).filter((wire) => wire.model === name);
            return unsupported(`looking for a ${name} by anything but id, ${[owner, ...keyed].join(" or ")}`);
        },
        async create({ id, [owner]: userId, ...data }) {
            if (typeof userId !== "string")
                return unsupported(`a ${name} of nobody`);
            const keys = keysOf({ ...data, [owner]: userId });
            const body = { user_id: userId, model: name, data, keys, ...(id ? { id } : {}) };
            const made = created(await store.post("extensions", body));
            await store.tell(`${event}_added`, { user_id: userId });
            return made;
        },
        update(row, { id: _, [owner]: __, ...data }) {
            const keys = keyed.some((field) => field in data) && { keys: keysOf({ ...row, ...data }) };
            return store.patch("extensions", String(row.id), { data, version: versionOf(row), ...keys });
        },
        async remove(row) {
            const count = await store.deleteCounted("extensions", String(row.id));
            if (count > 0)
                await store.tell(`${event}_removed`, { user_id: row[owner] });
        },
        consume: async (row) => ((await store.deleteCounted("extensions", String(row.id))) > 0 ? row : null),
        requireSteps: () => undefined, // each update names the version it is about
        version: versionOf,
    };
}
/** The changes of an atomic step: what is set, and the counters as they are with the step added. */
export function stepped(row, { increment, set }) {
    const counted = Object.entries(increment).map(([field, by]) => [field, Number(row[field] ?? 0) + by]);
    return { ...set, ...Object.fromEntries(counted) };
}
