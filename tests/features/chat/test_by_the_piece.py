"""What is sold by the piece and by the hundred, where the piece is meant."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        {"name": "Coxinha de Frango", "price_cents": 700, "stock_quantity": 60, "group": "coxinha",
         "options": {"Venda": "Unidade"}},
        {"name": "Coxinha de Frango", "price_cents": 9500, "stock_quantity": 8, "group": "coxinha",
         "options": {"Venda": "Cento"}},
        {"name": "Esfiha de Carne", "price_cents": 750, "stock_quantity": 80},
    ]
)  # fmt: skip
PIECE = "Coxinha de Frango (Unidade)"


@pytest.mark.parametrize(
    "wish",
    [
        "6 coxinha avulsa",
        "quero 6 coxinhas avulsas",
        "me vê 6 coxinha solta",
        "quero 6 coxinhas por unidade",
        "6 coxinha de frango (unidade)",
        "me separa 6 coxinha unidade",
    ],
)
def test_single_ones(wish: str):
    assert counts(SHOP.talk(wish)) == {PIECE: 6}


def test_the_hundred_stays_another():
    assert counts(SHOP.talk("um cento de coxinha")) == {"Coxinha de Frango (Cento)": 1}


def test_goods_sold_one_way_only_stay_what_they_are():
    assert counts(SHOP.talk("quero 6 esfiha avulsa")) == {"Esfiha de Carne": 6}


def test_single_ones_among_others():
    assert counts(SHOP.talk("pra mim 2 esfiha e 6 coxinha unidade, só")) == {"Esfiha de Carne": 2, PIECE: 6}


def test_fewer_of_them():
    first = "oi, 6 esfiha de carne e 6 coxinha avulsa"
    assert counts(SHOP.talk(first, "ta, o povo aqui come. diminui a coxinha pra 4 so")) == {
        "Esfiha de Carne": 6, PIECE: 4,
    }  # fmt: skip
