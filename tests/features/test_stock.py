"""The one stock path: exactly once, nothing oversold, nothing lost, whoever moves the order."""

import asyncio
import json
from collections import Counter
from uuid import UUID

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api import ROOT
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, add_product, ask_order, make_order, move, save_settings, stock_of
from tests.shops import NOBODYS
from tests.waiting import until


async def by_hand(shop, verb, order_id, **fields):
    return await shop.client.post(f"/internal/stock/{verb}-for-order", json={"order_id": order_id} | fields)


async def shelf(shop, product_id):
    """(stock, reserved, available) as the product answers them."""
    product = (await shop.client.get(f"/internal/products/{product_id}")).json()
    return product["stock_quantity"], product["reserved"], product["available"]


async def ledger(database, product_id):
    rows = await database.fetch(
        "SELECT kind, delta, quantity_after FROM stock_movements WHERE product_id = $1 ORDER BY created_at",
        UUID(product_id),
    )
    return [tuple(row) for row in rows]


async def test_confirmation_takes_and_cancellation_gives_back_once(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)])
    assert (await move(shop, order["id"], "confirmed")).json()["stock_state"] == "decremented"
    assert await stock_of(database, product) == 3
    assert (await move(shop, order["id"], "cancelled")).json()["stock_state"] == "restored"
    assert await stock_of(database, product) == 5
    assert await ledger(database, product) == [("manual", 5, 5), ("order_decrement", -2, 3), ("order_restore", 2, 5)]


async def test_the_ledger_has_the_order_in_which_goods_moved(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    async with database.transaction() as slow:
        await slow.execute("SELECT 1")  # it has begun, and waits
        await shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 4})
        await slow.execute("UPDATE products SET stock_quantity = 3 WHERE id = $1", UUID(product))
    listed = await shop.client.get("/internal/stock-movements", params={"store_id": shop.store_id})
    assert [row["quantity_after"] for row in listed.json()["items"]] == [3, 4, 5]


async def test_too_little_stock_changes_nothing_and_says_what_is_there(shop, database):
    await save_settings(shop, reserve_stock=False)
    scarce = await add_product(database, shop.store_id, stock=1)
    plenty = await add_product(database, shop.store_id, stock=9)
    order = await make_order(shop, [(plenty, 1), (scarce, 2)])
    problem = assert_problem(await move(shop, order["id"], "confirmed"), 409, "insufficient-stock")
    assert problem["items"] == [{"product_id": scarce, "requested": 2, "available": 1}]
    assert_problem(await by_hand(shop, "decrement", order["id"]), 409, "insufficient-stock")
    assert (await stock_of(database, plenty), await stock_of(database, scarce)) == (9, 1)
    assert (await shop.client.get(f"/internal/orders/{order['id']}")).json()["status"] == "pending"


async def test_uncounted_products_are_never_short(shop, database):
    product = await add_product(database, shop.store_id, stock=None)
    order = await make_order(shop, [(product, 1000)])
    assert (await move(shop, order["id"], "confirmed")).status_code == 200
    assert (await move(shop, order["id"], "cancelled")).json()["stock_state"] == "restored"
    assert await stock_of(database, product) is None
    assert await ledger(database, product) == []


async def test_the_same_product_twice_is_taken_as_one_sum(shop, database):
    product = await add_product(database, shop.store_id, stock=3)
    problem = assert_problem(await ask_order(shop, [(product, 2), (product, 2)]), 409, "insufficient-stock")
    assert problem["items"] == [{"product_id": product, "requested": 4, "available": 3}]
    fits = await make_order(shop, [(product, 1), (product, 2)])
    assert (await move(shop, fits["id"], "confirmed")).status_code == 200
    assert await stock_of(database, product) == 0


async def test_stock_by_hand_happens_once_and_leaves_the_status(shop, other_shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)])
    assert_problem(await by_hand(shop, "decrement", NOBODYS), 404, "not-found")
    assert_problem(await by_hand(other_shop, "decrement", order["id"]), 404, "not-found")
    assert_problem(await by_hand(shop, "decrement", order["id"], quantity=1), 422, "validation", "/quantity")
    refused = (await by_hand(shop, "restore", order["id"])).json()
    assert (refused["applied"], refused["reason"], refused["items"]) == (False, "not_decremented", [])
    taken = await by_hand(shop, "decrement", order["id"])
    assert taken.status_code == 200
    assert taken.json()["applied"] is True
    assert taken.json()["stock_state"] == "decremented"
    assert [(item["product_id"], item["delta"], item["quantity_after"]) for item in taken.json()["items"]] == [
        (product, -2, 3)
    ]
    assert (await by_hand(shop, "decrement", order["id"])).json()["reason"] == "already_decremented"
    assert (await move(shop, order["id"], "confirmed")).status_code == 200
    assert await stock_of(database, product) == 3
    assert_problem(await by_hand(other_shop, "restore", order["id"]), 404, "not-found")
    assert (await by_hand(shop, "restore", order["id"])).json()["applied"] is True
    assert (await by_hand(shop, "restore", order["id"])).json()["reason"] == "already_restored"
    assert (await move(shop, order["id"], "cancelled")).json()["stock_state"] == "restored"
    assert await stock_of(database, product) == 5


