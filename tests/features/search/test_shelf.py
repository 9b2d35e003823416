"""What a message may mean of the goods on sale (list_shelf of sql/search.sql)."""

from app.db import Database
from app.features.search.service import list_shelf
from tests.features.search.stage import add_products, make_store


async def test_a_small_store_is_told_whole(database: Database, services):
    store = await make_store(database)
    await add_products(database, store, [
        {"name": "Cimento CP II Saco 50 kg", "category": "Básico"},
        {"name": "Tinta Acrílica"},
        {"name": "Rolo de Lã", "active": False},
    ])  # fmt: skip
    found = await list_shelf(services, *store, ["cimento"], 2)
    assert {one.name for one in found} == {"Cimento CP II Saco 50 kg", "Tinta Acrílica"}


async def test_of_a_larger_one_only_what_has_a_word_and_none_of_too_many(database: Database, services):
    store = await make_store(database)
    await add_products(database, store, [{"name": f"Tinta {colour}"} for colour in ("Azul", "Verde", "Rosa")])
    await add_products(database, store, [{"name": "Cimento CP II"}])
    assert [one.name for one in await list_shelf(services, *store, ["cimento", "cabo-de-aco"], 2)] == ["Cimento CP II"]
    assert await list_shelf(services, *store, ["tinta"], 2) == []
    assert await list_shelf(services, *store, [], 2) == []


async def test_the_goods_of_another_store_are_not_on_the_shelf(database: Database, services):
    store, other = await make_store(database), await make_store(database)
    await add_products(database, other, [{"name": "Cimento CP II Saco 50 kg"}])
    assert await list_shelf(services, *store, ["cimento"], 2) == []
    assert await list_shelf(services, store.company_id, other.store_id, ["cimento"], 2) == []
