"""Companies with a store, made over HTTP: the start of most feature tests."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from app.db.ids import uuid7
from tests.api import Tenant

# A record that exists nowhere.
NOBODYS = "01990000-0000-7000-8000-000000000000"


@dataclass(frozen=True)
class Shop:
    """A company's client, and its first store."""

    id: str
    client: httpx.AsyncClient
    store_id: str

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        """POST that must succeed; gives the answer's JSON."""
        answer = await self.client.post(f"/internal/{path}", json=body)
        assert answer.status_code in (200, 201), answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def lead(self, **fields: Any) -> dict[str, Any]:
        """A lead of the store."""
        fields = {"channel": "web", "external_id": uuid7().hex} | fields
        return await self.post("leads/ensure", store_id=self.store_id, **fields)

    async def product(self, **fields: Any) -> dict[str, Any]:
        """A product of the store."""
        name = fields.pop("name", f"Produto {uuid7().hex[-6:]}")
        await self.post("products/batch-upsert", store_id=self.store_id, items=[{"name": name} | fields])
        found = await self.client.get("/internal/products", params={"store_id": self.store_id, "limit": 1})
        product: dict[str, Any] = found.json()["items"][0]
        return product


async def open_shop(tenant: Tenant) -> Shop:
    """A company and a store for a user."""
    assert (await tenant.client.post("/internal/company/ensure", json={"name": "Companhia"})).status_code == 201
    answer = await tenant.client.post("/internal/stores", json={"name": "Loja"})
    assert answer.status_code == 201, answer.text
    return Shop(tenant.id, tenant.client, answer.json()["id"])


@pytest.fixture
async def shop(two_tenants: tuple[Tenant, Tenant]) -> Shop:
    """A company with a store."""
    return await open_shop(two_tenants[0])


@pytest.fixture
async def other_shop(two_tenants: tuple[Tenant, Tenant]) -> Shop:
    """Another company with a store."""
    return await open_shop(two_tenants[1])
