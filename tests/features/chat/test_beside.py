"""What comes beside an open choice does not answer it."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        {"name": name, "price_cents": 4990, "stock_quantity": 9}
        for name in (
            "Quebra-Cabeça Paris 500 Peças", "Quebra-Cabeça Paris 1000 Peças", "Quebra-Cabeça Dinossauros 60 Peças",
            "Catan",
        )
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    "wish",
    [
        "quero um. e o quebra cabeca dinossauros tambem",
        "quero um e um quebra cabeca dinossauros",
    ],
)
def test_what_comes_beside_leaves_the_choice_open(wish: str):
    state = SHOP.talk("tem quebra cabeca?", wish, "retiro, pix, Ana Lima")
    assert counts(state) == {"Quebra-Cabeça Dinossauros 60 Peças": 1}
    assert state.dialogue.pending is not None
    assert state.dialogue.pending.kind == "choose"


@pytest.mark.parametrize("wish", ["quero um. o dinossauros", "quero quebra cabeca, um dinossauros"])
def test_what_tells_which_closes_it(wish: str):
    state = SHOP.talk("tem quebra cabeca?", wish)
    assert counts(state) == {"Quebra-Cabeça Dinossauros 60 Peças": 1}
    assert state.dialogue.open == ()


BOXES = Catalogue(
    [
        {"name": name, "price_cents": 2990, "stock_quantity": 9}
        for name in ("Caneca Esmaltada", "Caixa Presente G", "Mochila Escolar", "Estojo Duplo", "Garrafa Térmica")
    ]
)


@pytest.mark.parametrize(
    "asked",
    [
        "uma caneca esmaltada cabe na caixa presente g?",
        "cabem 2 canecas na caixa presente?",
        "oi, um estojo duplo e uma garrafa térmica entram na mochila?",
        "será que 1 garrafa térmica serve dentro da mochila escolar?",
        "does one garrafa térmica fit in the mochila?",
    ],
)
def test_whether_one_thing_fits_into_another_orders_neither(asked: str):
    assert counts(BOXES.talk(asked)) == {}


def test_what_is_put_into_another_is_wanted_with_it():
    assert counts(BOXES.talk("quero uma caneca na caixa presente g")) == {"Caneca Esmaltada": 1, "Caixa Presente G": 1}
