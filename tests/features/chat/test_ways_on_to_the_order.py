"""What is said on the way to the order and changes none of its goods: that all stays as it is, what comes of a wish, a
word that is merely near a way's name."""

import pytest

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.products.matching import Product, fitting
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_everyday_ways import CAP, FLASK, RULES, SHOP, SOCKS, after, ways
from tests.features.chat.test_goods_lists import counts

LEFT = """ah ok, deixa assim. vou retirar, pago no pix|deixa assim mesmo, vou retirar e pago no pix
ta bom, deixa assim. vou buscar aí, pix|não, deixa assim, pix e retiro na loja|deixa como está, pix, vou buscar aí
deixa do jeito que tá. pago no pix e retiro|ok, fica assim mesmo, vou retirar, pix
deixa tudo assim, obrigada. pago no pix, retiro na loja|leave it like that, i'll pick it up and pay by pix
keep it as it is, pix, i'll pick it up"""
OUTCOMES = """põe uma meia, assim provo as duas|põe uma meia, assim experimento|uma meia também, assim mato a vontade
coloca uma meia, assim todo mundo ganha|põe uma meia assim minha mãe usa|bota uma meia, desse jeito ninguém reclama"""


@pytest.mark.parametrize("said", ways(LEFT))
def test_what_stays_as_it_is_refuses_nothing(said: str):
    cart = SHOP.turn(said, SHOP.talk("2 bonés e 1 meia"), shipping=RULES)[1].cart
    assert {line.name: line.quantity for line in cart.lines} == {CAP: 2, SOCKS: 1}
    assert (cart.payment_method, cart.shipping_option) == ("pix", "pickup")


def test_a_choice_is_given_up_by_leaving_it():
    assert after("deixa assim", "oi", "tem boné?") == {}
    assert after("deixa, não quero mais", "1 boné") == {}


@pytest.mark.parametrize("said", ways(OUTCOMES))
def test_what_comes_of_a_wish_is_no_other_wish(said: str):
    _, state, says = SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)
    assert counts(state) == {CAP: 1, SOCKS: 1}
    assert not any(say.what == "nothing" for say in says)


def test_goods_behind_it_are_wished_for():
    assert after("põe uma meia, assim levo uma garrafa também", "1 boné") == {CAP: 1, SOCKS: 1, FLASK: 1}
    assert SHOP.turn("põe uma meia, assim pago no pix", SHOP.talk("1 boné"))[1].cart.payment_method == "pix"


STAND = (ShippingRule("Retirada na banca", "pickup"), ShippingRule("Entrega expressa", "fixed", 1000))


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("meu app do banco travou, muda pro dinheiro", "Entrega expressa"),
        ("o banco tá fora do ar, pago em dinheiro", "Entrega expressa"),
        ("na verdade vou retirar na banca", "pickup"),
        ("manda no expresso", "Entrega expressa"),
    ],
)
def test_another_noun_is_no_way(said: str, way: str):
    state = SHOP.turn("quero entrega expressa, pago no pix", SHOP.talk("1 boné"), shipping=STAND)[1]
    assert SHOP.turn(said, state, shipping=STAND)[1].cart.shipping_option == way


def test_a_category_is_no_one_of_its_goods():
    snacks = [Product(f"p{at}", name, category="Salgados") for at, name in enumerate(("Quibe", "Pão de Queijo"))]
    assert fitting(snacks, Mention(("salgado",))) == snacks
    assert fitting(snacks, Mention(("quibe",))) == snacks[:1]
