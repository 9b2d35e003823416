"use client";

import { useActionState } from "react";
import { addProduct } from "@/app/actions";

export function ProductForm() {
  const [problem, add, busy] = useActionState(addProduct, "");
  return (
    <form action={add}>
      <label>
        Produto <input name="name" required />
      </label>
      <label>
        Preço <input name="price" required placeholder="39,90" inputMode="decimal" />
      </label>
      <label>
        Estoque <input name="stock" type="number" min={0} defaultValue={1} required />
      </label>
      <button disabled={busy}>Adicionar</button>
      <span className="problem" role="alert">
        {problem}
      </span>
    </form>
  );
}
