"""Kinds counted beneath the name they are of: `jogo de lençol branco`, `um casal e um solteiro`."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        *(
            {
                "name": "Jogo de Lençol Percal",
                "price_cents": 16990,
                "stock_quantity": 9,
                "group": "p",
                "options": {"Tamanho": size, "Cor": "Branco"},
            }
            for size in ("Solteiro", "Casal", "Queen")
        ),
        {"name": "Lençol Avulso Casal", "price_cents": 6990, "stock_quantity": 9},
        {"name": "Manta Casal", "price_cents": 7990, "stock_quantity": 9},
        {"name": "Cortina Blackout", "price_cents": 13990, "stock_quantity": 9},
        {"name": "Cortina Voil", "price_cents": 8990, "stock_quantity": 9},
        {"name": "Tapete de Banheiro", "price_cents": 2990, "stock_quantity": 9},
    ]
)
SHEETS = "oi bom dia\npreciso de jogo de lençol percal branco\num casal e um solteiro"
DOUBLE, SINGLE = (f"Jogo de Lençol Percal ({size}, Branco)" for size in ("Casal", "Solteiro"))


@pytest.mark.parametrize(
    "said",
    [
        SHEETS,
        "preciso de jogo de lençol percal branco, um casal e um solteiro",
        "jogo de lençol percal branco: um de casal e um de solteiro",
        "jogo de lençol percal branco\n1 casal\n1 solteiro",
    ],
)
def test_each_kind_is_of_the_thing_in_the_line_before(said: str):
    assert counts(SHOP.talk(said)) == {DOUBLE: 1, SINGLE: 1}


@pytest.mark.parametrize("said", ["cortina\n2 voil e 1 blackout", "quero 3 cortinas: 2 voil e 1 blackout"])
def test_it_is_counted_as_many_as_its_kinds_are(said: str):
    assert counts(SHOP.talk(said)) == {"Cortina Voil": 2, "Cortina Blackout": 1}


def test_what_others_are_of_is_not_the_heads():
    seeds = [f"Semente de {name}" for name in ("Tomate Cereja", "Alface Crespa", "Coentro")]
    shop = Catalogue([{"name": name, "price_cents": 450, "stock_quantity": 9} for name in seeds])
    state = shop.talk("queria 3 sementes de tomate cereja, 2 de alface e 1 de coentro")
    assert counts(state) == dict(zip(seeds, (3, 2, 1), strict=True))


def test_goods_of_their_own_names_stand_beside_it():
    state = SHOP.talk("quero cortina blackout\num tapete de banheiro e uma manta casal")
    assert counts(state) == {"Cortina Blackout": 1, "Tapete de Banheiro": 1, "Manta Casal": 1}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("ai desculpa, de solteiro sao 2, os meninos sao gemeos", {DOUBLE: 1, SINGLE: 2}),
        ("o de casal pode ser 2", {DOUBLE: 2, SINGLE: 1}),
        ("o dobro do de casal", {DOUBLE: 2, SINGLE: 1}),
    ],
)
def test_the_one_of_two_kinds_that_is_named_is_counted(said: str, held: dict[str, int]):
    assert counts(SHOP.talk(SHEETS, said)) == held


SIZED = Catalogue(
    [
        {"name": name, "price_cents": 3990, "stock_quantity": 9, "group": name, "options": {"Tamanho": size}}
        for name in ("Vaso de Barro", "Cachepô de Palha", "Bandeja de Bambu")
        for size in ("20 cm", "30 cm")
    ]
    + [
        {"name": name, "price_cents": 3990, "stock_quantity": 9, "group": name, "options": {"Tamanho": size}}
        for name in ("Camiseta Lisa", "Regata Fit")
        for size in ("P", "M", "G")
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (
            "quero 4 peças de 30: um vaso, um cachepô e 2 bandejas",
            {"Vaso de Barro (30 cm)": 1, "Cachepô de Palha (30 cm)": 1, "Bandeja de Bambu (30 cm)": 2},
        ),
        ("quero tudo tamanho M: 2 camisetas e uma regata", {"Camiseta Lisa (M)": 2, "Regata Fit (M)": 1}),
        (
            "2 things in 20 cm: a clay pot and a bamboo tray",
            {"Vaso de Barro (20 cm)": 1, "Bandeja de Bambu (20 cm)": 1},
        ),
        # another number of them than is told: which the others are is asked
        ("quero 5 peças de 30: um vaso e um cachepô", {"Vaso de Barro (30 cm)": 1, "Cachepô de Palha (30 cm)": 1}),
    ],
)
def test_the_size_told_over_a_list_is_that_of_each(said: str, cart: dict[str, int]):
    assert counts(SIZED.talk(said)) == cart
