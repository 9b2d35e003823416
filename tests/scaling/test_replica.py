"""Reads from a real streaming standby: what goes there, what an actor has written, and a standby in trouble."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from app.db import replica as replica_module
from app.db.replica import PAGE, PAGE_HEADER, Replica, end_of_log
from app.main import Application, declared_routes
from app.settings import Secret, Settings
from app.web.routing import Group
from app.web.scopes import Scope
from tests.api import Api, TestClock, make_settings
from tests.scaling.pair import Pair, running_pair
from tests.shops import Shop
from tests.waiting import until


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with running_pair() as made:
        yield made


@pytest.fixture
def dsn(pair: Pair) -> str:
    return pair.dsn


@pytest.fixture
def app_settings(pair: Pair, tmp_path: Path) -> Settings:
    return replace(make_settings(pair.dsn, tmp_path), database_read_url=Secret(pair.read_dsn))


@pytest.fixture
async def paused(pair: Pair, shop: Shop, api: Api) -> AsyncIterator[Pair]:
    """The standby has all of the shop's past and stands still."""
    await pair.catch_up()
    await until(lambda: served_by(api, shop) == "replica")
    await pair.pause()
    yield pair
    await pair.resume()


def of(api: Api) -> Replica:
    assert api.services.replica is not None
    return api.services.replica


def served_by(api: Api, shop: Shop) -> str:
    """Where the shop's next read goes."""
    return "replica" if of(api).reader(shop.id) is not None else "primary"


def outcomes(api: Api) -> dict[str, float]:
    """The counter of reads by outcome."""
    samples = next(iter(api.services.metrics.replica_reads.collect())).samples
    return {sample.labels["outcome"]: sample.value for sample in samples if sample.name.endswith("_total")}


async def names(shop: Shop, client: httpx.AsyncClient | None = None) -> set[str]:
    answer = await (client or shop.client).get("/internal/leads", params={"store_ids": shop.store_id})
    assert answer.status_code == 200, answer.text
    return {lead["name"] for lead in answer.json()["items"]}


async def insert_lead(pair: Pair, shop: Shop, name: str) -> None:
    """A row that nobody of the shop has written."""
    connection = await asyncpg.connect(pair.dsn)
    await connection.execute(
        "INSERT INTO leads (company_id, id, store_id, channel, external_id, name)"
        " VALUES ($1, gen_random_uuid(), $2, 'web', $3, $3)",
        shop.id,
        shop.store_id,
        name,
    )
    await connection.close()


async def test_a_list_is_the_replicas(paused: Pair, shop: Shop) -> None:
    await insert_lead(paused, shop, "not replayed")
    assert await names(shop) == set()


async def test_an_actor_sees_what_it_has_written(paused: Pair, shop: Shop, other_shop: Shop, api: Api) -> None:
    await shop.lead(name="Bia")
    assert await names(shop) == {"Bia"}
    assert served_by(api, shop) == "primary"
    await paused.resume()
    await until(lambda: served_by(api, shop) == "replica")
    assert await names(shop) == {"Bia"}


async def test_somebody_elses_write_keeps_nobody_from_the_replica(
    pair: Pair, shop: Shop, other_shop: Shop, api: Api
) -> None:
    await pair.catch_up()
    await until(lambda: served_by(api, shop) == served_by(api, other_shop) == "replica")
    await pair.pause()
    await shop.lead(name="Bia")
    assert (served_by(api, shop), served_by(api, other_shop)) == ("primary", "replica")
    await pair.resume()


@asynccontextmanager
async def second_process(settings: Settings) -> AsyncIterator[Api]:
    application = Application(settings, TestClock())
    async with application.running():
        api = Api(application, TestClock())
        yield api
        await api.close()


async def test_other_processes_know_of_the_write(pair: Pair, shop: Shop, app_settings: Settings) -> None:
    async with second_process(app_settings) as second:
        await until(lambda: served_by(second, shop) == "replica")
        await pair.pause()
        await shop.lead(name="Bia")
        await until(lambda: served_by(second, shop) == "primary", seconds=1)
        assert await names(shop, second.as_actor(shop.id)) == {"Bia"}
        await pair.resume()


