"""Which words of a message a store's goods carry (goods_words of migrations/0031_search.sql)."""

from app.db import Database
from app.features.search.service import list_goods_words
from tests.features.search.stage import add_products, make_store

ASKED = {word: word[:-1] if word.endswith("a") else word for word in
         ("cimento", "saco", "parede", "eletrica", "cimnto", "cada", "tinta", "cano", "rolo")}  # fmt: skip


async def test_each_word_has_the_best_place_it_stands_in(database: Database, services):
    store = await make_store(database)
    await add_products(database, store, [
        {"name": "Cimento CP II Saco 50 kg", "category": "Básico"},
        {"name": "Tinta Acrílica", "description": "Para parede."},
        {"name": "Disjuntor 20 A", "category": "Elétrica"},
        {"name": "Cadarço Branco"},
        {"name": "Rolo de Lã", "active": False},
    ])  # fmt: skip
    await database.execute('UPDATE stores SET synonyms = \'[["cano", "tubo"]]\' WHERE id = $1', store.store_id)
    assert await list_goods_words(services, *store, ASKED) == {
        "cimento": 3, "tinta": 3, "saco": 2, "eletrica": 2, "cano": 2, "parede": 1,
    }  # fmt: skip


async def test_the_goods_of_another_store_are_not_told(database: Database, services):
    store, other = await make_store(database), await make_store(database)
    await add_products(database, other, [{"name": "Cimento CP II Saco 50 kg"}])
    assert await list_goods_words(services, *store, ASKED) == {}
    assert await list_goods_words(services, store.company_id, other.store_id, ASKED) == {}


async def test_nothing_is_asked_where_there_is_no_open_word(services):
    services.db = None  # any statement would fail
    assert await list_goods_words(services, "c", None, {}) == {}
