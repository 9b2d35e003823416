"""So many for each person and for each of other goods, and counts that are told behind what they count."""

import pytest

from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_replacing import alone, variants

SHOP = Catalogue(
    [
        *alone("Dog Duplo", "Dog Simples", "Adicional de Bacon", "Combo Casal", "Mousse de Maracujá", "Guaraná Lata"),
        *alone("Camomila", "Hibisco", "Fita Isolante", "Correia Electrolux", "Patê de Fígado", "Nata Colonial"),
        *variants("Caldo Verde", "verde", "Tamanho", "300 ml", "500 ml"),
        *variants("Sopa de Ervilha", "ervilha", "Tamanho", "300 ml", "500 ml"),
        *variants("Parafuso Chipboard", "chipboard", "Medida", "4x16 mm", "5x60 mm"),
        *variants("Bomba de Drenagem", "bomba", "Voltagem", "127V", "220V"),
        *variants("Waffle com Sorvete", "waffle", "Sabor", "Creme", "Chocolate", "Morango"),
        *variants("Engate Flexível", "engate", "Comprimento", "40 cm", "60 cm"),
        *variants("Tala de Punho", "tala", "Lado", "Direito", "Esquerdo"),
        *(product("Slide Nuvem", 5990, Cor="Bege", Número=size) for size in ("35/36", "37/38")),
        *(product("Bota de PVC", 5990, Cor="Branca", Número=size) for size in ("40", "42")),
    ]
)
DOG, BACON, COMBO, MOUSSE, CAN = "Dog Duplo", "Adicional de Bacon", "Combo Casal", "Mousse de Maracujá", "Guaraná Lata"
TEA, HIBISCUS, TAPE, BELT = "Camomila", "Hibisco", "Fita Isolante", "Correia Electrolux"
GREEN, PEA = "Caldo Verde (500 ml)", "Sopa de Ervilha (500 ml)"

BACON_IN_EACH = """2 dog duplo com adicional de bacon em cada um|2 dog duplo com um adicional de bacon em cada
quero 2 dog duplo, cada um com um adicional de bacon|dois dog duplo e um adicional de bacon pra cada um dos dois
2 dog duplo e um adicional de bacon pra cada|me vê 2 dog duplo com adicional de bacon em todos
2 dog duplo. um adicional de bacon em cada dog|quero 2 dog duplo, e põe um adicional de bacon em ambos"""
MOUSSE_FOR_TWO = """eu e meu marido queremos o combo casal e uma mousse de maracujá pra cada um
somos 2, quero o combo casal e uma mousse de maracujá pra cada|combo casal e uma mousse pra cada um de nós dois
quero o combo casal e uma mousse de maracujá pra cada um, somos dois"""
NOT_FOR_EACH = """2 dog duplo, sem adicional de bacon em cada um|não quero um adicional de bacon em cada, só 2 dog duplo
2 dog duplo"""
COUNTED_BEHIND = """camomila três e hibisco dois|camomila três, hibisco dois|quero camomila três e hibisco dois também
preciso de camomila três e de hibisco dois|camomila três unidades e hibisco dois"""
SO_MANY_OF_WHAT_IS_HAD = """fita isolante vocês tem né me coloca três|fita isolante tem né? bota três também
fita isolante vcs tem aí né, me separa três pra mim"""
ALL_OF_ONE_SIZE = """um de cada: caldo verde e sopa de ervilha, todos de 500 ml
tudo de 500 ml: 1 caldo verde e 1 sopa de ervilha|tudo no tamanho 500 ml: 1 caldo verde e 1 sopa de ervilha
the 500 ml ones please: 1 caldo verde and 1 sopa de ervilha"""


@pytest.mark.parametrize("said", ways(BACON_IN_EACH))
def test_so_many_as_there_are_of_the_others(said: str):
    assert counts(SHOP.talk(said)) == {DOG: 2, BACON: 2}


@pytest.mark.parametrize("said", ways(MOUSSE_FOR_TWO))
def test_so_many_as_there_are_people(said: str):
    assert counts(SHOP.talk(said)) == {COMBO: 1, MOUSSE: 2}


