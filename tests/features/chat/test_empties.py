"""What is filled, and sold against an empty one or with its container."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        product("Água 20 Litros com Troca", 1400),
        product("Água 20 Litros com Vasilhame", 4400),
        product("Gás P13 com Troca", 12000),
        product("Gás P13 com Casco", 33000),
        product("Torneira para Galão", 3900),
    ]
)
WATER, GAS = "Água 20 Litros com Troca", "Gás P13 com Troca"


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (("me manda 2 agua na troca",), {WATER: 2}),
        (("quero um gas de troca",), {GAS: 1}),
        (("1 gas e 3 agua, tudo na troca",), {GAS: 1, WATER: 3}),
        (("tem agua de 20?", "tenho os vazio aqui, manda 2"), {WATER: 2}),
        (("quanto ta a agua?", "eu troco o galao. um só"), {WATER: 1}),
        (("quero 1 gas", "tenho o casco"), {GAS: 1}),
        (("quero 1 gas", "não tenho casco"), {"Gás P13 com Casco": 1}),
        (("quero 1 gas e 2 agua", "tudo com troca"), {GAS: 1, WATER: 2}),
        (("do you have water?", "I have an empty bottle, so 3"), {WATER: 3}),
        (("do you have water?", "I don't have an empty one, give me 1"), {"Água 20 Litros com Vasilhame": 1}),
        (("2 gas na troca", "levo os 2 vazios"), {GAS: 2}),
    ],
)
def test_an_empty_one_is_the_kind_that_is_wanted(messages: tuple[str, ...], cart: dict[str, int]):
    assert counts(SHOP.talk(*messages)) == cart


@pytest.mark.parametrize("message", ["qual o prazo de troca?", "vocês fazem troca?", "posso trocar se vier furado?"])
def test_a_question_about_exchanges_stays_one(message: str):
    acts, _, _ = SHOP.turn(message)
    assert [one.topic for one in acts.questions] == ["exchange"]


def test_where_nothing_is_sold_so_nothing_is_read():
    shop = Catalogue([product("Garrafa Térmica 1 L", 5900), product("Copo Térmico", 3900)])
    assert counts(shop.talk("quero 1 garrafa térmica", "tenho uma vazia aqui, manda 2")) != {"Copo Térmico": 2}
