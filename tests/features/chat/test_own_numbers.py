"""Sizes that are told by bare numbers: what stays, what becomes another size, and what is a count."""

import pytest

from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import Cart, CartLine, ConversationState, Summary
from tests.features.chat.test_goods_lists import Catalogue, counts
from tests.features.chat.test_replacing import variants

BELTS = Catalogue(variants("Cinto de Couro", "cinto", "Tamanho", "95", "105", "115"))


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("o cinto é 105 msm", {"Cinto de Couro (105)": 1}),
        ("o cinto é 95", {"Cinto de Couro (95)": 1}),
        ("muda o cinto pra 115", {"Cinto de Couro (115)": 1}),
        ("o cinto é 120", {"Cinto de Couro (105)": 1}),
        ("o cinto são 3", {"Cinto de Couro (105)": 3}),
    ],
)
def test_a_number_goods_come_in_is_a_size(said: str, cart: dict[str, int]):
    _, state, _ = BELTS.turn("quero um cinto de couro 105", ConversationState())
    _, state, _ = BELTS.turn(said, state)
    assert counts(state) == cart


@pytest.mark.parametrize("said", ["tá ok", "tá, ok", "hum, tá ok então", "certo, ok"])
def test_a_yes_is_no_tag_to_be_left_out(said: str):
    line = CartLine("p", "Mouse", 1, 7990)
    shown = Summary("X", "1 × Mouse", (line,), "pix", 7990)
    assert understand(said, ConversationState(cart=Cart((line,), "pix"), summary=shown)).agrees
