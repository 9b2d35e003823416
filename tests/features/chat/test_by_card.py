"""Paying by card where the goods change hands, as the shop's documents allow it. No database."""

import pytest

from app.features.chat.assistant.deciding.mind import Say
from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.documents.by_card import taken_at
from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue

SHOP = Catalogue([{"name": "Caneca Esmaltada", "price_cents": 3900, "stock_quantity": 9}])
RULES = (
    ShippingRule("Retirada", "pickup"),
    ShippingRule("Poços de Caldas", "cep_range", 800, cep_from="37700000", cep_to="37719999"),
)
BOTH = "Pix, ou na entrega em Poços e na retirada em dinheiro ou cartão."
COUNTER = "Pelo WhatsApp é Pix, ou dinheiro na entrega ou na retirada. Cartão só no balcão da loja."
JOINED = "Pix, ou cartão e dinheiro na entrega ou na retirada."
BOUGHT_THERE = "Pix ou dinheiro na entrega. Cartão só no balcão da loja, para compras feitas lá."
NO_CARDS = "Recebemos por Pix e em dinheiro na entrega ou no balcão. Não aceitamos cartão nem fiado."
BY_LINK = "Aceitamos Pix, dinheiro na entrega e cartão em até 10x por um link que a equipe envia."
FETCHED, SENT = "vou retirar", "entrega na rua Rio de Janeiro 455, cep 37701-011"


def talk(document: str, *messages: str) -> tuple[ConversationState, list[Say]]:
    """The state after some messages to a shop with that document, and what was said last."""
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = SHOP.turn(message, state, shipping=RULES, passages=(Passage("Pagamento", document),))
    return state, says


@pytest.mark.parametrize(
    "said",
    [
        "retiro ai, cartao na hora",
        "busco ai, pago no cartao",
        "pago no cartao qdo for buscar",
        "retirada, cartão",
        "quem vai retirar é meu filho, ele leva o cartao",
        "passo no débito quando retirar",
        "vou pegar ai, no cartao msm",
        "I'll pick up tomorrow and pay by card there",
        "I'd rather pay with my card at the counter",
        "pickup, card",
        "retiro aí e parcelo no cartão na hora",
        "vai ser no cartao aí na loja mesmo",
        "levo a bike aí e vcs colocam, pago no débito na hora",
    ],
)
@pytest.mark.parametrize("document", [BOTH, COUNTER, JOINED])
def test_the_card_is_taken_at_the_counter(document: str, said: str):
    state, says = talk(document, "quero 1 caneca", said)
    assert (state.cart.payment_method, state.cart.shipping_option) == ("cod", "pickup")
    assert "cartão" in next(one.text.lower() for one in says if one.what == "text").lower()
    state, _ = talk(document, "quero 1 caneca", said, "isso")
    assert state.cart.payment_method == "cod"


@pytest.mark.parametrize(
    "said",
    [
        "vai ser no cartao msm, qdo entregar",
        "cartao na maquininha pode ser?",
        "pode ser no cartão?",
        "cartao entao",
        "vou pagar no debito quando chegar",
        "leva a maquininha por favor",
        "card then",
        "paying by card on delivery",
        "can I pay by card on delivery?",
        "can I pay you by credit card on delivery?",
        "pago no cartao com o entregador",
        "passo no cartão pro motoboy",
    ],
)
def test_the_card_is_taken_at_the_door_or_how_to_pay_stays_open(said: str):
    state, says = talk(BOTH, "quero 1 caneca", SENT, said)
    assert state.cart.payment_method == "cod"
    assert any(one.text == BOTH for one in says)
    state, says = talk(COUNTER, "quero 1 caneca", SENT, said)
    assert state.cart.payment_method is None
    assert any("só no balcão" in one.text for one in says)


@pytest.mark.parametrize("document", [BOUGHT_THERE, NO_CARDS, BY_LINK])
def test_where_no_card_is_taken_it_is_told(document: str):
    for way in (FETCHED, SENT):
        state, says = talk(document, "quero 1 caneca", way, "vai ser no cartao")
        assert state.cart.payment_method is None
        assert any("artão" in one.text for one in says)
        assert talk(document, "quero 1 caneca", way, "vai ser no cartao", "entao pix")[0].cart.payment_method == "pix"


