"""Products and orders for tests of sales: products straight into the table, orders over HTTP."""

from typing import Any
from uuid import UUID

import httpx

from app.db import Database, uuid7
from tests.shops import Shop

PROOF = {"proof_url": "https://media.example.com/p.jpg", "content_type": "image/jpeg"}
MANUAL_PIX = {
    "manual_pix_enabled": True,
    "manual_pix_key": "pix@example.com",
    "manual_pix_name": "Loja da Ana",
    "manual_pix_city": "São Paulo",
}


async def add_product(database: Database, store_id: str, *, stock: int | None = None, cents: int | None = 4990) -> str:
    """A product of the store; gives its id."""
    product_id = uuid7()
    await database.execute(
        "INSERT INTO products (company_id, id, store_id, name, price_cents, stock_quantity, sku)"
        " SELECT s.company_id, $1::uuid, s.id, $3, $4::bigint, $5::int, $6 FROM stores s WHERE s.id = $2",
        product_id,
        UUID(store_id),
        f"Produto {product_id.hex[-6:]}",
        cents,
        stock,
        product_id.hex,
    )
    return str(product_id)


async def stock_of(database: Database, product_id: str) -> int | None:
    """What the shelf holds."""
    left: int | None = await database.fetchval("SELECT stock_quantity FROM products WHERE id = $1", UUID(product_id))
    return left


async def ask_order(
    shop: Shop, wanted: list[tuple[str, int]], *, method: str = "cod", key: str | None = None, **fields: Any
) -> httpx.Response:
    """POST /internal/orders."""
    body = {
        "store_id": shop.store_id,
        "items": [{"product_id": product_id, "quantity": quantity} for product_id, quantity in wanted],
        "payment_method": method,
    } | fields
    return await shop.client.post("/internal/orders", json=body, headers={"Idempotency-Key": key} if key else {})


async def make_order(
    shop: Shop, wanted: list[tuple[str, int]], *, method: str = "cod", key: str | None = None, **fields: Any
) -> dict[str, Any]:
    """An order of the shop."""
    answer = await ask_order(shop, wanted, method=method, key=key, **fields)
    assert answer.status_code == 201, answer.text
    order: dict[str, Any] = answer.json()
    return order


async def move(shop: Shop, order_id: str, to: str, **fields: Any) -> httpx.Response:
    """POST transition."""
    return await shop.client.post(f"/internal/orders/{order_id}/transition", json={"to": to} | fields)


async def save_settings(shop: Shop, **fields: Any) -> dict[str, Any]:
    """PUT the store's payment settings."""
    answer = await shop.client.put(f"/internal/orders/store/{shop.store_id}/payment-settings", json=fields)
    assert answer.status_code == 200, answer.text
    settings: dict[str, Any] = answer.json()
    return settings
