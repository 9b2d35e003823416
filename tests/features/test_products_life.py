"""One product made, changed, archived and brought back; imports tried first; nothing written that was not named."""

import asyncio
from uuid import UUID

import pytest

from tests.nodes import total
from tests.problems import assert_problem
from tests.sales import add_product, ask_order, make_order, move
from tests.shops import NOBODYS
from tests.waiting import until

PRODUCTS = "/internal/products"


async def listed(shop):
    page = (await shop.client.get(PRODUCTS, params={"store_id": shop.store_id})).json()
    return page["total"], [product["id"] for product in page["items"]]


async def test_a_product_is_made_and_only_the_keys_given_change(shop):
    body = {"store_id": shop.store_id, "name": " Meia ", "price": "R$ 9,90", "sku": "S1", "group": "meia"}
    answer = await shop.client.post(PRODUCTS, json=body | {"options": {"cor": "azul"}, "stock_quantity": 3})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["name"], made["price_cents"], made["stock_quantity"], made["available"]) == ("Meia", 990, 3, 3)
    assert (made["group"], made["options"], made["version"], made["active"]) == ("meia", {"cor": "azul"}, 0, True)
    path = f"{PRODUCTS}/{made['id']}"
    after = (await shop.client.patch(path, json={"price_cents": 1090})).json()
    assert (after["price_cents"], after["name"], after["sku"], after["version"]) == (1090, "Meia", "S1", 1)
    assert (await shop.client.patch(path, json={})).json()["version"] == 1
    assert (await shop.client.patch(path, json={"sku": None, "group": None})).json()["sku"] is None


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/name"),
        ({"name": "\u200b"}, "/name"),
        ({"name": "x", "price": "US$ 5"}, "/price"),
        ({"name": "x", "price": ""}, "/price"),
        ({"name": "x", "image_urls": ["javascript:x"]}, "/image_urls/0"),
        ({"name": "x", "options": {"cor": 1}}, "/options"),
        ({"name": "x", "colour": "azul"}, "/colour"),
        ({"name": "x", "stock_quantity": -1}, "/stock_quantity"),
    ],
)
async def test_a_product_that_does_not_fit_is_refused(shop, body, pointer):
    answer = await shop.client.post(PRODUCTS, json={"store_id": shop.store_id} | body)
    problem = assert_problem(answer, 422, "validation")
    assert problem["errors"][0]["pointer"].startswith(pointer)


