"""What merchants do with orders all day: money that needs a person, refunds, returns, tracking, lists and search."""

import asyncio

import pytest

from app.context import JobCtx
from app.features.orders import paid
from app.features.orders.paid import Payment
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, PROOF, add_product, make_order, move, save_settings, stock_of

CHARGE = "charge-1"


async def read(shop, order):
    return (await shop.client.get(f"/internal/orders/{order['id']}")).json()


async def orders_of(shop, **params):
    answer = await shop.client.get("/internal/orders", params={"store_ids": shop.store_id} | params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def kinds(order):
    return [entry["kind"] for entry in order["attention"]]


async def refund(shop, order, key=None, **body):
    headers = {"Idempotency-Key": key} if key else {}
    return await shop.client.post(f"/internal/orders/{order['id']}/refunds", json=body, headers=headers)


@pytest.fixture
async def product(shop, database):
    await save_settings(shop, **MANUAL_PIX)
    return await add_product(database, shop.store_id, stock=10)


@pytest.fixture
def pay(api):
    """The provider's webhook, past its signature."""
    ctx = JobCtx(api.services, None)

    async def send(charge=CHARGE, cents=4990):
        order = await paid.find_paid_order(ctx, ctx.db, charge)
        async with ctx.transaction() as tx:
            return await paid.confirm_paid(ctx, tx, order, Payment(external_id=charge, amount_cents=cents))

    return send


async def charged(shop, product, charge=CHARGE):
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    body = {"br_code": "000201", "payment_external_id": charge}
    await shop.client.post(f"/internal/orders/{order['id']}/checkout-state", json=body)
    return (await move(shop, order["id"], "awaiting_payment")).json()


async def test_money_of_each_kind_makes_an_order_paid_at_its_moment(shop, product, pay):
    proof = await make_order(shop, [(product, 1)], method="manual_pix")
    assert proof["payment_status"] == "unpaid"
    assert (await move(shop, proof["id"], "confirmed")).json()["payment_status"] == "paid"
    cash = await make_order(shop, [(product, 1)])
    for to, status in (("confirmed", "unpaid"), ("shipped", "unpaid"), ("delivered", "paid")):
        assert (await move(shop, cash["id"], to)).json()["payment_status"] == status
    pix = await charged(shop, product)
    await pay()
    after = await read(shop, pix)
    assert (after["payment_status"], after["paid_cents"], after["status"]) == ("paid", 4990, "confirmed")


async def test_a_late_payment_waits_for_a_person_until_it_is_given_back(shop, product, pay):
    order = await charged(shop, product)
    await move(shop, order["id"], "cancelled")
    await pay()
    await pay()
    after = await read(shop, order)
    assert (kinds(after), after["payment_status"], after["paid_cents"]) == (["paid_after_close"], "refund_due", 4990)
    assert [o["id"] for o in (await orders_of(shop, attention="true"))["items"]] == [order["id"]]
    assert (await refund(shop, order, amount_cents=4990)).status_code == 201
    after = await read(shop, order)
    assert (kinds(after), after["payment_status"], after["refunded_cents"]) == ([], "refunded", 4990)
    assert (await orders_of(shop, attention="true"))["total"] == 0


async def test_a_wrong_amount_and_missing_goods_wait_for_a_person(shop, product, pay):
    order = await charged(shop, product)
    assert (await pay(cents=4989)).result == "amount_mismatch"
    assert kinds(await read(shop, order)) == ["amount_mismatch"]
    await shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 0})
    assert (await pay()).result == "out_of_stock"
    after = await read(shop, order)
    assert (kinds(after), after["payment_status"]) == (["amount_mismatch", "out_of_stock"], "paid")
    await shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 1})
    assert kinds((await move(shop, order["id"], "confirmed")).json()) == ["amount_mismatch"]
    path = f"/internal/orders/{order['id']}/resolve-attention"
    resolved = await shop.client.post(path, json={"kind": "amount_mismatch", "note": "combinado"})
    assert (kinds(resolved.json()), resolved.json()["events"][-1]["data"]["note"]) == ([], "combinado")
    assert_problem(await shop.client.post(path, json={"kind": "amount_mismatch"}), 409, "conflict")
    assert_problem(await shop.client.post(path, json={"kind": "bored"}), 422, "validation", "/kind")


