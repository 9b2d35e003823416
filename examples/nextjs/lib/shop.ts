// Who is calling, and the backend on that person's behalf. Server side only.

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type Client, createClient, unwrap } from "storefront-client";
import { auth } from "./auth";
import { setting } from "./settings";

export interface Shop {
  client: Client;
  storeId: string;
  name: string;
}

/** The signed-in user, or null: what a route handler asks, to answer 401. */
export const getCurrentUser = cache(async () => {
  const session = await auth().api.getSession({ headers: await headers() });
  return session?.user ?? null;
});

/** The signed-in user, or the way to the login page and back. */
export const requireUser = cache(async (path: string) => {
  return (await getCurrentUser()) ?? redirect(`/login?redirect=${encodeURIComponent(path)}`);
});

/** The user's shop. Signing up makes a user alone; company, store and assistant are made here, and again if that was cut short. */
export const requireShop = cache(async (path: string): Promise<Shop> => {
  const user = await requireUser(path);
  const client = createClient({
    baseUrl: setting("BACKEND_URL"),
    tokens: { app: setting("INTERNAL_API_TOKEN") },
    actor: user.id,
  });
  const name = `Loja de ${user.name}`;
  await unwrap(client.POST("/internal/company/ensure", { body: { name } }));
  const stores = await unwrap(client.GET("/internal/stores"));
  const store = stores[0] ?? (await unwrap(client.POST("/internal/stores", { body: { name } })));
  const query = { store_id: store.id };
  const agents = await unwrap(client.GET("/internal/agents", { params: { query } }));
  if (agents.length === 0) {
    await unwrap(client.POST("/internal/agents", { body: { ...query, name: "Lia", type: "vendas" } }));
  }
  return { client, storeId: store.id, name: store.name };
});
