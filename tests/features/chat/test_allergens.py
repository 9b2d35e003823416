"""What somebody must not have: wished for without it, or asked about. No database."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        *(
            {
                "name": "Barra de Chocolate",
                "price_cents": 2400,
                "stock_quantity": 400,
                "group": "b",
                "options": {"Tipo": kind},
                "description": told,
            }
            for kind, told in (
                ("Ao Leite", "Barra de 100 g."),
                ("70% Cacau", "Barra de 100 g, sem leite na receita."),
                ("Branco", "Barra de 100 g, feita de manteiga de cacau."),
            )
        ),
        {"name": "Pudim de Leite", "price_cents": 3000, "stock_quantity": 9, "description": "Inteiro."},
        {"name": "X-Burger", "price_cents": 2500, "stock_quantity": 90, "description": "Pão, carne, ovo e queijo."},
    ]
)
FREE = {"Barra de Chocolate (70% Cacau)": 2}


@pytest.mark.parametrize(
    "said", ["quero 2 barras sem leite", "I want 2 bars without milk", "I'll take 2 milk-free bars"]
)
def test_what_is_without_it_is_taken_and_not_what_is_called_by_it(said: str):
    state = SHOP.talk(said)
    assert counts(state) == FREE
    assert state.cart.notes == ""


@pytest.mark.parametrize(
    "said",
    [
        "do you have bars without milk?", "which bar has no milk?", "which of your bars is made without milk?",
        "is there a milk-free chocolate bar?", "tem alguma barra sem leite?",
    ],
)  # fmt: skip
def test_what_is_without_it_is_shown_and_not_what_is_called_by_it(said: str):
    assert counts(SHOP.talk(said, "2 please" if said.isascii() and "tem" not in said else "quero 2")) == FREE


def test_what_is_called_by_it_is_not_taken_where_nothing_is_without():
    assert counts(SHOP.talk("quero 1 pudim sem leite")) == {}


def test_what_may_be_left_out_is_a_note():
    state = SHOP.talk("quero 1 x-burger sem ovo")
    assert counts(state) == {"X-Burger": 1}
    assert state.cart.notes == "sem ovo"
