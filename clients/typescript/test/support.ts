import { type Client, createClient, type Fetch, unwrap } from "storefront-client";

const { BACKEND_URL = "", INTERNAL_API_TOKEN, INTERNAL_AUTH_TOKEN, INTERNAL_WEBHOOK_TOKEN } = process.env;
export const baseUrl = BACKEND_URL;
export const tokens = { app: INTERNAL_API_TOKEN, auth: INTERNAL_AUTH_TOKEN, webhook: INTERNAL_WEBHOOK_TOKEN };

/** A client of a new company with one store. */
export async function openShop(fetch?: Fetch): Promise<{ client: Client; actor: string; storeId: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const user = await unwrap(createClient({ baseUrl, tokens }).POST("/internal/auth/users", { body: { email, name: "Ana" } }));
  const client = createClient({ baseUrl, tokens, actor: user.id, ...(fetch && { fetch }) });
  await unwrap(client.POST("/internal/company/ensure", { body: { name: "Companhia" } }));
  const store = await unwrap(client.POST("/internal/stores", { body: { name: "Loja" } }));
  return { client, actor: user.id, storeId: store.id };
}
