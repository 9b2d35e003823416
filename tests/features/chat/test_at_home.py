"""What a shopper has at home already is ordered by nobody."""

import pytest

from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.clauses import split_clauses
from tests.features.chat.test_goods_lists import Catalogue, counts, product


@pytest.mark.parametrize(
    "said",
    [
        "tenho os vazios",
        "o vazio eu tenho",
        "sabão eu já tenho em casa",
        "gelo a gente já tem",
        "lâmpada eu tenho aqui sobrando",
        "o vasilhame tá aqui",
        "i have the empty one",
        "we already have ice",
    ],
)
def test_what_is_at_home_is_told(said: str):
    assert split_clauses(fold(said))[0].told


@pytest.mark.parametrize(
    "said",
    [
        "tenho o dinheiro aqui",
        "quero o que vocês têm",
        "arroz vocês têm",
        "tira a manta que eu já tenho",
        "tenho uma nota de 50",
    ],
)
def test_money_and_what_the_shop_has_are_not(said: str):
    assert not split_clauses(fold(said))[0].told


SHOP = Catalogue(
    [product(name, 1990) for name in ("Caderno Brochura", "Régua 30 cm", "Tesoura Escolar", "Cola Bastão")]
)


@pytest.mark.parametrize(
    "said",
    [
        "quero caderno, régua e tesoura. a tesoura e a régua eu já tenho",
        'a escola pediu: "1 caderno, 1 régua, 1 tesoura, 1 cola". régua, não precisa. a tesoura e a cola já temos',
        "quero um caderno e uma cola, mas a cola não preciso",
        "quero um caderno e já tenho a tesoura",
        "quero 1 caderno, a régua eu tenho",
    ],
)
def test_what_is_named_and_at_home_is_not_wished_for(said: str):
    assert counts(SHOP.talk(said)) == {"Caderno Brochura": 1}


def test_one_of_two_alike_is_not_guessed_at_home():
    shop = Catalogue([product("Tesoura Escolar", 1990), product("Tesoura de Picotar", 2990)])
    state = shop.talk("quero uma tesoura escolar e uma tesoura de picotar. a tesoura eu já tenho")
    assert counts(state) == {"Tesoura Escolar": 1, "Tesoura de Picotar": 1}
