"""A message that would change the cart and did not is no step towards the order: the next yes is none to it."""

import pytest

from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        {"name": "Mel de Laranjeira 300 g", "price_cents": 2450, "stock_quantity": 9},
        {"name": "Granola Tradicional 500 g", "price_cents": 2290, "stock_quantity": 9},
        {"name": "Prateleira de Pinus 60 cm", "price_cents": 8990, "stock_quantity": 9},
    ]
)
BEGUN = ("quero um mel de laranjeira e uma granola", "retiro, pix, Ana Lima")


def asked(state: ConversationState) -> str:
    return state.dialogue.pending.kind if state.dialogue.pending else ""


@pytest.mark.parametrize(
    "said",
    [
        "nao, espera! o mel é o de 700",
        "perai, a granola era de chocolate",
        "nao, o mel é maior",
        "nao, era pra ser o outro mel",
        "o mel tá errado",
        "faltou uma granola",
    ],
)
def test_what_was_not_carried_out_is_asked_about_before_the_yes(said: str):
    state = SHOP.talk(*BEGUN, said)
    assert counts(state) == {"Mel de Laranjeira 300 g": 1, "Granola Tradicional 500 g": 1}
    assert (state.dialogue.unread, asked(state)) == (said, "unread")
    state = SHOP.talk(*BEGUN, said, "isso, pode fechar")  # to going on without it: a yes to the order is another one
    assert (state.dialogue.unread, asked(state)) == ("", "confirm")


def test_so_is_what_was_not_found():
    _, state, says = SHOP.turn("coloca o mel silvestre de 500", SHOP.talk(*BEGUN))
    assert {"nothing", "or_without"} <= {one.what for one in says} or asked(state) in ("choose", "quantity")
    assert asked(state) != "confirm"


@pytest.mark.parametrize(
    "said",
    [
        "tira a prateleira hein",
        "nao, é 1 mel mesmo",
        "um de cada",
        "esse mel é pra minha mae",
        "fica o mel e a granola",
        "quero cerveja",
        "aceita cartao?",
    ],
)
def test_what_is_so_already_or_not_sold_holds_up_nothing(said: str):
    assert SHOP.talk(*BEGUN, said).dialogue.unread == ""
