"use client";

import { useActionState, useState } from "react";
import { placeOrder } from "@/app/actions";

export function OrderForm({ productId }: { productId: string }) {
  const [problem, order, busy] = useActionState(placeOrder, "");
  const [key] = useState(() => crypto.randomUUID());
  return (
    <form action={order}>
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      <input name="quantity" type="number" min={1} defaultValue={1} aria-label="Quantidade" required />
      <button disabled={busy}>Pedir</button>
      <span className="problem" role="alert">
        {problem}
      </span>
    </form>
  );
}
