"""What has happened reaches those who listen: signed, at least once, in order for each subject, until it is dead."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

import pytest

from app.clients.receivers import RECEIVER_POLICY, HttpReceivers
from app.context import JobCtx
from app.db import Database
from app.features.billing.alerts import raise_alerts
from app.features.orders import paid
from app.features.orders.jobs import expire_orders
from app.features.webhook_endpoints.jobs import purge_deliveries
from app.jobs import NoArgs
from app.settings import Settings
from tests.api import Api
from tests.fakes.receiver import FakeReceiver
from tests.features.webhooks import hurry, listen, receiving
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, PROOF, add_product, make_order, move, save_settings
from tests.shops import Shop
from tests.waiting import until as wait_until

# Of a loaded machine; what is waited for takes a second or two.
until = partial(wait_until, seconds=30)
LIFE = ("order.created", "order.confirmed", "order.shipped", "order.cancelled", "order.expired", "payment.received")


@pytest.fixture
def app_settings(app_settings: Settings) -> Settings:
    return replace(app_settings, allow_private_outbound=True, job_concurrency=2)


@pytest.fixture
def receiver() -> Iterator[FakeReceiver]:
    with receiving() as fake:
        yield fake


@pytest.fixture
async def product(shop: Shop, database: Database) -> str:
    await save_settings(shop, **MANUAL_PIX)
    return await add_product(database, shop.store_id, stock=50)


async def test_an_orders_life_arrives_in_its_order(
    shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, *LIFE)
    order = await make_order(shop, [(product, 2)], method="manual_pix")
    await shop.client.post(f"/internal/orders/{order['id']}/attach-proof", json=PROOF)
    for status in ("confirmed", "preparing", "shipped"):
        assert (await move(shop, order["id"], status)).status_code == 200
    # The receiver knows of it a moment before we do.
    await until(lambda: database.fetchval("SELECT count(*) = 4 FROM webhook_deliveries WHERE status = 'delivered'"))
    first, *rest = endpoint.told()
    assert [push["type"] for push in endpoint.told()] == [
        "order.created",
        "payment.received",
        "order.confirmed",
        "order.shipped",
    ]
    assert first["id"] == first["webhook_id"]
    told = first["data"]
    assert (told["order_id"], told["store_id"], told["status"]) == (order["id"], shop.store_id, "awaiting_proof")
    assert [(item["product_id"], item["quantity"]) for item in told["items"]] == [(product, 2)]
    assert told["total_cents"] == order["total_cents"]
    assert "customer_info" not in told
    assert rest[0]["data"]["amount_cents"] == order["total_cents"]
    assert (rest[1]["data"]["from"], rest[1]["data"]["status"]) == ("awaiting_proof", "confirmed")
    sent = await endpoint.deliveries()
    assert [one["status"] for one in sent] == ["delivered"] * 4
    assert {one["event_id"] for one in sent} == {push["webhook_id"] for push in endpoint.told()}
    assert {one["subject_id"] for one in sent} == {order["id"]}


async def test_whoever_moves_an_order_tells_of_it(
    api: Api, shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, *LIFE, "order.attention")
    ctx = JobCtx(api.services, None)  # type: ignore[arg-type]
    expiring, late = [await make_order(shop, [(product, 1)], method="manual_pix") for _ in range(2)]
    await database.execute(
        "UPDATE orders SET proof_expires_at = now() - interval '1 day' WHERE id = $1", UUID(expiring["id"])
    )
    await expire_orders(ctx, NoArgs())
    await move(shop, late["id"], "cancelled")
    order = paid.PaidOrder(UUID(late["id"]), UUID(shop.store_id), shop.id)
    async with ctx.transaction() as tx:
        payment = paid.Payment(external_id="charge-9", amount_cents=late["total_cents"])
        await paid.confirm_paid(ctx, tx, order, payment)
    await until(lambda: len(endpoint.told()) == 6)
    of = {
        made["id"]: [push["type"] for push in endpoint.told() if push["data"]["order_id"] == made["id"]]
        for made in (expiring, late)
    }
    assert of[expiring["id"]] == ["order.created", "order.expired"]
    assert of[late["id"]] == ["order.created", "order.cancelled", "payment.received", "order.attention"]
    (attention,) = endpoint.told("order.attention")
    assert attention["data"]["attention"]["kind"] == "paid_after_close"


async def test_stock_is_told_whoever_changes_it_and_up_to_500_at_a_time(
    shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "stock.changed")
    order = await make_order(shop, [(product, 3)], method="manual_pix")
    await shop.client.post(f"/internal/orders/{order['id']}/attach-proof", json=PROOF)
    await move(shop, order["id"], "confirmed")
    items = [{"name": f"Novo {n}", "sku": f"N-{n}", "price_cents": 100, "stock_quantity": n + 1} for n in range(1001)]
    await shop.post("products/batch-upsert", store_id=shop.store_id, items=items)
    await until(lambda: len(endpoint.told()) == 4)
    sold, *imported = [push["data"] for push in endpoint.told()]
    assert (sold["order_id"], sold["cause"]) == (order["id"], "order_decrement")
    (item,) = sold["items"]
    assert (item["product_id"], item["delta"], item["quantity_after"]) == (product, -3, 47)
    assert sorted(len(data["items"]) for data in imported) == [1, 500, 500]
    told = {item["sku"]: item["quantity_after"] for data in imported for item in data["items"]}
    assert told == {f"N-{n}": n + 1 for n in range(1001)}


async def test_an_alert_about_usage_is_told_once(
    api: Api, shop: Shop, receiver: FakeReceiver, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "usage.alert")
    of_store = await shop.post("webhook-endpoints", url=receiver.url, types=["usage.alert"], store_id=shop.store_id)
    await shop.post("token-usage", model="m", operation_type="chat", prompt_tokens=170_000)
    for _ in range(2):
        await raise_alerts(api.services)
    await until(endpoint.told)
    (push,) = endpoint.told()
    assert (push["data"]["kind"], push["data"]["used"]) == ("usage-alert", 170_000)
    assert (
        await database.fetchval("SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1", UUID(of_store["id"]))
        == 0
    )


async def test_each_hears_what_it_asked_for_of_its_store(
    shop: Shop, receiver: FakeReceiver, database: Database
) -> None:
    other = await shop.post("stores", name="Outra")
    with receiving() as elsewhere:
        here = await listen(shop, receiver, "order.created", store_id=shop.store_id)
        there = await listen(shop, elsewhere, "order.created", "order.cancelled", store_id=other["id"])
        asleep = await shop.post("webhook-endpoints", url=receiver.url, types=["order.created"], active=False)
        for store_id in (shop.store_id, other["id"]):
            of_store = Shop(shop.id, shop.client, store_id)
            order = await make_order(of_store, [(await add_product(database, store_id), 1)])
            await move(of_store, order["id"], "cancelled")
        await until(lambda: len(there.told()) == 2 and here.told())
        assert [push["type"] for push in there.told()] == ["order.created", "order.cancelled"]
        assert [push["data"]["store_id"] for push in here.told()] == [shop.store_id]
        assert {push["data"]["store_id"] for push in there.told()} == {other["id"]}
    assert (
        await database.fetchval("SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = $1", UUID(asleep["id"]))
        == 0
    )


async def test_a_waiting_retry_holds_back_its_own_order_and_no_other(
    shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "order.created", "order.cancelled")
    receiver.refuses = lambda push: push["data"]["number"] == 1
    held = await make_order(shop, [(product, 1)])
    await until(lambda: database.fetchval("SELECT count(*) = 1 FROM webhook_deliveries WHERE status = 'failing'"))
    await move(shop, held["id"], "cancelled")
    free = await make_order(shop, [(product, 1)])
    await until(lambda: database.fetchval("SELECT count(*) = 1 FROM webhook_deliveries WHERE status = 'delivered'"))
    assert [push["data"]["order_id"] for push in endpoint.told()] == [free["id"]]
    first, second, third = await endpoint.deliveries()
    assert [one["status"] for one in (first, second, third)] == ["failing", "pending", "delivered"]
    assert (first["last_status"], first["last_error"]) == (500, "status 500")
    assert first["next_at"] is not None
    assert second["next_at"] is None

    receiver.refuses = lambda _: False

    async def all_delivered() -> bool:
        await hurry(database)
        return all(one["status"] == "delivered" for one in await endpoint.deliveries())

    await until(all_delivered)
    assert [push["type"] for push in endpoint.told() if push["data"]["order_id"] == held["id"]] == [
        "order.created",
        "order.cancelled",
    ]


async def test_what_is_dead_is_shown_and_can_be_replayed(
    shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "order.created", "order.cancelled")
    receiver.refuses = lambda push: push["type"] == "order.created"
    order = await make_order(shop, [(product, 1)])
    await until(lambda: database.fetchval("SELECT count(*) = 1 FROM webhook_deliveries WHERE status = 'failing'"))
    await move(shop, order["id"], "cancelled")
    await database.execute("UPDATE webhook_deliveries SET opened_at = now() - interval '3 days'")

    async def dead() -> Any:
        await hurry(database)
        return await endpoint.deliveries(status="dead")

    (lost,) = await until(dead)
    assert (lost["type"], lost["next_at"]) == ("order.created", None)
    # The next one has its turn.
    await until(endpoint.told)
    receiver.refuses = lambda _: False
    place = f"{endpoint.place}/deliveries/{lost['id']}/replay"
    again = await shop.client.post(place)
    assert again.status_code == 200
    assert (again.json()["status"], again.json()["attempts"]) == ("pending", 0)
    await until(lambda: endpoint.told("order.created"))
    assert receiver.seen[0].headers["webhook-id"] == endpoint.told("order.created")[0]["webhook_id"]
    await shop.client.patch(endpoint.place, json={"active": False})
    assert_problem(await shop.client.post(place), 409, "conflict")


async def test_what_waits_while_an_endpoint_is_off_leaves_when_it_is_on(
    shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "order.created", "order.cancelled")
    receiver.refuses = lambda _: True
    order = await make_order(shop, [(product, 1)])
    await until(lambda: database.fetchval("SELECT count(*) = 1 FROM webhook_deliveries WHERE status = 'failing'"))
    await move(shop, order["id"], "cancelled")
    await until(lambda: database.fetchval("SELECT count(*) = 2 FROM webhook_deliveries"))
    await shop.client.patch(endpoint.place, json={"active": False})
    receiver.refuses = lambda _: False
    await shop.client.patch(endpoint.place, json={"active": True})
    await until(lambda: len(endpoint.told()) == 2)
    assert [push["type"] for push in endpoint.told()] == ["order.created", "order.cancelled"]


async def test_what_a_clock_that_was_ahead_has_put_off_leaves_once_it_is_put_back(
    api: Api, shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "order.created")
    receiver.refuses = lambda _: True
    api.clock.advance(minutes=4)  # a signature of five is refused
    first = await make_order(shop, [(product, 1)])
    await until(lambda: database.fetchval("SELECT count(*) = 1 FROM webhook_deliveries WHERE status = 'failing'"))
    api.clock.advance(minutes=-4)
    receiver.refuses = lambda _: False
    second = await make_order(shop, [(product, 1)])
    await until(lambda: len(endpoint.told()) == 2)
    assert [push["data"]["order_id"] for push in endpoint.told()] == [second["id"], first["id"]]


async def test_410_switches_an_endpoint_off_and_says_why(shop: Shop, receiver: FakeReceiver, product: str) -> None:
    endpoint = await listen(shop, receiver, "order.created")
    receiver.status = 410
    await make_order(shop, [(product, 1)])

    async def off() -> Any:
        now = (await shop.client.get(endpoint.place)).json()
        return now if not now["active"] else None

    assert (await until(off))["last_error"] == "410: the endpoint wants nothing more"
    assert [one["status"] for one in await endpoint.deliveries()] == ["dead"]
    on = (await shop.client.patch(endpoint.place, json={"active": True})).json()
    assert (on["active"], on["last_error"]) == (True, None)


async def test_an_endpoint_that_hangs_holds_up_nobody_else(
    api: Api, shop: Shop, other_shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    # It hangs for longer than this test has patience: whatever waited for it would never come.
    for_ever = replace(RECEIVER_POLICY, read_s=600, total_s=600)
    api.services.receivers = HttpReceivers(api.services.doors.to(for_ever), allow_private=True)
    with receiving() as dead:
        dead.fail_always("hang")
        hanging = await listen(shop, dead, "order.created")
        beside = await listen(shop, receiver, "order.created")
        for _ in range(12):
            await make_order(shop, [(product, 1)])
        await until(lambda: dead.seen)
        with receiving() as theirs:
            endpoint = await listen(other_shop, theirs, "order.created")
            await make_order(other_shop, [(await add_product(database, other_shop.store_id), 1)])
            await until(endpoint.told)
            await until(lambda: len(beside.told()) == 12)
        assert [one["status"] for one in await hanging.deliveries()] == ["pending"] * 12


async def test_numbers_have_no_gaps_and_what_is_for_an_erp_stays_with_it(shop: Shop, product: str) -> None:
    settings = {"outbound_enabled": True, "outbound_url": "https://erp.example.com/x"}
    await shop.client.put(f"/internal/stock-sync-settings/{shop.store_id}", json=settings)
    order = await make_order(shop, [(product, 1)])
    await move(shop, order["id"], "confirmed")
    told = (await shop.client.get("/internal/events")).json()["items"]
    assert [event["type"] for event in told] == ["stock.changed", "order.created", "stock.changed", "order.confirmed"]
    assert [event["seq"] for event in told] == sorted(event["seq"] for event in told)
    await make_order(shop, [(product, 1)])
    more = (await shop.client.get("/internal/events", params={"after": told[-1]["seq"]})).json()["items"]
    assert [event["type"] for event in more] == ["order.created"]


async def test_old_deliveries_end(
    api: Api, shop: Shop, receiver: FakeReceiver, product: str, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "order.created")
    await make_order(shop, [(product, 1)])
    await until(endpoint.told)
    ctx = JobCtx(api.services, None)  # type: ignore[arg-type]
    await purge_deliveries(ctx, NoArgs())
    assert len(await endpoint.deliveries()) == 1
    await database.execute("UPDATE webhook_deliveries SET created_at = now() - interval '31 days'")
    await purge_deliveries(ctx, NoArgs())
    assert await endpoint.deliveries() == []