async def test_an_open_order_whose_stock_was_taken_and_given_back_can_be_confirmed(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)])
    assert (await by_hand(shop, "decrement", order["id"])).json()["stock_state"] == "decremented"
    assert await shelf(shop, product) == (3, 0, 3)
    assert (await by_hand(shop, "restore", order["id"])).json()["stock_state"] == "none"
    assert await shelf(shop, product) == (5, 2, 3)
    assert (await move(shop, order["id"], "confirmed")).json()["stock_state"] == "decremented"
    assert await shelf(shop, product) == (3, 0, 3)


async def test_nothing_is_shipped_that_lies_on_the_shelf_again(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)])
    await move(shop, order["id"], "confirmed")
    await by_hand(shop, "restore", order["id"])
    problem = assert_problem(await move(shop, order["id"], "shipped"), 409, "invalid-transition")
    assert "shipped" not in problem["allowed"]
    assert (await by_hand(shop, "decrement", order["id"])).json()["applied"] is True
    assert (await move(shop, order["id"], "shipped")).status_code == 200
    assert await stock_of(database, product) == 3


async def test_stock_by_hand_knows_closed_and_sent_orders(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    cancelled = await make_order(shop, [(product, 1)])
    await move(shop, cancelled["id"], "cancelled")
    assert (await by_hand(shop, "decrement", cancelled["id"])).json()["reason"] == "order_cancelled"
    sent = await make_order(shop, [(product, 1)])
    await move(shop, sent["id"], "confirmed")
    await move(shop, sent["id"], "shipped")
    assert (await by_hand(shop, "restore", sent["id"])).json()["reason"] == "order_shipped"
    assert await stock_of(database, product) == 4


async def test_a_hundred_confirmations_of_the_last_unit_have_one_winner(shop, database):
    await save_settings(shop, reserve_stock=False)
    product = await add_product(database, shop.store_id, stock=1)
    orders = [await make_order(shop, [(product, 1)]) for _ in range(100)]
    answers = await asyncio.gather(*(move(shop, order["id"], "confirmed") for order in orders))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 99}
    assert await stock_of(database, product) == 0
    assert await ledger(database, product) == [("manual", 1, 1), ("order_decrement", -1, 0)]


async def test_a_hundred_confirmations_of_the_same_two_products_all_get_their_turn(shop, database):
    first, second = [await add_product(database, shop.store_id, stock=50) for _ in range(2)]
    await save_settings(shop, reserve_stock=False)
    orders = [await make_order(shop, [(first, 1), (second, 1)]) for _ in range(100)]
    answers = await asyncio.gather(*(move(shop, order["id"], "confirmed") for order in orders))
    assert Counter(answer.status_code for answer in answers) == {200: 50, 409: 50}
    assert (await stock_of(database, first), await stock_of(database, second)) == (0, 0)


async def test_one_companys_flood_leaves_connections_to_the_others(api, shop, other_shop, database):
    order = await make_order(shop, [(await add_product(database, shop.store_id), 1)])
    async with database.transaction() as tx:
        await tx.execute(
            "SELECT 1 FROM orders WHERE company_id = $1 AND id = $2 FOR UPDATE", shop.id, UUID(order["id"])
        )
        flood = [asyncio.create_task(move(shop, order["id"], "confirmed")) for _ in range(40)]
        await until(lambda: api.services.db.usage()[0] >= 5)
        assert (await other_shop.client.get("/internal/stores")).status_code == 200
        assert api.services.db.usage()[0] <= 5
    answers = await asyncio.gather(*flood)
    assert Counter(answer.status_code for answer in answers)[200] == 1


async def test_one_order_confirmed_fifty_times_at_once_takes_once(shop, database):
    product = await add_product(database, shop.store_id, stock=50)
    order = await make_order(shop, [(product, 1)])
    ways = [move(shop, order["id"], "confirmed") for _ in range(25)]
    ways += [by_hand(shop, "decrement", order["id"]) for _ in range(25)]
    answers = await asyncio.gather(*ways)
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert await stock_of(database, product) == 49


async def test_orders_of_the_same_products_in_opposite_order_do_not_block_each_other(shop, database):
    first = await add_product(database, shop.store_id, stock=1000)
    second = await add_product(database, shop.store_id, stock=1000)
    orders = []
    for number in range(40):
        pair = [(first, 1), (second, 1)]
        orders.append(await make_order(shop, pair if number % 2 else pair[::-1]))
    answers = await asyncio.gather(*(move(shop, order["id"], "confirmed") for order in orders))
    assert {answer.status_code for answer in answers} == {200}
    answers = await asyncio.gather(*(move(shop, order["id"], "cancelled") for order in orders[::-1]))
    assert {answer.status_code for answer in answers} == {200}
    assert (await stock_of(database, first), await stock_of(database, second)) == (1000, 1000)


