import { unwrap } from "storefront-client";
import { reais } from "@/lib/money";
import { requireShop } from "@/lib/shop";

export default async function Orders() {
  const { client, storeId } = await requireShop("/orders");
  const query = { store_ids: [storeId], limit: 50 };
  const { items, total } = await unwrap(client.GET("/internal/orders", { params: { query } }));
  return (
    <>
      <h1>Pedidos ({total})</h1>
      <table>
        <tbody>
          {items.map((order) => (
            <tr key={order.id}>
              <td>Pedido {order.number}</td>
              <td>{order.status}</td>
              <td className="number">{reais(order.total_cents)}</td>
              <td>{new Date(order.created_at).toLocaleString("pt-BR", { timeZone: "America/Sao_Paulo" })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
