"""Products: list, search, detail, numbers."""

import pytest

from tests.problems import assert_problem
from tests.shops import NOBODYS

PRODUCTS = "/internal/products"
CATALOGUE = [
    {
        "name": "Camiseta de algodão azul",
        "category": "Roupas",
        "sku": "CAM-01",
        "price_cents": 4990,
        "stock_quantity": 3,
    },
    {
        "name": "Calça jeans",
        "category": "Roupas",
        "description": "Azul escura",
        "price_cents": 12990,
        "stock_quantity": 0,
    },
    {"name": "Caneca de café", "category": "Casa", "active": False},
    {"name": "Coleções de adesivos", "external_id": "ERP-9"},
]


async def fill(shop, items=CATALOGUE):
    answer = await shop.client.post(f"{PRODUCTS}/batch-upsert", json={"store_id": shop.store_id, "items": items})
    assert answer.json()["errors"] == []
    return answer.json()


async def names(shop, **params):
    answer = await shop.client.get(PRODUCTS, params={"store_id": shop.store_id} | params)
    assert answer.status_code == 200, answer.text
    return [product["name"] for product in answer.json()["items"]]


async def test_the_list_is_paged_and_newest_first(shop):
    await fill(shop)
    assert await names(shop) == [item["name"] for item in reversed(CATALOGUE)]
    page = await shop.client.get(PRODUCTS, params={"store_id": shop.store_id, "limit": 1, "offset": 3})
    assert (page.json()["total"], page.json()["items"][0]["name"]) == (4, CATALOGUE[0]["name"])
    product = page.json()["items"][0]
    assert (await shop.client.get(f"{PRODUCTS}/{product['id']}")).json() == product
    assert product["embedding_status"] == "pending"
    assert (product["currency"], product["attributes"], product["image_urls"]) == ("BRL", {}, [])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("camisetas", ["Camiseta de algodão azul"]),
        ("ALGODAO", ["Camiseta de algodão azul"]),
        ("azul", ["Camiseta de algodão azul", "Calça jeans"]),
        ("camizeta", ["Camiseta de algodão azul"]),
        ("coleção", ["Coleções de adesivos"]),
        ("CAM-01", ["Camiseta de algodão azul"]),
        ("ERP-9", ["Coleções de adesivos"]),
        ("quero uma caneca para tomar café de manhã", ["Caneca de café"]),
        ("geladeira", []),
        ("jeanz", ["Calça jeans"]),
        ("' OR 1=1 --", []),
    ],
)
async def test_search_finds_by_words_codes_and_with_misspellings(shop, query, found):
    await fill(shop)
    assert await names(shop, q=query) == found
    page = await shop.client.get(PRODUCTS, params={"store_id": shop.store_id, "q": query, "limit": 1})
    assert page.json()["total"] == len(found)
    beyond = await shop.client.get(PRODUCTS, params={"store_id": shop.store_id, "q": query, "offset": 50})
    assert (beyond.json()["total"], beyond.json()["items"]) == (len(found), [])


async def test_another_tenants_store_and_product_are_not_there(shop, other_shop):
    theirs = await other_shop.product(name="Camiseta")
    for store_id in (other_shop.store_id, NOBODYS):
        for params in ({}, {"q": "camiseta"}):
            assert_problem(await shop.client.get(PRODUCTS, params={"store_id": store_id} | params), 404, "not-found")
        assert_problem(await shop.client.get(f"{PRODUCTS}/stats/{store_id}"), 404, "not-found")
    for product_id in (theirs["id"], NOBODYS, "x"):
        assert_problem(await shop.client.get(f"{PRODUCTS}/{product_id}"), 404, "not-found")
    assert await names(shop, q="camiseta") == []


@pytest.mark.parametrize(
    "params", [{}, {"store_id": "x"}, {"store_id": NOBODYS, "limit": 0}, {"store_id": NOBODYS, "q": "x" * 501}]
)
async def test_the_list_refuses_what_does_not_fit(shop, params):
    assert_problem(await shop.client.get(PRODUCTS, params=params), 422, "validation")


async def test_stats_count_the_catalogue(shop, other_shop):
    await fill(shop)
    await fill(other_shop)
    stats = await shop.client.get(f"{PRODUCTS}/stats/{shop.store_id}")
    assert stats.json() == {
        "total": 4,
        "active": 3,
        "out_of_stock": 1,
        "without_price": 2,
        "by_category": [
            {"category": "Roupas", "count": 2},
            {"category": "Casa", "count": 1},
            {"category": None, "count": 1},
        ],
        "embedding": {"pending": 4, "ready": 0, "error": 0},
    }


async def test_stats_of_an_empty_store_are_zeros(shop):
    stats = await shop.client.get(f"{PRODUCTS}/stats/{shop.store_id}")
    assert stats.json()["total"] == 0
    assert stats.json()["by_category"] == []
    assert stats.json()["embedding"] == {"pending": 0, "ready": 0, "error": 0}
