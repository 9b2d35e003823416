"""What a shopper has at home already is ordered by nobody."""

import pytest

from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.clauses import split_clauses


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
