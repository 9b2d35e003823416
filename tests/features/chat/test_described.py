"""A thing described by what it does, which one it is and how it is to come: no word of it is a wish of its own."""

import pytest

from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import Cart, CartLine, ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        {"name": "Travesseiro de Fibra", "price_cents": 3490, "stock_quantity": 9},
        {
            "name": "Travesseiro Nasa",
            "price_cents": 8990,
            "stock_quantity": 9,
            "description": "Espuma que afunda devagar e volta ao formato.",
        },
        {"name": "Cortina Voil", "price_cents": 8990, "stock_quantity": 9},
    ]
)
PILLOWS = ["Travesseiro de Fibra", "Travesseiro Nasa"]


@pytest.mark.parametrize(
    "said",
    [
        "queria um travesseiro que nao esquenta e é baixinho",
        "I want that travesseiro that sinks slowly and comes back, you know",
    ],
)
def test_the_verbs_of_a_description_are_no_wishes(said: str):
    acts, state, _ = SHOP.turn(said)
    assert [one.mention.words for one in acts.changes] == [("travesseiro",)]
    assert state.dialogue.pending is not None
    assert [one.name for one in state.dialogue.pending.options] == PILLOWS


@pytest.mark.parametrize(
    "said",
    [
        "queria aquele travesseiro q afunda devagar e volta sabe",
        "to com dor no pescoço\nqueria aquele travesseiro que afunda devagar e volta, sabe",
    ],
)
def test_the_only_one_that_is_described_so_is_meant(said: str):
    assert counts(SHOP.talk(said)) == {"Travesseiro Nasa": 1}


def test_goods_beside_the_description_are():
    cart = counts(SHOP.talk("queria o travesseiro q afunda e uma cortina voil"))
    assert cart == {"Travesseiro Nasa": 1, "Cortina Voil": 1}


@pytest.mark.parametrize(
    "said", ["o da nasa ne? quanto q é?", "quanto é o da nasa?", "the nasa one, right? how much is it?"]
)
def test_the_one_that_was_asked_about_is_taken(said: str):
    assert counts(SHOP.talk("tem travesseiro?", said, "quero 1")) == {"Travesseiro Nasa": 1}


@pytest.mark.parametrize("way", ["motoboy", "por motoboy", "entrega"])
def test_a_line_that_tells_the_way_is_no_part_of_the_name(way: str):
    rules = [ShippingRule("Retirada na loja", "pickup"), ShippingRule("Motoboy Curitiba", "fixed", price_cents=1500)]
    state = ConversationState(cart=Cart((CartLine("p", "Travesseiro Nasa", 1, 8990),), "pix"))
    acts = understand(f"Jorge Wolff\nrua joao negrao 780 sala 3\n80010-200\n{way}", state, rules)
    assert (acts.known.name, acts.known.address) == ("Jorge Wolff", "rua joao negrao, 780, sala 3")
    assert acts.way in ("Motoboy Curitiba", "delivery")


GAMES = Catalogue(
    [
        {"name": "Jogo Catan", "price_cents": 29990, "stock_quantity": 4},
        {"name": "Jogo Dixit", "price_cents": 19990, "stock_quantity": 4, "description": "Cartas com coelhinhos."},
        {
            "name": "Luminária Lua",
            "price_cents": 8990,
            "stock_quantity": 4,
            "description": "Acende em forma de foguete.",
        },
    ]
)


@pytest.mark.parametrize(
    ("asked", "said", "name"),
    [
        ("tem o dos coelhinhos?", "troca pelo dos coelhinhos", "Jogo Dixit"),
        ("tem aquele do foguete?", "troca pelo do foguete entao", "Luminária Lua"),
    ],
)
def test_the_nearest_that_is_named_again_by_what_is_told_of_it_is_meant(asked: str, said: str, name: str):
    assert counts(GAMES.talk("quero o catan", asked, said)) == {name: 1}
    assert counts(GAMES.talk("quero o catan", said)) == {"Jogo Catan": 1}  # not shown before: it is asked about


@pytest.mark.parametrize(
    "said", ["ok one of those and a miso paste, the light one", "2 miso pastes, the light one please"]
)
def test_which_of_it_is_told_behind_a_comma(said: str):
    shop = Catalogue(
        [
            {"name": "Shoyu Light", "price_cents": 1990, "stock_quantity": 9},
            {"name": "Missô Claro", "price_cents": 2290, "stock_quantity": 9},
            {"name": "Arroz Japonês 5 kg", "price_cents": 7990, "stock_quantity": 9},
        ]
    )
    assert "Shoyu Light" not in counts(shop.talk("do you have japanese rice?", said))


@pytest.mark.parametrize(
    "asked", ["tem vaso de flores, 40 cm?", "do you have the flower vase, 16 inch?", "vaso de flores, 40 cm, tem?"]
)
def test_how_big_it_is_told_behind_a_comma(asked: str):
    sizes = ("40 cm", "60 cm") if "cm" in asked else ("16 polegadas", "24 polegadas")
    shop = Catalogue([product("Vaso de Flores", 8990, Tamanho=size) for size in sizes])
    acts, state, _ = shop.turn(asked)
    assert len(acts.looks) == 1
    assert [one.name for one in state.dialogue.listed] == [f"Vaso de Flores ({sizes[0]})"]
