"""Goods of an open order are held for it: reserved when it is placed, given free when it ends."""

import asyncio
from collections import Counter

import pytest

from app.context import JobCtx
from app.features.orders.jobs import expire_orders
from app.jobs import NoArgs
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, PROOF, add_product, ask_order, make_order, move, save_settings


async def shelf(shop, product_id):
    """(stock, reserved, available) as the product answers them."""
    product = (await shop.client.get(f"/internal/products/{product_id}")).json()
    return product["stock_quantity"], product["reserved"], product["available"]


async def expire(api):
    await expire_orders(JobCtx(api.services, None), NoArgs())


async def read(shop, order):
    return (await shop.client.get(f"/internal/orders/{order['id']}")).json()


async def test_placing_reserves_confirming_takes_and_cancelling_frees(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    first, second = [await make_order(shop, [(product, 2)]) for _ in range(2)]
    assert await shelf(shop, product) == (5, 4, 1)
    problem = assert_problem(await ask_order(shop, [(product, 2)]), 409, "insufficient-stock")
    assert problem["items"] == [{"product_id": product, "requested": 2, "available": 1}]
    await move(shop, first["id"], "confirmed")
    assert await shelf(shop, product) == (3, 2, 1)
    await move(shop, second["id"], "cancelled")
    assert await shelf(shop, product) == (3, 0, 3)
    await move(shop, first["id"], "cancelled")
    assert await shelf(shop, product) == (5, 0, 5)


async def test_a_refused_order_leaves_nothing_behind(shop, database):
    plenty, scarce = [await add_product(database, shop.store_id, stock=stock) for stock in (9, 1)]
    assert_problem(await ask_order(shop, [(plenty, 1), (scarce, 2)]), 409, "insufficient-stock")
    assert (await shelf(shop, plenty), await shelf(shop, scarce)) == ((9, 0, 9), (1, 0, 1))
    assert (await make_order(shop, [(plenty, 1)]))["number"] == 1


async def test_uncounted_goods_are_unlimited(shop, database):
    product = await add_product(database, shop.store_id, stock=None)
    await make_order(shop, [(product, 1000)])
    assert await shelf(shop, product) == (None, 1000, None)


async def test_a_hundred_orders_of_the_last_unit_have_one_winner(shop, database):
    product = await add_product(database, shop.store_id, stock=1)
    answers = await asyncio.gather(*(ask_order(shop, [(product, 1)]) for _ in range(100)))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: 99}
    assert await shelf(shop, product) == (1, 1, 0)


async def test_a_store_may_do_without_reservations(shop, database):
    await save_settings(shop, reserve_stock=False)
    product = await add_product(database, shop.store_id, stock=1)
    orders = [await make_order(shop, [(product, 1)]) for _ in range(2)]
    assert await shelf(shop, product) == (1, 0, 1)
    assert (await move(shop, orders[0]["id"], "confirmed")).status_code == 200
    assert_problem(await move(shop, orders[1]["id"], "confirmed"), 409, "insufficient-stock")


async def test_a_count_below_what_is_reserved_is_taken_as_counted(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 3)])
    answer = await shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 2})
    assert (answer.json()["stock_quantity"], answer.json()["available"]) == (2, 0)
    problem = assert_problem(await move(shop, order["id"], "confirmed"), 409, "insufficient-stock")
    assert problem["items"] == [{"product_id": product, "requested": 3, "available": 2}]
    await move(shop, order["id"], "cancelled")
    assert await shelf(shop, product) == (2, 0, 2)


async def test_an_order_that_waits_for_a_proof_expires_and_frees_its_goods(shop, database, api):
    await save_settings(shop, **MANUAL_PIX, proof_expires_in=3600)
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)], method="manual_pix")
    assert order["proof_expires_at"] is not None
    shown = await make_order(shop, [(product, 1)], method="manual_pix")
    await shop.client.post(f"/internal/orders/{shown['id']}/attach-proof", json=PROOF)
    await expire(api)
    assert (await read(shop, order))["status"] == "awaiting_proof"
    api.clock.advance(seconds=3700)
    await expire(api)
    after = await read(shop, order)
    assert (after["status"], after["events"][-1]["actor_type"]) == ("expired", "system")
    # Somebody has paid and shown it: a person decides.
    assert (await read(shop, shown))["status"] == "awaiting_proof"
    assert await shelf(shop, product) == (5, 1, 4)


async def test_expiry_gives_back_what_was_decremented_by_hand(shop, database, api):
    await save_settings(shop, **MANUAL_PIX, proof_expires_in=60)
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)], method="manual_pix")
    await shop.client.post("/internal/stock/decrement-for-order", json={"order_id": order["id"]})
    assert await shelf(shop, product) == (3, 0, 3)
    api.clock.advance(seconds=120)
    await expire(api)
    assert ((await read(shop, order))["status"], await shelf(shop, product)) == ("expired", (5, 0, 5))


