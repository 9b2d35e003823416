"""GET products: filters, order, facets, marks, and the same search as the agent's tools."""

import pytest

from tests.problems import assert_problem
from tests.shops import Shop

ITEMS = [
    {"sku": "TN-1", "name": "Tênis de Corrida", "category": "Calçados", "price_cents": 29990, "stock_quantity": 3,
     "attributes": {"cor": "azul"}, "group": "tenis", "description": "Tênis leve para treinos no asfalto."},
    {"sku": "TN-2", "name": "Tênis Casual", "category": "Calçados", "price_cents": 19990, "stock_quantity": 0,
     "attributes": {"cor": "preto"}, "group": "tenis"},
    {"sku": "CH-1", "name": "Chinelo de Borracha", "category": "Calçados", "stock_quantity": None,
     "attributes": {"cor": "azul", "tamanho": "42", "marca": "Gaúcha", "tons": ["Azul", "Preto"]}},
    {"sku": "GL-1", "name": "Geladeira Duplex", "category": "Eletrodomésticos", "price_cents": 399900,
     "stock_quantity": 5},
    {"sku": "CP-1", "name": "Copo de Vidro", "price_cents": 990, "stock_quantity": 40, "active": False},
]  # fmt: skip


@pytest.fixture
async def catalogue(api, shop: Shop) -> Shop:
    body = {"store_id": str(shop.store_id), "items": ITEMS}
    answer = await shop.client.post("/internal/products/batch-upsert", json=body)
    assert answer.json()["created"] == len(ITEMS), answer.text
    await api.run_jobs()
    return shop


