"""Either of two is asked about, and one named instead of another takes its place."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

NAMES = {"Pizza Calabresa": "Molho, mussarela e calabresa.", "Pizza Mussarela": "Molho e mussarela.", "Coca Lata": ""}
SHOP = Catalogue(
    [
        {"name": name, "price_cents": 4990, "stock_quantity": 9, "description": about} for name, about in NAMES.items()
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    "wish",
    [
        "calabresa ou mussarela",
        "quero uma calabresa ou mussarela",
        "me ve uma pizza de calabresa ou mussarela",
        "me ve uma pizza entre a calabresa e a mussarela",
    ],
)
def test_either_is_asked_about(wish: str):
    state = SHOP.talk(wish)
    assert counts(state) == {}
    assert state.dialogue.pending is not None
    assert {one.name for one in state.dialogue.pending.options} == {"Pizza Calabresa", "Pizza Mussarela"}
    assert counts(SHOP.talk(wish, "a segunda")) == {"Pizza Mussarela": 1}


@pytest.mark.parametrize(
    "doubt", ["to na dúvida entre calabresa e mussarela", "não sei se levo a calabresa ou a mussarela"]
)
def test_a_doubt_puts_both_beside_one_another(doubt: str):
    acts, state, _ = SHOP.turn(doubt, SHOP.talk())
    assert acts.compares
    assert counts(state) == {}


@pytest.mark.parametrize(
    "swap",
    ["calabresa não, mussarela", "a calabresa não, quero mussarela", "não quero calabresa, quero mussarela"],
)
def test_what_is_named_instead_takes_its_place(swap: str):
    assert counts(SHOP.talk("quero 2 calabresa e uma coca lata", swap)) == {"Pizza Mussarela": 2, "Coca Lata": 1}
