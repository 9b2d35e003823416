"""Messages written as they are spoken."""

import pytest

from app.features.chat.assistant.language.spoken import as_written
from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        {"name": name, "price_cents": 700, "stock_quantity": 50}
        for name in ("Café com Leite", "Café Coado", "Pão de Queijo", "Bolo de Fubá")
    ]
)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("eu vo busca ai memo", "eu vou buscar ai mesmo"),
        ("pago im dinhero quando eu pega", "pago em dinheiro quando eu pegar"),
        ("nois vai quere 5", "nós vamos querer 5"),
        ("Vo retira", "eu vou retirar"),
        ("pode ser picks", "pode ser pix"),
        ("pago no piques", "pago no pix"),
        ("3 de cerejaa e 2 de romãa", "3 de cereja e 2 de romãa"),
        ("2 guitar picks", "2 guitar picks"),
        ("um café pra minha vó", "um café pra minha vó"),
        ("im looking for a memo pad", "im looking for a memo pad"),
        ("ele busca e leva", "ele busca e leva"),
    ],
)
def test_it_is_read_in_the_usual_spelling(spoken: str, written: str):
    assert as_written(spoken) == written


@pytest.mark.parametrize(
    "wish", ["e ve pra mim tamem 2 café cum leite", "quero 2 cafe cum leite", "nois vai quere 2 café cum leite"]
)
def test_goods_are_named_so(wish: str):
    assert counts(SHOP.talk(wish)) == {"Café com Leite": 2}


@pytest.mark.parametrize(
    "said", ["queria pagar na hora que chegar em dinheiro mesmo", "pago na hora da entrega, em dinheiro"]
)
def test_when_it_is_paid_is_no_wish(said: str):
    acts, _, _ = SHOP.turn(said, SHOP.talk("quero um bolo de fubá"))
    assert (acts.method, acts.changes) == ("cod", ())


def test_it_is_paid_so():
    acts, _, _ = SHOP.turn("pago im dinhero quando eu pega", SHOP.talk("quero um bolo de fubá"))
    assert (acts.method, acts.changes, acts.language) == ("cod", (), "pt")


@pytest.mark.parametrize("told", ["é Sebastião Rosa", "eh Joana Dias", "É o Joaquim da Silva", "it's Mary Jones"])
def test_who_it_is(told: str):
    acts, state, _ = SHOP.turn(told, SHOP.talk("quero um bolo de fubá", "retiro na loja"))
    assert (acts.known.name or "").split()[-1] == told.split()[-1]
    assert counts(state) == {"Bolo de Fubá": 1}