@pytest.mark.parametrize(
    "said",
    [
        "aceita cartao?",
        "e no cartao parcela?",
        "pix ou cartao?",
        "o entregador leva maquininha?",
        "vocês têm cartão pra presente?",
        "se passar cartao eu levo",
        "da pra pagar no cartao por aqui?",
        "ele pode pagar com cartao? parcela em qtas vezes",
        "do you take cards?",
    ],
)
def test_a_question_about_cards_chooses_nothing(said: str):
    assert talk(BOTH, "quero 1 caneca", FETCHED, said)[0].cart.payment_method is None


@pytest.mark.parametrize("said", ["vai ser no cartão aí na loja", "cartao na retirada", "card at the counter"])
def test_goods_that_only_take_a_card_sell_none(said: str):
    shop = Catalogue(
        [{"name": "Caixa de Som", "price_cents": 9900, "stock_quantity": 9, "description": "USB e cartão SD."}]
    )
    known = shop.knows(said)
    known = Goods(known.asked, {**known.places, "cartao": 1, "card": 1})
    acts = understand(said, shop.talk("quero uma caixa de som"), RULES, known)
    assert (acts.card, acts.way) == (True, "pickup")


def test_another_way_goes_before_the_card():
    assert talk(BOTH, "quero 1 caneca", FETCHED, "cartao nao, vai no pix")[0].cart.payment_method == "pix"
    assert talk(BOTH, "quero 1 caneca", FETCHED, "cartao nao pode né? entao pix")[0].cart.payment_method == "pix"
    assert talk(BOTH, "quero 2 canecas no cartao, vou retirar")[0].cart.lines[0].quantity == 2


@pytest.mark.parametrize(
    ("document", "asked", "places"),
    [
        (BOTH, "", {"door", "counter"}),
        (COUNTER, "", {"counter"}),
        (BOUGHT_THERE, "", set()),
        ("Cartão só comprando no balcão da loja.", "", set()),
        (NO_CARDS, "", set()),
        (BY_LINK, "", set()),
        ("Não temos maquininha de cartão na entrega; cartão só no balcão.", "", {"counter"}),
        ("No balcão também passamos cartão de débito; o entregador não leva maquininha.", "", {"counter"}),
        ("Aceitamos Pix e, na entrega, dinheiro ou cartão em até 3x sem juros.", "", {"door"}),
        ("Pix, dinheiro e cartão de débito na entrega.", "no credito", set()),
        ("Pix, dinheiro e cartão de débito na entrega.", "no debito", {"door"}),
        ("Dinheiro na entrega e cartão no balcão.", "", {"counter"}),
        ("Pague ao entregador em dinheiro ou cartão.", "", {"door"}),
        ("Aceitamos Pix, dinheiro e cartão.", "", set()),
        ("Cash or card on delivery. No cheques.", "", {"door"}),
        ("We take Pix. Cards are accepted only at the counter in the shop.", "", {"counter"}),
        ("Na entrega ou na retirada em dinheiro ou cartão. No crédito parcelamos em até 3x.", "", {"door", "counter"}),
        (
            "Na retirada e na entrega em dinheiro ou na maquininha. Não trabalhamos com boleto nem link de cartão.",
            "cartao",
            {"counter", "door"},
        ),
        ("Dinheiro ou cartão só na retirada. Não temos link de cartão nem parcelamento.", "debito", {"counter"}),
        ("Só Pix. Não temos link de cartão.", "cartao", set()),
        ("Pix, ou na entrega ou na loja: dinheiro, débito ou crédito na maquininha.", "debito", {"counter", "door"}),
        ("Na entrega: Pix ou dinheiro; no balcão: cartão ou Pix.", "cartao", {"counter"}),
        ("Na entrega não temos maquininha: cartão só no balcão.", "cartao", {"counter"}),
        ("At the door: cash or card.", "card", {"door"}),
    ],
)
def test_where_a_card_is_taken(document: str, asked: str, places: set[str]):
    assert taken_at((Passage("Pagamento", document),), asked)[0] == places
