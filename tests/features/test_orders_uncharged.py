"""Orders that get no PIX charge: a person hears of them, their goods are free again, and they may be charged anew."""

import pytest

from tests.features.test_orders_pix import app_settings, break_off, product, provider, work
from tests.problems import assert_problem
from tests.sales import ask_order, make_order, move, save_settings

__all__ = ["app_settings", "product", "provider"]


@pytest.mark.parametrize(("fault", "tried_by_hand"), [("garbage", False), ("garbage", True), ("wrong key", False)])
async def test_goods_of_an_order_without_a_charge_are_free_again(
    api, shop, product, provider, database, fault, tried_by_hand
):
    if fault == "wrong key":
        await save_settings(shop, pix_api_key="another-app-id")
    else:
        provider.fail_always(fault)
    problem = assert_problem(await ask_order(shop, [(product, 5)], method="pix"), 502, "provider-error")
    path = f"/internal/orders/{problem['order_id']}"
    if tried_by_hand:
        assert (await move(shop, problem["order_id"], "awaiting_payment")).status_code == 200
        await work(api, database)
    assert_problem(await ask_order(shop, [(product, 1)]), 409, "insufficient-stock")
    await database.execute("UPDATE jobs SET run_at = now() WHERE name = 'close_uncharged'")
    await database.execute("DELETE FROM jobs WHERE name = 'charge_order'")
    await api.run_jobs()
    after = (await shop.client.get(path)).json()
    assert (after["status"], after["events"][-1]["data"]["reason"]) == ("expired", "no charge could be made")
    assert attention(after) == ["charge_failed"]
    await make_order(shop, [(product, 1)])


def attention(order):
    return [entry["kind"] for entry in order["attention"]]


@pytest.mark.parametrize(("tried_by_hand", "status"), [(False, "pending"), (True, "expired")])
async def test_a_charge_that_is_given_up_waits_for_a_person_who_may_charge_anew(
    api, shop, product, provider, database, tried_by_hand, status
):
    provider.fail_always("garbage")
    order_id = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 502, "provider-error")["order_id"]
    if tried_by_hand:
        await move(shop, order_id, "awaiting_payment")
    await database.execute("UPDATE jobs SET attempts = 5, run_at = now() WHERE name = 'charge_order'")
    await api.run_jobs()
    waiting = await shop.client.get("/internal/orders", params={"store_ids": shop.store_id, "attention": "true"})
    assert [(one["id"], one["status"], attention(one)) for one in waiting.json()["items"]] == [
        (order_id, status, ["charge_failed"])
    ]
    assert await database.fetchval("SELECT count(*) FROM jobs WHERE name = 'charge_order' AND dead_at IS NOT NULL") == 1
    told = await database.fetchval("SELECT data -> 'attention' ->> 'kind' FROM events WHERE type = 'order.attention'")
    assert told == "charge_failed"
    provider.fail_always(None)
    assert attention((await move(shop, order_id, "awaiting_payment")).json()) == []
    await api.run_jobs()
    after = (await shop.client.get(f"/internal/orders/{order_id}")).json()
    assert (after["status"], attention(after), after["br_code"] is not None) == ("awaiting_payment", [], True)


async def test_a_key_that_is_refused_waits_for_a_person_at_once(api, shop, product, database):
    await save_settings(shop, pix_api_key="another-app-id")
    order_id = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 502, "provider-error")["order_id"]
    path = f"/internal/orders/{order_id}"
    assert attention((await shop.client.get(path)).json()) == ["charge_failed"]
    await move(shop, order_id, "awaiting_payment")
    await api.run_jobs()
    tried = (await shop.client.get(path)).json()
    assert (tried["status"], attention(tried)) == ("expired", ["charge_failed"])
    assert attention((await move(shop, order_id, "cancelled")).json()) == []


async def test_a_crash_before_the_charge_that_nobody_repeats_holds_no_goods_for_ever(
    api, shop, product, provider, database, monkeypatch
):
    await break_off(shop, product, monkeypatch)
    await database.execute("UPDATE jobs SET run_at = now() WHERE name = 'close_uncharged'")
    await api.run_jobs()
    (order,) = (await shop.client.get("/internal/orders", params={"store_ids": shop.store_id})).json()["items"]
    assert (order["status"], attention(order)) == ("expired", ["charge_failed"])
    await make_order(shop, [(product, 5)])
