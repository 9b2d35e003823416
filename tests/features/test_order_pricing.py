"""Shipping rules and coupons: kept per store, quoted, and applied by the order itself."""

import asyncio

import pytest

from tests.problems import assert_problem
from tests.sales import add_product, ask_order, make_order, move
from tests.shops import NOBODYS

RULES = [
    {"name": "Retirar", "kind": "pickup"},
    {
        "name": "Capital",
        "kind": "cep_range",
        "cep_from": "01000-000",
        "cep_to": "05999-999",
        "price_cents": 900,
        "days": 2,
    },
    {"name": "Sedex", "kind": "free_above", "above_cents": 10_000, "price_cents": 2500},
]


@pytest.fixture
async def product(shop, database):
    path = f"/internal/stores/{shop.store_id}/shipping-rules"
    assert (await shop.client.put(path, json={"rules": RULES})).status_code == 200
    return await add_product(database, shop.store_id)


async def quote(shop, **body):
    answer = await shop.client.post(f"/internal/stores/{shop.store_id}/shipping-quote", json=body)
    return [(option["name"], option["price_cents"], option["days"]) for option in answer.json()["options"]]


async def coupon(shop, **body):
    return await shop.post(
        "coupons", **({"store_id": shop.store_id, "code": "dez", "kind": "percent", "value": 10} | body)
    )


async def test_a_store_keeps_its_rules_and_quotes_by_them(shop, other_shop, product):
    path = f"/internal/stores/{shop.store_id}/shipping-rules"
    rules = (await shop.client.get(path)).json()["rules"]
    assert [(rule["name"], rule["cep_from"]) for rule in rules] == [
        ("Retirar", None),
        ("Capital", "01000000"),
        ("Sedex", None),
    ]
    assert await quote(shop, subtotal_cents=100) == [("Retirar", 0, None), ("Sedex", 2500, None)]
    assert await quote(shop, subtotal_cents=10_000, cep="01310-100") == [
        ("Retirar", 0, None),
        ("Capital", 900, 2),
        ("Sedex", 0, None),
    ]
    for method, where in (("get", path), ("put", path), ("post", path.replace("rules", "quote"))):
        body = {"put": {"json": {"rules": []}}, "post": {"json": {"subtotal_cents": 1}}}.get(method, {})
        assert_problem(await getattr(other_shop.client, method)(where, **body), 404, "not-found")
    bad = {"rules": [{"name": "A", "kind": "fixed"}]}
    assert_problem(await shop.client.put(path, json=bad), 422, "validation", "/rules/0/price_cents")
    assert len((await shop.client.get(path)).json()["rules"]) == 3
    assert (await shop.client.put(path, json={"rules": []})).json() == {"rules": []}


async def test_an_order_takes_the_price_of_its_shipping_option(shop, product):
    order = await make_order(shop, [(product, 1)], shipping_option="capital", cep="01310-100")
    assert (order["shipping_cents"], order["total_cents"], order["shipping_option"]) == (900, 5890, "Capital")
    assert (await make_order(shop, [(product, 1)], shipping_cents=700))["shipping_cents"] == 700
    for fields, pointer in (
        ({"shipping_option": "Capital", "cep": "90000-000"}, "/shipping_option"),
        ({"shipping_option": "Moto"}, "/shipping_option"),
        ({"shipping_option": "Sedex", "shipping_cents": 1}, "/shipping_cents"),
        ({"shipping_option": "Sedex", "cep": "123"}, "/cep"),
    ):
        assert_problem(await ask_order(shop, [(product, 1)], **fields), 422, "validation", pointer)


async def test_a_coupon_is_kept_and_changed(shop, other_shop):
    made = await coupon(shop, max_uses=5)
    assert (made["code"], made["uses"], made["active"]) == ("DEZ", 0, True)
    assert_problem(
        await shop.client.post(
            "/internal/coupons", json={"store_id": shop.store_id, "code": "Dez", "kind": "free_shipping"}
        ),
        409,
        "conflict",
    )
    path = f"/internal/coupons/{made['id']}"
    assert_problem(await shop.client.patch(path, json={"value": 101}), 422, "validation", "/value")
    assert (await shop.client.patch(path, json={"kind": "fixed", "value": 101})).json()["value"] == 101
    assert_problem(await shop.client.patch(path, json={"kind": "percent"}), 422, "validation", "/value")
    assert len((await shop.client.get("/internal/coupons", params={"store_id": shop.store_id})).json()) == 1
    part = await shop.client.get("/internal/coupons", params={"store_id": shop.store_id, "limit": 1, "offset": 1})
    assert (part.json(), part.headers["X-Total-Count"]) == ([], "1")
    for call in (other_shop.client.patch(path, json={}), other_shop.client.delete(path)):
        assert_problem(await call, 404, "not-found")
    assert_problem(
        await other_shop.client.get("/internal/coupons", params={"store_id": shop.store_id}), 404, "not-found"
    )
    assert_problem(
        await shop.client.post("/internal/coupons", json={"store_id": NOBODYS, "code": "AA", "kind": "free_shipping"}),
        404,
        "not-found",
    )
    assert (await shop.client.delete(path)).status_code == 204


