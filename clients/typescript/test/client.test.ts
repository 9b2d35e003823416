// What the package adds to openapi-fetch, against the running service and against answers made up here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type ChatEvent, type components, createClient, paginate, unwrap } from "storefront-client";
import { baseUrl, openShop, tokens } from "./support.js";

const items = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Caneca ${n}`, price_cents: 1000 + n, stock_quantity: 9 }));

test("a list is walked page by page, with and without ids in the path", async () => {
  const { client, storeId } = await openShop();
  await unwrap(client.POST("/internal/products/batch-upsert", { body: { store_id: storeId, items: items(5) } }));
  const names: string[] = [];
  for await (const product of paginate(client, "/internal/products", { store_id: storeId, limit: 2 })) {
    const typed: components["schemas"]["Product"] = product;
    names.push(typed.name);
  }
  assert.deepEqual(names.sort(), items(5).map((one) => one.name));
  const agent = await unwrap(client.POST("/internal/agents", { body: { store_id: storeId, name: "Lia", type: "vendas" } }));
  const talks = paginate(client, "/internal/agents/{agent_id}/conversations", {}, { agent_id: agent.id });
  assert.equal((await talks.next()).done, true);
});

test("an order under one key is made once, and without a key each call has its own", async () => {
  const { client, storeId } = await openShop();
  await unwrap(client.POST("/internal/products/batch-upsert", { body: { store_id: storeId, items: items(1) } }));
  const { data } = await client.GET("/internal/products", { params: { query: { store_id: storeId } } });
  const body = { store_id: storeId, items: [{ product_id: data!.items[0]!.id, quantity: 1 }], payment_method: "cod" as const };
  const keyed = { body, params: { header: { "Idempotency-Key": "cart-1" } } };
  const [one, same] = [await unwrap(client.POST("/internal/orders", keyed)), await unwrap(client.POST("/internal/orders", keyed))];
  assert.equal(one.id, same.id);
  assert.notEqual((await unwrap(client.POST("/internal/orders", { body }))).id, one.id);
});

test("a chat streams its pieces and ends with the whole answer", async () => {
  const { client, storeId } = await openShop();
  const heard: ChatEvent[] = [];
  for await (const event of client.stream({ type: "vendas", message: "tem caneca?", store_id: storeId })) heard.push(event);
  const last = heard.at(-1);
  assert.equal(last?.event, "done");
  const text = heard.flatMap((one) => (one.event === "delta" ? [one.data.text] : [])).join("");
  assert.equal(text, last.data.reply);
});

test("a problem is data of openapi-fetch, or an ApiError where it is thrown", async () => {
  const { client } = await openShop();
  const { error, response } = await client.POST("/internal/stores", { body: { name: "" } });
  assert.deepEqual([response.status, error?.type], [422, "/problems/validation"]);
  await assert.rejects(unwrap(client.POST("/internal/stores", { body: { name: "" } })), (thrown) => {
    assert(thrown instanceof ApiError);
    assert.deepEqual([thrown.status, thrown.slug, Object.keys(thrown.errors)], [422, "validation", ["/name"]]);
    assert.equal(thrown.problem.request_id.length > 0, true);
    return true;
  });
  await assert.rejects(client.stream({ type: "nobody", message: "oi" }).next(), { name: "ApiError", status: 404 });
});

test("each call carries the credential of its scope alone", async () => {
  const sent: string[][] = [];
  const fetch = async (request: Request) => {
    sent.push([...request.headers.keys()].filter((name) => name.startsWith("x-")).sort());
    return Response.json([]);
  };
  const client = createClient({ baseUrl, tokens, actor: "ana", actingUser: "bia", fetch });
  await client.GET("/internal/stores");
  await client.GET("/billing/plans-public");
  await client.GET("/internal/auth/sessions/by-user/{user_id}", { params: { path: { user_id: "ana" } } });
  assert.deepEqual(sent, [["x-acting-user-id", "x-actor-user-id", "x-internal-token"], [], ["x-auth-token"]]);
  await assert.rejects(createClient({ baseUrl, fetch }).GET("/internal/stores"), /needs the app token/);
});

test("reads and keyed writes are tried again, other writes are not", async () => {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return Response.json({ type: "/problems/unavailable", detail: "busy" }, { status: 503, headers: { "retry-after": "0" } });
  };
  const client = createClient({ baseUrl, tokens, actor: "ana", fetch });
  await client.GET("/internal/stores");
  assert.equal(asked.length, 3);
  await client.POST("/internal/webhook-endpoints/{endpoint_id}/test", { params: { path: { endpoint_id: "e" } } });
  assert.equal(asked.length, 4);
  await client.POST("/internal/billing/topup", { body: { amount_cents: 3000 } });
  assert.equal(asked.length, 7);
  assert.equal(new Set(asked.slice(4).map((request) => request.headers.get("idempotency-key"))).size, 1);
});

test("no answer at all is an ApiError too", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:9", tokens, actor: "ana", retries: 0 });
  await assert.rejects(unwrap(client.GET("/internal/stores")), { name: "ApiError", status: 503 });
});

test("a file goes as a form", async () => {
  const file = new File(["nome;preco\nCaneca;10,00\n"], "tabela.csv");
  const client = createClient({ baseUrl });
  const done = await unwrap(client.POST("/process-file", { body: { file, tables: true } }));
  assert.equal(done.format, "csv");
});
