"""One way of paying or getting the goods, told in the place of another: the new one holds."""

import pytest

from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import Cart, CartLine, ConversationState, Dialogue, Known, Listed, Pending
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

RULES = [ShippingRule("Retirada na loja", "pickup"), ShippingRule("Motoboy", "fixed", price_cents=1500)]
LINES = (CartLine("p", "Cortina Blackout", 1, 13990),)


@pytest.mark.parametrize(
    "said",
    [
        "e ai pago no pix entao, em vez de dinheiro",
        "pix no lugar do dinheiro",
        "pago no pix ao invés do dinheiro",
        "troca o dinheiro pelo pix",
        "muda o pagamento de dinheiro pra pix",
        "esquece o dinheiro, vai no pix",
        "esquece o dinheiro. vai no pix",
        "pix instead of cash",
        "dinheiro não, pix",
    ],
)
def test_the_new_way_of_paying_holds(said: str):
    state = ConversationState(cart=Cart(LINES, "cod", "Motoboy"))
    assert understand(said, state, RULES).method == "pix"


@pytest.mark.parametrize(
    "said",
    [
        "cash instead of pix please",
        "dinheiro em vez de pix",
        "não quero mais pix, vai em dinheiro",
        "pode ser em dinheiro na entrega em vez de pix? prefiro",
        "e lá eu pago em dinheiro pro entregador, melhor q pix",
    ],
)
def test_it_holds_the_other_way_round(said: str):
    assert understand(said, ConversationState(cart=Cart(LINES, "pix", "Motoboy")), RULES).method == "cod"


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("manda então: Rua Bahia 100, Centro, 30160-010", "delivery"),
        ("manda entao. QNA 12 casa 30, Taguatinga Norte, 72110-120", "delivery"),
        ("pode entregar na Rua Bahia 100, Centro, 30160-010", "delivery"),
        ("moro na Rua Bahia 100, Centro, 30160-010, mas retiro aí", "pickup"),
        ("meu endereço é Rua Bahia 100, Centro, 30160-010", None),
    ],
)
def test_what_is_to_be_sent_to_an_address_is_fetched_no_more(said: str, way: str | None):
    assert understand(said, ConversationState(cart=Cart(LINES, "pix", "Retirada na loja")), RULES).way == way


@pytest.mark.parametrize(
    ("said", "before", "way"),
    [
        ("entrega em vez de retirada", "Retirada na loja", "delivery"),
        ("troca a retirada por entrega", "Retirada na loja", "delivery"),
        ("delivery instead of pickup", "Retirada na loja", "delivery"),
        ("vou retirar em vez de receber em casa", "Motoboy", "pickup"),
        ("esquece a entrega, vou buscar ai", "Motoboy", "pickup"),
        ("pickup instead of delivery", "Motoboy", "pickup"),
    ],
)
def test_the_new_way_of_getting_it_holds(said: str, before: str, way: str):
    assert understand(said, ConversationState(cart=Cart(LINES, "pix", before)), RULES).way == way


@pytest.mark.parametrize(
    "said",
    [
        "entrega no meu ap que ela pega aqui",
        "manda pro meu trabalho que eu pego aqui",
        "entrega na minha portaria que meu marido retira",
    ],
)
def test_who_takes_it_in_fetches_nothing(said: str):
    assert understand(said, ConversationState(cart=Cart(LINES)), RULES).way == "delivery"


@pytest.mark.parametrize(
    "said",
    [
        "da pra deixar separado p eu pegar sabado?",
        "vocês guardam pra eu buscar amanhã?",
        "can you set it aside so I can pick it up tomorrow?",
    ],
)
def test_to_set_it_aside_is_to_fetch_it(said: str):
    assert understand(said, ConversationState(cart=Cart(LINES)), RULES).way == "pickup"


