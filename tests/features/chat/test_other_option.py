"""Another option of what is in the cart, told by its value alone. No database."""

import pytest

from app.features.chat.assistant.reading.understand import understand
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product


def _coffee(name: str) -> list[dict]:
    return [
        {
            "name": name,
            "price_cents": 3200,
            "stock_quantity": 9,
            "group": name,
            "options": {"Moagem": ground, "Peso": of},
        }
        for ground in ("Em grãos", "Moído")
        for of in ("250 g", "1 kg")
    ]


SHOP = Catalogue(
    [
        *_coffee("Café Bourbon"),
        *_coffee("Café Catuaí"),
        {"name": "Moedor Manual", "price_cents": 18900, "stock_quantity": 9},
        {"name": "Filtro de Papel", "price_cents": 990, "stock_quantity": 9},
    ]
)
BEANS = {"Café Bourbon (Em grãos, 250 g)": 2}
GROUND = {"Café Bourbon (Moído, 250 g)": 2}


@pytest.mark.parametrize(
    "said",
    [
        "pera, n tenho moedor, poe moido",
        "opa perai, troca pra moido",
        "na verdade moido",
        "poe moido",
        "actually ground please",
        "wait, I don't have a grinder, make it ground",
    ],
)
def test_the_line_that_comes_in_it_is_exchanged(said: str):
    begun = SHOP.talk("quero 2 cafe bourbon em graos de 250 g")
    assert counts(begun) == BEANS
    assert counts(SHOP.turn(said, begun)[1]) == GROUND
    _, both, _ = SHOP.turn("e um filtro de papel", begun)
    assert counts(SHOP.turn(said, both)[1]) == GROUND | {"Filtro de Papel": 1}


@pytest.mark.parametrize("said", ["e moido tb", "poe um cafe catuai moido tambem", "poe em graos", "tem moido?"])
def test_nothing_else_takes_its_place(said: str):
    begun = SHOP.talk("quero 2 cafe bourbon em graos de 250 g")
    assert counts(SHOP.turn(said, begun)[1]).items() >= BEANS.items()


def test_of_two_that_come_in_it_it_is_asked_which():
    begun = SHOP.talk("quero 2 cafe bourbon em graos de 250 g", "e 1 cafe catuai em graos de 250 g")
    after = counts(SHOP.turn("poe moido", begun)[1])
    assert after == {"Café Bourbon (Em grãos, 250 g)": 2, "Café Catuaí (Em grãos, 250 g)": 1}


FEED = Catalogue(
    [
        *(
            {
                "name": name,
                "price_cents": price,
                "stock_quantity": 9,
                "group": name,
                "options": {"Sabor": flavour, "Peso": of},
            }
            for name, flavour in (("Ração Premium", "Frango"), ("Ração Premium", "Carne"), ("Ração Filhote", "Frango"))
            for of, price in (("500 g", 1900), ("1 kg", 3400))
        ),
        {"name": "Areia Sanitária", "price_cents": 2990, "stock_quantity": 9},
    ]
)
SMALL, BIG = {"Ração Premium (Frango, 500 g)": 1}, {"Ração Premium (Frango, 1 kg)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "manda 1 kg mesmo",
        "quero 1 kg de racao premium",
        "acho q 1 kg é melhor né?",
        "vai, 1 kg no lugar do meio",
        "troca o meio por um quilo",
    ],
)
def test_so_much_of_what_comes_in_a_pack_of_that_is_that_pack(said: str):
    begun = FEED.talk("quero meio kg de racao premium de frango")
    assert counts(begun) == SMALL
    assert counts(FEED.turn(said, begun)[1]) == BIG


def test_so_much_of_which_there_is_no_pack_is_counted():
    begun = FEED.talk("quero meio kg de racao premium de frango", "e uma areia sanitaria")
    sand = {"Areia Sanitária": 1}
    assert counts(FEED.turn("quero 1,5 kg de racao premium", begun)[1]) == {"Ração Premium (Frango, 500 g)": 3} | sand


@pytest.mark.parametrize("said", ["acho q 1 kg é melhor ne? ou nao sei", "acho que a de 1 kg fica melhor, sei la"])
def test_what_is_taken_back_by_doubt_changes_nothing(said: str):
    begun = FEED.talk("quero meio kg de racao premium de frango")
    assert counts(FEED.turn(said, begun)[1]) == SMALL


@pytest.mark.parametrize(
    ("asked", "said", "told"),
    [
        ("racao premium de frango 500g ta quanto?", "e a de 1kg?", "Ração Premium (Frango, 1 kg)"),
        ("quanto e a racao filhote de 1 kg?", "e o de 500g?", "Ração Filhote (Frango, 500 g)"),
    ],
)
def test_the_other_measure_of_what_was_told_of_is_told(asked: str, said: str, told: str):
    state = FEED.turn(said, FEED.talk(asked))[1]
    assert state.dialogue.focus is not None
    assert state.dialogue.focus.name == told
    assert counts(FEED.turn("me da um desse", state)[1]) == {told: 1}


TWO = Catalogue(
    [
        product("Verniz Marítimo", 5990, Acabamento="Brilhante"),
        product("Verniz Marítimo", 6290, Acabamento="Fosco"),
        product("Pincel", 990),
        product("Lona", 3990, Cor="Azul"),
        product("Lona", 3990, Cor="Preta"),
        product("Lona", 3990, 0, Cor="Verde"),
        *(product("Fita", 590, Cor=colour) for colour in ("Azul", "Preta", "Verde")),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (
            ["quero um pincel e um verniz marítimo", "fosco não, o outro"],
            {"Pincel": 1, "Verniz Marítimo (Brilhante)": 1},
        ),
        (["quero 2 vernizes", "não quero o brilhante, quero o outro"], {"Verniz Marítimo (Fosco)": 2}),
        (["tem lona?", "azul não, vou querer a outra"], {"Lona (Preta)": 1}),
        (["i want one lona", "not the preta, the other one"], {"Lona (Azul)": 1}),
        (["quero uma fita", "azul não, a outra"], {}),
    ],
)
def test_what_is_left_of_two(said: list[str], cart: dict[str, int]):
    assert counts(TWO.talk(*said)) == cart


def test_the_other_is_no_way_to_get_it():
    rules = [ShippingRule(name="Outros estados", kind="fixed", price_cents=3900)]
    state = TWO.talk("quero uma fita")
    acts = understand("quero o outro", state, rules)
    assert acts.way is None
