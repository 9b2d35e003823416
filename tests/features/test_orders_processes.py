"""Orders over real processes: killed in the middle of a charge, and two replicas after the last unit."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.db import Database
from tests.api import AUTH_TOKEN
from tests.fakes.pixprovider import FakePixProvider
from tests.sales import add_product, ask_order, make_order, move, save_settings, stock_of
from tests.servers import Server
from tests.shops import Shop
from tests.waiting import until

KEY = "app-id-of-the-store"


@pytest.fixture
def provider() -> Iterator[FakePixProvider]:
    with FakePixProvider(KEY) as server:
        yield server


@pytest.fixture
def replicas(dsn: str, tmp_path: Path, provider: FakePixProvider) -> Iterator[list[Server]]:
    """Two API processes on one database, without a worker."""
    servers = [Server(dsn, tmp_path, PIXPROVIDER_BASE_URL=provider.url, JOB_CONCURRENCY="0").start() for _ in range(2)]
    yield servers
    for server in servers:
        with suppress(Exception):
            server.kill()


async def open_shop_at(server: Server) -> Shop:
    """A company with a store, made through one process."""
    async with server.client(**{"X-Auth-Token": AUTH_TOKEN}) as auth:
        user = (await auth.post("/internal/auth/users", json={"email": "a@example.com", "name": "Ana"})).json()["id"]
    client = server.as_actor(user)
    assert (await client.post("/internal/company/ensure", json={})).status_code == 201
    store = (await client.post("/internal/stores", json={"name": "Loja"})).json()
    return Shop(user, client, store["id"])


def through(shop: Shop, server: Server) -> Shop:
    """The same shop, spoken to through another process."""
    return Shop(shop.id, server.as_actor(shop.id), shop.store_id)


async def test_the_key_of_a_process_killed_in_the_middle_of_a_charge_is_free_at_once(
    replicas: list[Server], provider: FakePixProvider, database: Database
) -> None:
    shop = await open_shop_at(replicas[0])
    await save_settings(shop, pix_api_key=KEY)
    product = await add_product(database, shop.store_id)
    provider.fail_always("hang")
    request = asyncio.create_task(ask_order(shop, [(product, 1)], method="pix", key="k"))
    await until(lambda: provider.seen)
    replicas[0].kill()
    with pytest.raises(httpx.TransportError):
        await request
    provider.fail_always(None)
    survivor = through(shop, replicas[1])

    async def answered() -> dict[str, Any] | None:
        answer = await ask_order(survivor, [(product, 1)], method="pix", key="k")
        return answer.json() if answer.status_code == 201 else None

    # PostgreSQL notices the end of a process when its connection breaks: a matter of milliseconds.
    order = await until(answered, 2)
    assert order["status"] == "awaiting_payment"
    assert list(provider.charges) == [order["payment_external_id"]]
    assert await database.fetchval("SELECT count(*) FROM orders") == 1


async def test_two_replicas_after_the_last_unit(replicas: list[Server], database: Database) -> None:
    shop = await open_shop_at(replicas[0])
    await save_settings(shop, reserve_stock=False)
    product = await add_product(database, shop.store_id, stock=1)
    orders = [await make_order(shop, [(product, 1)]) for _ in range(100)]
    ways = [shop, through(shop, replicas[1])]
    answers = await asyncio.gather(
        *(move(ways[number % 2], order["id"], "confirmed") for number, order in enumerate(orders))
    )
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 99}
    assert await stock_of(database, product) == 0


async def test_a_key_sent_to_two_replicas_at_once_makes_one_order(replicas: list[Server], database: Database) -> None:
    shop = await open_shop_at(replicas[0])
    product = await add_product(database, shop.store_id)
    ways = [shop, through(shop, replicas[1])]
    asked = await asyncio.gather(*(ask_order(ways[n % 2], [(product, 1)], key="k") for n in range(40)))
    made = {answer.json()["id"] for answer in asked if answer.status_code == 201}
    # The others are told that the first still runs, or get its answer.
    assert {answer.status_code for answer in asked} <= {201, 409}
    assert len(made) == 1
    assert await database.fetchval("SELECT count(*) FROM orders") == 1
    again = await ask_order(ways[1], [(product, 1)], key="k")
    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert {again.json()["id"]} == made
