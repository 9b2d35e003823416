"""POST /internal/products/batch-upsert: keys, partial failure, idempotence, limits."""

import asyncio
from uuid import UUID

import pytest

from app.db.ids import uuid7
from tests.nodes import total
from tests.problems import assert_problem
from tests.shops import NOBODYS
from tests.waiting import until

BATCH = "/internal/products/batch-upsert"


async def upsert(shop, *items):
    answer = await shop.client.post(BATCH, json={"store_id": shop.store_id, "items": list(items)})
    assert answer.status_code == 200, answer.text
    return answer.json()


def counts(result):
    return (result["created"], result["updated"], result["unchanged"], [e["index"] for e in result["errors"]])


async def stored(database, columns):
    # Column names are written in this file.
    return [tuple(row) for row in await database.fetch(f"SELECT {columns} FROM products ORDER BY id")]  # noqa: S608


async def test_a_batch_creates_then_updates_then_changes_nothing(shop, database):
    items = [{"sku": f"S{n}", "name": f"Meia {n}", "price_cents": 100 + n, "attributes": {"n": n}} for n in range(3)]
    assert counts(await upsert(shop, *items)) == (3, 0, 0, [])
    assert counts(await upsert(shop, *items)) == (0, 0, 3, [])
    items[1]["price_cents"] = 999
    assert counts(await upsert(shop, *items, {"sku": "S9", "name": "Luva"})) == (1, 1, 2, [])
    assert await stored(database, "sku, price_cents") == [("S0", 100), ("S1", 999), ("S2", 102), ("S9", None)]


async def test_a_sku_is_one_product_in_whatever_case_it_is_written(shop, database):
    assert counts(await upsert(shop, {"sku": "Ção-1", "name": "A"}, {"sku": "ÇÃO-1", "name": "B"})) == (1, 0, 0, [1])
    assert counts(await upsert(shop, {"sku": "ção-1", "price_cents": 500})) == (0, 1, 0, [])
    assert await stored(database, "sku, name, price_cents") == [("Ção-1", "A", 500)]
    product = (await database.fetch("SELECT id FROM products"))[0][0]
    assert counts(await upsert(shop, {"id": str(product), "sku": "ção-1"})) == (0, 1, 0, [])
    other = await shop.post("products", store_id=shop.store_id, name="C", sku="S2")
    for answer in (
        await shop.client.post("/internal/products", json={"store_id": shop.store_id, "name": "D", "sku": "ÇÃO-1"}),
        await shop.client.patch(f"/internal/products/{other['id']}", json={"sku": "ÇÃO-1"}),
    ):
        assert assert_problem(answer, 409, "conflict")["detail"] == "sku is taken"


async def test_a_product_is_found_by_id_else_external_id_else_sku_else_name(shop, database):
    assert counts(await upsert(shop, {"name": "Meia", "sku": "S1"})) == (1, 0, 0, [])
    (product_id,) = (await stored(database, "id"))[0]
    by_sku = {"sku": "S1", "external_id": "E1", "name": "Meia curta"}
    assert counts(await upsert(shop, by_sku)) == (0, 1, 0, [])
    assert counts(await upsert(shop, {"external_id": "E1", "sku": "S2", "name": "Meia curta"})) == (0, 1, 0, [])
    assert counts(await upsert(shop, {"id": str(product_id), "price_cents": 5})) == (0, 1, 0, [])
    assert counts(await upsert(shop, {"name": "Meia curta", "stock_quantity": 7})) == (0, 1, 0, [])
    columns = "external_id, sku, name, price_cents, stock_quantity"
    assert await stored(database, columns) == [("E1", "S2", "Meia curta", 5, 7)]


async def test_absent_keys_stay_and_null_clears(shop, database):
    full = {
        "sku": "S1",
        "name": "Meia",
        "description": "Curta",
        "category": "Roupas",
        "price_cents": 5,
        "stock_quantity": 2,
    }
    await upsert(shop, full)
    assert counts(await upsert(shop, {"sku": "S1"})) == (0, 0, 1, [])
    await upsert(
        shop, {"sku": "S1", "description": None, "category": None, "price_cents": None, "stock_quantity": None}
    )
    columns = "name, description, category, price_cents, stock_quantity"
    assert await stored(database, columns) == [("Meia", "", None, None, None)]


