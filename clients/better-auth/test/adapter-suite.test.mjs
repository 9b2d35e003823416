// better-auth's own adapter suite against a running backend (BACKEND_URL, INTERNAL_AUTH_TOKEN or INTERNAL_API_TOKEN).
// Left out: tests of additional fields and models, of listing, counting or searching whole tables, and of expired
// sessions by token. The auth scope has no endpoints for these, on purpose.

import { authFlowTestSuite, normalTestSuite, testAdapter } from "@better-auth/test-utils/adapter";
import { storefrontAdapter } from "storefront-better-auth";

const { BACKEND_URL, INTERNAL_AUTH_TOKEN, INTERNAL_API_TOKEN } = process.env;
const created = [];

/** The suite empties every table between tests; the backend has no such call, so its own rows are remembered. */
function remembering(makeAdapter) {
  return (options) => {
    const adapter = makeAdapter(options);
    return {
      ...adapter,
      async create(query) {
        const row = await adapter.create(query);
        created.push({ model: query.model, id: row.id });
        return row;
      },
      async deleteMany(query) {
        if (query.where.length > 0) return adapter.deleteMany(query);
        const mine = created.filter(({ model }) => model === query.model);
        for (const { model, id } of mine) await adapter.delete({ model, where: [{ field: "id", value: id }] });
        return mine.length;
      },
    };
  };
}

const NORMAL = [
  "create - should create a model",
  "create - should always return an id",
  "findOne - should find a model",
  "findOne - should find a model using a reference field",
  "findOne - should not throw on record not found",
  "findOne - should find a model without id",
  "findOne - should find a model with join",
  "findOne - should select fields",
  "findOne - should select fields with one-to-many join",
  "findOne - should select fields with multiple joins",
  "findOne - should return an array for one-to-many joins",
  "findMany - should select fields",
  "findMany - should select fields with one-to-many join",
  "findMany - should select fields with multiple joins",
  "findMany - should return an empty array when no models are found",
  "findMany - should find many models with eq operator",
  "findMany - should find many models with in operator",
  "update - should update a model",
  "update - should return null when where is empty",
  "updateMany - should update many models with a specific where",
  "delete - should delete a model",
  "delete - should not throw on record not found",
  "delete - should delete by non-unique field",
  "update - should correctly return record when updating a field used in where clause",
  "update - should handle updating multiple fields including where clause field",
  "update - should work when updated field is not in where clause",
  "findOne - backwards join should only return single record not array",
  "findOne - should be able to perform a limited join",
  "findOne - should be able to perform a complex limited join",
  "update - should support multiple where conditions under AND connector with unique field",
  "update - should return updated record when where condition uses null value",
  "update - should return null when a multi-predicate where matches no row",
];
const only = (names) => ({ ALL: true, ...Object.fromEntries(names.map((name) => [name, false])) });

const connection = { baseUrl: BACKEND_URL, token: INTERNAL_AUTH_TOKEN || INTERNAL_API_TOKEN };
const hash = async (password) => `${"0".repeat(32)}:${Buffer.from(password).toString("hex").padEnd(128, "0")}`;
const verify = async (data) => data.hash === (await hash(data.password));
const { execute } = await testAdapter({
  adapter: () => remembering(storefrontAdapter(connection)),
  runMigrations: () => {},
  // The suite keeps passwords as they are; the backend takes hashes alone.
  overrideBetterAuthOptions: () => ({ emailAndPassword: { password: { hash, verify } } }),
  tests: [
    authFlowTestSuite({ disableTests: { "should sign up with additional fields": true } }),
    normalTestSuite({ disableTests: only(NORMAL) }),
  ],
});
execute();
