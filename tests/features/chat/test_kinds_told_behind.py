"""A kind told behind several things, of one or of all of them, and questions in two halves."""

import pytest

from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language.goods import known_as
from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, counts, product

GRILL = Catalogue(
    [
        *(product("Espetinho de Carne", 800, Tamanho=size) for size in ("Tradicional", "Grande")),
        *(product("Espetinho de Frango", 700, Tamanho=size) for size in ("Tradicional", "Grande")),
        *(product("Porção de Pastel", 2200, Recheio=filling) for filling in ("Carne", "Queijo")),
        *(product("Espetinho de Queijo Coalho", 800, Cobertura=topping) for topping in ("Puro", "Com melaço")),
        product("Pão de Alho", 600),
        product("Porção de Torresmo", 2500),
    ]
)
BEDS = Catalogue(
    [
        *(product("Travesseiro de Fibra", 3990, Altura=height) for height in ("Baixo", "Alto")),
        *(product("Toalha de Banho", 3990, Cor=colour) for colour in ("Azul", "Branca")),
        *(product("Toalha de Rosto", 1990, Cor=colour) for colour in ("Azul", "Branca")),
        *(product("Jogo de Lençol 200 Fios", 19990, Tamanho=size) for size in ("Casal", "Queen")),
    ]
)
BENCH = Catalogue(
    [
        *(product("Estação de Retrabalho 858D", 28990, Tensão=volts) for volts in ("127 V", "220 V")),
        *(product("Ferro de Solda 60W", 5990, Tensão=volts) for volts in ("127 V", "220 V")),
        *(product("Cola T7000", 1490, Volume=volume) for volume in ("15 ml", "50 ml")),
        product("Tela Moto G60", 14990),
        product("Tela Galaxy A32", 24990),
        product("Bateria Galaxy A12", 6990),
        product("Lupa de Bancada com LED", 12990),
    ]
)
CARNE, FRANGO = "Espetinho de Carne", "Espetinho de Frango"

TEN_AND_FIVE = """10 espetinhos de carne e 5 de frango, todos grandes|10 espetinho de carne e 5 de frango, tudo grande
manda 10 espetinhos de carne e 5 de frango, ambos grandes|10 espetinhos de carne, 5 de frango, todos do grande"""
ONE_OF_EACH = """quero uma porção de cada, uma de carne e uma de queijo|uma de cada: uma de carne e uma de queijo
quero uma de cada sabor, a de carne e a de queijo|quero um pastel de cada, um de carne e um de queijo"""
TWO_LOW = """2 travesseiros, daqueles mais baixos|quero 2 travesseiros, dos mais baixos
2 travesseiros, os mais baixinhos|me vê 2 travesseiros, os que são mais baixos"""
STILL_THERE = """queria pedir 3 pão de alho e um torresmo voces ainda tem|quero 3 pães de alho e um torresmo, vocês têm?
queria 3 pão de alho e 1 torresmo, será que vocês ainda têm?"""
ONLY_ASKED = """queria saber se vocês ainda têm torresmo|vocês têm torresmo?|queria um torresmo vocês tem?
quanto é 10 espetinhos de carne e 5 de frango, todos grandes?"""


def held(shop: Catalogue, *said: str) -> dict[str, int]:
    return counts(shop.talk(*said))


@pytest.mark.parametrize("said", ways(TEN_AND_FIVE))
def test_a_kind_of_all_that_is_counted(said: str):
    assert held(GRILL, said) == {f"{CARNE} (Grande)": 10, f"{FRANGO} (Grande)": 5}


def test_what_comes_behind_it_is_of_no_kind():
    wanted = {f"{CARNE} (Tradicional)": 10, f"{FRANGO} (Tradicional)": 5, "Pão de Alho": 2}
    assert held(GRILL, "10 espetinho de carne e 5 de frango, tudo tradicional, e 2 pão de alho") == wanted
    towels = {"Toalha de Banho (Azul)": 2, "Toalha de Rosto (Azul)": 2}
    assert held(BEDS, "2 toalhas de banho e 2 de rosto, tudo azul") == towels
    assert held(BEDS, "2 toalhas de banho azuis e 2 de rosto, todas azuis") == towels


@pytest.mark.parametrize("said", ways(ONE_OF_EACH))
def test_each_kind_once_though_it_is_told_twice(said: str):
    state = GRILL.talk("tem pastel?", said)
    assert counts(state) == {"Porção de Pastel (Carne)": 1, "Porção de Pastel (Queijo)": 1}
    assert state.dialogue.pending is None or state.dialogue.pending.kind == "method"


@pytest.mark.parametrize("said", ways(TWO_LOW))
def test_of_that_kind_behind_a_comma(said: str):
    assert held(BEDS, said) == {"Travesseiro de Fibra (Baixo)": 2}


def test_the_cheapest_is_no_kind():
    assert held(BEDS, "2 travesseiros, dos mais baratos") in ({}, {"Travesseiro de Fibra (Baixo)": 2})


@pytest.mark.parametrize("said", ways(STILL_THERE))
def test_a_counted_wish_is_looked_after_without_being_asked(said: str):
    assert held(GRILL, said) == {"Pão de Alho": 3, "Porção de Torresmo": 1}


@pytest.mark.parametrize("said", ways(ONLY_ASKED))
def test_a_question_takes_nothing(said: str):
    assert held(GRILL, said) == {}


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Boa noite. A estação de retrabalho 858D, vocês têm em 220?", "Estação de Retrabalho 858D (220 V)"),
        ("a cola t7000, vcs tem de 50ml?", "Cola T7000 (50 ml)"),
        ("e do moto g60, tem a tela?", "Tela Moto G60"),
        ("do galaxy a12, vocês têm bateria?", "Bateria Galaxy A12"),
    ],
)
def test_both_halves_of_a_question_are_one(said: str, name: str):
    assert counts(BENCH.talk(said, "quero um")) == {name: 1}


def test_what_it_is_of_stands_before_what_it_costs():
    state = BENCH.talk("a tela do a32 serve no a32 5g?", "putz. e do moto g60, qto é a tela?", "quero uma")
    assert counts(state) == {"Tela Moto G60": 1}


@pytest.mark.parametrize(
    ("shop", "said", "wanted"),
    [
        (GRILL, "2 plain coalho cheese skewers", {"Espetinho de Queijo Coalho (Puro)": 2}),
        (BEDS, "two queen sheet sets, the 200 thread count ones", {"Jogo de Lençol 200 Fios (Queen)": 2}),
        (BENCH, "I want one LED bench magnifier", {"Lupa de Bancada com LED": 1}),
        (BENCH, "põe um tubinho da t7000 de 15ml", {"Cola T7000 (15 ml)": 1}),
        (BENCH, "um tubo de t7000 50ml", {"Cola T7000 (50 ml)": 1}),
    ],
)
def test_kinds_and_goods_by_their_other_names(shop: Catalogue, said: str, wanted: dict[str, int]):
    assert held(shop, said) == wanted


@pytest.mark.parametrize(
    ("said", "topics"),
    [
        ("a cola t7000 demora pra secar", []),
        ("quanto tempo a cola leva pra secar", []),
        ("a lupa abre iphone", []),
        ("a cola demora pra chegar", ["time"]),
        ("quanto tempo leva pra entregar a tela", ["time"]),
        ("a loja abre domingo", ["hours"]),
    ],
)
def test_what_goods_do_is_no_question_to_the_shop(said: str, topics: list[str]):
    with known_as(BENCH.knows(said)):
        assert topics_of(said) == topics