async def test_a_bad_row_is_reported_by_index_and_never_loses_the_good_ones(shop, database):
    await upsert(
        shop, {"sku": "S1", "external_id": "E1", "name": "Meia"}, {"name": "Igual"}, {"name": "Igual", "sku": "I"}
    )
    result = await upsert(
        shop,
        {"sku": "OK-1", "name": "Boa"},
        {"sku": "X"},
        {"name": "Cara", "price_cents": -1},
        "not an object",
        {"name": "x" * 301},
        {"id": NOBODYS, "name": "Nenhuma"},
        {"sku": "S1", "external_id": "E2", "name": "Outra"},
        {"sku": "OK-1", "name": "Boa de novo"},
        {"name": "Igual"},
        {"name": "Estoque", "stock_quantity": 2**40},
        {"sku": "OK-2", "name": "Outra boa"},
    )
    assert counts(result) == (2, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert [error["detail"].split(":")[0] for error in result["errors"]] == [
        "name",
        "price_cents",
        "body",
        "name",
        "id",
        "sku",
        "the same product as row 0",
        "name",
        "stock_quantity",
    ]
    assert await database.fetchval("SELECT count(*) FROM products") == 5


async def test_prices_come_as_cents_as_text_or_from_the_words_of_a_new_product(shop, database):
    result = await upsert(
        shop,
        {"name": "A", "price": "R$ 1.234,56"},
        {"name": "B", "price": "49"},
        {"name": "D", "description": "De 199,90 por 149,90"},
        {"name": "E", "description": "Por R$ 10,00", "price_cents": None},
        {"name": "F", "price": "1,00", "price_cents": 200},
        {"name": "G", "description": "Frete grátis acima de R$ 199,00"},
        {"name": "H", "description": "Ganhe R$ 20,00 de desconto"},
        {"name": "I", "price": "R$1 234,56"},
        {"name": "J por apenas R$ 5,00"},
    )
    assert counts(result) == (9, 0, 0, [])
    assert await stored(database, "name, price_cents") == [
        ("A", 123456),
        ("B", 4900),
        ("D", 14990),
        ("E", None),
        ("F", 200),
        ("G", None),
        ("H", None),
        ("I", 123456),
        ("J por apenas R$ 5,00", 500),
    ]


async def test_a_description_prices_no_product_that_is_there(shop, database):
    await upsert(shop, {"name": "A"}, {"name": "B", "price_cents": 100})
    await upsert(shop, {"name": "A", "description": "por 99,90"}, {"name": "B", "description": "por 99,90"})
    assert await stored(database, "name, price_cents") == [("A", None), ("B", 100)]


@pytest.mark.parametrize(
    "price", ["", " ", "consultar", "US$ 20.00", "R$ -10,00", "10 - 20", "Frete grátis acima de R$ 199,00", "10%"]
)
async def test_a_price_that_cannot_be_read_is_an_error_of_its_row_and_changes_nothing(shop, database, price):
    await upsert(shop, {"sku": "S1", "name": "A", "price_cents": 500})
    result = await upsert(shop, {"sku": "S1", "name": "A", "price": price, "stock_quantity": 7}, {"name": "B"})
    assert counts(result) == (1, 0, 0, [0])
    error = result["errors"][0]
    assert (error["sku"], error["name"], error["field"]) == ("S1", "A", "price")
    assert error["detail"].startswith("price: ")
    assert await stored(database, "price_cents, stock_quantity") == [(500, None), (None, None)]


async def test_only_what_is_embedded_sends_a_product_back_to_the_queue(shop, database):
    await upsert(shop, {"sku": "S1", "name": "Meia"})
    await database.execute("DELETE FROM product_embedding_queue")
    await upsert(shop, {"sku": "S1", "name": "Meia", "price_cents": 5, "stock_quantity": 1, "active": False})
    assert await database.fetchval("SELECT count(*) FROM product_embedding_queue") == 0
    await upsert(shop, {"sku": "S1", "attributes": {"cor": "azul"}})
    assert await database.fetch("SELECT status FROM product_embedding_queue") == [("pending",)]


async def test_batches_at_once_make_each_product_once(shop, database):
    items = [{"sku": f"S{n}", "name": f"Meia {n}"} for n in range(50)]
    results = await asyncio.gather(*(upsert(shop, *items) for _ in range(8)))
    assert sum(result["created"] for result in results) == 50
    assert await database.fetchval("SELECT count(*) FROM products") == 50


async def test_another_tenants_store_and_products_are_not_there(shop, other_shop, database):
    theirs = await other_shop.product(name="Delas", sku="S1")
    for store_id in (other_shop.store_id, NOBODYS):
        answer = await shop.client.post(BATCH, json={"store_id": store_id, "items": [{"name": "x"}]})
        assert_problem(answer, 404, "not-found")
    result = await upsert(shop, {"id": theirs["id"], "name": "Minha"}, {"sku": "S1", "name": "Minha"})
    assert counts(result) == (1, 0, 0, [0])
    assert (await other_shop.client.get(f"/internal/products/{theirs['id']}")).json() == theirs


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"items": [{"name": "x"}]}, "/store_id"),
        ({"store_id": NOBODYS, "items": []}, "/items"),
        ({"store_id": NOBODYS, "items": [{"name": "x"}], "mode": "x"}, "/mode"),
    ],
)
async def test_a_batch_that_does_not_fit_is_refused(shop, body, pointer):
    assert_problem(await shop.client.post(BATCH, json=body), 422, "validation", pointer)


