"""Pushes to an ERP: after commit, signed, in order, tried again, dead at last, stopped by a 410."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from app.db import Database
from app.db.queries import load_queries
from app.features.stock_sync.outbound import publish
from app.features.stock_sync.types import PushedItem
from app.features.webhook_endpoints.rules import DELAYS_S
from app.jobs import JobQueue
from app.ops.clock import Clock
from app.paths import SQL_DIR
from app.settings import Settings
from tests.api import Api, Tenant
from tests.fakes.receiver import FakeReceiver
from tests.features.stock_sync import Store, make_store
from tests.waiting import until

SECRET = "whsec_" + "QUJD" * 8


class Publisher:
    """A context as features have it."""

    def __init__(self, clock: Clock) -> None:
        self.q = load_queries(SQL_DIR)
        self.jobs = JobQueue(self.q)
        self.now = clock.now


@pytest.fixture
def erp() -> Iterator[FakeReceiver]:
    with FakeReceiver(SECRET) as fake:
        yield fake


@pytest.fixture
def app_settings(app_settings: Settings) -> Settings:
    return replace(app_settings, allow_private_outbound=True, job_concurrency=4)


@pytest.fixture
async def store(database: Database, two_tenants: tuple[Tenant, Tenant], erp: FakeReceiver) -> Store:
    store = await make_store(database, two_tenants[0])
    await store.put(outbound_url=erp.url, outbound_secret=SECRET, outbound_enabled=True)
    return store


@pytest.fixture
def ctx(api: Api) -> Publisher:
    return Publisher(api.clock)


def item(store: Store, n: int) -> PushedItem:
    return PushedItem(product_id=store.products[0], external_id="ERP-0", sku="SKU-0", delta=-1, quantity_after=n)


async def tell(ctx: Publisher, database: Database, store: Store, n: int) -> None:
    async with database.transaction() as tx:
        await publish(ctx, tx, store.tenant.id, UUID(store.id), "stock.updated", [item(store, n)])


async def pushes(database: Database) -> list[tuple[Any, ...]]:
    rows = await database.fetch(
        "SELECT attempts, delivered_at IS NOT NULL, dead_at IS NOT NULL, last_error"
        " FROM webhook_deliveries ORDER BY seq"
    )
    return [tuple(row) for row in rows]


async def hurry(database: Database) -> None:
    """Make waiting jobs due: the database's clock is not the test's."""
    await database.execute("UPDATE jobs SET run_at = now() WHERE NOT claimed AND run_at > now()")
    await database.execute("SELECT pg_notify('jobs', '')")


async def until_hurried(database: Database, condition: str, *args: object) -> None:
    """Wait for a fact in the database, with no job waiting meanwhile."""

    async def check() -> object:
        await hurry(database)
        return await database.fetchval(condition, *args)

    await until(check)


async def test_pushes_arrive_signed_and_in_order(
    ctx: Publisher, database: Database, store: Store, erp: FakeReceiver
) -> None:
    for n in range(30):
        await tell(ctx, database, store, n)
    await until(lambda: len(erp.pushes) == 30)
    assert [push["data"]["items"][0]["quantity_after"] for push in erp.pushes] == list(range(30))
    first = erp.pushes[0]
    assert first["id"] == first["webhook_id"]
    assert first["data"] == {
        "store_id": store.id,
        "order_id": None,
        "items": [
            {
                "product_id": str(store.products[0]),
                "external_id": "ERP-0",
                "sku": "SKU-0",
                "delta": -1,
                "quantity_after": 0,
            }
        ],
    }
    await until(
        lambda: database.fetchval("SELECT count(*) = 30 FROM webhook_deliveries WHERE delivered_at IS NOT NULL")
    )


async def test_the_erp_is_told_of_counts_that_people_change(store: Store, erp: FakeReceiver) -> None:
    client, product = store.tenant.client, str(store.products[0])
    assert (await client.patch(f"/internal/products/{product}", json={"stock_quantity": 7})).status_code == 200
    rows = {
        "store_id": store.id,
        "items": [{"id": product, "name": "Produto 0", "stock_quantity": 9}, {"name": "Novo"}],
    }
    assert (await client.post("/internal/products/batch-upsert", json=rows)).status_code == 200
    assert (await client.patch(f"/internal/products/{product}", json={"price_cents": 900})).status_code == 200
    await until(lambda: len(erp.pushes) >= 2)
    told = [(push["type"], push["data"]["order_id"], push["data"]["items"]) for push in erp.pushes]
    item = {"product_id": product, "external_id": "ERP-0", "sku": "SKU-0"}
    assert told == [
        ("stock.updated", None, [item | {"delta": -3, "quantity_after": 7}]),
        ("stock.updated", None, [item | {"delta": 2, "quantity_after": 9}]),
    ]


async def test_a_day_after_a_new_secret_the_old_one_signs_no_more(
    api: Api, database: Database, store: Store, erp: FakeReceiver
) -> None:
    assert (await store.put())["outbound_prev_expires_at"] is None
    assert (await store.put(outbound_secret="whsec_" + "REVG" * 8))["outbound_prev_expires_at"] is not None
    path = f"/internal/stock-sync/test-outbound/{store.id}"
    for secret, ok in ((SECRET, True), ("whsec_" + "REVG" * 8, True)):
        erp.secret = secret
        assert (await store.tenant.client.post(path)).json()["ok"] is ok
    assert len(erp.seen[-1].headers["webhook-signature"].split()) == 2
    api.clock.advance(hours=24, seconds=1)
    await store.tenant.client.post(path)
    assert len(erp.seen[-1].headers["webhook-signature"].split()) == 1
    cleared = await store.put(outbound_enabled=False, outbound_secret=None)
    assert (cleared["outbound_secret_set"], cleared["outbound_prev_expires_at"]) == (False, None)


async def test_a_change_that_is_rolled_back_is_not_told(ctx: Publisher, database: Database, store: Store) -> None:
    async def fail() -> None:
        async with database.transaction() as tx:
            await publish(ctx, tx, store.tenant.id, UUID(store.id), "stock.updated", [item(store, 1)])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await database.fetchval("SELECT count(*) FROM events WHERE starts_with(type, 'erp.')") == 0


async def test_a_store_that_pushes_nothing_collects_nothing(ctx: Publisher, database: Database, store: Store) -> None:
    await store.put(outbound_enabled=False)
    await tell(ctx, database, store, 1)
    assert await database.fetchval("SELECT count(*) FROM events WHERE starts_with(type, 'erp.')") == 0


async def test_a_failing_head_is_tried_on_schedule_and_holds_up_the_rest(
    api: Api, ctx: Publisher, database: Database, store: Store, erp: FakeReceiver
) -> None:
    erp.status = 500
    await tell(ctx, database, store, 1)
    await until(lambda: database.fetchval("SELECT attempts = 1 FROM webhook_deliveries"))
    await tell(ctx, database, store, 2)  # wakes the job, not the head
    await until(lambda: database.fetchval("SELECT count(*) = 2 FROM webhook_deliveries"))
    await until(lambda: database.fetchval("SELECT count(*) = 1 FROM jobs WHERE NOT claimed AND run_at > now()"))
    assert len(erp.seen) == 1
    erp.status = 200
    api.clock.advance(seconds=DELAYS_S[0] + 1)
    await until_hurried(database, "SELECT bool_and(delivered_at IS NOT NULL) FROM webhook_deliveries")
    assert [push["data"]["items"][0]["quantity_after"] for push in erp.pushes] == [1, 2]


async def test_after_its_time_a_push_is_dead_and_the_next_has_its_turn(
    api: Api, ctx: Publisher, database: Database, store: Store, erp: FakeReceiver
) -> None:
    erp.fail("500", times=4)
    await tell(ctx, database, store, 1)
    await tell(ctx, database, store, 2)
    for tries, delay in enumerate(DELAYS_S[:3], 1):
        await until_hurried(database, "SELECT bool_or(attempts = $1) FROM webhook_deliveries", tries)
        due = await database.fetchval("SELECT next_at FROM webhook_deliveries ORDER BY seq LIMIT 1")
        assert (due - api.clock.now()).total_seconds() <= delay
        if tries == 3:  # its third day is over
            await database.execute(
                "UPDATE webhook_deliveries SET opened_at = now() - interval '3 days' WHERE attempts = 3"
            )
        # Not by the clock: the ERP would find the signature's time too far ahead.
        await database.execute("UPDATE webhook_deliveries SET next_at = now() WHERE attempts > 0")
    await until_hurried(database, "SELECT count(*) = 1 FROM webhook_deliveries WHERE delivered_at IS NOT NULL")
    assert len({seen.headers["webhook-id"] for seen in erp.seen[:4]}) == 1
    assert await pushes(database) == [(4, False, True, "status 500"), (1, True, False, None)]


async def test_what_the_circuit_breaker_holds_back_is_no_try(
    ctx: Publisher, database: Database, store: Store, erp: FakeReceiver
) -> None:
    erp.fail_always("500")
    for _ in range(6):
        await store.tenant.client.post(f"/internal/stock-sync/test-outbound/{store.id}")
    called = len(erp.seen)
    await tell(ctx, database, store, 1)
    await until(lambda: database.fetchval("SELECT count(*) = 1 FROM jobs WHERE NOT claimed AND run_at > now()"))
    assert len(erp.seen) == called
    assert await pushes(database) == [(0, False, False, None)]


async def test_an_erp_that_answers_410_gets_no_more(
    ctx: Publisher, database: Database, store: Store, erp: FakeReceiver
) -> None:
    erp.status = 410
    await tell(ctx, database, store, 1)
    await until(lambda: database.fetchval("SELECT NOT outbound_enabled FROM store_stock_sync_settings"))
    await tell(ctx, database, store, 2)
    assert await pushes(database) == [(1, False, True, "status 410")]
    settings = (await store.tenant.client.get(store.settings_url)).json()
    assert settings["last_error"] == "410: the ERP wants no pushes"


async def test_what_waits_leaves_when_the_link_is_switched_on_again(
    api: Api, ctx: Publisher, database: Database, store: Store, erp: FakeReceiver
) -> None:
    erp.status = 500
    await tell(ctx, database, store, 1)
    await until(lambda: database.fetchval("SELECT attempts = 1 FROM webhook_deliveries"))
    await store.put(outbound_enabled=False)
    erp.status = 200
    api.clock.advance(seconds=60)
    await store.put(outbound_enabled=True)
    await until(lambda: erp.pushes)


@pytest.mark.parametrize("mended_by", ["a good test", "a new secret"])
async def test_what_waits_leaves_when_the_link_works_again(
    ctx: Publisher, database: Database, store: Store, erp: FakeReceiver, mended_by: str
) -> None:
    erp.status = 500
    await tell(ctx, database, store, 1)
    await until(lambda: database.fetchval("SELECT attempts = 1 FROM webhook_deliveries"))
    await database.execute("UPDATE webhook_deliveries SET next_at = now() + interval '8 hours'")
    erp.status = 200
    if mended_by == "a good test":
        await store.tenant.client.post(f"/internal/stock-sync/test-outbound/{store.id}")
    else:
        await store.put(outbound_secret=SECRET)
    await until(lambda: [push for push in erp.pushes if push["type"] != "ping"])


async def test_one_stores_dead_erp_does_not_hold_up_another(
    ctx: Publisher, database: Database, two_tenants: tuple[Tenant, Tenant], store: Store, erp: FakeReceiver
) -> None:
    with FakeReceiver(SECRET) as slow:
        slow.fail_always("hang")
        other = await make_store(database, two_tenants[1])
        await other.put(outbound_url=slow.url, outbound_secret=SECRET, outbound_enabled=True)
        await tell(ctx, database, other, 1)
        await until(lambda: slow.seen)
        await tell(ctx, database, store, 1)
        await until(lambda: erp.pushes, 3)
        slow.fail_always(None)
