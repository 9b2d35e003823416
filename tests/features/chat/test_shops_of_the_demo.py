"""Talks in a shop like those of the demo, whose names tell their options: what is asked is understood, and what is told
holds. No database."""

import pytest

from app.features.chat.assistant.deciding.mind import Say
from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.state import Cart, CartLine, ConversationState
from app.features.conversations.summary import summarize
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

COURIERS = (
    ShippingRule("Retirada", "pickup"),
    ShippingRule("Motoboy Campinas", "cep_range", 900, cep_from="13010000", cep_to="13139999", days=1),
    ShippingRule("Motoboy Valinhos", "cep_range", 1800, cep_from="13270000", cep_to="13279999", days=1),
)
PASSAGES = (
    Passage("Conservação", "Salgados devem ser consumidos no mesmo dia."),
    Passage("Horário", "De terça a sábado das 8h às 19h, domingo das 8h às 13h."),
    Passage("Pagamento", "Pix com 5% de desconto usando o cupom PIX5, ou em dinheiro na entrega."),
)


def _named(name: str, option: str, *values: str) -> list[dict]:
    """A thing whose names tell its option, as in the shops of the demo."""
    return [
        {
            "name": f"{name} {value}",
            "price_cents": 8990,
            "stock_quantity": 20,
            "group": name,
            "options": {option: value},
            "description": told,
        }
        for value in values
        for told in [TOLD.get(name, "")]
    ]


TOLD = {
    "Vaso de Cerâmica": "Vaso feito à mão, com furo e pratinho.",
    "Tênis Veloz": "Leve, para o asfalto. Numeração 34 a 44.",
    "Tênis Iniciante": "Confortável e estável.",
    "Regata Ritmo": "Seca rápido. Tamanhos P ao GG.",
}
SHOP = Catalogue(
    [
        *(product("Coxinha", cents, 20, Quantidade=f"{n} unidades") for n, cents in ((50, 4700), (100, 8900))),
        *(product("Moletom", 14990, 20, Cor=one, Tamanho=size) for one in ("Preto", "Cinza") for size in ("M", "G")),
        *(product("Body", 3990, 20, Cor=one, Tamanho=size) for one in ("Branco", "Azul") for size in ("P", "M")),
        *_named("Camiseta Térmica Segunda Pele", "Cor", "Preta", "Cinza"),
        *_named("Jaqueta Brisa", "Cor", "Azul", "Preta"),
        *_named("Liquidificador Turbo", "Modelo", "110 V", "220 V", "Bivolt"),
        *_named("Vaso de Cerâmica", "Cor", "Terracota", "Branco"),
        *_named("Notebook", "Memória", "8 GB", "16 GB", "16 GB SSD 512"),
        *_named("Tênis Veloz", "Cor", "Preto", "Azul"),
        *_named("Tênis Iniciante", "Cor", "Preto", "Azul"),
        *_named("Regata Ritmo", "Cor", "Preta", "Branca"),
        {"name": "Embalagem para Presente", "price_cents": 790, "stock_quantity": 99},
        {
            "name": "Kit Festa",
            "price_cents": 28900,
            "stock_quantity": 3,
            "description": "Bolo, 100 salgados e 6 refrigerantes.",
        },
        {"name": "Torta de Frango", "price_cents": 5800, "stock_quantity": 9},
        {"name": "Torta de Limão", "price_cents": 5500, "stock_quantity": 9},
    ]
)


UNREAD = "Na verdade ficou sem dizer os tamanhos: todas XG"


def talk(*messages: str) -> tuple[str, ConversationState]:
    """The last reply, and the state after it."""
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = SHOP.turn(message, state, shipping=COURIERS, passages=PASSAGES)
    return compose([one for one in says if one.what != "summary"], state.dialogue.language), state


@pytest.mark.parametrize("said", ["motoboy", "por motoboy", "pode ser o motoboy", "motoboy mesmo"])
def test_what_all_ways_share_is_an_answer_to_how_it_is_to_come(said: str):
    reply, state = talk("quero uma torta de limão, pix, cep 13020-111", said)
    assert state.cart.shipping_option in ("delivery", "Motoboy Campinas"), reply


@pytest.mark.parametrize("said", ["chega hoje?", "quando que chega?", "quando vai chegar?"])
def test_when_it_comes_is_what_the_way_chosen_takes(said: str):
    reply, _ = talk("quero uma torta de limão, pix, cep 13020-111", "motoboy", said)
    assert "Motoboy Campinas — R$ 9,00 (1 dia útil)" in reply
    assert "consumidos" not in reply


@pytest.mark.parametrize("said", ["segue sem", "pode seguir sem ela", "sem ela mesmo"])
def test_going_on_without_is_an_answer_to_whether_it_goes_on(said: str):
    asked, state = talk("quero um moletom preto M", UNREAD)
    assert "Ou sigo sem ela?" in asked
    reply, state = talk("quero um moletom preto M", UNREAD, said)
    assert "Como você prefere pagar" in reply
    assert counts(state) == {"Moletom (Preto, M)": 1}