async def test_an_order_that_is_paid_twice_waits_for_a_person(shop, product, pay):
    order = await charged(shop, product)
    await shop.client.post(f"/internal/orders/{order['id']}/checkout-state", json={"payment_external_id": "x"})
    assert [(await pay(charge)).result for charge in (CHARGE, "x")] == ["confirmed", "already_confirmed"]
    assert kinds(await read(shop, order)) == ["refund_due"]
    await refund(shop, order, amount_cents=4000)
    assert kinds(await read(shop, order)) == ["refund_due"]
    await refund(shop, order, amount_cents=990)
    after = await read(shop, order)
    assert (kinds(after), after["paid_cents"] - after["refunded_cents"]) == ([], after["total_cents"])
    assert after["payment_status"] == "paid"
    for status, found in (("paid", [order["id"]]), ("partially_refunded", [])):
        filters = {"store_ids": shop.store_id, "payment_status": status}
        listed = (await shop.client.get("/internal/orders", params=filters)).json()["items"]
        assert [one["id"] for one in listed] == found


async def test_cancelling_what_was_paid_leaves_a_refund_due(shop, product):
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    await move(shop, order["id"], "confirmed")
    after = (await move(shop, order["id"], "cancelled")).json()
    assert (kinds(after), after["payment_status"]) == (["refund_due"], "refund_due")
    stats = (await shop.client.get(f"/internal/orders/stats/{shop.store_id}")).json()
    board = (await shop.client.get(f"/internal/dashboard/{shop.store_id}")).json()
    assert (stats["attention"], board["orders"]["attention"]) == (1, 1)
    unpaid = await make_order(shop, [(product, 1)])
    assert kinds((await move(shop, unpaid["id"], "cancelled")).json()) == []


async def test_refunds_add_up_to_what_was_paid_and_no_more(shop, product):
    order = await make_order(shop, [(product, 2)], method="manual_pix")
    assert_problem(await refund(shop, order, amount_cents=1), 409, "conflict")
    await move(shop, order["id"], "confirmed")
    first = await refund(shop, order, amount_cents=3000, reason="defeito")
    assert (first.status_code, first.json()["status"], first.json()["refunded_cents"]) == (201, "succeeded", 3000)
    assert first.json()["payment_status"] == "partially_refunded"
    problem = assert_problem(await refund(shop, order, amount_cents=6981), 409, "conflict")
    assert problem["left_cents"] == 6980
    assert (await refund(shop, order, amount_cents=6980)).json()["payment_status"] == "refunded"
    assert_problem(await refund(shop, order, amount_cents=0), 422, "validation", "/amount_cents")
    assert [r["amount_cents"] for r in (await read(shop, order))["refunds"]] == [3000, 6980]