async def listed(shop: Shop, **query: object) -> dict:
    answer = await shop.client.get("/internal/products", params={"store_id": str(shop.store_id)} | query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def skus(page: dict) -> list[str]:
    return [item["sku"] for item in page["items"]]


async def test_filters_narrow_the_list_and_its_total(catalogue: Shop):
    for query, wanted in (
        ({"category": "calcado"}, {"TN-1", "TN-2", "CH-1"}),
        ({"active": "false"}, {"CP-1"}),
        ({"in_stock": "false"}, {"TN-2"}),
        ({"in_stock": "true", "active": "true"}, {"TN-1", "CH-1", "GL-1"}),
        ({"min_price_cents": 1000, "max_price_cents": 29990}, {"TN-1", "TN-2"}),
        ({"attributes": "cor:azul"}, {"TN-1", "CH-1"}),
        ({"attributes": ["cor:azul", "tamanho:42"]}, {"CH-1"}),
        ({"attributes": "marca:gaucha"}, {"CH-1"}),
        ({"attributes": ["tons:azul", "tons:PRETO"]}, {"CH-1"}),
        ({"attributes": ["tons:azul", "tons:verde"]}, set()),
        ({"attributes": "tons:Azul", "grouped": "true"}, {"CH-1"}),
        ({"attributes": "cor:PRETO", "grouped": "true"}, {"TN-2"}),
        ({"attributes": "nada:azul"}, set()),
        ({"category": "100%_"}, set()),
        ({"group": "tenis"}, {"TN-1", "TN-2"}),
    ):
        page = await listed(catalogue, **query)
        assert (set(skus(page)), page["total"]) == (wanted, len(wanted)), query
        assert "score" not in str(page["items"])


async def test_lists_are_ordered_as_asked_and_unknown_values_stand_last(catalogue: Shop):
    assert skus(await listed(catalogue, sort="price")) == ["CP-1", "TN-2", "TN-1", "GL-1", "CH-1"]
    assert skus(await listed(catalogue, sort="-price")) == ["GL-1", "TN-1", "TN-2", "CP-1", "CH-1"]
    assert skus(await listed(catalogue, sort="name"))[0] == "CH-1"
    assert skus(await listed(catalogue, sort="-stock"))[:2] == ["CP-1", "GL-1"]
    assert skus(await listed(catalogue, sort="price", limit=2, offset=1)) == ["TN-2", "TN-1"]
    assert skus(await listed(catalogue, q="tênis", sort="price")) == ["TN-2", "TN-1"]


async def test_a_search_is_narrowed_by_attributes_as_a_list_is(catalogue: Shop):
    assert skus(await listed(catalogue, q="tênis", attributes="cor:Preto")) == ["TN-2"]
    assert skus(await listed(catalogue, q="chinelo", attributes=["marca:GAÚCHA", "tons:preto"])) == ["CH-1"]
    assert skus(await listed(catalogue, q="chinelo", attributes="tons:verde")) == []


async def test_facets_count_all_that_match(catalogue: Shop):
    page = await listed(catalogue, facets="true", limit=1)
    assert page["facets"] == {"category": {"Calçados": 3, "Eletrodomésticos": 1, "": 1}}
    assert (await listed(catalogue, q="tênis", facets="true"))["facets"] == {"category": {"Calçados": 2}}
    assert "facets" not in await listed(catalogue)


async def test_an_owner_finds_what_the_agent_finds_and_inactive_products_too(catalogue: Shop):
    page = await listed(catalogue, q="geladeira")
    assert skus(page) == ["GL-1"]
    [hit] = page["items"]
    assert hit["score"] > 0.5
    assert 0 < hit["similarity"] < 1
    assert hit["close"] is False
    assert skus(await listed(catalogue, q="copo")) == ["CP-1"]
    assert skus(await listed(catalogue, q="copo", active="true")) != ["CP-1"]
    assert skus(await listed(catalogue, q="GL-1")) == ["GL-1"]
    assert set(skus(await listed(catalogue, q="corrida", group="tenis"))) <= {"TN-1", "TN-2"}
    assert skus(await listed(catalogue, q="tênis", max_price_cents=20000)) == ["TN-2"]


async def test_what_only_comes_close_says_so(catalogue: Shop):
    page = await listed(catalogue, q="trator agrícola")
    assert page["items"]
    assert all(item["close"] and item["score"] < 0.5 for item in page["items"])


async def test_marks_show_where_the_words_stand(catalogue: Shop):
    [first, *_] = (await listed(catalogue, q="tenis corrida", highlight="true"))["items"]
    assert first["highlight"] == {
        "name": "<mark>Tênis</mark> de <mark>Corrida</mark>",
        "description": "<mark>Tênis</mark> leve para treinos no asfalto.",
    }
    [first, *_] = (await listed(catalogue, q="running shoes", highlight="true"))["items"]
    assert first["highlight"]["name"] == "<mark>Tênis</mark> de <mark>Corrida</mark>"
    [fridge] = (await listed(catalogue, q="refrigerador", highlight="true"))["items"]
    assert "<mark>" in fridge["highlight"]["name"]
    assert "highlight" not in (await listed(catalogue, q="tenis"))["items"][0]


@pytest.mark.parametrize(
    "query",
    [{"sort": "colour"}, {"in_stock": "perhaps"}, {"min_price_cents": -1}, {"attributes": "cor"}, {"color": "x"}],
)
async def test_a_parameter_that_cannot_be_is_refused(catalogue: Shop, query: dict):
    params = {"store_id": str(catalogue.store_id)} | query
    assert_problem(await catalogue.client.get("/internal/products", params=params), 422, "validation")


async def test_a_foreign_store_has_no_list(catalogue: Shop, other_shop: Shop):
    for query in ({}, {"q": "tênis"}, {"facets": "true"}):
        params = {"store_id": str(catalogue.store_id)} | query
        assert_problem(await other_shop.client.get("/internal/products", params=params), 404, "not-found")


async def test_synonyms_are_the_stores_to_edit_and_the_next_search_uses_them(catalogue: Shop, other_shop: Shop):
    path = f"/internal/stores/{catalogue.store_id}/synonyms"
    assert (await catalogue.client.get(path)).json() == {"groups": []}
    assert (await listed(catalogue, q="pisante"))["items"][0]["close"]
    groups = {"groups": [["pisante", "tênis"], ["bota  fria", "geladeira", "geladeira"]]}
    saved = await catalogue.client.put(path, json=groups)
    assert saved.json() == {"groups": [["pisante", "tênis"], ["bota fria", "geladeira"]]}
    assert (await catalogue.client.get(path)).json() == saved.json()
    assert set(skus(await listed(catalogue, q="pisante"))) == {"TN-1", "TN-2"}
    assert skus(await listed(catalogue, q="bota fria")) == ["GL-1"]
    assert set(skus(await listed(catalogue, q="pisantes"))) == {"TN-1", "TN-2"}
    assert skus(await listed(catalogue, q="botas-frias")) == ["GL-1"]
    for method in ("GET", "PUT"):
        assert_problem(await other_shop.client.request(method, path, json=groups), 404, "not-found")
    for wrong in ([["um"]], [["a", ""]], [["a", "b|c"]], [["a", "!!"]], "x", [["a", "b"]] * 501):
        assert_problem(await catalogue.client.put(path, json={"groups": wrong}), 422, "validation")
    for alike in (["Sofá", "sofa", " SOFÁ"], ["pisante", "pisantes"], ["leave-in", "leave in"]):
        same = await catalogue.client.put(path, json={"groups": [["a", "b"], alike]})
        assert_problem(same, 422, "validation", "/groups/1")
    assert (await catalogue.client.put(path, json={"groups": []})).json() == {"groups": []}
    assert (await listed(catalogue, q="pisante"))["items"][0]["close"]


@pytest.mark.parametrize("code", ["gl1", "GL1", "gl 1", "gl_1", "GL/1", "quanto é o gl1?"])
async def test_a_code_is_found_however_it_is_divided(catalogue: Shop, code):
    page = await listed(catalogue, q=code)
    assert [(item["sku"], item["score"]) for item in page["items"]] == [("GL-1", 1)]


async def test_variants_of_a_group_are_listed_once_with_all_of_them(catalogue: Shop):
    page = await listed(catalogue, grouped=True)
    assert (page["total"], set(skus(page))) == (4, {"TN-1", "CH-1", "GL-1", "CP-1"})
    by_sku = {item["sku"]: item for item in page["items"]}
    assert by_sku["CH-1"]["variants"] is None
    assert [one["price_cents"] for one in by_sku["TN-1"]["variants"]] == [29990, 19990]
    assert (by_sku["TN-1"]["group_name"], by_sku["CH-1"]["group_name"]) == ("Tênis", None)
    # Of those that pass the filter: the first of the group does not.
    assert skus(await listed(catalogue, grouped=True, in_stock=False)) == ["TN-2"]
    assert skus(await listed(catalogue, grouped=True, attributes="cor:preto")) == ["TN-2"]
    found = await listed(catalogue, grouped=True, q="tênis")
    assert len([item for item in found["items"] if item["group"] == "tenis"]) == 1
    assert (len(found["items"][0]["variants"]), found["items"][0]["group_name"]) == (2, "Tênis")
    assert "variants" not in (await listed(catalogue))["items"][0]


async def test_archived_products_are_listed_when_asked_for(catalogue: Shop):
    chinelo = next(item for item in (await listed(catalogue))["items"] if item["sku"] == "CH-1")
    assert (await catalogue.client.delete(f"/internal/products/{chinelo['id']}")).status_code == 204
    assert "CH-1" not in skus(await listed(catalogue))
    page = await listed(catalogue, archived=True)
    assert (page["total"], skus(page)) == (1, ["CH-1"])
    query = {"store_id": catalogue.store_id, "archived": True, "q": "chinelo"}
    assert_problem(await catalogue.client.get("/internal/products", params=query), 422, "validation", "/archived")


@pytest.mark.parametrize("code", ["1234", "abc-1234", "ABC.1234", "1234-XL", "abc-1234-xl"])
async def test_a_part_of_a_code_finds_what_bears_it(api, catalogue: Shop, code: str):
    others = [{"sku": "ABC-12345-XL", "name": "Moletom"}, {"sku": "X-1", "name": "Kit 1234 peças", "active": True}]
    wanted = {"sku": "ABC-1234-XL", "name": "Jaqueta Corta-vento"}
    body = {"store_id": str(catalogue.store_id), "items": [*others, wanted]}
    await catalogue.client.post("/internal/products/batch-upsert", json=body)
    await api.run_jobs()
    first = (await listed(catalogue, q=code))["items"][0]
    assert (first["sku"], first["score"]) == ("ABC-1234-XL", 1)


async def test_a_number_among_words_is_no_code(catalogue: Shop):
    assert "CH-1" not in skus(await listed(catalogue, q="geladeira 1"))[:1]


async def test_goods_are_found_by_their_english_names(api, shop: Shop):
    items = {
        "glue": "Cola Branca 90 g", "bike chain": "Corrente de Bicicleta", "crayons": "Giz de Cera 12 Cores",
        "spark plugs": "Vela de Ignição NGK", "honey": "Favo de Mel 300 g", "necklace": "Colar de Prata",
    }  # fmt: skip
    body = {"store_id": str(shop.store_id), "items": [{"name": name} for name in items.values()]}
    assert (await shop.client.post("/internal/products/batch-upsert", json=body)).json()["created"] == len(items)
    await api.run_jobs()
    for query, name in items.items():
        first = (await listed(shop, q=query))["items"][0]
        assert (first["name"], first["close"]) == (name, False), query
    assert (await listed(shop, q="scissors"))["items"][0]["close"]


async def test_a_misspelt_name_finds_the_thing_by_its_other_names(api, shop: Shop):
    items = [{"name": "Desod. Aerosol 150 ml"}, {"name": "Refrigerador Duplex"}, {"name": "Sal Refinado"}]
    body = {"store_id": str(shop.store_id), "items": items}
    assert (await shop.client.post("/internal/products/batch-upsert", json=body)).json()["created"] == len(items)
    await api.run_jobs()
    for query, name in (("desodorente", "Desod. Aerosol 150 ml"), ("geledeira", "Refrigerador Duplex")):
        first = (await listed(shop, q=query))["items"][0]
        assert (first["name"], first["close"]) == (name, False), query


async def test_a_sku_is_found_in_any_case(api, shop: Shop):
    items = [
        {"sku": "CamAzul", "name": "Regata Lisa"},
        {"sku": "mesa-Kit", "name": "Cadeira"},
        {"name": "Camiseta Azul"},
    ]
    body = {"store_id": str(shop.store_id), "items": items}
    assert (await shop.client.post("/internal/products/batch-upsert", json=body)).json()["created"] == len(items)
    await api.run_jobs()
    for query, sku in (("camazul", "CamAzul"), ("CAMAZUL ", "CamAzul"), ("Mesa-KIT", "mesa-Kit")):
        first = (await listed(shop, q=query))["items"][0]
        assert (first["sku"], first["score"]) == (sku, 1), query


async def test_total_and_facets_count_all_that_fits_a_query(api, shop: Shop):
    items = [
        {"name": f"Caneca {n}", "category": "Grandes" if n % 3 else "Pequenas", "price_cents": n} for n in range(1, 241)
    ]
    body = {"store_id": str(shop.store_id), "items": [*items, {"name": "Trator"}]}
    assert (await shop.client.post("/internal/products/batch-upsert", json=body)).json()["created"] == 241
    await api.run_jobs()
    page = await listed(shop, q="caneca", facets="true", sort="price", limit=5, offset=230)
    assert (page["total"], page["facets"]) == (240, {"category": {"Grandes": 160, "Pequenas": 80}})
    assert [item["price_cents"] for item in page["items"]] == [231, 232, 233, 234, 235]
