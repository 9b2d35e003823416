// How the adapter calls: repeats, time limits, and what its failures become.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { APIError } from "better-auth/api";
import { jwt } from "better-auth/plugins/jwt";
import { organization } from "better-auth/plugins/organization";
import { twoFactor } from "better-auth/plugins/two-factor";
import { storefrontAdapter } from "storefront-better-auth";

const row = { id: "u1", email: "ana@example.com", name: "Ana" };

/** An adapter whose backend gives these answers in turn (the last for ever), and what it was asked. */
function answering(...answers) {
  const asked = [];
  const fetch = async (url, { method }) => {
    asked.push(`${method} ${new URL(url).pathname}`);
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (answer === "cut") throw new TypeError("fetch failed");
    const [status, body] = answer;
    return Response.json(body ?? { type: "/problems/some-slug", detail: "some detail" }, { status, headers: { "retry-after": "0" } });
  };
  const connection = { baseUrl: "http://backend", token: "t", fetch, timeoutMs: 5_000 };
  const options = { secret: "s".repeat(32), plugins: [twoFactor()], user: { modelName: "people", fields: { email: "mail" } } };
  return { asked, adapter: storefrontAdapter(connection)(options) };
}
const byId = { model: "user", where: [{ field: "id", value: "u1" }] };
const make = (adapter) => adapter.create({ model: "user", data: { email: "ana@example.com", name: "Ana" } });

test("a read is tried again after a passing fault, a write is not", async () => {
  const reading = answering([503], "cut", [200, row]);
  assert.equal((await reading.adapter.findOne(byId)).email, row.email);
  assert.equal(reading.asked.length, 3);
  const writing = answering([503], [201, row]);
  await assert.rejects(make(writing.adapter), { status: "SERVICE_UNAVAILABLE" });
  assert.equal(writing.asked.length, 1);
});

test("a backend that hangs or is gone is 503 within the time limit", async () => {
  const server = createServer(() => {}).listen(0);
  await once(server, "listening");
  const connection = { baseUrl: `http://127.0.0.1:${server.address().port}`, token: "t", timeoutMs: 200 };
  const hanging = storefrontAdapter(connection)({ secret: "s".repeat(32) });
  await assert.rejects(hanging.findOne(byId), { status: "SERVICE_UNAVAILABLE" });
  server.closeAllConnections();
  server.close();
  await assert.rejects(answering("cut").adapter.findOne(byId), { status: "SERVICE_UNAVAILABLE" });
});

test("a refusal carries the backend's status and words", async () => {
  for (const [status, name] of [[422, "UNPROCESSABLE_ENTITY"], [429, "TOO_MANY_REQUESTS"], [401, "INTERNAL_SERVER_ERROR"]]) {
    await assert.rejects(make(answering([status]).adapter), (error) => {
      assert(error instanceof APIError);
      assert.equal(error.status, name);
      assert.equal(error.body.code, "SOME_SLUG");
      if (status !== 401) assert.equal(error.body.message, "some detail");
      return true;
    });
  }
  await assert.rejects(make(answering([409]).adapter), { status: "UNPROCESSABLE_ENTITY" });
});

test("a page view asks for session and user in one call", async () => {
  const expires_at = "2999-01-01T00:00:00Z";
  const { asked, adapter } = answering([200, { session: { id: "s1", token: "t", user_id: "u1", expires_at }, user: row }]);
  const found = await adapter.findOne({ model: "session", where: [{ field: "token", value: "t" }], join: { user: true } });
  assert.deepEqual([found.userId, found.user.email, asked.length], ["u1", row.email, 1]);
});

test("a verification changes in one call, while its value is as it was read", async () => {
  const record = { id: "v1", identifier: "otp", value: "123456:0", expires_at: "2999-01-01T00:00:00Z" };
  const change = { model: "verification", where: [{ field: "identifier", value: "otp" }], update: { value: "123456:1" } };
  const first = answering([200, record], [200, { ...record, value: "123456:1" }]);
  assert.equal((await first.adapter.update(change)).value, "123456:1");
  assert.deepEqual(first.asked, ["GET /internal/auth/verifications/by-identifier/otp", "PATCH /internal/auth/verifications/v1"]);
  assert.equal(await answering([200, record], [404]).adapter.update(change), null);
});

const factor = (failures, version) => {
  const data = { secret: "s", backupCodes: "b", failedVerificationCount: failures };
  return { id: "f1", user_id: "u1", model: "twoFactor", data, version };
};
const count = {
  model: "twoFactor",
  where: [{ field: "id", value: "f1" }, { field: "failedVerificationCount", operator: "lt", value: 3 }],
  increment: { failedVerificationCount: 1 },
};

test("a step begins again when somebody was faster, and ends when the row no longer fits", async () => {
  const won = answering([200, factor(1, 1)], [409], [200, factor(2, 2)], [200, factor(3, 3)], [201, {}]);
  assert.equal((await won.adapter.incrementOne(count)).failedVerificationCount, 3);
  assert.deepEqual(won.asked.map((call) => call.split(" ")[0]), ["GET", "PATCH", "GET", "PATCH"]);
  const late = answering([200, factor(2, 1)], [409], [200, factor(3, 2)]);
  assert.equal(await late.adapter.incrementOne(count), null);
  assert.equal(late.asked.length, 3);
});

test("a conflict over something else than the version is told", async () => {
  const taken = answering([200, factor(1, 1)], [409], [200, factor(1, 1)]);
  await assert.rejects(taken.adapter.incrementOne(count), { status: "CONFLICT" });
});

test("counters of what has no version are refused", async () => {
  const step = { model: "user", where: byId.where, increment: {}, set: { image: "x" } };
  await assert.rejects(answering([200, row]).adapter.incrementOne(step), /no endpoint/);
});

test("a missing row is null, and what has no endpoint says so", async () => {
  assert.equal(await answering([404]).adapter.findOne(byId), null);
  await assert.rejects(answering([200, []]).adapter.findMany({ model: "user" }), /no endpoint/);
});

test("plugins whose rows belong to nobody are refused by name", async () => {
  const connection = { baseUrl: "http://backend", token: "t" };
  const adapter = storefrontAdapter(connection)({ secret: "s".repeat(32), plugins: [organization(), jwt()] });
  for (const model of ["organization", "jwks"]) {
    await assert.rejects(adapter.findMany({ model }), new RegExp(`no endpoint for ${model}, whose rows belong to no user`));
  }
});

test("the library's options keep what they say", () => {
  const options = { advanced: { database: { defaultFindManyLimit: 7 } }, plugins: [] };
  storefrontAdapter({ baseUrl: "http://backend", token: "t", guards: false })(options);
  assert.deepEqual([options.advanced.database.defaultFindManyLimit, options.plugins], [7, []]);
  const guarded = { rateLimit: { enabled: false, window: 3 } };
  storefrontAdapter({ baseUrl: "http://backend", token: "t" })(guarded);
  assert.deepEqual([guarded.rateLimit.enabled, guarded.rateLimit.window, guarded.plugins.length], [false, 3, 1]);
});
