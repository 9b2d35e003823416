"""`tem 3?`, behind a thing that was named: so many of it, and nothing else is looked for."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        *(
            {
                "name": "Toalha de Banho",
                "price_cents": 3990,
                "stock_quantity": stock,
                "group": "t",
                "options": {"Cor": colour},
            }
            for colour, stock in (("Branca", 9), ("Azul", 9), ("Rosa", 0))
        ),
        *(
            {
                "name": "Jogo de Lençol",
                "price_cents": 16990,
                "stock_quantity": 9,
                "group": "l",
                "options": {"Cor": colour},
            }
            for colour in ("Branco", "Azul")
        ),
        {"name": "Jogo Americano 3 Peças", "price_cents": 4990, "stock_quantity": 9},
    ]
)
BOUGHT = {"Toalha de Banho (Azul)": 2, "Toalha de Banho (Branca)": 1}


@pytest.mark.parametrize("said", ["bom diaa\ntoalha de banho azul\ntem 3?", "toalha de banho azul, tem 3?"])
def test_it_is_asked_of_what_was_just_named_and_taken_so_often_with_a_yes(said: str):
    acts, state, _ = SHOP.turn(said)
    assert [look.mention.words for look in acts.looks] == [("toalha", "banho", "azul")]
    assert counts(SHOP.turn("sim, quero", state)[1]) == {"Toalha de Banho (Azul)": 3}


def test_a_number_too_great_to_count_tells_the_size():
    shoes = Catalogue(
        [
            {"name": "Tênis", "price_cents": 9990, "stock_quantity": 9, "group": "t", "options": {"Número": size}}
            for size in ("37", "38")
        ]
    )
    assert counts(shoes.talk("oi\ntênis\ntem 38?", "quero 1")) == {"Tênis (38)": 1}


@pytest.mark.parametrize("said", ["tem 3?", "vocês têm 3 aí?", "tem 3 unidades?", "tem 3 dela?"])
def test_it_is_asked_of_what_is_spoken_of(said: str):
    state = SHOP.talk("tem toalha de banho azul?", said)
    assert state.dialogue.pending is not None
    assert [one.name for one in state.dialogue.pending.options] == ["Toalha de Banho (Azul)"]


@pytest.mark.parametrize(
    "said",
    [
        "poxa, rosa nao tem entao\nfaz assim, 2 azul e 1 branca",
        "rosa acabou né, manda 2 azuis e 1 branca",
        "no pink then, 2 blue and 1 white",
    ],
)
def test_colours_are_of_the_thing_that_is_sold_out_in_one(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("bom diaa\ntoalha de banho rosa\ntem 3?"))
    assert counts(state) == BOUGHT
    assert acts.looks == ()


FEW_LEFT = Catalogue(
    [
        {
            "name": "Vela Aromática",
            "price_cents": 2990,
            "stock_quantity": stock,
            "group": "v",
            "options": {"Aroma": one},
        }
        for one, stock in (("Baunilha", 2), ("Lavanda", 9))
    ]
    + [{"name": "Incenso Natural", "price_cents": 990, "stock_quantity": 9}]
)
VANILLA, LAVENDER = "Vela Aromática (Baunilha)", "Vela Aromática (Lavanda)"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("pode por as 2", {VANILLA: 2}),
        ("essas duas", {VANILLA: 2}),
        ("manda as 2 que tem e um incenso", {VANILLA: 2, "Incenso Natural": 1}),
        ("pode pôr as duas e mais 3 de lavanda", {VANILLA: 2, LAVENDER: 3}),
        ("vou por 2 e um incenso", {VANILLA: 2, "Incenso Natural": 1}),
        ("só tem duas? então as duas mesmo", {VANILLA: 2}),
        ("both of them then", {VANILLA: 2}),
        ("só 2? então quero as três", {}),
    ],
)
def test_all_that_are_left_are_taken(said: str, cart: dict[str, int]):
    assert counts(FEW_LEFT.talk("queria 6 velas de baunilha", said)) == cart


@pytest.mark.parametrize("said", ["põe o 7 e 2 incensos", "quero o de 7 e 2 incensos"])
def test_a_number_that_is_none_of_the_goods_is_asked_about_before_anything_is_closed(said: str):
    state = FEW_LEFT.talk(said)
    assert counts(state) == {"Incenso Natural": 2}
    assert state.dialogue.unread == "7"


@pytest.mark.parametrize("asked", ["poxa, e na azul, qto sai?", "quanto custa a azul?", "how much is the blue one?"])
def test_what_another_colour_costs_is_asked_of_the_thing_that_is_sold_out_in_one(asked: str):
    assert counts(SHOP.talk("tem toalha de banho rosa?", asked, "quero 2 então")) == {"Toalha de Banho (Azul)": 2}


FEW = Catalogue(
    [
        product("Luz de Emergência", 4590, stock=12),
        product("Saco de Areia", 1990, stock=8, Peso="10 kg"),
        product("Saco de Areia", 1190, stock=40, Peso="5 kg"),
    ]
)


@pytest.mark.parametrize(
    ("asked", "then", "cart"),
    [
        ("preciso de 15 luzes de emergência", "se não tiver as 15 levo as 12 que tem", {"Luz de Emergência": 12}),
        ("preciso de 15 luzes de emergência", "então se n tem 15, faz 10", {"Luz de Emergência": 10}),
        (
            "quero 12 sacos de areia de 10kg",
            "se nao tem os 12, faz 8 do de 10 e 8 do de 5 q da no mesmo",
            {"Saco de Areia (10 kg)": 8, "Saco de Areia (5 kg)": 8},
        ),
    ],
)
def test_fewer_are_taken_on_the_condition_that_was_told_to_be_so(asked: str, then: str, cart: dict[str, int]):
    assert counts(FEW.talk(asked, then)) == cart
