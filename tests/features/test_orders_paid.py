"""Money that arrived: confirmed once, never for a wrong amount or a closed order, and unpaid charges run out."""

import asyncio
from uuid import UUID

import pytest

from app.context import JobCtx
from app.features.orders import jobs, paid
from app.features.orders.jobs import expire_orders
from app.features.orders.paid import Payment
from app.jobs import NoArgs
from tests.sales import MANUAL_PIX, add_product, make_order, move, save_settings, stock_of

CHARGE = "charge-1"


class Webhook:
    """The service as the webhook calls it."""

    def __init__(self, services):
        self.ctx = JobCtx(services, None)

    async def __call__(self, charge=CHARGE, cents=4990):
        order = await paid.find_paid_order(self.ctx, self.ctx.db, charge)
        async with self.ctx.transaction() as tx:
            return await paid.confirm_paid(self.ctx, tx, order, Payment(external_id=charge, amount_cents=cents))


@pytest.fixture
def notify(api):
    return Webhook(api.services)


@pytest.fixture
async def product(shop, database):
    await save_settings(shop, **MANUAL_PIX)
    return await add_product(database, shop.store_id, stock=1)


@pytest.fixture
async def order(shop, product):
    """An order that awaits the payment of a charge."""
    return await charged_order(shop, product, CHARGE)


async def charged_order(shop, product, charge):
    made = await make_order(shop, [(product, 1)], method="manual_pix")
    saved = await shop.client.post(
        f"/internal/orders/{made['id']}/checkout-state",
        json={"br_code": "000201", "payment_external_id": charge, "expires_at": "2030-01-01T00:00:00Z"},
    )
    assert saved.status_code == 200, saved.text
    answer = await move(shop, made["id"], "awaiting_payment")
    assert answer.json()["status"] == "awaiting_payment"
    return answer.json()


async def read(shop, order):
    return (await shop.client.get(f"/internal/orders/{order['id']}")).json()


def kinds(order):
    return [event["type"] for event in order["events"]]


async def test_a_payment_confirms_once_under_fifty_copies(shop, order, product, notify, database):
    results = await asyncio.gather(*(notify() for _ in range(50)))
    assert sorted(result.result for result in results) == ["already_confirmed"] * 49 + ["confirmed"]
    after = await read(shop, order)
    assert (after["status"], after["stock_state"]) == ("confirmed", "decremented")
    assert [(a["status"], a["external_id"]) for a in after["payment_attempts"]] == [("succeeded", CHARGE)]
    assert after["events"][-1]["actor_type"] == "webhook"
    assert await stock_of(database, product) == 0


async def test_a_wrong_amount_confirms_nothing_and_the_right_one_still_does(shop, order, notify):
    assert (await notify(cents=4989)).result == "amount_mismatch"
    after = await read(shop, order)
    assert (after["status"], after["events"][-1]["type"]) == ("awaiting_payment", "payment_amount_mismatch")
    assert after["events"][-1]["data"]["expected"] == 4990
    assert (await notify()).result == "confirmed"


async def test_a_late_payment_is_written_down_for_a_person(shop, order, notify):
    await move(shop, order["id"], "cancelled")
    assert (await notify()).result == "ignored"
    assert (await notify()).result == "ignored"
    after = await read(shop, order)
    assert after["status"] == "cancelled"
    assert kinds(after).count("paid_after_close") == 1
    assert [a["status"] for a in after["payment_attempts"]] == ["succeeded"]


@pytest.mark.parametrize("closed", ["cancelled", "expired", None])
async def test_money_that_a_caller_has_logged_before_is_not_lost(api, shop, order, notify, closed):
    body = {"provider": "pixprovider", "status": "succeeded", "amount_cents": 4990, "external_id": CHARGE}
    assert (await shop.client.post(f"/internal/orders/{order['id']}/payment-attempt", json=body)).status_code == 201
    if closed == "expired":
        api.clock.advance(days=4000)
        await expire_orders(notify.ctx, NoArgs())
    elif closed:
        await move(shop, order["id"], closed)
    assert [(await notify()).result for _ in range(2)] == (
        ["ignored"] * 2 if closed else ["confirmed", "already_confirmed"]
    )
    after = await read(shop, order)
    assert (after["paid_cents"], after["payment_status"]) == (4990, "refund_due" if closed else "paid")
    assert [entry["kind"] for entry in after["attention"]] == (["paid_after_close"] if closed else [])


