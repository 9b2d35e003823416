"""Orders by contract.md §4 and domain.md §5: made, listed, read, moved, counted."""

import asyncio
from datetime import datetime
from uuid import UUID

import pytest

from app.db import uuid7
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, PROOF, add_product, ask_order, make_order, move, save_settings
from tests.shops import NOBODYS


async def test_a_cash_order_copies_names_and_prices_and_counts_per_store(shop, database):
    first, second = await add_product(database, shop.store_id), await add_product(database, shop.store_id, cents=100)
    lead = await shop.lead()
    await save_settings(shop, cod_instructions="Pague ao motoboy")
    order = await make_order(
        shop,
        [(first, 2), (second, 1)],
        lead_id=lead["id"],
        customer_info={"name": "Bia", "address": {"city": "Recife"}},
        shipping_cents=1000,
        discount_cents=80,
        notes="Sem campainha",
    )
    assert order["status"] == "pending"
    assert (order["number"], order["subtotal_cents"], order["total_cents"]) == (1, 10_080, 11_000)
    assert order["payment_instructions"] == "Pague ao motoboy"
    assert order["dropped_items"] == []
    assert order["stock_state"] == "none"
    assert order["customer_info"] == {"name": "Bia", "address": {"city": "Recife"}}
    lines = [
        (item["product_id"], item["quantity"], item["unit_price_cents"], item["total_cents"]) for item in order["items"]
    ]
    assert lines == [(first, 2, 4990, 9980), (second, 1, 100, 100)]
    assert [event["type"] for event in order["events"]] == ["created"]
    assert order["events"][0]["created_at"].endswith("Z")
    assert datetime.fromisoformat(order["events"][0]["created_at"])
    await database.execute("UPDATE products SET price_cents = 1, name = 'Outro' WHERE id = $1", UUID(first))
    read = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert read["items"] == order["items"]
    assert set(read) == set(order) - {"dropped_items", "payment_instructions"}
    assert (await make_order(shop, [(first, 1)]))["number"] == 2


async def test_manual_pix_gives_a_code_with_the_total(shop, database):
    product = await add_product(database, shop.store_id, cents=12_345)
    await save_settings(shop, **MANUAL_PIX)
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    assert order["status"] == "awaiting_proof"
    assert order["br_code"].startswith("000201")
    assert "5406123.45" in order["br_code"]
    assert "ORD1" in order["br_code"]


async def test_pix_without_a_provider_key_becomes_manual_pix(shop, database):
    product = await add_product(database, shop.store_id)
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 409, "payment-method-unavailable")
    assert problem["available"] == ["cod"]
    await save_settings(shop, **MANUAL_PIX)
    order = await make_order(shop, [(product, 1)], method="pix")
    assert (order["payment_method"], order["status"]) == ("manual_pix", "awaiting_proof")
    await save_settings(shop, cod_enabled=False)
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="cod"), 409, "payment-method-unavailable")
    assert problem["available"] == ["pix", "manual_pix"]


async def test_what_cannot_be_sold_is_dropped_and_listed(shop, other_shop, database):
    good = await add_product(database, shop.store_id)
    foreign = await add_product(database, other_shop.store_id)
    unpriced = await add_product(database, shop.store_id, cents=None)
    hidden = await add_product(database, shop.store_id)
    await database.execute("UPDATE products SET active = false WHERE id = $1", UUID(hidden))
    items = [(foreign, 1), (good, 1), (NOBODYS, 2), (hidden, 1), ("geladeira", 3), (unpriced, 1), (good, 2)]
    order = await make_order(shop, items, key="drop")
    assert [(item["product_id"], item["quantity"]) for item in order["items"]] == [(good, 3)]
    dropped = [(item["product_id"], item["quantity"], item["reason"]) for item in order["dropped_items"]]
    assert dropped == [
        (foreign, 1, "unknown"),
        (NOBODYS, 2, "unknown"),
        (hidden, 1, "inactive"),
        ("geladeira", 3, "unknown"),
        (unpriced, 1, "no_price"),
    ]
    problem = assert_problem(await ask_order(shop, [(foreign, 1), ("geladeira", 1)]), 422, "no-valid-items")
    assert "geladeira" not in str(problem)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"items": []}, "/items"),
        ({"items": [{"product_id": NOBODYS, "quantity": 0}]}, "/items/0/quantity"),
        ({"items": [{"product_id": NOBODYS, "quantity": 100_001}]}, "/items/0/quantity"),
        ({"items": [{"product_id": NOBODYS, "quantity": 1, "price_cents": 1}]}, "/items/0/price_cents"),
        ({"payment_method": "card"}, "/payment_method"),
        ({"shipping_cents": -1}, "/shipping_cents"),
        ({"discount_cents": 10**13}, "/discount_cents"),
        ({"notes": "a\u0000"}, "/notes"),
        ({"status": "confirmed"}, "/status"),
        ({"total_cents": 1}, "/total_cents"),
    ],
)
async def test_bad_orders_are_refused_by_field(shop, fields, pointer):
    assert_problem(await ask_order(shop, [(NOBODYS, 1)], **fields), 422, "validation", pointer)


