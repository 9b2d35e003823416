"""What was offered, asked about or sold out before a message, and is meant by it or stays as it was."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_said_in_passing import GRAO, SHOP


@pytest.mark.parametrize(
    "instead",
    [
        "ah acabou? troca o café por 1 mantiqueira em grao 250 entao, o filtro mantem",
        "então troca pelo mantiqueira em grão 250",
        "que pena, vou de mantiqueira em grao de 250 então",
    ],
)
def test_what_takes_the_place_of_the_sold_out_thing_settles_it(instead: str):
    state = SHOP.talk("quero 1 café cerrado em grao de 250 e 1 filtro 102", instead)
    assert counts(state) == {"Filtro de Papel (102)": 1, GRAO: 1}
    assert (state.dialogue.open, state.dialogue.unread) == ((), "")
    assert counts(SHOP.talk("quero 1 café cerrado em grao de 250 e 1 filtro 102", instead, "isso mesmo")) == counts(
        state
    )


def test_what_comes_beside_the_sold_out_thing_does_not_settle_it():
    state = SHOP.talk("quero 1 café cerrado em grao de 250 e 1 filtro 102", "põe também um café descafeinado")
    assert state.dialogue.open != ()


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (
            "then make it just one granola and two of that",
            {"Granola Tradicional 500 g": 1, "Castanha de Caju 200 g": 2},
        ),
        ("make it one granola plus one of those", {"Granola Tradicional 500 g": 1, "Castanha de Caju 200 g": 1}),
        ("quero só 1 granola e 2 dessa", {"Granola Tradicional 500 g": 1, "Castanha de Caju 200 g": 2}),
        ("quero 1 granola e 2 mel silvestre", {"Granola Tradicional 500 g": 1, "Mel Silvestre 300 g": 2}),
    ],
)
def test_of_that_beside_something_named(said: str, held: dict[str, int]):
    assert SHOP.cart("quero 3 granola", "tem castanha de caju?", said) == held


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["faz 2 prensa de 350 por 100?", "ta bom, as duas entao"], {"Prensa Francesa (350 ml)": 2}),
        (["faz 2 castanha de caju por 20?", "quero as duas"], {"Castanha de Caju 200 g": 2}),
        (
            ["quanto é a granola?", "e a castanha de caju?", "os dois"],
            {"Granola Tradicional 500 g": 1, "Castanha de Caju 200 g": 1},
        ),
    ],
)
def test_both_of_the_one_that_was_offered(said: list[str], held: dict[str, int]):
    assert SHOP.cart(*said) == held


def test_asked_on_about_the_same_all_of_it_is_told():
    terms = (Passage("Troca", "Troca em até 7 dias, sem uso. Peça gravada não tem troca."),)
    _, state, first = SHOP.turn("e se não servir, troca?", passages=terms)
    assert [one.text for one in first] == [terms[0].text]  # no yes without the no that goes with it
    _, _, second = SHOP.turn("e se for com dedicatória, troca também?", state, passages=terms)
    assert [one.text for one in second] == [terms[0].text]


LAMP = Catalogue(
    [product("Lâmpada Bulbo", 1990, 0, Luz="Branca"), product("Lâmpada Bulbo", 1790, Luz="Amarela"), product("Pá", 990)]
)


@pytest.mark.parametrize(
    "instead", ["pode ser a amarela então, 2 tb", "amarela, duas também", "the amarela then, two as well"]
)
def test_as_many_also_of_what_takes_its_place_are_no_more_than_that(instead: str):
    assert counts(LAMP.talk("quero 2 lâmpada bulbo branca e 1 pá", instead)) == {"Lâmpada Bulbo (Amarela)": 2, "Pá": 1}
    assert LAMP.cart("me vê a lâmpada amarela, 3 tb") == {"Lâmpada Bulbo (Amarela)": 3}


SIDES = Catalogue(
    [
        product("Batata com Cheddar", 2900, Porção="Meia"),
        product("Batata com Cheddar", 4600, Porção="Inteira"),
        product("Batata Frita", 2200, Porção="Meia"),
        product("Batata Frita", 3600, Porção="Inteira"),
        product("Caneca Retrô Azul", 3900),
        product("Caneca Lisa", 2900),
    ]
)


@pytest.mark.parametrize(
    ("asked", "said", "held"),
    [
        (
            "quanto é a batata com cheddar?",
            "eita, essa não. quero a batata simples msm, meia",
            {"Batata Frita (Meia)": 1},
        ),
        ("tem caneca retrô?", "não quero essa, quero 2 canecas", {"Caneca Lisa": 2}),
        ("do you have the retro mug?", "not that one. I'll take 2 mugs", {"Caneca Lisa": 2}),
        ("quanto é a caneca retrô?", "essa não", {}),
    ],
)
def test_what_is_refused_is_not_taken(asked: str, said: str, held: dict[str, int]):
    state = SIDES.talk(asked, said)
    assert counts(state) == held
    assert held or state.dialogue.pending is None


@pytest.mark.parametrize(
    ("asked", "said", "held"),
    [
        ("tem caneca?", "perfeito, uma dessas e uma caneca lisa", {"Caneca Retrô Azul": 1, "Caneca Lisa": 1}),
        ("tem caneca?", "uma caneca retrô e 2 dessas", {"Caneca Retrô Azul": 1, "Caneca Lisa": 2}),
        ("do you have mugs?", "one caneca lisa and one of those please", {"Caneca Lisa": 1, "Caneca Retrô Azul": 1}),
    ],
)
def test_those_are_the_ones_that_are_not_named_beside_them(asked: str, said: str, held: dict[str, int]):
    assert counts(SIDES.talk(asked, said)) == held