async def test_paid_without_stock_waits_for_a_person(api, shop, product, notify, database):
    await save_settings(shop, reserve_stock=False)
    order = await charged_order(shop, product, CHARGE)
    other = await charged_order(shop, product, "charge-2")
    assert (await notify("charge-2")).result == "confirmed"
    assert (await notify()).result == "out_of_stock"
    after = await read(shop, order)
    assert after["status"] == "awaiting_payment"
    assert after["events"][-1]["type"] == "paid_but_out_of_stock"
    assert after["events"][-1]["data"]["items"] == [{"product_id": product, "requested": 1, "available": 0}]
    # Paid is paid: the clock does not close it.
    api.clock.advance(days=4000)
    await expire_orders(notify.ctx, NoArgs())
    assert (await read(shop, order))["status"] == "awaiting_payment"
    await move(shop, other["id"], "cancelled")
    assert (await move(shop, order["id"], "confirmed")).json()["status"] == "confirmed"
    assert await stock_of(database, product) == 0


async def test_a_payment_before_the_charge_is_saved_confirms(shop, order, notify, database):
    await database.execute("UPDATE orders SET status = 'pending', payment_method = 'pix'")
    assert (await notify()).result == "confirmed"


async def test_an_unknown_charge_belongs_to_nobody(notify):
    assert await paid.find_paid_order(notify.ctx, notify.ctx.db, "nothing") is None


async def test_another_tenants_log_entry_does_not_catch_a_payment(shop, other_shop, order, notify, database):
    theirs = await make_order(other_shop, [(await add_product(database, other_shop.store_id), 1)])
    await other_shop.client.post(
        f"/internal/orders/{theirs['id']}/payment-attempt",
        json={"provider": "pixprovider", "status": "pending", "amount_cents": 4990, "external_id": CHARGE},
    )
    assert (await notify()).order_id == UUID(order["id"])


async def test_money_for_a_charge_of_the_callers_that_was_replaced_is_not_lost(shop, order, notify):
    checkout = f"/internal/orders/{order['id']}/checkout-state"
    for charge in ("of the caller", "of the caller too"):
        answer = await shop.client.post(checkout, json={"br_code": "0002", "payment_external_id": charge})
        assert answer.status_code == 200
    assert (await notify("of the caller")).result == "confirmed"
    found = await shop.client.get("/internal/orders/by-payment-external-id/of%20the%20caller")
    assert found.json()["id"] == order["id"]


async def test_an_unpaid_charge_runs_out(api, shop, order, notify):
    await expire_orders(notify.ctx, NoArgs())
    assert (await read(shop, order))["status"] == "awaiting_payment"
    api.clock.advance(days=4000)
    await expire_orders(notify.ctx, NoArgs())
    after = await read(shop, order)
    assert after["status"] == "expired"
    assert after["events"][-1]["actor_type"] == "system"
    assert (await notify()).result == "ignored"
    assert (await move(shop, order["id"], "awaiting_proof")).json()["payment_method"] == "manual_pix"


async def test_one_companys_failure_stops_no_others_expiry(api, shop, other_shop, order, notify, database, monkeypatch):
    """The failing one's order is the older one, so it comes first, and fills the first batch."""
    monkeypatch.setattr(jobs, "BATCH", 1)
    await save_settings(other_shop, **MANUAL_PIX)
    theirs = await charged_order(other_shop, await add_product(database, other_shop.store_id, stock=1), "charge-2")
    api.clock.advance(days=4000)
    broken = await database.fetchval("SELECT company_id FROM stores WHERE id = $1", UUID(shop.store_id))
    await database.execute(
        f"ALTER TABLE orders ADD CONSTRAINT broken CHECK (status <> 'expired' OR company_id <> '{broken}')"
    )
    await expire_orders(notify.ctx, NoArgs())
    assert (await read(other_shop, theirs))["status"] == "expired"
    await database.execute("ALTER TABLE orders DROP CONSTRAINT broken")
    await expire_orders(notify.ctx, NoArgs())
    assert (await read(shop, order))["status"] == "expired"