async def test_impossible_sums_are_refused(shop, database):
    dear = await add_product(database, shop.store_id, cents=10**11)
    free = await add_product(database, shop.store_id, cents=0)
    assert_problem(await ask_order(shop, [(dear, 1)], discount_cents=10**11 + 1), 422, "validation", "/discount_cents")
    assert_problem(await ask_order(shop, [(dear, 11)]), 422, "validation", "/items")
    assert_problem(await ask_order(shop, [(dear, 1)], shipping_cents=10**12), 422, "validation", "/shipping_cents")
    assert_problem(await ask_order(shop, [(free, 60_000), (free, 60_000)]), 422, "validation", "/items")
    await save_settings(shop, **MANUAL_PIX)
    assert_problem(await ask_order(shop, [(free, 1)], method="manual_pix"), 422, "validation", "/payment_method")
    assert (await make_order(shop, [(free, 1)]))["total_cents"] == 0


async def test_store_lead_and_agent_of_an_order_must_be_the_shops(shop, other_shop, database):
    product = await add_product(database, shop.store_id)
    theirs = await other_shop.lead()
    for fields in (
        {"store_id": other_shop.store_id},
        {"store_id": NOBODYS},
        {"lead_id": theirs["id"]},
        {"lead_id": NOBODYS},
        {"agent_id": NOBODYS},
    ):
        assert_problem(await ask_order(shop, [(product, 1)], **fields), 404, "not-found")
    assert await database.fetchval("SELECT count(*) FROM orders") == 0


async def test_a_repeated_key_makes_one_order(shop, database):
    product = await add_product(database, shop.store_id)
    first = await ask_order(shop, [(product, 1), (NOBODYS, 1)], key="k1")
    again = await ask_order(shop, [(product, 1), (NOBODYS, 1)], key="k1")
    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert_problem(await ask_order(shop, [(product, 2)], key="k1"), 422, "idempotency-key-reused")
    # The process died after the order was committed and before its answer was kept: the order itself remembers.
    await database.execute("DELETE FROM idempotency_keys")
    assert (await ask_order(shop, [(product, 1), (NOBODYS, 1)], key="k1")).json() == first.json()
    await database.execute("DELETE FROM idempotency_keys")
    assert_problem(await ask_order(shop, [(product, 2)], key="k1"), 422, "idempotency-key-reused")
    assert await database.fetchval("SELECT count(*) FROM orders") == 1


