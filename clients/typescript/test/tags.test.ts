// Every tag of /openapi.json is called through the client on the running service; reads by what the document says of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, unwrap } from "storefront-client";
import { openShop } from "./support.js";

interface Operation {
  tags: string[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

test("every tag answers, and what the service says is in its document", async () => {
  const told: [string, string, number][] = [];
  const { client, actor, storeId } = await openShop(async (request) => {
    const response = await fetch(request);
    told.push([request.method, new URL(request.url).pathname, response.status]);
    return response;
  });
  const document = (await unwrap(client.GET("/openapi.json", { parseAs: "json" }))) as unknown as Document;
  const ids = await records(client, actor, storeId);
  await writes(client, ids);
  await reads(client, document, ids);

  const called = new Set<string>();
  for (const [method, path, status] of told) {
    const found = operationOf(document, method, path);
    assert(found, `${method} ${path}`);
    assert(String(status) in found.responses, `${method} ${path} answered ${status}`);
    assert(status < 500, `${method} ${path} answered ${status}`);
    for (const tag of found.tags) called.add(tag);
  }
  const tags = new Set(Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags)));
  assert.deepEqual([...tags].filter((tag) => !called.has(tag)), []);
});

/** One record of most kinds; its id under the name that paths and queries use. */
async function records(client: Client, actor: string, storeId: string): Promise<Record<string, string>> {
  const at = { store_id: storeId };
  await unwrap(client.POST("/internal/products/batch-upsert", { body: { ...at, items: [{ name: "Caneca", price_cents: 1000, stock_quantity: 5 }] } }));
  const products = await unwrap(client.GET("/internal/products", { params: { query: at } }));
  const product_id = products.items[0]!.id;
  const agent = await unwrap(client.POST("/internal/agents", { body: { ...at, name: "Lia", type: "vendas" } }));
  const lead = await unwrap(client.POST("/internal/leads/ensure", { body: { ...at, channel: "web", external_id: "v-1" } }));
  const items = [{ product_id, quantity: 1 }];
  const order = await unwrap(client.POST("/internal/orders", { body: { ...at, lead_id: lead.id, items, payment_method: "cod" } }));
  const document = await unwrap(client.POST("/internal/documents", { body: { ...at, title: "Prazos", content: "Dois dias." } }));
  return {
    user_id: actor,
    company_id: actor,
    store_id: storeId,
    store_ids: storeId,
    product_id,
    agent_id: agent.id,
    lead_id: lead.id,
    order_id: order.id,
    document_id: document.id,
    instance_id: agent.messaging_instance_id,
    slug: "livre",
    type: "vendas",
    email: "ninguem@example.com",
    period: "2026-01",
    period_start: "2026-01-01",
    period_end: "2026-02-01",
  };
}

/** Tags that have no read. */
async function writes(client: Client, ids: Record<string, string>): Promise<void> {
  const order_id = ids.order_id!;
  await unwrap(client.POST("/internal/stock/decrement-for-order", { body: { order_id } }));
  const { product_id } = ids as { product_id: string };
  await unwrap(client.PUT("/internal/products/{product_id}/pictures", { params: { path: { product_id } }, body: { ids: [] } }));
  await unwrap(client.POST("/embed", { body: { text: "caneca" } }));
  await unwrap(client.POST("/chat", { body: { type: "vendas", message: "oi", store_id: ids.store_id! } }));
  await unwrap(client.POST("/extract-lead", { body: { messages: [{ role: "user", content: "me chamo Ana" }] } }));
  const body = { to: "ninguem@example.com", reset_url: "http://127.0.0.1:3999/reset", name: "Ana" };
  await unwrap(client.POST("/internal/email/send-reset-password", { body }));
  const charge = { event: "charge.paid" };
  assert((await client.POST("/webhooks/pixprovider", { body: charge })).response.status < 500);
}

/** Every GET that ends and whose required parameters are known. */
async function reads(client: Client, document: Document, ids: Record<string, string>): Promise<void> {
  const get = client.GET as unknown as (path: string, init: unknown) => Promise<unknown>;
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    const wanted = operation?.parameters.filter((one) => one.required || one.name === "store_ids" || one.name === "store_id") ?? [];
    if (!operation || !wanted.every((one) => one.name in ids)) continue;
    if ("text/event-stream" in (operation.responses["200"]?.content ?? {})) continue;
    const pick = (place: string) => Object.fromEntries(wanted.filter((one) => one.in === place).map((one) => [one.name, ids[one.name]]));
    await get(path, { params: { path: pick("path"), query: pick("query") }, parseAs: "text" });
  }
}

function operationOf(document: Document, method: string, path: string): Operation | undefined {
  const templates = Object.keys(document.paths).sort((one, other) => one.split("{").length - other.split("{").length);
  const template = templates.find((one) => {
    const pattern = one.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${pattern}$`).test(path) && document.paths[one]![method.toLowerCase()];
  });
  return template ? document.paths[template]![method.toLowerCase()] : undefined;
}
