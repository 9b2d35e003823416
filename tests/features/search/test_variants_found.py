"""GET products and the agent's tools find variants by the values of their options, and those alone that are meant."""

import pytest

from app.features.search.service import search_products
from tests.shops import Shop


def variants(sku: str, name: str, *options: dict[str, str], **more: object) -> list[dict[str, object]]:
    """Products of one group, numbered from 1."""
    return [
        {"sku": f"{sku}{at}", "name": name, "group": sku, "options": each, **more}
        for at, each in enumerate(options, start=1)
    ]


ITEMS = [
    *variants("GE", "Geleia Artesanal", {"Sabor": "Morango"}, {"Sabor": "Jabuticaba"}, {"Sabor": "Pimenta"},
              category="Doces"),
    *variants("CA", "Camiseta Lisa", {"Cor": "Azul", "Tamanho": "M"}, {"Cor": "Azul", "Tamanho": "GG"},
              {"Cor": "Preta", "Tamanho": "M"}, {"Cor": "Rosa", "Tamanho": "GG"}, category="Camisetas"),
    *variants("TO", "Torneira de Mesa", {"Acabamento": "Cromada"}, {"Acabamento": "Preto Fosco"}, category="Metais"),
    *variants("BO", "Bolo Caseiro", {"Sabor": "Fubá", "Formato": "Fatia"}, {"Sabor": "Fubá", "Formato": "Inteiro"},
              {"Sabor": "Cenoura", "Formato": "Fatia"}, category="Bolos"),
    *variants("LI", "Liquidificador Turbo", {"Voltagem": "127V"}, {"Voltagem": "220V"}, category="Eletroportáteis"),
    *variants("PD", "Pen Drive", {"Capacidade": "64 GB"}, {"Capacidade": "128 GB"}, category="Informática"),
    *variants("CP", "Capa Antichoque", {"Modelo": "iPhone 13"}, {"Modelo": "Moto G54"}, category="Celulares"),
    {"sku": "CE1", "name": "Cesta Café da Manhã", "category": "Cestas", "description": "Geleia e suco de jabuticaba"},
    {"sku": "PI1", "name": "Pijama Longo", "category": "Pijamas", "description": "Malha azul com botões"},
]  # fmt: skip


@pytest.fixture
async def variety(api, shop: Shop) -> Shop:
    """A shop of goods that only their options tell apart, embedded."""
    await upsert(shop, *ITEMS)
    await api.run_jobs()
    return shop


async def upsert(shop: Shop, *items: dict[str, object]) -> None:
    body = {"store_id": str(shop.store_id), "items": items}
    answer = await shop.client.post("/internal/products/batch-upsert", json=body)
    assert answer.status_code == 200, answer.text


async def found(shop: Shop, query: str, **more: object) -> list[str]:
    """The SKUs of what fits, best first."""
    asked = {"store_id": str(shop.store_id), "q": query} | more
    answer = await shop.client.get("/internal/products", params=asked)
    return [item["sku"] for item in answer.json()["items"] if not item["close"]]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("jabuticaba", {"GE2"}),
        ("geleia sabor morango", {"GE1"}),
        ("strawberry jam", {"GE1"}),
        ("camiseta azul", {"CA1", "CA2"}),
        ("camisetas azuis", {"CA1", "CA2"}),
        ("camiseta azul tamanho GG", {"CA2"}),
        ("blue t-shirt", {"CA1", "CA2"}),
        ("pink t-shirt", {"CA4"}),
        ("cromada", {"TO1"}),
        ("torneira preta", {"TO2"}),
        ("fatia", {"BO1", "BO3"}),
        ("fatia de bolo de fubá", {"BO1"}),
        ("liquidificador 220 v", {"LI2"}),
        ("liquidificador voltagem 127", {"LI1"}),
        ("pen drive 64gb", {"PD1"}),
        ("moto g54", {"CP2"}),
        ("geleia de jabutcaba", {"GE2"}),
    ],
)
async def test_a_variant_is_found_by_its_options_and_no_other_of_its_group(variety: Shop, query: str, wanted: set[str]):
    skus = await found(variety, query)
    group = next(iter(wanted))[:2]
    assert set(skus[: len(wanted)]) == wanted
    assert {sku for sku in skus if sku.startswith(group)} == wanted


async def test_a_group_is_shown_once_by_its_best_variant_and_all_of_it_where_no_option_is_named(variety: Shop):
    assert await found(variety, "camiseta azul", grouped=True) == ["CA1"]
    assert set(await found(variety, "camiseta")) == {"CA1", "CA2", "CA3", "CA4"}
    assert set(await found(variety, "geleia de mirtilo")) == set()
    assert set(await found(variety, "camiseta azul", group="CA")) == {"CA1", "CA2"}


async def test_a_changed_option_is_embedded_anew_and_found_at_once(api, variety: Shop, database):
    await upsert(variety, {"sku": "GE1", "options": {"Sabor": "Damasco"}})
    assert await database.fetchval("SELECT count(*) FROM product_embedding_queue WHERE status = 'pending'") == 1
    assert await found(variety, "damasco") == ["GE1"]
    await api.run_jobs()
    assert await database.fetchval("SELECT count(*) FROM product_embedding_queue") == 0
    assert await found(variety, "damasco") == ["GE1"]
    assert await found(variety, "morango") == []


async def test_the_tools_search_finds_what_the_desk_finds(api, variety: Shop):
    hits = await search_products(api.services, variety.id, variety.store_id, "jabuticaba")
    assert [(hit.name, hit.close) for hit in hits] == [("Geleia Artesanal", False), ("Cesta Café da Manhã", False)]
    assert bytes(hits[0].options) == b'{"Sabor": "Jabuticaba"}'