async def test_an_unknown_field_or_a_nul_refuses_its_row_alone(shop, database):
    result = await upsert(shop, {"name": "Boa"}, {"name": "x", "colour": "azul"}, {"name": "y", "description": "\0"}, 7)
    assert counts(result) == (1, 0, 0, [1, 2, 3])
    assert [(error["name"], error["field"]) for error in result["errors"]] == [
        ("x", "colour"),
        ("y", "description"),
        (None, "body"),
    ]
    assert await stored(database, "name") == [("Boa",)]


async def test_bytes_that_are_no_text_refuse_their_row_alone(shop, database):
    body = b'{"store_id":"%s","items":[{"name":"Boa"},{"name":"\xff\xfe"}]}' % shop.store_id.encode()
    answer = await shop.client.post(BATCH, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200, answer.text
    assert counts(answer.json()) == (1, 0, 0, [1])
    assert await stored(database, "name") == [("Boa",)]


async def test_half_a_character_and_no_number_refuse_their_row_alone(shop, database):
    """As pandas writes an empty price, and JavaScript a name that was cut in the middle of an emoji."""
    rows = rb"""{"name":"Boa","price_cents":5},{"sku":"S1","name":"A","price_cents":NaN},
        {"sku":"S2","name":"Caf\u00e9 \ud83d"},
        {"name":"B","attributes":{"peso":[1,-Infinity]}},{"name":"\ud83d\ude00"}"""
    body = b'{"store_id":"%s","items":[%s]}' % (shop.store_id.encode(), rows)
    answer = await shop.client.post(BATCH, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200, answer.text
    assert counts(answer.json()) == (2, 0, 0, [1, 2, 3])
    assert [(error["sku"], error["name"], error["field"]) for error in answer.json()["errors"]] == [
        ("S1", "A", "price_cents"),
        ("S2", "Café", "name"),
        (None, "B", "attributes"),
    ]
    assert await stored(database, "name, price_cents") == [("Boa", 5), ("\U0001f600", None)]
    answer = await shop.client.post(BATCH, content=body.replace(shop.store_id.encode(), rb"\ud83d"))
    assert_problem(answer, 422, "validation", "/store_id")


@pytest.mark.parametrize("key", ["sku", "external_id"])
async def test_a_product_made_beside_a_batch_is_its_rows_and_refuses_none(shop, database, nodes, key):
    made = f"INSERT INTO products (company_id, store_id, id, name, {key}) VALUES ($1, $2, $3, 'De fora', 'S1')"  # noqa: S608
    async with database.transaction() as tx:
        await tx.execute(made, shop.id, UUID(shop.store_id), uuid7())
        batch = asyncio.create_task(upsert(shop, {key: "S1", "name": "A"}, {key: "S2", "name": "B"}))
        await until(lambda: total(nodes, "SELECT count(*) FROM pg_locks WHERE NOT granted"))
    assert counts(await batch) == (1, 1, 0, [])
    assert await stored(database, f"name, {key}") == [("A", "S1"), ("B", "S2")]


async def test_a_key_that_is_taken_beside_a_batch_refuses_the_row_that_was_to_give_it_alone(shop, database, nodes):
    product = await shop.product(name="A")
    async with database.transaction() as tx:
        taken = "INSERT INTO products (company_id, store_id, id, name, sku) VALUES ($1, $2, $3, 'De fora', 'S1')"
        await tx.execute(taken, shop.id, UUID(shop.store_id), uuid7())
        batch = asyncio.create_task(upsert(shop, {"id": product["id"], "sku": "S1"}, {"name": "B"}))
        await until(lambda: total(nodes, "SELECT count(*) FROM pg_locks WHERE NOT granted"))
    assert counts(await batch) == (1, 0, 0, [0])
    assert sorted(await stored(database, "name, sku")) == [("A", None), ("B", None), ("De fora", "S1")]


async def test_attributes_are_no_file(shop):
    much = {"a": "x" * 16_400}
    result = await upsert(shop, {"name": "A", "attributes": much}, {"name": "B", "attributes": {"a": "x"}})
    assert counts(result) == (1, 0, 0, [0])
    assert result["errors"][0]["field"] == "attributes"
    answer = await shop.client.post(
        "/internal/products", json={"store_id": shop.store_id, "name": "A", "attributes": much}
    )
    assert_problem(answer, 422, "validation", "/attributes")


async def test_names_are_what_people_see(shop, database):
    await upsert(shop, {"name": "  Cafe\u0301\u200b \n torrado "}, {"name": "\u202eB"}, {"sku": " S1 ", "name": "C"})
    assert await stored(database, "name, sku") == [("Café torrado", None), ("B", None), ("C", "S1")]
    assert counts(await upsert(shop, {"name": "\u200b"}))[3] == [0]


async def test_pictures_are_http(shop):
    result = await upsert(
        shop,
        {"name": "A", "image_urls": ["javascript:alert(1)"]},
        {"name": "B", "image_urls": ["https://a.example/b.png"]},
    )
    assert counts(result) == (1, 0, 0, [0])
    assert result["errors"][0]["field"] == "image_urls"


async def test_the_plans_limit_holds(shop, database):
    await database.execute("UPDATE plans SET max_products = 2 WHERE slug = 'free'")
    await upsert(shop, {"name": "A"}, {"name": "B"})
    body = {"store_id": shop.store_id, "items": [{"name": "A", "price_cents": 1}, {"name": "C"}]}
    refused = assert_problem(await shop.client.post(BATCH, json=body), 409, "plan-limit")
    assert (refused["limit"], refused["used"]) == (2, 2)
    assert counts(await upsert(shop, {"name": "A", "price_cents": 1})) == (0, 1, 0, [])


async def test_five_thousand_rows_take_seconds_and_are_audited(shop, database):
    items = [
        {
            "sku": f"S{n}",
            "name": f"Camiseta de algodão número {n}",
            "description": "Macia e fresca. " * 8,
            "price_cents": n,
        }
        for n in range(5000)
    ]
    assert counts(await upsert(shop, *items)) == (5000, 0, 0, [])
    assert counts(await upsert(shop, *items)) == (0, 0, 5000, [])
    assert await database.fetchval("SELECT count(*) FROM audit_log WHERE target_type = 'product'") == 5000
    items.append({"sku": uuid7().hex, "name": "Mais uma"})
    body = {"store_id": shop.store_id, "items": items}
    assert_problem(await shop.client.post(BATCH, json=body), 422, "validation", "/items")


async def test_a_bad_row_changes_nothing_of_how_the_others_are_read(shop, database):
    columns = "name, external_id, sku, category, price_cents, options::text, description"

    def rows(batch):
        return [
            {"name": " Meia\u200b  azul ", "sku": f" S{batch}", "external_id": "", "price": "R$ 1.234,56"},
            {"name": f"Cafe\u0301 {batch}", "category": "", "options": {" cor ": "azul\u200b"}, "price": None},
            {"name": f"Caneta {batch}", "description": "por R$ 9,90"},
        ]

    assert counts(await upsert(shop, *rows(1))) == (3, 0, 0, [])
    assert counts(await upsert(shop, *rows(2), {"name": "\u200b"})) == (3, 0, 0, [3])
    made = await stored(database, columns)
    assert [tuple(str(value).replace("2", "1") for value in row) for row in made[3:]] == [
        tuple(str(value).replace("2", "1") for value in row) for row in made[:3]
    ]
    assert made[0][:5] == ("Meia azul", None, "S1", None, 123_456)
    assert made[1][0] == "Café 1"