def test_a_question_beside_it_keeps_it():
    state = ConversationState(cart=Cart(LINES, "pix", "Motoboy"))
    acts = understand("e em vez de pix vou pagar em dinheiro quando chegar. quanto fica agora?", state, RULES)
    assert (acts.method, acts.changes) == ("cod", ())


def test_a_question_of_another_way_changes_nothing():
    state = ConversationState(cart=Cart(LINES, "pix", "Motoboy"))
    assert understand("posso pagar em dinheiro em vez de pix?", state, RULES).method is None


SHOP = Catalogue([product("Cortina Blackout", 13990)])


@pytest.mark.parametrize(
    ("said", "notes"),
    [
        ("não vou conseguir sair a tempo, dá pra entregar? rua Itupava 1299, cep 80040-455", ""),
        ("vocês entregam então? Rua das Palmeiras, 40, 88010-120", ""),
        ("entrega em vez de retirada", ""),
        ("pago no pix", "eu pego hoje"),
    ],
)
def test_what_is_brought_after_all_is_fetched_by_nobody(said: str, notes: str):
    state = SHOP.turn("separa uma cortina blackout que eu pego hoje, pago em dinheiro", shipping=tuple(RULES))[1]
    assert (state.cart.shipping_option, state.cart.notes) == ("pickup", "eu pego hoje")
    after = SHOP.turn(said, state, shipping=tuple(RULES))[1]
    assert (after.cart.shipping_option, after.cart.notes) == ("pickup" if notes else "delivery", notes)


@pytest.mark.parametrize("town", ["ribeirão preto", "rio branco", "ouro preto mg"])
def test_the_town_that_it_is_sent_to_is_no_goods(town: str):
    state = SHOP.talk(f"quero uma cortina blackout. manda pra {town} 14025-270 rua Garibaldi 1580, centro")
    assert counts(state) == {"Cortina Blackout": 1}
    assert not state.dialogue.open


def test_what_is_sent_is_goods():
    acts = SHOP.turn("manda pra mim a cortina preta, rua Garibaldi 1580, centro, 14025-270")[0]
    assert [one.mention.words for one in acts.changes] == [("cortina", "preta")]


@pytest.mark.parametrize(
    ("said", "method", "way"),
    [
        ("vou pagar em dinheiro na entrega pode ser?", "cod", None),
        ("pago em dinheiro, tá bom?", "cod", None),
        ("i'd pay cash on delivery, is that fine?", "cod", None),
        ("no pix dá qto tudo?", "pix", None),
        ("quanto dá tudo?", None, None),
        ("paying cash at the shop", "cod", "pickup"),
        ("I'll walk over to the store and pay cash there", "cod", "pickup"),
        ("we'll drive down to your shop, pix", "pix", "pickup"),
        ("I'll go to the store to have a look", None, None),
        ("vou aí na loja, pago em dinheiro", "cod", "pickup"),
    ],
)
def test_how_it_is_paid_is_told_in_a_question(said: str, method: str | None, way: str | None):
    state = ConversationState(cart=Cart(LINES), dialogue=Dialogue(pending=Pending("method")))
    acts = understand(said, state, RULES)
    assert (acts.method, acts.way, acts.changes) == (method, way, ())


SEA = Catalogue(
    [
        product("Camarão Descascado", 3990, Tamanho="Pequeno"),
        product("Camarão Descascado", 4990, Tamanho="Grande"),
        product("Anéis de Lula", 3490),
        product("Mexilhão sem Casca", 2490),
        product("Camiseta Polvo", 5990, Tamanho="P"),
        product("Camiseta Polvo", 5990, Tamanho="M"),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("I'd like a pack of squid rings delivered, please", {"Anéis de Lula": 1}),
        ("one octopus t-shirt, size small, delivered", {"Camiseta Polvo (P)": 1}),
        (
            "I want two packs of mussels shipped and one shrimp, large",
            {"Mexilhão sem Casca": 2, "Camarão Descascado (Grande)": 1},
        ),
    ],
)
def test_what_is_wished_for_delivered_is_named_without_that(said: str, cart: dict[str, int]):
    assert SEA.cart(said) == cart


