"""A shop that can sell by chat: products, PIX, an active agent; and a model that does as the test says."""

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from app.clients.http import open_transport
from app.clients.openai_chat import OpenAIChat
from tests.api import Api
from tests.fakes.llm import FakeModel, Script, Step
from tests.shops import Shop

PRODUCTS = [
    {"name": "Tênis Corrida Leve", "price_cents": 19990, "stock_quantity": 10, "category": "Calçados",
     "description": "Tênis de corrida com amortecimento macio."},
    {"name": "Tênis Corrida Pro", "price_cents": 34990, "stock_quantity": 5, "category": "Calçados",
     "description": "Tênis de corrida para provas longas."},
    {"name": "Camiseta Básica Algodão", "price_cents": 3990, "stock_quantity": 50, "category": "Roupas",
     "description": "Camiseta de algodão."},
    {"name": "Mochila Trilha 30L", "price_cents": 22900, "stock_quantity": 0, "category": "Acessórios",
     "description": "Mochila impermeável."},
]  # fmt: skip
PIX = {
    "manual_pix_enabled": True,
    "manual_pix_key": "loja@example.com",
    "manual_pix_key_type": "email",
    "manual_pix_name": "LOJA",
    "manual_pix_city": "SAO PAULO",
}


@dataclass
class ChatShop:
    """A shop with its agent, and a way to talk to it."""

    shop: Shop
    api: Api
    agent_id: str
    products: dict[str, dict[str, Any]]

    async def post(self, message: str, /, **body: Any) -> httpx.Response:
        """POST /chat to the store's agent."""
        given = {"type": "vendas", "message": message, "agent_id": self.agent_id} | body
        return await self.api.public.post("/chat", json={k: v for k, v in given.items() if v is not None})

    async def say(self, message: str, /, **body: Any) -> dict[str, Any]:
        """The same, and it must succeed."""
        answer = await self.post(message, **body)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told


async def open_chat_shop(api: Api, shop: Shop) -> ChatShop:
    """Products, payment settings and an active agent."""
    await shop.post("products/batch-upsert", store_id=shop.store_id, items=PRODUCTS)
    answer = await shop.client.put(f"/internal/orders/store/{shop.store_id}/payment-settings", json=PIX)
    assert answer.status_code == 200, answer.text
    agent = await shop.post("agents", store_id=shop.store_id, name="Bia", type="vendas", channels=["whatsapp", "web"])
    await shop.post(f"agents/{agent['id']}/toggle-active")
    listed = (await shop.client.get("/internal/products", params={"store_id": shop.store_id})).json()["items"]
    return ChatShop(shop, api, agent["id"], {product["name"]: product for product in listed})


@pytest.fixture
async def chat(api: Api, shop: Shop) -> ChatShop:
    """The shop of most tests."""
    return await open_chat_shop(api, shop)


@pytest.fixture
async def other_chat(api: Api, other_shop: Shop) -> ChatShop:
    """Another company's shop."""
    return await open_chat_shop(api, other_shop)


@pytest.fixture
async def script(api: Api) -> AsyncIterator[Callable[..., Any]]:
    """`fake = await script([Step(...), ...])`: from then on the service talks to this model."""
    async with contextlib.AsyncExitStack() as stack:
        transport = open_transport()
        stack.push_async_callback(transport.close)

        async def use(steps: Sequence[Step] | Script, timeout_s: float = 5) -> FakeModel:
            fake = await stack.enter_async_context(FakeModel(steps))
            api.services.llm = OpenAIChat(
                transport, base_url=fake.base_url, api_key="sk", model="fake-1", timeout_s=timeout_s
            )
            return fake

        yield use