async def test_a_person_confirms_an_expired_order_when_the_goods_are_there(shop, database, api):
    await save_settings(shop, **MANUAL_PIX, proof_expires_in=60)
    product = await add_product(database, shop.store_id, stock=2)
    order = await make_order(shop, [(product, 2)], method="manual_pix")
    api.clock.advance(seconds=120)
    await expire(api)
    other = await make_order(shop, [(product, 1)])
    assert_problem(await move(shop, order["id"], "confirmed"), 409, "insufficient-stock")
    await move(shop, other["id"], "cancelled")
    confirmed = (await move(shop, order["id"], "confirmed")).json()
    assert (confirmed["status"], confirmed["payment_status"]) == ("confirmed", "paid")
    assert await shelf(shop, product) == (0, 0, 0)


async def test_an_expired_order_that_is_tried_again_reserves_again(shop, database, api):
    await save_settings(shop, **MANUAL_PIX, proof_expires_in=60)
    product = await add_product(database, shop.store_id, stock=2)
    order = await make_order(shop, [(product, 2)], method="manual_pix")
    api.clock.advance(seconds=120)
    await expire(api)
    assert (await move(shop, order["id"], "awaiting_proof")).status_code == 200
    assert await shelf(shop, product) == (2, 2, 0)
    await expire(api)
    assert (await read(shop, order))["status"] == "awaiting_proof"


@pytest.mark.parametrize("field", ["proof_expires_in", "reserve_stock"])
async def test_settings_of_reservations_are_bounded(shop, field):
    path = f"/internal/orders/store/{shop.store_id}/payment-settings"
    for value in (59, 2_592_001, "x", None):
        assert_problem(await shop.client.put(path, json={field: value}), 422, "validation", f"/{field}")


async def test_a_store_that_is_switched_off_takes_no_orders(shop, database):
    product = await add_product(database, shop.store_id)
    await shop.client.patch(f"/internal/stores/{shop.store_id}", json={"active": False})
    assert_problem(await ask_order(shop, [(product, 1)]), 409, "conflict")
    assert (await shop.client.get(f"/internal/products/{product}")).status_code == 200


async def test_the_agents_of_a_store_that_is_switched_off_are_off(api, shop):
    body = {"store_id": shop.store_id, "name": "Bia", "type": "vendas"}
    agent = await shop.post("agents", **body)

    async def chat():
        answer = await api.public.post("/chat", json={"type": "vendas", "message": "oi", "agent_id": agent["id"]})
        return answer.status_code, answer.json().get("reply"), answer.json().get("type")

    off = await chat()
    await shop.post(f"agents/{agent['id']}/toggle-active")
    assert await chat() != off
    await shop.client.patch(f"/internal/stores/{shop.store_id}", json={"active": False})
    assert await chat() == off


async def test_a_store_that_is_switched_off_does_not_chat_either(api, shop):
    lead = await shop.lead()
    await shop.client.patch(f"/internal/stores/{shop.store_id}", json={"active": False})
    for named in ({"store_id": shop.store_id}, {"lead_id": lead["id"]}):
        body = {"type": "vendas", "message": "oi"} | named
        assert_problem(await api.public.post("/chat", json=body), 409, "conflict")
        assert (await api.public.post("/chat", json=body | {"dry_run": True})).status_code == 200
    await shop.client.patch(f"/internal/stores/{shop.store_id}", json={"active": True})
    assert (await api.public.post("/chat", json=body)).status_code == 200


async def test_every_change_of_stock_leaves_a_movement(shop, database):
    made = await shop.post("products", store_id=shop.store_id, name="Meia", sku="S1", stock_quantity=5, price_cents=100)
    await shop.client.patch(f"/internal/products/{made['id']}", json={"stock_quantity": 7})
    await shop.post("products/batch-upsert", store_id=shop.store_id, items=[{"sku": "S1", "stock_quantity": 9}])
    order = await make_order(shop, [(made["id"], 2)])
    await move(shop, order["id"], "confirmed")
    await move(shop, order["id"], "cancelled")
    await shop.client.patch(f"/internal/products/{made['id']}", json={"stock_quantity": None, "name": "Meias"})
    page = (await shop.client.get("/internal/stock-movements", params={"store_id": shop.store_id})).json()
    found = [(m["kind"], m["delta"], m["quantity_after"], m["order_id"] is not None) for m in page["items"]]
    assert found == [
        ("manual", -9, None, False),
        ("order_restore", 2, 9, True),
        ("order_decrement", -2, 7, True),
        ("import", 2, 9, False),
        ("manual", 2, 7, False),
        ("manual", 5, 5, False),
    ]
    assert page["total"] == 6
    params = {"store_id": shop.store_id, "order_id": order["id"]}
    assert (await shop.client.get("/internal/stock-movements", params=params)).json()["total"] == 2
