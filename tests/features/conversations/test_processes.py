"""Repeats over two real processes: a turn that is killed between its order and its answer, and many equal ones."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.db import Database
from tests.fakes.llm import FakeModel, Step
from tests.features.chat.conftest import PIX
from tests.servers import Server
from tests.waiting import until

PRODUCT = {"name": "Caneca", "price_cents": 3000, "stock_quantity": 500}


class Seller:
    """A model that asks for an order at once, and hangs once it has one while `holds`."""

    def __init__(self) -> None:
        self.product_id = ""
        self.holds = False

    def __call__(self, request: dict[str, Any]) -> Step:
        last = request["messages"][-1]
        if last["role"] != "tool":
            items = [{"product_id": self.product_id, "quantity": 2}]
            return Step(calls=[("create_order", {"items": items, "payment_method": "pix"})])
        if self.holds and "number" in json.loads(last["content"]).get("order", {}):
            return Step(fault="hang")
        return Step("Certo.")


@pytest.fixture
def seller() -> Seller:
    return Seller()


@pytest.fixture
async def model(seller: Seller) -> AsyncIterator[FakeModel]:
    async with FakeModel(seller) as fake:
        yield fake


@pytest.fixture
def replicas(dsn: str, tmp_path: Path, model: FakeModel) -> Iterator[list[Server]]:
    environment = {"LLM_BASE_URL": model.base_url, "LLM_MODEL": "m", "JOB_CONCURRENCY": "0"}
    servers = [Server(dsn, tmp_path, **environment).start() for _ in range(2)]
    yield servers
    for server in servers:
        with suppress(Exception):
            server.kill()


async def open_shop(server: Server, seller: Seller) -> str:
    """A shop with one product; its id."""
    async with server.auth() as auth:
        actor = (await auth.post("/internal/auth/users", json={"email": "a@example.com", "name": "Ana"})).json()["id"]
    async with server.as_actor(actor) as way:
        await way.post("/internal/company/ensure", json={})
        store: str = (await way.post("/internal/stores", json={"name": "Loja"})).json()["id"]
        await way.put(f"/internal/orders/store/{store}/payment-settings", json=PIX)
        made = await way.post("/internal/products/batch-upsert", json={"store_id": store, "items": [PRODUCT]})
        assert made.status_code == 200, made.text
        listed = await way.get("/internal/products", params={"store_id": store})
        seller.product_id = listed.json()["items"][0]["id"]
    return store


async def say(way: httpx.AsyncClient, store: str, key: str, text: str, message_id: str) -> httpx.Response:
    body = {"type": "vendas", "store_id": store, "message": text, "conversation_id": key, "message_id": message_id}
    return await way.post("/chat", json=body)


async def test_one_order_whatever_is_killed_or_repeated(
    replicas: list[Server], database: Database, seller: Seller
) -> None:
    store = await open_shop(replicas[0], seller)
    async with replicas[0].client() as first, replicas[1].client() as second:
        shown = await say(first, store, "killed", "quero 2 canecas no pix", "m-1")
        assert "Resumo do pedido" in shown.json()["reply"]
        seller.holds = True
        lost = asyncio.create_task(say(first, store, "killed", "sim", "m-2"))

        async def is_ordered() -> bool:
            return bool(await database.fetchval("SELECT count(*) FROM orders"))

        await until(is_ordered, 30)
        replicas[0].kill()
        with pytest.raises(httpx.TransportError):
            await lost
        seller.holds = False

        told = await say(second, store, "killed", "sim", "m-2")
        assert told.status_code == 200, told.text
        order = await database.fetchrow("SELECT id, number FROM orders")
        assert order is not None
        assert told.json()["order"]["id"] == str(order["id"])
        assert str(order["number"]) in told.json()["reply"]
        assert await database.fetchval("SELECT count(*) FROM orders") == 1

        replicas[0].start()
        # 200 repeats, and 50 equal turns of another conversation at once, over both.
        ways = [first, second]
        for _ in range(10):
            again = await asyncio.gather(*(say(ways[n % 2], store, "killed", "sim", "m-2") for n in range(20)))
            assert {(answer.status_code, answer.json()["replayed"]) for answer in again} == {(200, True)}
            assert {answer.json()["order"]["id"] for answer in again} == {str(order["id"])}
        await say(first, store, "many", "quero 2 canecas no pix", "m-1")
        equal = await asyncio.gather(*(say(ways[n % 2], store, "many", "sim", "m-2") for n in range(50)))
        answers = Counter(answer.status_code for answer in equal)
        assert set(answers) <= {200, 409}
        assert len({answer.json()["order"]["id"] for answer in equal if answer.status_code == 200}) == 1
    assert await database.fetchval("SELECT count(*) FROM orders") == 2
