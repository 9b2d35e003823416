"""Sizes that are told by bare numbers: what stays, what becomes another size, and what is a count."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import Cart, CartLine, ConversationState, Summary
from tests.features.chat.test_goods_lists import Catalogue, counts, product
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


APRONS = Catalogue(
    [
        *(product("Avental de Couro", 12990, Tamanho=size) for size in ("P", "M", "G")),
        *(product("Luva de Poda", 3990, Tamanho=size) for size in ("7", "8", "9")),
    ]
)
COMPARED = (
    Passage("Tamanhos", "O P serve do 36 ao 38, M serve 40 e 42, G serve 44 e 46. O avental encolhe um pouco."),
)


@pytest.mark.parametrize(
    ("worn", "wish", "cart"),
    [
        ("eu visto 44, qual tamanho eu levo?", "quero 2 nesse tamanho", {"Avental de Couro (G)": 2}),
        ("antes da cirurgia eu usava 42, que tamanho pego?", "um desse tamanho", {"Avental de Couro (M)": 1}),
        ("i wear 40, which size do I need?", "two in that size please", {"Avental de Couro (M)": 2}),
        ("eu visto 44, qual tamanho eu levo?", "quero 2", {}),
        ("eu visto 37, qual tamanho eu levo?", "quero 2 nesse tamanho", {}),
    ],
)
def test_the_size_that_a_document_tells_for_ones_own(worn: str, wish: str, cart: dict[str, int]):
    _, state, says = APRONS.turn(worn, APRONS.talk("tem avental de couro?"), passages=COMPARED)
    if "37" not in worn:
        assert any("M serve 40 e 42" in one.text for one in says)
    _, state, _ = APRONS.turn(wish, state, passages=COMPARED)
    assert counts(state) == cart