@pytest.mark.parametrize("said", ["na vdd melhor 100", "nao, quero 100 coxinhas", "coloca 100"])
def test_so_many_of_what_comes_in_lots_are_the_other_lot(said: str):
    _, state = talk("quero 50 coxinhas", said)
    assert counts(state) == {"Coxinha (100 unidades)": 1}


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("na verdade a segunda pele quero cinza", "Camiseta Térmica Segunda Pele Cinza"),
        ("a segunda pele pode ser em cinza", "Camiseta Térmica Segunda Pele Cinza"),
    ],
)
def test_a_line_told_to_be_of_another_kind_is_exchanged(said: str, now: str):
    _, state = talk("quero a jaqueta brisa azul e a segunda pele preta", said)
    assert counts(state) == {"Jaqueta Brisa Azul": 1, now: 1}


def test_so_it_is_beside_a_question():
    _, state = talk("quero o liquidificador 220 v", "ah o liquidificador coloca bivolt. e quanto dá no pix?")
    assert counts(state) == {"Liquidificador Turbo Bivolt": 1}
    _, state = talk("quero um moletom preto M", "o moletom quero 2")
    assert counts(state) == {"Moletom (Preto, M)": 2}


@pytest.mark.parametrize("said", ["vou levar o Veloz preto, 41", "quero o tênis veloz preto 37"])
def test_the_number_of_a_foot_counts_no_shoes(said: str):
    reply, state = talk(said)
    assert counts(state) == {"Tênis Veloz Preto": 1}
    assert f"tamanho {said[-2:]}" in state.cart.notes
    assert "Anotei para o pedido" in reply


def test_pairs_are_counted():
    reply, state = talk("quero 40 pares do tênis veloz preto")
    assert "só temos 20" in reply
    assert not state.cart.lines


def test_a_number_of_which_the_shop_tells_nothing_is_not_denied():
    assert "a loja não informa" in talk("tem tênis iniciante?", "tem 42?")[0]
    assert "Sim, com 42" in talk("tem tênis veloz?", "tem 42?")[0]
    assert "Em 46 não tenho" in talk("tem tênis veloz?", "tem 46?")[0]


def test_what_the_thing_spoken_of_has_is_not_looked_for_in_the_shop():
    reply, _ = talk("tem vaso de cerâmica?", "mas tem furo pra sair água?")
    assert "com furo e pratinho" in reply
    assert "Não encontrei" not in reply
    assert "Não encontrei" in talk("tem vaso de cerâmica?", "tem microondas?")[0]


@pytest.mark.parametrize(
    ("said", "quoted"),
    [("tem panela de 7 litros?", '"panela de 7 litros"'), ("tem abajur amarelo?", '"abajur amarelo"')],
)
def test_what_is_not_there_is_quoted_as_it_was_written(said: str, quoted: str):
    assert quoted in talk(said)[0]


def test_that_it_can_be_fetched_is_not_unknown_where_it_is_taken_so():
    reply, state = talk("quero uma torta de frango. da pra buscar domingo 10h?")
    assert state.cart.shipping_option in ("pickup", "Retirada")
    assert "domingo das 8h às 13h" in reply
    assert "não tenho aqui" not in reply
    assert "não tenho aqui" not in talk("quero uma torta de frango. da pra retirar aí?")[0]


def test_whether_it_can_be_paid_in_two_ways_chooses_neither():
    reply, state = talk("quero um kit festa", "dá pra pagar metade no pix e metade no cartão?")
    assert state.cart.payment_method is None
    assert "Até quando" not in reply
    assert talk("quero um kit festa", "posso pagar no pix?")[1].cart.payment_method == "pix"


def test_the_formal_future_is_read():
    reply, state = talk("quero uma torta de frango", "Pagamento por Pix. Retirarei na loja.")
    assert (state.cart.payment_method, state.cart.shipping_option) == ("pix", "pickup"), reply


def test_what_was_left_unsaid_takes_no_leave():
    assert "Até mais" not in talk("quero um moletom preto M", "faltou dizer os tamanhos: todas XG")[0]
    assert "Até mais" in talk("oi", "falou")[0]


@pytest.mark.parametrize(
    "said", ["não vão perguntar meu endereço?", "precisa do meu endereço?", "do you need my address?"]
)
def test_whether_an_address_is_needed_is_answered(said: str):
    cart = Cart((CartLine("p1", "Torta", 1, 5500),), "pix", "PAC")
    state = ConversationState(cart=cart, summary=summarize(cart, "7KX2M9QP", shipping_cents=2200))
    reply = compose(SHOP.turn(said, state, shipping=COURIERS)[2], "pt")
    assert "Ainda não tenho o endereço" in reply


