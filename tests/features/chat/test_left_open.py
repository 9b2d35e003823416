"""A choice that was left open is asked by number, may be let go, and a question about a price takes nothing."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SIZES = (("300 ml", 1400), ("500 ml", 1900), ("700 ml", 2500))
SHOP = Catalogue(
    [
        *(
            {
                "name": "Açaí na Tigela", "price_cents": cents, "stock_quantity": 9, "group": "a",
                "options": {"Tamanho": ml},
            }
            for ml, cents in SIZES
        ),
        {"name": "Coxinha de Frango", "price_cents": 700, "stock_quantity": 9},
    ]
)  # fmt: skip
BOTH = "quero 2 açaí na tigela e uma coxinha"


@pytest.mark.parametrize("answer", ["2", "opção 2", "o segundo", "o do meio", "500", "pode ser o 2"])
def test_a_number_of_the_list_tells_which(answer: str):
    state = SHOP.talk(BOTH, "pix", answer)
    assert counts(state) == {"Coxinha de Frango": 1, "Açaí na Tigela (500 ml)": 2}


@pytest.mark.parametrize("answer", ["segue sem", "sem", "nenhum", "pode seguir sem", "deixa pra lá", "skip it"])
def test_it_is_let_go(answer: str):
    state = SHOP.talk(BOTH, "pix", answer)
    assert counts(state) == {"Coxinha de Frango": 1}
    assert state.dialogue.open == ()


def test_a_count_is_of_what_is_asked_about():
    state = SHOP.talk("quero um açaí na tigela e uma coxinha", "2")
    assert counts(state) == {"Coxinha de Frango": 1}
    assert state.dialogue.pending is not None
    assert state.dialogue.pending.quantity == 2


def test_a_yes_to_the_rest_does_not_let_go_what_was_wished_for():
    state = SHOP.talk(BOTH, "pix", "sim")
    assert state.summary is None
    assert counts(state) == {"Coxinha de Frango": 1}
    assert counts(SHOP.talk(BOTH, "pix", "sim", "o de 700")) == {
        "Coxinha de Frango": 1,
        "Açaí na Tigela (700 ml)": 2,
    }
    assert SHOP.talk(BOTH, "pix", "sim", "segue sem").dialogue.open == ()


@pytest.mark.parametrize(
    "asked", ["e o de 500 qto é", "o de 500 é quanto", "e de 500, quanto seria?", "500 quanto sai"]
)
def test_a_price_that_is_asked_takes_nothing(asked: str):
    assert counts(SHOP.talk("tem açaí na tigela?", asked)) == {}
    assert counts(SHOP.talk("quero um açaí na tigela", asked)) == {}
