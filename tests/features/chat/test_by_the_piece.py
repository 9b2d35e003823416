"""What is sold by the piece and by the hundred, where the piece is meant."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        {"name": "Coxinha de Frango", "price_cents": 700, "stock_quantity": 60, "group": "coxinha",
         "options": {"Venda": "Unidade"}},
        {"name": "Coxinha de Frango", "price_cents": 9500, "stock_quantity": 8, "group": "coxinha",
         "options": {"Venda": "Cento"}},
        {"name": "Esfiha de Carne", "price_cents": 750, "stock_quantity": 80},
    ]
)  # fmt: skip
PIECE = "Coxinha de Frango (Unidade)"


@pytest.mark.parametrize(
    "wish",
    [
        "6 coxinha avulsa",
        "quero 6 coxinhas avulsas",
        "me vê 6 coxinha solta",
        "quero 6 coxinhas por unidade",
        "6 coxinha de frango (unidade)",
        "me separa 6 coxinha unidade",
    ],
)
def test_single_ones(wish: str):
    assert counts(SHOP.talk(wish)) == {PIECE: 6}


def test_the_hundred_stays_another():
    assert counts(SHOP.talk("um cento de coxinha")) == {"Coxinha de Frango (Cento)": 1}


def test_goods_sold_one_way_only_stay_what_they_are():
    assert counts(SHOP.talk("quero 6 esfiha avulsa")) == {"Esfiha de Carne": 6}


def test_single_ones_among_others():
    assert counts(SHOP.talk("pra mim 2 esfiha e 6 coxinha unidade, só")) == {"Esfiha de Carne": 2, PIECE: 6}


def test_fewer_of_them():
    first = "oi, 6 esfiha de carne e 6 coxinha avulsa"
    assert counts(SHOP.talk(first, "ta, o povo aqui come. diminui a coxinha pra 4 so")) == {
        "Esfiha de Carne": 6, PIECE: 4,
    }  # fmt: skip


KINDS = Catalogue(
    [
        *(product("Empada Aberta", 700, Sabor=one) for one in ("Frango", "Palmito")),
        *(product("Empada Fechada", 800, Sabor=one) for one in ("Frango", "Palmito")),
        *(product("Granola", cents, Peso=one) for cents, one in ((1800, "250 g"), (3200, "500 g"))),
        *(
            product("Forminha de Papel", cents, Pacote=one)
            for cents, one in ((900, "30 unidades"), (2500, "100 unidades"))
        ),
        *(product("Trufa", 500, Recheio=one) for one in ("Coco", "Nozes")),
    ]
)
CHICKEN, PALM = "Empada Aberta (Frango)", "Empada Aberta (Palmito)"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["quero 2 dúzias de empada aberta, uma dúzia de frango e uma de palmito"], {CHICKEN: 12, PALM: 12}),
        (["uma dúzia de empada aberta de frango e duas de palmito"], {CHICKEN: 12, PALM: 24}),
        (["quero 2 dúzias de empada aberta, metade de frango e metade de palmito"], {CHICKEN: 12, PALM: 12}),
        (["quero uma dúzia de empada aberta metade frango metade palmito"], {CHICKEN: 6, PALM: 6}),
        # a kind of goods, and no hours
        (["quanto é a empada aberta de frango?", "me vê 3 de frango e 2 de palmito"], {CHICKEN: 3, PALM: 2}),
        (["quanto fica a granola?", "quero uma dessa de meio"], {"Granola (500 g)": 1}),
        (["quanto fica 100 forminhas?", "quero o pacote de 100 então"], {"Forminha de Papel (100 unidades)": 1}),
        (["quanto fica 100 forminhas?", "quero dois pacotes de 100"], {"Forminha de Papel (100 unidades)": 2}),
        (
            ["quero 3 empadas fechadas de frango e 2 granolas de 250. tenho cupom FESTA"],
            {"Empada Fechada (Frango)": 3, "Granola (250 g)": 2},
        ),
        (["quero 6 trufas", "de nozes não, do outro"], {"Trufa (Coco)": 6}),
        (["quero 6 trufas", "not the coconut ones, the other"], {"Trufa (Nozes)": 6}),
    ],
)
def test_dozens_halves_and_kinds_of_them(said: list[str], held: dict[str, int]):
    assert counts(KINDS.talk(*said)) == held


def test_what_is_told_by_the_dozen_is_heard():
    state = KINDS.talk("quero 2 dúzias de empada aberta, uma dúzia de frango e uma de palmito")
    assert (counts(state), state.dialogue.unread) == ({CHICKEN: 12, PALM: 12}, "")


@pytest.mark.parametrize(
    "told",
    ["meu vizinho pediu ontem 20 trufas e 2 granolas e disse que é divino", "minha irmã pediu de vocês 3 trufas"],
)
def test_what_somebody_has_ordered_is_not_asked_about(told: str):
    state = KINDS.talk(f"{told}. quanto é a empada fechada?")
    assert (counts(state), state.dialogue.open) == ({}, ())