@pytest.mark.parametrize(
    "said", ["hmm I'll just come and get it instead", "I'd rather stop by and grab it", "i'll come collect it"]
)
def test_who_comes_for_the_goods_fetches_them(said: str):
    state = ConversationState(cart=Cart(LINES, "pix", "Motoboy"))
    acts = understand(said, state, RULES)
    assert acts.way == "pickup"
    assert not acts.changes


@pytest.mark.parametrize("said", ["2 deles", "2 dela, vou buscar", "quero dois desse", "two of them, i'll pick it up"])
def test_so_many_of_it_is_no_place_among_the_ways(said: str):
    asked = Pending("delivery", tuple(Listed("", rule.name, rule.price_cents) for rule in RULES))
    acts = understand(said, ConversationState(cart=Cart(LINES), dialogue=Dialogue(pending=asked)), RULES)
    assert [one.mention.quantity for one in acts.changes] == [2]
    assert acts.way in (None, "pickup")


@pytest.mark.parametrize(
    ("said", "goods"),
    [
        ("separa 1 que meu marido pega ai na loja amanha", 1),
        ("quero uma, minha filha busca aí no sábado", 1),
        ("me vê 2, passo pra buscar na loja depois do dentista das 4", 2),
        ("quero uma, passo pra retirar depois da aula de ioga", 1),
    ],
)
def test_who_comes_and_after_what_is_no_story_and_no_goods(said: str, goods: int):
    state = SHOP.turn("tem cortina blackout?", shipping=tuple(RULES))[1]
    acts, state, _ = SHOP.turn(said, state, shipping=tuple(RULES))
    assert acts.way == "pickup"
    assert acts.recalls is None
    assert len(acts.changes) == 1
    assert counts(state) == {"Cortina Blackout": goods}


PARTS = Catalogue(
    [
        product("Cordas para Violão", 3990),
        product("Capa para Violão", 8990),
        product("Película de Vidro", 2990),
        product("Suporte para Celular", 1990),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("quero as cordas. levo o violão aí e vocês trocam, pago no pix", {"Cordas para Violão": 1}),
        ("quero uma película, passo aí pra colocar no celular", {"Película de Vidro": 1}),
        ("me vê uma película. sabado eu colo aí com o celular", {"Película de Vidro": 1}),
        ("quero uma película, eu vou buscar e vcs colocam pra mim", {"Película de Vidro": 1}),
        ("one glass screen protector, I'll bring my phone to the shop", {"Película de Vidro": 1}),
    ],
)
def test_what_is_brought_to_the_shop_is_wished_for_by_nobody(said: str, cart: dict[str, int]):
    acts, state, _ = PARTS.turn(said, shipping=tuple(RULES))
    assert counts(state) == cart
    assert (acts.way, len(acts.changes), acts.looks) == ("pickup", 1, ())


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("quero um suporte pra colocar no celular", {"Suporte para Celular": 1}),
        ("levo a capa aí então, pix", {"Capa para Violão": 1}),
    ],
)
def test_what_is_for_ones_own_is_wished_for(said: str, cart: dict[str, int]):
    assert PARTS.cart(said) == cart


CANDLES = Catalogue([product("Vela de Canela", 2990), product("Castiçal", 3990), product("Incenso", 990)])


@pytest.mark.parametrize(
    "said",
    [
        "15 de frete numa vela kkkk deixa, passo aí e pego",
        "pagar 9 reais de entrega num castiçal não compensa, vou buscar",
        "15 de taxa por uma vela, deixa que eu passo na loja e retiro",
        "12 for shipping on one candle lol, I'll pick it up",
        "ah deixa, passo aí na loja mesmo q é caminho",
        "deixa, passo lá que eu moro perto",
    ],
)
def test_a_price_for_sending_counts_no_goods_and_ends_nothing(said: str):
    begun = CANDLES.talk("quero uma vela e um castiçal")
    acts, after, _ = CANDLES.turn(said, begun, shipping=tuple(RULES))
    assert (counts(after), acts.way) == ({"Vela de Canela": 1, "Castiçal": 1}, "pickup")
    assert (acts.changes, acts.looks, acts.unread, acts.no) == ((), (), (), False)


