import { type Item, paginate } from "storefront-client";
import { OrderForm } from "@/components/order-form";
import { ProductForm } from "@/components/product-form";
import { reais } from "@/lib/money";
import { requireShop } from "@/lib/shop";

export default async function Products() {
  const { client, storeId, name } = await requireShop("/products");
  const products: Item<"/internal/products">[] = [];
  for await (const product of paginate(client, "/internal/products", { store_id: storeId })) products.push(product);
  return (
    <>
      <h1>{name}</h1>
      <ProductForm />
      <table>
        <thead>
          <tr>
            <th>Produto</th>
            <th className="number">Preço</th>
            <th className="number">Estoque</th>
            <th>Pedido</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.id}>
              <td>{product.name}</td>
              <td className="number">{reais(product.price_cents)}</td>
              <td className="number">{product.stock_quantity ?? "livre"}</td>
              <td>
                <OrderForm productId={product.id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