async def test_twenty_requests_with_one_key_make_one_order(shop, database):
    product = await add_product(database, shop.store_id)
    answers = await asyncio.gather(*(ask_order(shop, [(product, 1)], key="k1") for _ in range(20)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len({answer.json()["id"] for answer in answers if answer.status_code == 201}) == 1
    assert await database.fetchval("SELECT count(*) FROM orders") == 1


async def test_orders_made_at_once_are_numbered_without_gaps(shop, database):
    product = await add_product(database, shop.store_id)
    orders = await asyncio.gather(*(make_order(shop, [(product, 1)]) for _ in range(40)))
    assert sorted(order["number"] for order in orders) == list(range(1, 41))


async def test_a_key_is_free_again_after_a_day(api, shop, database):
    product = await add_product(database, shop.store_id)
    first = await make_order(shop, [(product, 1)], key="k1")
    await database.execute("DELETE FROM idempotency_keys")
    api.clock.advance(hours=25)
    assert (await make_order(shop, [(product, 1)], key="k1"))["id"] != first["id"]


async def test_lists_are_paged_newest_first_and_filtered(shop, other_shop, database):
    product = await add_product(database, shop.store_id)
    made = [await make_order(shop, [(product, 1)]) for _ in range(5)]
    await move(shop, made[0]["id"], "confirmed")
    get = shop.client.get
    page = (await get("/internal/orders", params={"store_ids": shop.store_id, "limit": 2, "offset": 1})).json()
    assert [order["number"] for order in page["items"]] == [4, 3]
    assert (page["total"], page["limit"], page["offset"]) == (5, 2, 1)
    page = (await get("/internal/orders", params={"store_ids": shop.store_id, "status": "confirmed"})).json()
    assert [order["id"] for order in page["items"]] == [made[0]["id"]]
    assert page["total"] == 1
    page = (await get("/internal/orders", params={"store_ids": shop.store_id, "offset": 100})).json()
    assert (page["items"], page["total"]) == ([], 5)
    second = await shop.post("stores", name="Filial")
    branch = type(shop)(shop.id, shop.client, second["id"])
    newest = await make_order(branch, [(await add_product(database, branch.store_id), 1)])
    both = f"{shop.store_id},{branch.store_id}"
    page = (await get("/internal/orders", params={"store_ids": both, "limit": 3})).json()
    assert [order["id"] for order in page["items"]] == [newest["id"], made[4]["id"], made[3]["id"]]
    assert page["total"] == 6
    twice = (await get(f"/internal/orders?store_ids={shop.store_id}&store_ids={shop.store_id}")).json()
    assert twice["total"] == 5
    for ids in (other_shop.store_id, f"{shop.store_id},{other_shop.store_id}", NOBODYS):
        assert_problem(await get("/internal/orders", params={"store_ids": ids}), 404, "not-found")
    assert_problem(await get("/internal/orders"), 422, "validation", "/store_ids")
    for bad in ({"limit": 0}, {"limit": 201}, {"offset": -1}, {"status": "paid"}):
        answer = await get("/internal/orders", params={"store_ids": shop.store_id} | bad)
        name = next(iter(bad))
        assert_problem(answer, 422, "validation", "/status/0" if name == "status" else f"/{name}")


async def test_stats_count_what_was_paid(api, shop, other_shop, database):
    product = await add_product(database, shop.store_id, cents=1000)
    orders = [await make_order(shop, [(product, quantity)]) for quantity in (1, 2, 4, 8)]
    for order in orders[:2]:
        await move(shop, order["id"], "confirmed")
    await move(shop, orders[1]["id"], "shipped")
    await move(shop, orders[2]["id"], "cancelled")
    stats = (await shop.client.get(f"/internal/orders/stats/{shop.store_id}")).json()
    assert stats == {
        "total": 4,
        "by_status": {"confirmed": 1, "shipped": 1, "cancelled": 1, "pending": 1},
        "revenue_cents": 3000,
        "average_cents": 1500,
        "today": {"count": 4, "revenue_cents": 3000},
        "attention": 0,
    }
    api.clock.advance(days=1)
    tomorrow = (await shop.client.get(f"/internal/orders/stats/{shop.store_id}")).json()
    assert tomorrow == stats | {"today": {"count": 0, "revenue_cents": 0}}
    empty = (await other_shop.client.get(f"/internal/orders/stats/{other_shop.store_id}")).json()
    assert empty == {
        "total": 0,
        "by_status": {},
        "revenue_cents": 0,
        "average_cents": 0,
        "today": {"count": 0, "revenue_cents": 0},
        "attention": 0,
    }
    refused = assert_problem(await shop.client.get(f"/internal/orders/stats/{other_shop.store_id}"), 404, "not-found")
    assert refused["detail"] == "No such store."


async def test_a_whole_sale_leaves_its_history(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)])
    for status in ("confirmed", "preparing", "shipped", "delivered"):
        answer = await move(shop, order["id"], status)
        assert answer.status_code == 200, answer.text
        assert answer.json()["status"] == status
    done = answer.json()
    assert None not in (done["confirmed_at"], done["shipped_at"], done["delivered_at"])
    assert done["cancelled_at"] is None
    moves = [(e["from_status"], e["to_status"], e["actor_user_id"]) for e in done["events"][1:]]
    assert moves == [
        ("pending", "confirmed", shop.id),
        ("confirmed", "preparing", shop.id),
        ("preparing", "shipped", shop.id),
        ("shipped", "delivered", shop.id),
    ]
    assert done["events"][1]["data"]["stock"] == [{"product_id": product, "delta": -2}]


