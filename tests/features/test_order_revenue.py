"""What was earned: the price of what was sold, once, less what went back of it."""

import pytest

from app.context import JobCtx
from app.features.orders.jobs import expire_orders
from app.jobs import NoArgs
from tests.api import ROOT
from tests.features.test_order_desk import CHARGE, charged, kinds, pay, product, read, refund
from tests.sales import make_order, move

__all__ = ["pay", "product"]


async def test_revenue_is_what_was_confirmed_less_refunds_on_the_day_of_each(shop, product, api):
    async def numbers():
        stats = (await shop.client.get(f"/internal/orders/stats/{shop.store_id}")).json()
        board = (await shop.client.get(f"/internal/dashboard/{shop.store_id}")).json()["orders"]
        assert board["revenue_cents"] == stats["revenue_cents"]
        return stats["revenue_cents"], stats["by_status"]

    order = await make_order(shop, [(product, 2)], method="manual_pix")
    assert (await numbers())[0] == 0
    await move(shop, order["id"], "confirmed")
    assert (await numbers())[0] == 9980
    await refund(shop, order, amount_cents=980)
    assert await numbers() == (9000, {"confirmed": 1})
    await move(shop, order["id"], "cancelled")
    assert await numbers() == (0, {"cancelled": 1})


async def revenues(shop):
    """What the pages say was earned: statistics, dashboard, the range's sums, its channels."""
    today = (await shop.client.get(f"/internal/dashboard/{shop.store_id}")).json()["orders"]["last_30_days"][-1]
    numbers = (await shop.client.get(f"/internal/numbers/{shop.store_id}", params={"days": 1})).json()
    stats = (await shop.client.get(f"/internal/orders/stats/{shop.store_id}")).json()
    return {
        stats["revenue_cents"],
        today["revenue_cents"],
        numbers["now"]["revenue_cents"],
        sum(one["revenue_cents"] for one in numbers["by_channel"]),
    }


@pytest.mark.parametrize("before_the_sale", [True, False])
@pytest.mark.parametrize("cents", [6000, 3990])
async def test_a_wrong_amount_that_went_back_lowers_no_revenue(shop, product, pay, cents, before_the_sale):
    order = await charged(shop, product)
    await pay(cents=cents)
    if before_the_sale:
        assert (await refund(shop, order, amount_cents=cents)).status_code == 201
        assert (await pay()).result == "confirmed"
    else:
        assert (await pay()).result == "confirmed"
        assert (await refund(shop, order, amount_cents=cents)).status_code == 201
    assert await revenues(shop) == {4990}
    assert (await refund(shop, order, amount_cents=990)).status_code == 201
    assert await revenues(shop) == {4000}
    await move(shop, order["id"], "cancelled")
    assert await revenues(shop) == {0}


async def test_refunds_of_before_are_counted_anew(shop, product, pay, database):
    orders = []
    for charge, cents in (("a", 5990), ("b", 4990)):
        order = await charged(shop, product, charge)
        await pay(charge, cents)
        orders.append((await move(shop, order["id"], "confirmed")).json())
        for back in (700, 800):
            await refund(shop, order, amount_cents=back)
    await database.execute("UPDATE order_refunds SET excess_cents = 0")
    await database.execute("UPDATE sales_totals SET revenue_cents = revenue_cents - 1000")
    told = (ROOT / "migrations" / "0044_price_of_what_was_sold.sql").read_text("utf-8")
    for statement in told[told.index("-- Refunds of before") :].split(";\n\n"):
        await database.execute(statement)
    assert await revenues(shop) == {4490 + 3490}


async def test_the_excess_of_a_payment_goes_back_before_its_price(shop, product, pay):
    order = await charged(shop, product)
    await pay(cents=5990)
    assert (await refund(shop, order, amount_cents=400)).status_code == 201
    await move(shop, order["id"], "confirmed")
    assert await revenues(shop) == {4990}
    assert (await refund(shop, order, amount_cents=1600)).status_code == 201
    assert await revenues(shop) == {3990}


async def test_money_that_came_for_a_cash_order_and_went_back_leaves_its_price(shop, product, pay):
    order = await make_order(shop, [(product, 1)])
    saved = {"br_code": "000201", "payment_external_id": CHARGE}
    await shop.client.post(f"/internal/orders/{order['id']}/checkout-state", json=saved)
    await move(shop, order["id"], "confirmed")
    await pay(cents=1000)
    assert (await refund(shop, order, amount_cents=1000)).status_code == 201
    await move(shop, order["id"], "shipped")
    after = (await move(shop, order["id"], "delivered")).json()
    assert (after["paid_cents"], after["refunded_cents"]) == (5990, 1000)
    assert await revenues(shop) == {4990}


async def test_a_price_given_back_before_the_sale_is_asked_for_anew(shop, product, pay):
    order = await charged(shop, product)
    await shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 0})
    assert (await pay()).result == "out_of_stock"
    for cents in (1000, 3990):
        assert (await refund(shop, order, amount_cents=cents)).status_code == 201
    await shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 1})
    assert (await pay()).result == "ignored"
    assert (await read(shop, order))["status"] == "awaiting_payment"
    after = (await move(shop, order["id"], "confirmed")).json()
    assert (after["paid_cents"], kinds(after)) == (9980, [])
    assert await revenues(shop) == {4990}


async def test_an_order_whose_money_went_back_runs_out(shop, product, pay, api):
    order = await charged(shop, product)
    await shop.client.post(
        f"/internal/orders/{order['id']}/checkout-state", json={"expires_at": "2030-01-01T00:00:00Z"}
    )
    await pay(cents=1)
    api.clock.advance(days=4000)
    await expire_orders(JobCtx(api.services, None), NoArgs())
    assert (await read(shop, order))["status"] == "awaiting_payment"
    await refund(shop, order, amount_cents=1)
    await expire_orders(JobCtx(api.services, None), NoArgs())
    assert (await read(shop, order))["status"] == "expired"