@pytest.mark.parametrize("said", ways(NOT_FOR_EACH))
def test_what_is_denied_is_for_nobody(said: str):
    assert counts(SHOP.talk(said)) == {DOG: 2}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["quero 4 combo casal", "e um adicional de bacon em cada dog dos 4"], {COMBO: 4, BACON: 4}),
        (["quero 3 dog duplo", "e um guaraná lata pra acompanhar cada um"], {DOG: 3, CAN: 3}),
        (["somos 3, um dog duplo pra cada e um guaraná lata pra cada um"], {DOG: 3, CAN: 3}),
        (["tem patê de fígado e nata colonial?", "1 de cada, e tb 2 dog duplo"], {"Patê": 1, "Nata": 1, DOG: 2}),
        (["pra cada um dos meus 2 filhos: 1 dog duplo e 1 guaraná lata"], {DOG: 2, CAN: 2}),
        (["tenho 3 cachorros, quero uma fita isolante pra cada"], {TAPE: 3}),
        (["eu e minha colega queremos um dog duplo pra cada"], {DOG: 2}),
        (["dois dog duplo, um dog simples, e um guaraná lata pra cada"], {DOG: 2, "Dog Simples": 1, CAN: 3}),
        (["um de cada tamanho do caldo verde, e um hibisco"], {"300 ml": 1, "500 ml": 1, HIBISCUS: 1}),
        (["camomila, hibisco e fita isolante, dois de cada"], {TEA: 2, HIBISCUS: 2, TAPE: 2}),
        (["preciso de correia electrolux três e fita isolante três também"], {BELT: 3, TAPE: 3}),
        (["engate flexível de 40 dois e de 60 um"], {"40 cm": 2, "60 cm": 1}),
        (["slide nuvem bege, 1 par 35/36 e 2 pares 37/38"], {"35/36": 1, "37/38": 2}),
        (["preciso de bota de pvc branca, 3 pares 40 e 2 pares 42"], {"40": 3, "42": 2}),
        (["manda um pacote de cada medida do chipboard"], {"4x16": 1, "5x60": 1}),
        (["uma bomba de drenagem de cada voltagem"], {"127V": 1, "220V": 1}),
        (["bomba de drenagem, uma de cada voltagem, uma 127 e uma 220"], {"127V": 1, "220V": 1}),
        (["one waffle of every flavour"], {"Creme": 1, "Chocolate": 1, "Morango": 1}),
        (["tem tala de punho?", "quero uma pro direito e uma pro esquerdo"], {"Direito": 1, "Esquerdo": 1}),
        (
            [
                "2 waffles com sorvete, um de creme e um de chocolate",
                "troca o de creme por um de morango. fica um de chocolate e um de morango",
            ],
            {"Morango": 1, "Chocolate": 1},
        ),
        (["quero um dog duplo", "qual a diferença dele pro dog simples? quero comer de noite tb"], {DOG: 1}),
        (["one dog duplo for 6 people and 2 packs of camomila"], {DOG: 1, TEA: 2}),
    ],
)
def test_each_count_is_of_what_it_is_told_of(said: list[str], held: dict[str, int]):
    cart = counts(SHOP.talk(*said))
    assert len(cart) == len(held)
    assert all(any(part in name and cart[name] == many for name in cart) for part, many in held.items())


@pytest.mark.parametrize("said", ways(COUNTED_BEHIND))
def test_counts_behind_goods_are_theirs(said: str):
    assert counts(SHOP.talk(said)) == {TEA: 3, HIBISCUS: 2}


@pytest.mark.parametrize("said", ways(SO_MANY_OF_WHAT_IS_HAD))
def test_so_many_of_what_the_shop_is_said_to_have(said: str):
    assert counts(SHOP.talk(said)) == {TAPE: 3}


@pytest.mark.parametrize("said", ways(ALL_OF_ONE_SIZE))
def test_a_size_of_all_is_of_each(said: str):
    assert counts(SHOP.talk(said)) == {GREEN: 1, PEA: 1}


THEIRS = """eu quero dog duplo, minha esposa dog simples e meu filho 2 guaraná lata
eu dog duplo, minha esposa o dog simples, meu filho 2 guaraná lata
pra mim dog duplo, pra minha esposa dog simples e pro meu filho 2 guaraná lata
eu vou querer um dog duplo minha esposa dog simples meu filho 2 guaraná lata
I'll have the dog duplo, my wife the dog simples and my son 2 guaraná lata"""


@pytest.mark.parametrize("said", ways(THEIRS))
def test_each_gets_what_is_named_behind_them(said: str):
    assert counts(SHOP.talk(said)) == {DOG: 1, "Dog Simples": 1, CAN: 2}


def test_what_somebody_thinks_of_goods_is_no_wish():
    assert counts(SHOP.talk("eu quero dog duplo, minha esposa dog simples odeia")) == {DOG: 1}
