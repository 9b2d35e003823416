"""What somebody makes or sells, told before what is wanted, is no wish; `faz um tapete` is one."""

import pytest

from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, product

CRAFTS = Catalogue(
    [
        *(product("Barbante Cru", 2990, Peso=weight) for weight in ("600 g", "1 kg")),
        *(product("Tapete Oval", 8900, Cor=colour) for colour in ("Cru", "Cinza")),
        product("Tapete Mandala", 14900),
        product("Bolsa de Fio de Malha", 13900),
        product("Caneca Esmaltada", 3490),
    ]
)
STRING = "Barbante Cru (1 kg)"

TWO_STRINGS = """Eu faço tapete, quero 2 barbante cru de 1 kg|faço tapete e queria 2 barbantes crus de 1 kg
sou artesã, faço tapetes e bolsas. quero 2 barbante cru de 1 kg
eu vendo tapete na feira e preciso de 2 barbante cru de 1 kg
minha mãe faz tapete de crochê e quer 2 barbante cru de 1 kg|comecei a fazer bolsa, me vê 2 barbante cru de 1 kg
faço caneca também mas queria 2 barbante cru de 1 kg|a gente vende bolsa, queria 2 barbante cru de 1 kg"""


@pytest.mark.parametrize("said", ways(TWO_STRINGS))
def test_what_is_made_or_sold_is_not_wished_for(said: str):
    state = CRAFTS.talk(said)
    assert {line.name: line.quantity for line in state.cart.lines} == {STRING: 2}
    assert state.dialogue.pending is None or state.dialogue.pending.kind not in ("choose", "unread")


@pytest.mark.parametrize(
    "said",
    ["faz um tapete mandala e manda 2 barbante cru de 1 kg", "faz pra mim 1 tapete mandala e 2 barbante cru de 1 kg"],
)
def test_what_the_shop_is_to_make_is_a_wish(said: str):
    assert CRAFTS.cart(said) == {"Tapete Mandala": 1, STRING: 2}


def test_a_question_behind_it_is_about_its_own_goods():
    state = CRAFTS.talk("Eu faço tapete e queria saber quanto está o barbante cru, o de 1 quilo")
    assert state.dialogue.pending is not None
    assert [one.name for one in state.dialogue.pending.options] == [STRING]