async def test_nobody_is_shown_what_is_too_old(
    paused: Pair, shop: Shop, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica_module, "MAX_LAG_S", 0.3)
    await insert_lead(paused, shop, "from a webhook")
    await until(lambda: of(api).state() == "lagging")
    assert await names(shop) == {"from a webhook"}
    assert of(api).lag()[0] >= 0.3
    assert of(api).lag()[1] > 0
    health = (await api.public.get("/health")).json()
    assert (health["status"], health["replica"]["detail"]) == ("degraded", "lagging")
    await paused.resume()
    await until(lambda: served_by(api, shop) == "replica")


async def test_a_killed_replica_costs_nobody_an_error(pair: Pair, shop: Shop, api: Api) -> None:
    await until(lambda: served_by(api, shop) == "replica")
    pair.kill()
    try:
        for _ in range(20):
            assert await names(shop) == set()
        await until(lambda: of(api).state() == "unreachable")
        health = (await api.public.get("/health")).json()
        assert (health["status"], health["replica"]["status"]) == ("degraded", "down")
        assert "replica_usable 0.0" in (await api.public.get("/metrics")).text
    finally:
        pair.start()
    await until(lambda: served_by(api, shop) == "replica")
    assert (await api.public.get("/health")).json()["status"] == "ok"


async def test_a_stalled_replica_holds_its_readers_for_a_while_and_then_nobody(
    pair: Pair, shop: Shop, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica_module, "ANSWER_S", 0.5)
    monkeypatch.setattr(replica_module, "PAUSE_S", 0.5)
    await until(lambda: served_by(api, shop) == "replica")
    pair.freeze(stop=True)
    try:
        started = time.monotonic()
        assert await asyncio.gather(*(names(shop) for _ in range(5))) == [set()] * 5
        assert 0.4 < time.monotonic() - started < 2
        started = time.monotonic()
        assert await names(shop) == set()
        assert time.monotonic() - started < 0.4
    finally:
        pair.freeze(stop=False)
    await until(lambda: served_by(api, shop) == "replica")


async def test_a_process_may_start_without_its_replica(pair: Pair, app_settings: Settings) -> None:
    nowhere = pair.read_dsn.replace("port=5433", "port=5999")
    async with second_process(replace(app_settings, database_read_url=Secret(nowhere))) as second:
        assert of(second).state() == "unreachable"
        assert (await second.as_actor("nobody").get("/internal/stores")).status_code == 200


async def test_a_primary_is_no_replica(pair: Pair, app_settings: Settings) -> None:
    async with second_process(replace(app_settings, database_read_url=Secret(pair.dsn))) as second:
        assert of(second).state() == "no standby"


async def test_without_notifications_everybody_reads_from_the_primary(shop: Shop, api: Api) -> None:
    await until(lambda: served_by(api, shop) == "replica")
    of(api).listening(False)
    assert served_by(api, shop) == "primary"
    of(api).listening(True)
    # Not at once: what was written meanwhile is unknown until the primary has been asked.
    assert served_by(api, shop) == "primary"
    await until(lambda: served_by(api, shop) == "replica")


