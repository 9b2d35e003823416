"""How big a part of what is spoken of is, where other goods are called by the word for that part."""

import pytest

from app.features.chat.assistant.saying.phrases import compose
from tests.features.chat.test_goods_lists import Catalogue, product

SHOES = Catalogue(
    [
        *(
            product("Scarpin Clássico", 17990, Tamanho=size) | {"description": "Bico fino, salto de 8 cm."}
            for size in ("37", "38")
        ),
        *(
            product("Sandália Salto Bloco", 14990, Tamanho=size) | {"description": "Salto bloco de 6 cm, de tiras."}
            for size in ("37", "38")
        ),
        product("Bolsa Tote", 15990) | {"description": "Bolsa grande, 40 x 30 cm."},
    ]
)


def said(message: str, *before: str) -> str:
    _, after, says = SHOES.turn(message, SHOES.talk(*before))
    return compose(says, after.dialogue.language)


@pytest.mark.parametrize(
    "message",
    ["Qual a altura do salto?", "o salto é de quantos cm?", "quantos cm tem o salto?", "qual o tamanho do salto?"],
)
@pytest.mark.parametrize("before", ["tem scarpin 38?", "quero um scarpin 38"])
def test_the_part_is_of_what_is_spoken_of(message: str, before: str):
    told = said(message, before)
    assert "8 cm" in told
    assert "6 cm" not in told


def test_the_part_of_what_the_same_message_takes():
    assert "8 cm" in said("quero um scarpin 38. Qual a altura do salto?", "oi")


@pytest.mark.parametrize(
    ("message", "told"), [("qual a altura do salto da sandália?", "6 cm"), ("qual o tamanho da bolsa tote?", "40 x 30")]
)
def test_what_is_named_itself_is_asked_about(message: str, told: str):
    assert told in said(message, "tem scarpin 38?")