async def test_a_coupon_comes_off_the_order(shop, product):
    await coupon(shop)
    order = await make_order(shop, [(product, 2)], coupon_code="Dez", discount_cents=8)
    assert (order["discount_cents"], order["total_cents"], order["coupon_code"]) == (998 + 8, 9980 - 1006, "DEZ")
    await coupon(shop, code="FRETE", kind="free_shipping", value=None)
    free = await make_order(shop, [(product, 1)], coupon_code="frete", shipping_option="Sedex")
    assert (free["shipping_cents"], free["discount_cents"]) == (0, 0)
    assert_problem(await ask_order(shop, [(product, 1)], coupon_code="NADA"), 422, "validation", "/coupon_code")
    await coupon(shop, code="MUITO", min_subtotal_cents=99_999)
    assert_problem(await ask_order(shop, [(product, 1)], coupon_code="MUITO"), 422, "validation", "/coupon_code")


async def test_a_gift_owes_nothing_once_it_is_delivered(shop, product):
    await coupon(shop, code="TUDO", value=100)
    order = await make_order(shop, [(product, 1)], coupon_code="tudo")
    told = [
        (await move(shop, order["id"], to)).json()["payment_status"] for to in ("confirmed", "shipped", "delivered")
    ]
    assert (order["total_cents"], told) == (0, ["unpaid", "unpaid", "paid"])


async def test_the_last_use_of_a_coupon_is_given_out_once_and_comes_back(shop, product):
    made = await coupon(shop, max_uses=3)
    answers = await asyncio.gather(*(ask_order(shop, [(product, 1)], coupon_code="DEZ") for _ in range(10)))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [422] * 7
    order = next(answer.json() for answer in answers if answer.status_code == 201)
    await move(shop, order["id"], "cancelled")
    (after,) = (await shop.client.get("/internal/coupons", params={"store_id": shop.store_id})).json()
    assert (after["id"], after["uses"]) == (made["id"], 2)
    assert (await ask_order(shop, [(product, 1)], coupon_code="DEZ")).status_code == 201


async def test_a_renamed_coupon_gets_its_uses_back_and_the_order_keeps_the_code(shop, product):
    made = await coupon(shop, max_uses=2)
    order = await make_order(shop, [(product, 1)], coupon_code="DEZ")
    renamed = await shop.client.patch(f"/internal/coupons/{made['id']}", json={"code": "VINTE"})
    assert (renamed.json()["code"], renamed.json()["uses"]) == ("VINTE", 1)
    other = await coupon(shop, max_uses=1)
    assert (await ask_order(shop, [(product, 1)], coupon_code="DEZ")).status_code == 201
    assert (await move(shop, order["id"], "cancelled")).json()["coupon_code"] == "DEZ"
    found = (await shop.client.get("/internal/coupons", params={"store_id": shop.store_id})).json()
    assert {one["id"]: one["uses"] for one in found} == {made["id"]: 0, other["id"]: 1}


async def test_an_order_from_before_coupons_were_known_by_id_gives_its_use_back(shop, product, database):
    await coupon(shop, max_uses=1)
    order = await make_order(shop, [(product, 1)], coupon_code="DEZ")
    await database.execute("UPDATE orders SET coupon_id = NULL")
    await move(shop, order["id"], "cancelled")
    assert (await ask_order(shop, [(product, 1)], coupon_code="DEZ")).status_code == 201


async def test_an_orders_use_is_never_given_back_to_a_later_coupon_of_the_same_code(shop, product):
    first = await coupon(shop, max_uses=1)
    order = await make_order(shop, [(product, 1)], coupon_code="DEZ")
    assert (await shop.client.delete(f"/internal/coupons/{first['id']}")).status_code == 204
    second = await coupon(shop, max_uses=1)
    assert (await ask_order(shop, [(product, 1)], coupon_code="DEZ")).status_code == 201
    await move(shop, order["id"], "cancelled")
    (after,) = (await shop.client.get("/internal/coupons", params={"store_id": shop.store_id})).json()
    assert (after["id"], after["uses"]) == (second["id"], 1)
    assert_problem(await ask_order(shop, [(product, 1)], coupon_code="DEZ"), 422, "validation", "/coupon_code")
