"""What is said between a question on goods and taking them, or beside it: a sigh, what it is wrapped in, how it is paid
and brought, change for it."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.documents.by_card import taken_at
from app.features.chat.assistant.documents.passages import in_place
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.delivery import settle
from app.features.conversations.state import ConversationState
from app.features.extract_lead import addresses
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

JACKETS = Catalogue(
    [
        *(
            product("Jaqueta Sherpa", 24990, Tamanho=size) | {"description": "Forro de pelúcia. Para o frio."}
            for size in ("M", "G")
        ),
        product("Embalagem para Presente", 500),
        product("Caldinho de Camarão", 1490) | {"description": "300 ml, feito com leite de coco."},
    ]
)
RULES = (
    ShippingRule("Retirada na loja", "pickup"),
    ShippingRule("Motoboy Maringá", "fixed", 1200),
    ShippingRule("Correios Londrina", "cep_range", 2200, cep_from="86000-000", cep_to="86109-999", days=3),
    ShippingRule("Correios Curitiba", "cep_range", 2900, cep_from="80000-000", cep_to="82999-999", days=5),
)
LONDRINA = "86020080"
WRAPPED = {"Jaqueta Sherpa (G)": 1, "Embalagem para Presente": 1}


def after(*said: str) -> ConversationState:
    """The state of the conversation after some messages, where the shop has several ways."""
    state = ConversationState()
    for one in said:
        state = JACKETS.turn(one, state, shipping=RULES)[1]
    return state


@pytest.mark.parametrize("asked", ["a jaqueta sherpa é forrada com o que?", "a jaqueta sherpa é grossa?"])
@pytest.mark.parametrize("said", ["quero uma", "pago no pix e retiro na loja"])
def test_what_comes_in_sizes_is_not_taken_in_one_that_nobody_told(asked: str, said: str):
    assert counts(after(asked, said)) == {}


@pytest.mark.parametrize(
    "said",
    [
        "quero uma G com embalagem pra presente",
        "quero uma G e uma embalagem pra presente",
        "quero uma G na embalagem de presente",
        "quero uma jaqueta sherpa G com embalagem pra presente",
    ],
)
def test_what_gifts_are_wrapped_in_is_wished_for_where_it_is_sold(said: str):
    assert counts(after("a jaqueta sherpa é forrada com o que?", said)) == WRAPPED


@pytest.mark.parametrize(
    "said",
    [
        "ah otimo, quero 2 entao",
        "ah legal, entao manda 2",
        "ótimo quero 2",
        "ah show, me ve 2",
        "nossa perfeito, quero 2",
    ],
)
def test_a_sigh_before_the_wish_is_no_goods(said: str):
    assert counts(after("o caldinho de camarão leva leite?", said)) == {"Caldinho de Camarão": 2}


@pytest.mark.parametrize(
    "said", ["pelos correios mesmo", "manda pelo correio", "correios", "por correio", "by mail please"]
)
def test_who_brings_it_is_the_way_that_goes_there(said: str):
    where = "Ana Gomes, Rua Sergipe, 850, Centro, Londrina, CEP 86020-080"
    for told in ((f"pix, {said}. {where}",), (f"pix. {where}", said), (f"pix, {said}", where)):
        way = after("quero o caldinho de camarão", *told).cart.shipping_option
        settled = settle(RULES, cep=LONDRINA, subtotal_cents=1490, wish=way)
        assert settled is not None
        assert settled.option is not None
        assert settled.option.name == "Correios Londrina"


@pytest.mark.parametrize(
    "said",
    [
        "meu app do banco travou, deixa que eu pago na entrega",
        "você me manda pelo motoboy que eu pago na hora no dinheiro",
        "aí vocês mandam pelo motoboy e eu pago na entrega",
        "me entrega em casa que eu pago em dinheiro não precisa de troco",
        "pago na hora em dinheiro",
    ],
)
def test_it_is_paid_where_it_is_brought(said: str):
    assert after("quero o caldinho de camarão", said).cart.payment_method == "cod"


@pytest.mark.parametrize("said", ["quanto fica tudo pra eu retirar aí na loja?", "quanto dá tudo pra eu buscar aí?"])
def test_the_total_of_what_is_fetched_tells_the_way(said: str):
    state = after("quero o caldinho de camarão", said)
    assert state.cart.shipping_option == "pickup"


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Rua Santos Dumont 2210 zona 7 Maringá cep 87030-010", "Rua Santos Dumont, 2210, zona 7, Maringá"),
        ("Rua A 12, Boa Viagem, Recife o cep é 51020-010", "Rua A, 12, Boa Viagem, Recife"),
        ("Rua A 12, Boa Viagem, Recife e o cep é 51020-010", "Rua A, 12, Boa Viagem, Recife"),
    ],
)
def test_an_address_ends_before_its_code_is_announced(said: str, line: str):
    found = addresses.find(said)
    assert found is not None
    assert found.line == line


def test_a_card_is_taken_where_one_may_pay_as_well():
    told = (
        Passage(
            "Pagamento",
            "Pix ou pagamento na entrega (dinheiro, débito ou crédito). Quem retira na loja também pode pagar na hora.",
        ),
    )
    assert taken_at(told, "cartao")[0] == {"door", "counter"}
    assert taken_at((Passage("Pagamento", "Cartão na entrega. Na loja só Pix."),), "cartao")[0] == {"door"}


def test_how_long_it_takes_goes_before_what_it_costs():
    told = (Passage("Entrega", "Olinda: R$ 14,00. Em Olinda leva de 60 a 80 minutos."),)
    assert in_place(told, "Olinda", when=True) == "Em Olinda leva de 60 a 80 minutos."
    assert in_place(told, "Olinda") == "Olinda: R$ 14,00."


@pytest.mark.parametrize("said", ["que dia voces nao abrem", "qual dia voces fecham", "qual o dia de folga de voces"])
def test_when_the_shop_is_closed_is_of_its_hours(said: str):
    assert topics_of(said) == ["hours"]