@pytest.mark.parametrize(
    ("said", "quantity"), [("15 de frete e mais 2 velas", 3), ("deixa, passo aí outro dia pra ver", 1)]
)
def test_what_else_is_said_beside_it_stays(said: str, quantity: int):
    acts, after, _ = CANDLES.turn(said, CANDLES.talk("quero uma vela"), shipping=tuple(RULES))
    assert (counts(after), acts.way) == ({"Vela de Canela": quantity}, None)


def test_what_moves_to_where_another_way_goes_is_brought_by_that():
    ways = [
        ShippingRule("Retirada", "pickup"),
        ShippingRule("Centro", "cep_range", 700, cep_from="87010000", cep_to="87020000"),
        ShippingRule("Demais bairros", "cep_range", 1200, cep_from="87020001", cep_to="87099999"),
    ]
    state = ConversationState(cart=Cart(LINES, "cod", "Centro"), known=Known(cep="87010000", address="Av Brasil, 1"))
    _, state, says = SHOP.turn("mudou o rolê, agora é na rua das orquídeas 312, 87047-220", state, shipping=ways)
    assert state.cart.shipping_option == "delivery"
    assert "ask_delivery" not in [one.what for one in says]


@pytest.mark.parametrize("said", ["aff não, que burra! muda pra pix", "ah não, que tonto eu kkkk, no pix"])
def test_scolding_oneself_keeps_no_change_of_payment_open(said: str):
    _, state, _ = SHOP.turn(said, ConversationState(cart=Cart(LINES, "cod", "Motoboy")), shipping=RULES)
    assert (state.cart.payment_method, state.dialogue.unread) == ("pix", "")


def test_with_an_address_a_yes_is_none_to_fetching_it():
    """The only way that was offered is pickup, before it is known where to."""
    offered = Listed("Retirada na loja", "Retirada na loja", 0)
    asked = Dialogue(pending=Pending("delivery", (offered,)))
    state = ConversationState(cart=Cart(LINES, "pix"), dialogue=asked)
    for said in ("isso, um par. rua pernambuco 1000, 30130-151", "sim. entrega na av brasil 50, cep 30130-151"):
        assert understand(said, state, RULES).way == "delivery"
    assert understand("isso, vou retirar. moro na rua pernambuco 1000", state, RULES).way == "pickup"


@pytest.mark.parametrize(
    ("said", "note", "address"),
    [
        (
            "pra presente com cartãozinho por favor. O endereço dela: Rua Caiubi 820, 05010-000",
            "pra presente com cartãozinho por favor",
            "Rua Caiubi, 820",
        ),
        ("no cartão escreve: feliz aniversário, Bia", "no cartão escreve: feliz aniversário, Bia", None),
    ],
)
def test_a_text_for_a_card_begins_in_its_own_sentence(said: str, note: str, address: str | None):
    acts = understand(said, ConversationState(cart=Cart(LINES, "pix")), RULES)
    assert (acts.notes, acts.known.address) == ((note,), address)


@pytest.mark.parametrize(
    "said", ["melhor entregar, to sem carro", "prefiro entrega mesmo, fiquei sem moto", "então entrega"]
)
def test_another_way_takes_nothing_that_was_offered(said: str):
    offered = Listed("Varão de Cortina", "Varão de Cortina", 4990)
    asked = Dialogue(pending=Pending("quantity", (offered,), near=True, query="varão branco"))
    acts = understand(said, ConversationState(cart=Cart(LINES, "pix", "Retirada na loja"), dialogue=asked), RULES)
    assert (acts.way, acts.changes, acts.looks, acts.notes) == ("delivery", (), (), ())
