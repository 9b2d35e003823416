"""Another option of what is in the cart, told by its value alone. No database."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts


def _coffee(name: str) -> list[dict]:
    return [
        {
            "name": name,
            "price_cents": 3200,
            "stock_quantity": 9,
            "group": name,
            "options": {"Moagem": ground, "Peso": of},
        }
        for ground in ("Em grãos", "Moído")
        for of in ("250 g", "1 kg")
    ]


SHOP = Catalogue(
    [
        *_coffee("Café Bourbon"),
        *_coffee("Café Catuaí"),
        {"name": "Moedor Manual", "price_cents": 18900, "stock_quantity": 9},
        {"name": "Filtro de Papel", "price_cents": 990, "stock_quantity": 9},
    ]
)
BEANS = {"Café Bourbon (Em grãos, 250 g)": 2}
GROUND = {"Café Bourbon (Moído, 250 g)": 2}


@pytest.mark.parametrize(
    "said",
    [
        "pera, n tenho moedor, poe moido",
        "opa perai, troca pra moido",
        "na verdade moido",
        "poe moido",
        "actually ground please",
        "wait, I don't have a grinder, make it ground",
    ],
)
def test_the_line_that_comes_in_it_is_exchanged(said: str):
    begun = SHOP.talk("quero 2 cafe bourbon em graos de 250 g")
    assert counts(begun) == BEANS
    assert counts(SHOP.turn(said, begun)[1]) == GROUND
    _, both, _ = SHOP.turn("e um filtro de papel", begun)
    assert counts(SHOP.turn(said, both)[1]) == GROUND | {"Filtro de Papel": 1}


@pytest.mark.parametrize("said", ["e moido tb", "poe um cafe catuai moido tambem", "poe em graos", "tem moido?"])
def test_nothing_else_takes_its_place(said: str):
    begun = SHOP.talk("quero 2 cafe bourbon em graos de 250 g")
    assert counts(SHOP.turn(said, begun)[1]).items() >= BEANS.items()


def test_of_two_that_come_in_it_it_is_asked_which():
    begun = SHOP.talk("quero 2 cafe bourbon em graos de 250 g", "e 1 cafe catuai em graos de 250 g")
    after = counts(SHOP.turn("poe moido", begun)[1])
    assert after == {"Café Bourbon (Em grãos, 250 g)": 2, "Café Catuaí (Em grãos, 250 g)": 1}
