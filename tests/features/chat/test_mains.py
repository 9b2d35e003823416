"""Voltages: 110 V is 127 V, no voltage counts anything, and the one that is told holds for what is wanted. No
database."""

import pytest

from app.features.chat.assistant.products.mains import as_told, same_mains
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts


def _both(name: str, price_cents: int) -> list[dict]:
    return [
        {"name": name, "price_cents": price_cents, "stock_quantity": 300, "group": name, "description": "1500 W.",
         "options": {"Voltagem": volts}}
        for volts in ("127 V", "220 V")
    ]  # fmt: skip


SHOP = Catalogue(
    [
        *_both("Air Fryer 4 L", 32990),
        *_both("Chaleira Elétrica 1,8 L", 10990),
        *_both("Ferro a Vapor", 9990),
        *_both("Secador de Cabelo", 13990),
        {"name": "Sanduicheira Grill", "price_cents": 8990, "stock_quantity": 300, "description": "Somente 127 V."},
        {"name": "Filtro de Linha", "price_cents": 4990, "stock_quantity": 300, "description": "Bivolt."},
        {"name": "Caneca de Louça", "price_cents": 1990, "stock_quantity": 300},
    ]
)


@pytest.mark.parametrize(
    "said",
    [
        "aqui em casa é 110, serve?",
        "é 110 né?",
        "aqui é 127",
        "aqui é 110v, serve?",
        "tem 110?",
        "no meu ap é tudo 110",
        "is it 110?",
        "my apartment is 127 volts, do you have it in that?",
        "we have 110 here, will it work?",
    ],
)
def test_a_voltage_is_asked_of_what_is_spoken_of_and_of_nothing_else(said: str):
    for asked, name in (("tem air fryer?", "Air Fryer 4 L (127 V)"), ("tem sanduicheira?", "Sanduicheira Grill")):
        _, state, says = SHOP.turn(said, SHOP.talk(asked))
        assert not state.cart.lines
        assert state.dialogue.focus is not None
        assert state.dialogue.focus.name == name
        assert not {"nothing", "list"} & {one.what for one in says}
        _, state, _ = SHOP.turn("quero uma entao", state)
        assert counts(state) == {name: 1}


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (("tem air fryer?", "110"), {"Air Fryer 4 L (127 V)": 1}),
        (("tem air fryer?", "quero 2 de 110v"), {"Air Fryer 4 L (127 V)": 2}),
        (("tem air fryer?", "tudo 220"), {"Air Fryer 4 L (220 V)": 1}),
        (("quero uma air fryer", "220 msm"), {"Air Fryer 4 L (220 V)": 1}),
        (("tem air fryer?", "blz vai ela. 110"), {"Air Fryer 4 L (127 V)": 1}),
        (("tem air fryer?", "quero ela. 220v"), {"Air Fryer 4 L (220 V)": 1}),
        (("do you have an air fryer?", "I will take it. 110"), {"Air Fryer 4 L (127 V)": 1}),
        (("quero uma air fryer", "aqui em casa é 110"), {"Air Fryer 4 L (127 V)": 1}),
        (("I want an air fryer", "my house is 110"), {"Air Fryer 4 L (127 V)": 1}),
        (("quero 1 chaleira 110",), {"Chaleira Elétrica 1,8 L (127 V)": 1}),
        (("1 chaleira 115v e um ferro 220",), {"Chaleira Elétrica 1,8 L (127 V)": 1, "Ferro a Vapor (220 V)": 1}),
        (("one kettle and one iron, both 110",), {"Chaleira Elétrica 1,8 L (127 V)": 1, "Ferro a Vapor (127 V)": 1}),
        (("one steam iron, 110",), {"Ferro a Vapor (127 V)": 1}),
        (("tem sanduicheira?", "quero uma 110"), {"Sanduicheira Grill": 1}),
        (("tem sanduicheira?", "quero 1 de 110v"), {"Sanduicheira Grill": 1}),
        (("tem sanduicheira?", "quero uma 220"), {}),
        (("tem filtro de linha?", "quero 1 de 220"), {"Filtro de Linha": 1}),
    ],
)  # fmt: skip
def test_a_voltage_tells_which_and_counts_nothing(messages: tuple[str, ...], cart: dict[str, int]):
    assert counts(SHOP.talk(*messages)) == cart


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (("na casa dela é tudo 220, quero um ferro e uma chaleira",),
         {"Ferro a Vapor (220 V)": 1, "Chaleira Elétrica 1,8 L (220 V)": 1}),
        (("quero um ferro e uma chaleira, aqui em casa é 110",),
         {"Ferro a Vapor (127 V)": 1, "Chaleira Elétrica 1,8 L (127 V)": 1}),
        (("tem air fryer?", "aqui é 110", "quero uma", "e um ferro tb"),
         {"Air Fryer 4 L (127 V)": 1, "Ferro a Vapor (127 V)": 1}),
        (("tem air fryer?", "aqui é 110", "quero uma 220"), {"Air Fryer 4 L (220 V)": 1}),
        (("aqui é 110, quero uma caneca",), {"Caneca de Louça": 1}),
        (("my house is 220, I want a hair dryer",), {"Secador de Cabelo (220 V)": 1}),
        (("quero 1 secador 220v", "opa perai, minha irma falou q aqui é 127, troca pra mim"),
         {"Secador de Cabelo (127 V)": 1}),
        (("I want a hair dryer, 220v", "oh wait, it's 127 here, swap it please"), {"Secador de Cabelo (127 V)": 1}),
    ],
)  # fmt: skip
def test_the_voltage_at_home_holds_for_what_comes_in_it(messages: tuple[str, ...], cart: dict[str, int]):
    assert counts(SHOP.talk(*messages)) == cart


@pytest.mark.parametrize(("said", "count"), [("quero 110 unidades", 110), ("quero 110", 1), ("faz por 110?", 0)])
def test_a_number_that_is_no_voltage_counts(said: str, count: int):
    state = SHOP.talk("tem sanduicheira?", said)
    assert sum(line.quantity for line in state.cart.lines) == count
    assert counts(SHOP.talk("tem caneca?", "quero 110")) == {"Caneca de Louça": 110}


def test_one_voltage_by_three_names():
    assert same_mains("110") == ("127v", "115v")
    assert same_mains("220v") == ()
    assert as_told("110", {"127", "220"}) == "127"
    assert as_told("110", {"110", "220"}) == "110"
    assert as_told("220", {"127"}) == "220"
    assert ConversationState().dialogue.size == ""
