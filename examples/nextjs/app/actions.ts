"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { ApiError, unwrap } from "storefront-client";
import { requireShop } from "@/lib/shop";

/** What a form shows above its button; "" when all is well. */
export type Outcome = string;

export async function addProduct(_: Outcome, form: FormData): Promise<Outcome> {
  const { client, storeId } = await requireShop("/products");
  const row = { name: text(form, "name"), price: text(form, "price"), stock_quantity: Number(text(form, "stock")) };
  return told(async () => {
    const body = { store_id: storeId, items: [row] };
    const done = await unwrap(client.POST("/internal/products/batch-upsert", { body }));
    revalidatePath("/products");
    return done.errors[0]?.detail ?? "";
  });
}

export async function placeOrder(_: Outcome, form: FormData): Promise<Outcome> {
  const { client, storeId } = await requireShop("/products");
  const outcome = await told(async () => {
    const items = [{ product_id: text(form, "product_id"), quantity: Number(text(form, "quantity")) }];
    // The form's own key: sent twice, it is one order.
    const header = { "Idempotency-Key": text(form, "key") };
    await unwrap(client.POST("/internal/orders", { body: { store_id: storeId, items, payment_method: "cod" }, params: { header } }));
    return "";
  });
  if (outcome) return outcome;
  redirect("/orders");
}

async function told(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return error.problem.detail;
    throw error;
  }
}

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? "").trim();
}