async def test_a_refused_move_says_what_this_order_may_do(shop, other_shop, database):
    product = await add_product(database, shop.store_id)
    order = await make_order(shop, [(product, 1)])
    problem = assert_problem(await move(shop, order["id"], "shipped"), 409, "invalid-transition")
    assert (problem["from"], problem["to"]) == ("pending", "shipped")
    assert problem["allowed"] == ["awaiting_payment", "awaiting_proof", "confirmed", "cancelled"]
    problem = assert_problem(await move(shop, order["id"], "pending"), 409, "invalid-transition")
    assert_problem(await move(shop, order["id"], "confirmed", **{"from": "awaiting_proof"}), 409, "invalid-transition")
    assert (await move(shop, order["id"], "cancelled", **{"from": "pending", "reason": "Desistiu"})).json()[
        "cancel_reason"
    ] == "Desistiu"
    assert_problem(await move(shop, order["id"], "confirmed"), 409, "invalid-transition")
    assert_problem(await move(shop, order["id"], "paid"), 422, "validation", "/to")
    assert_problem(await move(shop, order["id"], "shipped", force=True), 422, "validation", "/force")
    assert_problem(await move(shop, NOBODYS, "cancelled"), 404, "not-found")
    assert_problem(await move(other_shop, order["id"], "cancelled"), 404, "not-found")
    assert_problem(await other_shop.client.get(f"/internal/orders/{order['id']}"), 404, "not-found")
    assert_problem(await shop.client.get(f"/internal/orders/{uuid7()}"), 404, "not-found")
    assert_problem(await shop.client.get("/internal/orders/1"), 404, "not-found")


async def test_a_refusal_says_the_true_reason(shop, database):
    await save_settings(shop, **MANUAL_PIX)
    product = await add_product(database, shop.store_id, stock=9)
    order = await make_order(shop, [(product, 1)])
    path = f"/internal/orders/{order['id']}"

    async def refused(to, **fields):
        return assert_problem(await move(shop, order["id"], to, **fields), 409, "invalid-transition")["detail"]

    assert await refused("confirmed", **{"from": "expired"}) == "This order is not expired: it is pending."
    assert await refused("shipped") == "An order that is pending cannot become shipped."
    assert await refused("pending") == "This order is pending already."
    proof = assert_problem(await shop.client.post(f"{path}/attach-proof", json=PROOF), 409, "invalid-transition")
    assert proof["detail"] == "An order takes a proof while it awaits one: it is pending."
    await move(shop, order["id"], "confirmed")
    await shop.post("stock/restore-for-order", order_id=order["id"])
    assert "on the shelf" in await refused("shipped")
    charge = await shop.client.post(f"{path}/checkout-state", json={"br_code": "000201"})
    problem = assert_problem(charge, 409, "invalid-transition")
    assert problem["detail"] == "An order takes a charge while it is unpaid: it is confirmed."
    assert problem["allowed"] == ["preparing", "cancelled"]
    await database.execute("UPDATE orders SET status = 'pending', payment_method = 'pix'")
    assert "its payment or its proof" in await refused("confirmed")
