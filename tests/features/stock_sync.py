"""What the ERP tests share: a store with products, and an ERP that signs with the independent package."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
import standardwebhooks

from app.db import Database, uuid7
from tests.api import Api, Tenant


@dataclass
class Store:
    """A store with its owner's client."""

    id: str
    tenant: Tenant
    products: list[UUID]

    @property
    def settings_url(self) -> str:
        """Where its ERP link is set."""
        return f"/internal/stock-sync-settings/{self.id}"

    @property
    def webhook_url(self) -> str:
        """Where its ERP sends stock."""
        return f"/webhooks/stock-sync/{self.id}"

    async def put(self, **body: Any) -> dict[str, Any]:
        """Change the link."""
        answer = await self.tenant.client.put(self.settings_url, json=body)
        assert answer.status_code == 200, answer.text
        settings: dict[str, Any] = answer.json()
        return settings


async def make_store(database: Database, tenant: Tenant, products: int = 3) -> Store:
    """A company, a store and counted products, by HTTP and SQL."""
    assert (await tenant.client.post("/internal/company/ensure", json={"name": "C"})).status_code in (200, 201)
    answer = await tenant.client.post("/internal/stores", json={"name": "Loja", "slug": f"loja-{uuid7().hex[:12]}"})
    assert answer.status_code == 201, answer.text
    store_id = answer.json()["id"]
    ids = [uuid7() for _ in range(products)]
    await database.executemany(
        "INSERT INTO products (company_id, id, store_id, external_id, sku, name, price_cents, stock_quantity)"
        " VALUES ($1, $2, $3, $4, $5, $6, 1000, 10)",
        [(tenant.id, product, UUID(store_id), f"ERP-{n}", f"SKU-{n}", f"Produto {n}") for n, product in enumerate(ids)],
    )
    return Store(store_id, tenant, ids)


async def stock(database: Database, store: Store) -> list[int | None]:
    """Quantities of the store's products, in order."""
    rows = await database.fetch("SELECT id, stock_quantity FROM products WHERE store_id = $1", UUID(store.id))
    found = {row["id"]: row["stock_quantity"] for row in rows}
    return [found[product] for product in store.products]


def body(*items: dict[str, Any], mode: str = "set", at: datetime | None = None, **more: Any) -> bytes:
    """A push of the ERP."""
    at = at or datetime.now(UTC)
    return json.dumps({"occurred_at": at.isoformat(), "mode": mode, "items": list(items)} | more).encode()


async def send(
    api: Api, store: Store, secret: str, content: bytes, *, message_id: str = "", at: datetime | None = None
) -> httpx.Response:
    """Send a push signed by the independent `standardwebhooks` package."""
    message_id = message_id or uuid7().hex
    at = at or datetime.now(UTC)
    headers = {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": standardwebhooks.Webhook(secret).sign(message_id, at, content.decode()),
    }
    return await api.public.post(store.webhook_url, content=content, headers=headers)
