"""A count that is put right at once is the last one told, and who orders for several orders as one does."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

MEAT, CHICKEN, CHEESE = "Empanada de Carne Suave", "Empanada de Frango", "Provoleta"
SHOP = Catalogue(
    [product(MEAT, 1090), product(CHICKEN, 1050), product("Empanada de Carne Picante", 1090), product(CHEESE, 2990)]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("manda três provoletas quer dizer quatro provoletas que o rapaz também quer", {CHEESE: 4}),
        ("também 3 provoletas... na verdade 2 tá bom", {CHEESE: 2}),
        ("also 3 provoletas... actually 2 is enough", {CHEESE: 2}),
        ("três provoletas, minto, quatro", {CHEESE: 4}),
        ("quero 2 provoletas ou melhor 3", {CHEESE: 3}),
        ("3 provoletas, no wait, 2", {CHEESE: 2}),
        ("We'd like 4 of the Carne Suave empanadas please.", {MEAT: 4}),
        ("we'll take two provoletas", {CHEESE: 2}),
        ("we need 6 chicken empanadas", {CHICKEN: 6}),
    ],
)
def test_the_last_count_holds(said: str, cart: dict[str, int]):
    assert counts(SHOP.turn(said, None)[1]) == cart
