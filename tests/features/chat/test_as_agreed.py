"""Nothing is bought that was wanted only if, and what is said beside the goods is heard."""

import pytest

from app.features.conversations.state import ConversationState, Dialogue
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        *(product("Jaqueta Brisa", 17990, Cor=colour) for colour in ("Azul", "Preta")),
        *(product("Boné Sol", 4990, Cor=colour) for colour in ("Preto", "Branco", "Verde")),
        product("Corda de Pular", 3990),
    ]
)


@pytest.mark.parametrize(
    "said",
    [
        "quero a jaqueta azul, se fizer por 150 no pix eu fecho agora",
        "quero a jaqueta azul mas só se for 150",
        "a jaqueta azul, fecho se me der um desconto",
        "I want the blue jaqueta if you can do it for 150",
    ],
)
def test_what_is_wanted_at_another_price_is_told_its_own(said: str):
    _, state, says = SHOP.turn(said)
    assert counts(state) == {}
    assert "summary" not in {one.what for one in says}
    assert state.dialogue.on_condition


@pytest.mark.parametrize("said", ["Alda, rua Bueno 40, pix", "alda, rua bueno 40, curitiba 80010-030, pix"])
def test_who_stands_before_the_street_is_the_name(said: str):
    assert SHOP.talk("1 boné preto", said).known.name == "Alda"


def test_a_name_answers_our_greeting():
    greeted = ConversationState(dialogue=Dialogue(greeted=True))
    assert SHOP.turn("maria clara", greeted)[1].known.name == "Maria Clara"
    assert SHOP.turn("boné branco", greeted)[1].known.name is None