async def test_a_repeated_refund_gives_back_once(shop, product):
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    await move(shop, order["id"], "confirmed")
    answers = await asyncio.gather(*(refund(shop, order, "key-1", amount_cents=100) for _ in range(10)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert (await refund(shop, order, "key-1", amount_cents=100)).headers["Idempotency-Replayed"] == "true"
    assert (await read(shop, order))["refunded_cents"] == 100


async def test_concurrent_refunds_never_exceed_the_payment(shop, product):
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    await move(shop, order["id"], "confirmed")
    answers = await asyncio.gather(*(refund(shop, order, amount_cents=1000) for _ in range(10)))
    assert sorted(answer.status_code for answer in answers) == [201] * 4 + [409] * 6
    assert (await read(shop, order))["refunded_cents"] == 4000


async def test_a_return_moves_no_stock_and_a_refund_may(shop, product, database):
    order = await make_order(shop, [(product, 3)], method="manual_pix")
    for to in ("confirmed", "shipped", "delivered"):
        await move(shop, order["id"], to)
    returned = (await move(shop, order["id"], "returned")).json()
    assert (returned["status"], returned["returned_at"] is not None) == ("returned", True)
    assert await stock_of(database, product) == 7
    items = [{"product_id": product, "quantity": 2}]
    assert_problem(await refund(shop, order, amount_cents=1, restock=True), 422, "validation", "/items")
    assert (await refund(shop, order, amount_cents=100, items=items, restock=True)).status_code == 201
    assert await stock_of(database, product) == 9
    problem = await refund(shop, order, amount_cents=100, items=items, restock=True)
    assert_problem(problem, 422, "validation", "/items/0/quantity")
    assert await stock_of(database, product) == 9


async def test_goods_that_lie_on_the_shelf_are_not_put_there_again(shop, product, database):
    order = await make_order(shop, [(product, 3)], method="manual_pix")
    await move(shop, order["id"], "confirmed")
    await move(shop, order["id"], "cancelled")
    items = [{"product_id": product, "quantity": 1}]
    assert_problem(await refund(shop, order, amount_cents=1, items=items, restock=True), 409, "conflict")
    assert await stock_of(database, product) == 10


@pytest.mark.parametrize("how", ["cancelled", "by hand"])
async def test_goods_that_came_back_with_a_refund_do_not_come_back_again(shop, product, database, how):
    order = await make_order(shop, [(product, 3)], method="manual_pix")
    await move(shop, order["id"], "confirmed")
    items = [{"product_id": product, "quantity": 1}]
    assert (await refund(shop, order, amount_cents=1, items=items, restock=True)).status_code == 201
    assert await stock_of(database, product) == 8
    if how == "cancelled":
        assert (await move(shop, order["id"], "cancelled")).status_code == 200
    else:
        await shop.post("stock/restore-for-order", order_id=order["id"])
    assert await stock_of(database, product) == 10


async def test_what_a_failed_refund_put_on_the_shelf_is_not_put_there_again(shop, product, database):
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    await move(shop, order["id"], "confirmed")
    items = [{"product_id": product, "quantity": 1}]
    assert (await refund(shop, order, amount_cents=1, items=items, restock=True)).status_code == 201
    await database.execute("UPDATE order_refunds SET status = 'failed'")
    again = await refund(shop, order, amount_cents=1, items=items, restock=True)
    assert_problem(again, 422, "validation", "/items/0/quantity")
    assert await stock_of(database, product) == 10


async def test_an_order_is_edited_and_followed(shop, product):
    order = await make_order(shop, [(product, 1)], customer_info={"name": "Ana"})
    tracking = {"carrier": "Correios", "code": "BR123", "url": "https://rastreio.example/BR123"}
    path = f"/internal/orders/{order['id']}"
    body = {
        "tracking": tracking,
        "notes": "portão azul",
        "customer_info": {"name": "Bia", "phone": "+55 (11) 98888-7777"},
    }
    after = (await shop.client.patch(path, json=body)).json()
    assert (after["tracking"], after["notes"], after["customer_info"]["name"]) == (tracking, "portão azul", "Bia")
    assert (await shop.client.patch(path, json={})).json()["version"] == after["version"]
    assert (await shop.client.patch(path, json={"tracking": None})).json()["tracking"] is None
    assert [o["id"] for o in (await orders_of(shop, q="11988887777"))["items"]] == [order["id"]]
    assert (await orders_of(shop, q="Ana"))["total"] == 0
    for bad in ({"tracking": {"url": "javascript:x"}}, {"status": "confirmed"}, {"customer_info": {"a": "x" * 17_000}}):
        assert (await shop.client.patch(path, json=bad)).status_code == 422


async def test_orders_are_found_by_what_people_know(shop, product, database):
    lead = await shop.lead(name="João Ção", phone="+5511977776666")
    mine = await make_order(shop, [(product, 1)], lead_id=lead["id"], method="manual_pix")
    other = await make_order(shop, [(product, 2)], customer_info={"name": "Maria % Silva", "email": "m@example.com"})
    await move(shop, other["id"], "confirmed")
    sku = mine["items"][0]["sku"]

    async def found(**params):
        page = await orders_of(shop, **params)
        assert page["total"] == len(page["items"])
        return {order["id"] for order in page["items"]}

    assert await found(q="joao cao") == {mine["id"]}
    assert await found(q="977776666") == {mine["id"]}
    assert await found(q="#2") == {other["id"]}
    assert await found(q="m@example") == {other["id"]}
    assert await found(q="Maria % S") == {other["id"]}
    assert await found(q="%") == {other["id"]}
    assert await found(q=sku[4:20]) == {mine["id"], other["id"]}
    assert await found(lead_id=lead["id"]) == {mine["id"]}
    assert await found(payment_method="cod") == {other["id"]}
    assert await found(payment_status="unpaid") == {mine["id"], other["id"]}
    assert await found(status="confirmed,awaiting_proof") == {mine["id"], other["id"]}
    assert await found(status=["pending", "confirmed"]) == {other["id"]}
    assert await found(created_from="2100-01-01T00:00:00Z") == set()
    assert await found(created_to="2100-01-01T00:00:00Z", status="confirmed") == {other["id"]}
    by_total = [order["total_cents"] for order in (await orders_of(shop, sort="-total"))["items"]]
    assert by_total == [9980, 4990]
    assert [order["number"] for order in (await orders_of(shop, sort="created_at"))["items"]] == [1, 2]


async def test_a_redelivered_proof_lands_on_no_other_order(shop, product):
    lead = await shop.lead()
    first, second = [await make_order(shop, [(product, 1)], method="manual_pix", lead_id=lead["id"]) for _ in range(2)]
    body = PROOF | {"message_id": "wamid.1"}

    async def attach(order):
        return await shop.client.post(f"/internal/orders/{order['id']}/attach-proof", json=body)

    assert (await attach(second)).status_code == 200
    await move(shop, second["id"], "confirmed")
    assert (await attach(second)).status_code == 200
    assert_problem(await attach(first), 409, "conflict")
    assert (await read(shop, first))["proof_url"] is None


@pytest.mark.parametrize("content_type", ["image/heic", "image/heif", "image/gif"])
async def test_proofs_of_phones_are_taken(shop, product, content_type):
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    body = PROOF | {"content_type": content_type}
    assert (await shop.client.post(f"/internal/orders/{order['id']}/attach-proof", json=body)).status_code == 200


async def test_a_status_cannot_go_round_what_a_store_has_not_set_up(shop, database):
    product = await add_product(database, shop.store_id)
    order = await make_order(shop, [(product, 1)])
    for to in ("awaiting_proof", "awaiting_payment"):
        problem = assert_problem(await move(shop, order["id"], to), 409, "payment-method-unavailable")
        assert problem["available"] == ["cod"]
    assert (await read(shop, order))["payment_method"] == "cod"


async def test_a_callers_charge_ends_when_it_says_and_never_before(shop, product, api):
    order = await charged(shop, product)
    assert order["payment_expires_at"] is None
    path = f"/internal/orders/{order['id']}/checkout-state"
    timed = {"br_code": "1", "payment_external_id": "c-2", "expires_at": "2030-01-01T00:00:00Z"}
    assert (await shop.client.post(path, json=timed)).json()["payment_expires_at"] == "2030-01-01T00:00:00Z"
    after = (await shop.client.post(path, json={"br_code": "2", "payment_external_id": "c-3"})).json()
    assert (after["payment_expires_at"], after["br_code"], after["payment_link_url"]) == (None, "2", None)


async def test_a_delivered_order_makes_a_customer(shop, product):
    lead = await shop.lead()
    order = await make_order(shop, [(product, 1)], lead_id=lead["id"])
    for to in ("confirmed", "shipped", "delivered"):
        await move(shop, order["id"], to)
    assert (await shop.client.get(f"/internal/leads/{lead['id']}")).json()["status"] == "customer"


async def test_whoever_moves_an_order_leaves_an_audit_row(shop, product, pay):
    order = await charged(shop, product)
    await pay()
    answer = await shop.client.get("/internal/audit", params={"target_id": order["id"]})
    entries = answer.json()["items"]
    webhook = [e for e in entries if e["actor_type"] == "webhook" and "status" in e["changes"]]
    assert webhook[0]["changes"]["status"] == ["awaiting_payment", "confirmed"]
    assert webhook[0]["actor_user_id"] is None


async def test_an_order_of_more_than_a_pix_code_can_say_is_refused(shop, database):
    await save_settings(shop, **MANUAL_PIX)
    dear = await add_product(database, shop.store_id, cents=10**12)
    body = {"store_id": shop.store_id, "items": [{"product_id": dear, "quantity": 1}], "payment_method": "manual_pix"}
    assert_problem(await shop.client.post("/internal/orders", json=body), 422, "validation", "/items")