def test_how_to_use_a_coupon_is_told_with_it_once():
    hint = 'Para usar, é só dizer: "cupom PIX5".'
    assert hint in talk("quero um moletom preto M", "tem desconto no pix?")[0]
    assert hint not in talk("quero um moletom preto M", "tem desconto no pix?", "tem mesmo desconto no pix?")[0]


def test_the_hour_stays_with_the_day():
    _, state = talk("quero um kit festa", "entrega sábado 14h na Rua Bahia 500, 13073-330, pix")
    assert "sábado 14h" in state.cart.notes
    _, state = talk("quero um kit festa", "vou buscar domingo 10h")
    assert "domingo 10h" in state.cart.notes


def test_an_option_told_in_numbers_is_no_count():
    reply, _ = talk("preciso de um notebook", "16 com ssd quanto fica?")
    assert "16 ×" not in reply
    assert "Notebook 16 GB SSD 512" in reply


def test_a_question_behind_a_name_is_about_it():
    reply, _ = talk("tem torta?", "e o kit festa que vi no site, o que vem nele?")
    assert "100 salgados" in reply


def test_a_size_that_was_taken_up_is_of_nothing_else():
    _, state = talk("mostra os bodys tamanho P", "um branco e um azul", "tem embalagem pra presente?", "põe uma sim")
    assert counts(state) == {"Body (Branco, P)": 1, "Body (Azul, P)": 1, "Embalagem para Presente": 1}
    assert not state.cart.notes


def test_what_would_be_asked_next_is_asked_at_once():
    assert "Diga também: cor e tamanho." in talk("tem moletom?")[0]
    assert "Diga também" not in talk("tem kit festa?")[0]


def test_the_summary_tells_days_and_that_the_street_is_missing():
    cart = Cart((CartLine("p1", "Torta", 1, 5500),), "pix", "PAC")
    text = summarize(cart, "7KX2M9QP", shipping_cents=2200, sent=True, days=8).text
    assert "Frete: PAC — R$ 22,00 (8 dias úteis)\nEntrega em: falta a rua e o número\n" in text
    text = summarize(cart, "7KX2M9QP", shipping_cents=2200, address="CEP 13020-111", sent=True).text
    assert "Entrega em: CEP 13020-111 (falta a rua e o número)\n" in text
    fetched = summarize(cart, "7KX2M9QP", shipping_cents=0, sent=False, language="en").text
    assert "Deliver to" not in fetched


def test_an_order_adds_up():
    made = {
        "number": 7,
        "total": 180.41,
        "shipping": 38.0,
        "discount": 7.49,
        "payment_method": "cod",
        "items": [{"name": "Moletom", "quantity": 1, "unit_price": 149.9}],
    }
    text = compose([Say("order", {"address": "-"}, result={"order": made})], "pt")
    assert "Frete: R$ 38,00\nDesconto: −R$ 7,49\nTotal: R$ 180,41" in text
    two = made | {"items": [{"name": "Caneca", "quantity": 2, "unit_price": 10.0}]}
    assert "2 × Caneca — R$ 10,00 cada = R$ 20,00" in compose([Say("order", result={"order": two})], "pt")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("demora quanto a entrega?", "Campinas R$ 9,00, de 40 a 60 minutos."),
        ("que dia vocês torram?", "Torramos às terças e sextas."),
    ],
)
def test_what_the_documents_tell_of_a_time_is_told_beside_a_way_with_days(asked: str, told: str):
    goods = Catalogue([product("Café em Grãos", 4990)])
    state = goods.turn("quero 1 café em grãos, cep 13025-000, no pix", shipping=COURIERS)[1]
    _, _, says = goods.turn(asked, state, shipping=COURIERS, passages=(Passage("Informações", told),))
    assert told in compose(says, "pt")


@pytest.mark.parametrize(
    ("asked", "said", "cart", "note"),
    [
        ("tem regata ritmo preta?", "quero 2 M e 1 G", {"Regata Ritmo Preta": 3}, "2 × M, 1 × G"),
        ("tem regata ritmo preta?", "quero 2 M", {"Regata Ritmo Preta": 2}, "M"),
        ("tem regata ritmo preta?", "quero 2, uma M e uma G", {"Regata Ritmo Preta": 2}, "1 × M, 1 × G"),
        ("quero a regata ritmo preta", "M", {"Regata Ritmo Preta": 1}, "M"),
        ("tem tênis veloz preto?", "um 40 e um 42", {"Tênis Veloz Preto": 2}, "1 × 40, 1 × 42"),
        ("tem tênis veloz preto?", "quero o 50", {}, ""),
    ],
)
def test_a_size_that_only_the_description_tells_is_noted(asked: str, said: str, cart: dict[str, int], note: str):
    state = SHOP.talk(asked, said)
    assert counts(state) == cart
    assert state.cart.notes.partition("tamanho ")[2] == note