async def test_a_form_that_was_opened_before_a_change_is_stale(shop):
    made = await shop.post("products", store_id=shop.store_id, name="Meia", price_cents=1)
    path = f"{PRODUCTS}/{made['id']}"
    answers = await asyncio.gather(
        *(shop.client.patch(path, json={"price_cents": 100 + n, "version": 0}) for n in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    stale = next(answer for answer in answers if answer.status_code == 409)
    assert assert_problem(stale, 409, "conflict")["version"] == 1


async def test_a_sale_makes_no_form_stale_and_a_form_undoes_no_sale(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    opened = (await shop.client.get(f"{PRODUCTS}/{product}")).json()
    order = await make_order(shop, [(product, 2)])
    await move(shop, order["id"], "confirmed")
    body = {"name": "Outro nome", "version": opened["version"]}
    after = await shop.client.patch(f"{PRODUCTS}/{product}", json=body)
    assert (after.status_code, after.json()["stock_quantity"]) == (200, 3)


async def test_a_count_typed_over_another_undoes_no_sale(shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 2)])
    await move(shop, order["id"], "confirmed")
    path = f"{PRODUCTS}/{product}"
    for seen in (5, None):
        stale = await shop.client.patch(path, json={"stock_quantity": 9, "expected_stock_quantity": seen})
        assert assert_problem(stale, 409, "conflict")["stock_quantity"] == 3
    after = await shop.client.patch(path, json={"stock_quantity": 9, "expected_stock_quantity": 3})
    assert (after.status_code, after.json()["stock_quantity"]) == (200, 9)


async def test_a_price_import_beside_sales_undoes_none(shop, database):
    product = await add_product(database, shop.store_id, stock=100)
    orders = [await make_order(shop, [(product, 1)]) for _ in range(12)]
    item = {"id": product, "price_cents": 1}

    async def prices():
        for cents in range(2, 6):
            item["price_cents"] = cents
            await shop.post("products/batch-upsert", store_id=shop.store_id, items=[dict(item)])

    await asyncio.gather(prices(), *(move(shop, order["id"], "confirmed") for order in orders))
    after = (await shop.client.get(f"{PRODUCTS}/{product}")).json()
    assert (after["stock_quantity"], after["reserved"], after["price_cents"]) == (88, 0, 5)


async def test_an_archived_product_is_kept_for_its_orders_alone(shop, other_shop, database):
    product = await add_product(database, shop.store_id, stock=5)
    order = await make_order(shop, [(product, 1)])
    path = f"{PRODUCTS}/{product}"
    assert_problem(await other_shop.client.delete(path), 404, "not-found")
    assert (await shop.client.delete(path)).status_code == 204
    assert_problem(await shop.client.delete(path), 404, "not-found")
    assert_problem(await shop.client.get(path), 404, "not-found")
    assert_problem(await shop.client.patch(path, json={"name": "x"}), 404, "not-found")
    assert await listed(shop) == (0, [])
    assert (await move(shop, order["id"], "confirmed")).json()["items"][0]["product_id"] == product
    back = await shop.client.post(f"{path}/restore")
    assert (back.status_code, back.json()["stock_quantity"], back.json()["reserved"]) == (200, 4, 0)
    assert (await shop.client.post(f"{path}/restore")).status_code == 200
    assert await listed(shop) == (1, [product])
    assert_problem(await shop.client.post(f"{PRODUCTS}/{NOBODYS}/restore"), 404, "not-found")


async def test_what_is_archived_makes_room_and_coming_back_needs_it(shop, database):
    await database.execute("UPDATE plans SET max_products = 1 WHERE slug = 'free'")
    first = await shop.post("products", store_id=shop.store_id, name="A", sku="S1")
    body = {"store_id": shop.store_id, "name": "B", "sku": "S1"}
    assert_problem(await shop.client.post(PRODUCTS, json=body), 409, "plan-limit")
    await shop.client.delete(f"{PRODUCTS}/{first['id']}")
    second = await shop.post("products", **body)
    assert_problem(await shop.client.post(f"{PRODUCTS}/{first['id']}/restore"), 409, "plan-limit")
    await database.execute("UPDATE plans SET max_products = 9 WHERE slug = 'free'")
    assert_problem(await shop.client.post(f"{PRODUCTS}/{first['id']}/restore"), 409, "conflict")
    assert_problem(await shop.client.patch(f"{PRODUCTS}/{NOBODYS}", json={"sku": "x"}), 404, "not-found")
    assert second["sku"] == "S1"


async def test_an_import_can_be_tried_first(shop, database):
    await shop.post("products", store_id=shop.store_id, name="A", sku="S1", price_cents=100)
    await shop.post("products", store_id=shop.store_id, name="B", sku="S2", price_cents=100)
    items = [
        {"sku": "S1", "price": "R$ 2,00"},
        {"sku": "S2", "price_cents": 100},
        {"sku": "S3", "name": "Nova", "price_cents": 5},
        {"sku": "S2", "price": "consultar"},
    ]
    tried = await shop.post("products/batch-upsert", store_id=shop.store_id, items=items, dry_run=True)
    assert (tried["created"], tried["updated"], tried["unchanged"], len(tried["errors"])) == (1, 1, 1, 1)
    (change,) = tried["price_changes"]
    assert (change["index"], change["sku"], change["from_cents"], change["to_cents"]) == (0, "S1", 100, 200)
    assert await database.fetchval("SELECT sum(price_cents) FROM products") == 200
    done = await shop.post("products/batch-upsert", store_id=shop.store_id, items=items)
    assert [done[key] for key in ("created", "updated", "unchanged")] == [1, 1, 1]


async def test_stores_and_agents_are_archived_and_brought_back(shop, other_shop, database):
    body = {"store_id": shop.store_id, "name": "Ana", "type": "vendas"}
    types = (await shop.client.get("/agents")).json()
    agent = await shop.post("agents", **(body | {"type": types[0]["type"]}))
    path = f"/internal/agents/{agent['id']}"
    assert_problem(await other_shop.client.delete(path), 404, "not-found")
    assert (await shop.client.delete(path)).status_code == 204
    refused = assert_problem(await shop.client.get(f"{path}/full"), 404, "not-found")
    assert refused["detail"] == "No such agent."
    assert (await shop.client.post(f"{path}/restore")).json()["active"] is False
    product = await add_product(database, shop.store_id)
    order = await make_order(shop, [(product, 1)])
    store = f"/internal/stores/{shop.store_id}"
    assert assert_problem(await shop.client.delete(store), 409, "conflict")["open_orders"] == 1
    await move(shop, order["id"], "cancelled")
    assert_problem(await other_shop.client.delete(store), 404, "not-found")
    assert (await shop.client.delete(store)).status_code == 204
    assert_problem(await shop.client.get(store), 404, "not-found")
    assert (await shop.client.get("/internal/stores")).json() == []
    refused = {"store_id": shop.store_id, "items": [{"product_id": product, "quantity": 1}], "payment_method": "cod"}
    assert_problem(await shop.client.post("/internal/orders", json=refused), 404, "not-found")
    assert (await shop.client.post(f"{store}/restore")).status_code == 200
    assert len((await shop.client.get("/internal/stores")).json()) == 1


async def test_no_order_comes_into_a_store_while_it_is_archived(shop, database, nodes):
    product = await add_product(database, shop.store_id)
    async with database.transaction() as tx:
        await tx.execute("UPDATE stores SET deleted_at = now() WHERE id = $1", UUID(shop.store_id))
        ordering = asyncio.create_task(ask_order(shop, [(product, 1)]))
        await until(lambda: total(nodes, "SELECT count(*) FROM pg_locks WHERE NOT granted"))
    assert_problem(await ordering, 404, "not-found")
    assert await database.fetchval("SELECT count(*) FROM orders") == 0


async def test_a_shop_does_not_pass_for_the_service(shop):
    assert (await shop.client.get("/internal/stores/slug-available/www")).json()["available"] is False
    for slug in ("admin", "www"):
        answer = await shop.client.post("/internal/stores", json={"name": "x", "slug": slug})
        assert_problem(answer, 409, "conflict")
    assert (await shop.client.post("/internal/stores", json={"name": "Admin"})).json()["slug"] == "loja-admin"
    assert_problem(await shop.client.patch(f"/internal/stores/{shop.store_id}", json={"slug": "api"}), 409, "conflict")


async def test_no_body_at_all_is_an_empty_one(shop):
    assert (await shop.client.post("/internal/company/ensure")).status_code == 200
