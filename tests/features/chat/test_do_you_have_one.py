"""`do you have one?` behind a story, and the same told without a pause: what is wished for is looked for."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, product

SHOP = Catalogue(
    [
        product("Bolsa de Fio de Malha", 13900),
        product("Tapete Mandala", 14900),
        product("Sandália Salto Bloco", 14990),
        product("Vela de Cera", 1990),
    ]
)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (
            "Hi! I'm staying here for a few weeks and I'd love a handmade bag. Do you have one, and how much is it?",
            "Bolsa de Fio de Malha",
        ),
        ("I'm here on holiday and I'm looking for a bag. Do you have any?", "Bolsa de Fio de Malha"),
        (
            "bah guria eu preciso duma sandália pra formatura da minha neta com um saltinho que não seja fininho tu "
            "tem alguma de salto bloco aí",
            "Sandália Salto Bloco",
        ),
        ("oi minha filha o padre pediu vela pro altar vocês têm alguma de cera pura", "Vela de Cera"),
    ],
)
def test_what_the_story_wishes_for_is_shown(message: str, name: str):
    state = SHOP.talk(message)
    pending = state.dialogue.pending.options if state.dialogue.pending is not None else ()
    assert name in [one.name for one in (*state.dialogue.listed, *pending)] + [one.name for one in state.cart.lines]


@pytest.mark.parametrize("message", ["comprei uma bolsa aí ano passado", "minha irmã amou o tapete mandala daí"])
def test_a_story_alone_puts_nothing_in(message: str):
    assert SHOP.cart(message) == {}