async def test_confirm_and_cancel_at_once_leave_nothing_behind(shop, database):
    product = await add_product(database, shop.store_id, stock=10)
    for _ in range(10):
        order = await make_order(shop, [(product, 3)])
        answers = await asyncio.gather(
            *(move(shop, order["id"], to) for to in ("confirmed", "cancelled", "confirmed", "cancelled"))
        )
        assert {answer.status_code for answer in answers} <= {200, 409}
        assert (await shop.client.get(f"/internal/orders/{order['id']}")).json()["status"] == "cancelled"
        assert await stock_of(database, product) == 10


async def test_the_erp_is_told_of_sales_in_the_order_they_happened(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    before = await make_order(shop, [(product, 1)])
    await move(shop, before["id"], "confirmed")
    assert await pushes(database) == []
    await database.execute(
        "INSERT INTO store_stock_sync_settings (company_id, store_id, outbound_enabled, outbound_url)"
        " VALUES ($1, $2, true, 'https://erp.example.com')",
        shop.id,
        UUID(shop.store_id),
    )
    await save_settings(shop, reserve_stock=False)
    order = await make_order(shop, [(product, 2)])
    await by_hand(shop, "decrement", order["id"])
    await move(shop, order["id"], "confirmed")
    await move(shop, order["id"], "shipped")
    await move(shop, order["id"], "cancelled")
    never = await make_order(shop, [(product, 9)])
    await move(shop, never["id"], "confirmed")
    await move(shop, never["id"], "cancelled")
    held = await make_order(shop, [(product, 1)])
    await by_hand(shop, "decrement", held["id"])
    await move(shop, held["id"], "cancelled")
    assert await pushes(database) == [
        ("stock.updated", order["id"], [(-2, 2)]),
        ("order.confirmed", order["id"], []),
        ("order.cancelled", order["id"], [(2, 4)]),
        ("stock.updated", held["id"], [(-1, 3)]),
        ("stock.updated", held["id"], [(1, 4)]),
    ]


async def pushes(database):
    """Kind, order and (delta, quantity after) of each push that waits."""
    rows = await database.fetch("SELECT type, data FROM events WHERE starts_with(type, 'erp.') ORDER BY place")
    told = [(row["type"].removeprefix("erp."), json.loads(bytes(row["data"]))) for row in rows]
    return [(kind, data["order_id"], [(i["delta"], i["quantity_after"]) for i in data["items"]]) for kind, data in told]


STEPS = ("confirmed", "cancelled", "shipped", "decrement", "restore")
HISTORY = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(STEPS)), min_size=4, max_size=24)
BASKETS = st.lists(
    st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4)), min_size=1, max_size=4), min_size=6, max_size=6
)


async def test_stock_is_conserved_over_random_concurrent_histories(shop, database):
    """initial = current + taken - given back, per product, and each order's state tells what it holds."""
    loop = asyncio.get_running_loop()

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(history=HISTORY, baskets=BASKETS, initial=st.lists(st.integers(0, 12), min_size=3, max_size=3))
    def run(history, baskets, initial):
        asyncio.run_coroutine_threadsafe(_play(shop, database, history, baskets, initial), loop).result(60)

    await asyncio.to_thread(run)


async def _play(shop, database, history, baskets, initial):
    await save_settings(shop, reserve_stock=False)
    products = [await add_product(database, shop.store_id, stock=quantity) for quantity in initial]
    orders = [await make_order(shop, [(products[which], n) for which, n in basket]) for basket in baskets]

    async def step(number, verb):
        order_id = orders[number]["id"]
        if verb in ("decrement", "restore"):
            return await by_hand(shop, verb, order_id)
        return await move(shop, order_id, verb)

    answers = await asyncio.gather(*(step(number, verb) for number, verb in history))
    assert {answer.status_code for answer in answers} <= {200, 409}
    for product, quantity in zip(products, initial, strict=True):
        moves = await ledger(database, product)
        left = await stock_of(database, product)
        assert left >= 0
        assert left == sum(delta for _, delta, _ in moves)
        held = await database.fetchval(
            "SELECT coalesce(sum(i.quantity), 0) FROM order_items i"
            "  JOIN orders o ON o.company_id = i.company_id AND o.id = i.order_id"
            " WHERE i.company_id = $1 AND i.product_id = $2 AND o.stock_state = 'decremented'",
            shop.id,
            UUID(product),
        )
        assert held == quantity - left


async def test_what_previews_once_set_aside_is_given_back_and_what_orders_hold_is_kept(shop, database):
    await save_settings(shop, **MANUAL_PIX)
    held, leaked, free = [await add_product(database, shop.store_id, stock=42) for _ in range(3)]
    order = await make_order(shop, [(held, 2)], method="manual_pix")
    assert await shelf(shop, held) == (42, 2, 40)
    await database.execute("UPDATE products SET reserved = reserved + 15 WHERE id <> $1", UUID(free))
    for statement in (ROOT / "migrations" / "0033_reservations.sql").read_text("utf-8").split(";\n\n"):
        await database.execute(statement)
    assert [(await shelf(shop, one))[1] for one in (held, leaked, free)] == [2, 0, 0]
    await move(shop, order["id"], "cancelled")
    assert await shelf(shop, held) == (42, 0, 42)