async def test_a_write_that_could_not_be_announced_keeps_everybody_from_the_replica(
    paused: Pair, shop: Shop, other_shop: Shop, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> int:
        raise ConnectionResetError

    monkeypatch.setattr(api.services.q.replica, "announce_writes", fail)
    await shop.lead(name="Bia")
    assert await names(shop) == {"Bia"}
    assert served_by(api, other_shop) == "primary"


async def test_forgotten_actors_are_held_to_the_newest_forgotten_write(
    paused: Pair, shop: Shop, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica_module, "ACTORS_KEPT", 2)
    await shop.lead(name="Bia")
    for actor in ("b", "c"):
        await of(api).wrote(actor)
    assert shop.id not in of(api)._written
    assert await names(shop) == {"Bia"}


def test_what_may_be_read_from_the_replica() -> None:
    """Lists, sums and search; a route that joins them is a decision: never money, stock left, sessions, one record."""
    assert sorted(route.path for route in declared_routes() if route.replica) == [
        "/internal/agents",
        "/internal/agents/{agent_id}/conversations",
        "/internal/audit",
        "/internal/conversations",
        "/internal/coupons",
        "/internal/dashboard/{store_id}",
        "/internal/documents",
        "/internal/leads",
        "/internal/leads/{lead_id}/events",
        "/internal/messages",
        "/internal/numbers/{store_id}",
        "/internal/orders",
        "/internal/orders/board",
        "/internal/orders/sheets",
        "/internal/orders/stats/{store_id}",
        "/internal/products",
        "/internal/products/stats/{store_id}",
        "/internal/saved-views",
        "/internal/stock-movements",
        "/internal/stores",
    ]


def test_an_empty_page_is_not_waited_for() -> None:
    page = 0x3A7 * PAGE
    assert end_of_log(page + PAGE_HEADER) == page
    assert [end_of_log(page + offset) for offset in (0, 23, 32, 8191)] == [page, page + 23, page + 32, page + 8191]


def test_only_a_get_of_the_app_scope_may_be_declared_so() -> None:
    for group, method in ((Group("/x", Scope.APP, tag="x"), "POST"), (Group("/x", Scope.PUBLIC, tag="x"), "GET")):
        with pytest.raises(TypeError, match="replica"):
            group.route(method, "", replica=True)


async def test_while_the_primary_cannot_be_asked_the_replica_is_not(
    shop: Shop, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> int:
        raise ConnectionResetError

    await until(lambda: served_by(api, shop) == "replica")
    monkeypatch.setattr(api.services.q.replica, "get_written", fail)
    monkeypatch.setattr(replica_module, "MAX_LAG_S", -0.5)
    await until(lambda: of(api).state() == "unsure")


async def test_every_route_of_the_replica_answers_there_as_the_primary_does(pair: Pair, shop: Shop, api: Api) -> None:
    lead = await shop.lead(name="Bia")
    product = await shop.product(name="Tênis azul", price_cents=9990)
    agent = await shop.post("agents", store_id=shop.store_id, name="Ana", type="vendas")
    wanted = {
        "store_id": shop.store_id,
        "store_ids": shop.store_id,
        "agent_id": agent["id"],
        "lead_id": lead["id"],
        "q": product["name"],
    }
    routes = [route for route in declared_routes() if route.replica]
    from_primary = [await ask(shop, route, wanted) for route in routes]
    await until(lambda: served_by(api, shop) == "replica")
    before = outcomes(api)
    from_replica = [await ask(shop, route, wanted) for route in routes]
    after = outcomes(api)
    assert from_replica == from_primary
    assert after["replica"] - before["replica"] == len(routes)
    assert after.get("failed", 0) == before.get("failed", 0)


async def ask(shop: Shop, route: Any, wanted: dict[str, str]) -> Any:
    """The route's answer, with the parameters it knows."""
    known = {name: wanted[name] for name in wanted if route.query and name in route.query.__struct_fields__}
    answer = await shop.client.get(route.path.format(**wanted), params=known)
    assert answer.status_code == 200, (route.path, answer.text)
    return answer.json()


async def test_the_chat_searches_in_the_replica(pair: Pair, shop: Shop, api: Api) -> None:
    await shop.product(name="Tênis azul", price_cents=9990)
    agent = await shop.post("agents", store_id=shop.store_id, name="Ana", type="vendas")
    await shop.post(f"agents/{agent['id']}/toggle-active")
    await until(lambda: served_by(api, shop) == "replica")
    before = outcomes(api)["replica"]
    body = {"type": "vendas", "agent_id": agent["id"], "message": "quero um tênis azul"}
    answer = (await api.public.post("/chat", json=body)).json()
    assert "Tênis azul" in answer["reply"]
    assert outcomes(api)["replica"] > before
