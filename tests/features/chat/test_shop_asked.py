"""What a shop is asked: of its documents, its goods and how an order stands. No database."""

import pytest

from app.features.chat.assistant.deciding.decide import decide
from app.features.chat.assistant.deciding.mind import Say, Shop
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.chat.assistant.documents.topics import asks_of_arrival, topics_of
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.understand import understand
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.consent import is_consent
from app.features.conversations.state import ConversationState, Dialogue, Summary
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import TOOLS, Catalogue

PASSAGES = (
    Passage("Horário", "Abrimos de terça a domingo, das 18h às 23h. Rua Aurora 410, Vila Nova, Joinville."),
    Passage(
        "Entrega",
        "Em Joinville a entrega custa R$ 9,00 e leva de 40 a 60 minutos. Em Perdões e Ijaci, R$ 25,00, às terças e "
        "quintas. Retirando no balcão fica pronto em 25 minutos. Não enviamos para outros estados.",
    ),
    Passage("Meio a meio", "Não fazemos pizza meio a meio, só de um sabor."),
    Passage("Garantia", "Fones e relógios têm garantia de 90 dias. Cabos têm garantia de 6 meses."),
    Passage("Troca", "Troca em até 7 dias, na embalagem original."),
    Passage("Conserto", "Não consertamos aparelhos nem trocamos tela ou bateria."),
    Passage("Reclamação", "Se a pizza chegar fria ou errada, avise em até 30 minutos com uma foto."),
)
RULES = (
    ShippingRule("Retirada no balcão", "pickup"),
    ShippingRule("Joinville", "cep_range", 900, cep_from="89200000", cep_to="89239999", days=0),
)


def _pizza(name: str, description: str) -> list[dict]:
    return [
        {"name": f"Pizza {name}", "price_cents": cents, "stock_quantity": 9, "group": name, "description": description,
         "options": {"Tamanho": size}}
        for size, cents in (("Média", 4290), ("Grande", 5290))
    ]  # fmt: skip


SHOP = Catalogue(
    [
        *_pizza("Calabresa", "Mussarela, calabresa e cebola."),
        *_pizza("Portuguesa", "Presunto, mussarela e ovo."),
        *_pizza("Marguerita", "Mussarela e manjericão. Sem carne."),
        {"name": "Suco de Laranja", "price_cents": 1000, "stock_quantity": 9, "description": "Espremido na hora."},
        {"name": "Detergente 500 ml", "price_cents": 289, "stock_quantity": 99},
        {"name": "Caixa de Detergente com 24", "price_cents": 6480, "stock_quantity": 9},
        *(
            {
                "name": "Camiseta Infantil",
                "price_cents": 6990,
                "stock_quantity": 9,
                "group": "c",
                "options": {"Tamanho": one},
            }
            for one in ("4", "6", "8")
        ),
        {"name": "Biquíni Sereia", "price_cents": 7990, "stock_quantity": 9, "description": "Proteção UV 50."},
        {"name": "Sunga Tubarão", "price_cents": 4490, "stock_quantity": 9, "description": "Com proteção UV 50."},
        *(
            {
                "name": "Desinfetante",
                "price_cents": 1890,
                "stock_quantity": 9,
                "group": "d",
                "options": {"Fragrância": one},
            }
            for one in ("Lavanda", "Eucalipto")
        ),
    ]
)


def talk(*messages: str) -> tuple[str, ConversationState]:
    """The last reply, and the state after it."""
    state, says = ConversationState(), []
    for message in messages:
        goods = SHOP.knows(message)
        acts = understand(message, state, RULES, goods)
        decision = decide(state, acts, Shop(tools=TOOLS, goods=goods, passages=PASSAGES, shipping=RULES))
        try:
            asks = next(decision)
            while True:
                asks = decision.send([SHOP.answer(ask) for ask in asks])
        except StopIteration as end:
            state, says = end.value
    return compose(says, state.dialogue.language), state


@pytest.mark.parametrize(
    ("asked", "told", "not_told"),
    [
        ("qto tempo fica pronto pra retirar?", "25 minutos", "60 minutos"),
        ("demora muito pra entregar?", "60 minutos", "25 minutos"),
        ("da pra fazer meia calabresa meia portuguesa?", "meio a meio", "cebola"),
        ("posso pedir de dois sabores?", "meio a meio", "cebola"),
        ("do cables have a warranty?", "6 meses", "90 dias"),
        ("vcs trocam tela de iphone 11?", "Não consertamos", "7 dias"),
        ("se não servir posso trocar?", "7 dias", "Não consertamos"),
        ("vcs entregam em perdoes? qual dia", "terças e quintas", "R$ 9,00 e"),
        ("vcs ficam onde?", "Rua Aurora", "25 minutos"),
        ("precisa cnpj?", "não tenho aqui", "Não encontrei"),
        ("tem estacionamento ai?", "não tenho aqui", "Não encontrei"),
        ("qual pizza não tem carne?", "Marguerita", "Portuguesa"),
        ("a calabresa tem ovo?", "Mussarela, calabresa e cebola", "Não encontrei"),
        ("a portuguesa tem ovo?", "Presunto", "Não encontrei"),
        ("show to indo ai", "Até mais", "Não encontrei"),
        ("a pizza chegou fria, o que eu faço?", "30 minutos", "Não encontrei"),
    ],
)
def test_the_right_sentence_is_told(asked: str, told: str, not_told: str):
    reply, _ = talk(asked)
    assert told in reply
    assert not_told not in reply


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (("vocês entregam em belo horizonte?", "nem pelos correios?"), "Não enviamos para outros estados"),
        (("qual o frete pro 30130-010?",), "Não enviamos para outros estados"),
        (("qto fica 2 calabresa grande entregue no cep 89210-200?",), "R$ 114,80"),
        (("quero uma calabresa media", "qto ta dando?"), "Total: R$ 42,90"),
        (("quero uma calabresa media", "resume pra mim como ficou e o valor"), "Total: R$ 42,90"),
        (("quero 1 biquini sereia e 1 sunga tubarao", "tem protecao uv?"), "Sunga Tubarão: Com proteção UV 50"),
        (("quanto é o desinfetante?", "quais cheiros tem?"), "Lavanda, Eucalipto"),
        (("qto ta a caixa de detergente?", "e a unidade"), "R$ 2,89"),
        (("qto ta a caixa de detergente?", "avulso sai quanto?"), "R$ 2,89"),
        (("tem camiseta pra criança de 8 anos?",), "Camiseta Infantil (8)"),
        (("vocês trocam produto?", "tenho a nota sim. posso levar amanhã?"), "18h às 23h"),
        (("quero 1 suco de laranja", "meu cep é 89210-200", "qual o endereço de vcs?"), "Rua Aurora"),
        (("quero 1 suco de laranja", "meu cep é 89210-200", "qual o endereço?"), "Rua Aurora"),
        (("quero 1 suco de laranja", "busco em meia hora, pix", "qual o endereço?"), "Rua Aurora"),
    ],
)
def test_what_is_asked_behind_something_else(messages: tuple[str, ...], told: str):
    reply, _ = talk(*messages)
    assert told in reply


def test_in_half_an_hour_is_when_it_is_fetched():
    _, state = talk("quero 1 suco de laranja", "busco em meia hora, pix")
    assert state.cart.shipping_option == "pickup"
    assert state.cart.payment_method == "pix"
    assert "meia hora" in state.cart.notes


def test_a_tag_makes_no_question_of_a_note():
    _, state = talk("quero uma calabresa media", "sem cebola tá?")
    assert state.cart.notes == "sem cebola"
    assert len(state.cart.lines) == 1


def test_the_way_is_no_colour():
    rules = (*RULES, ShippingRule("Motoboy Ribeirão Preto", "fixed", 900))
    _, state = talk("quero 1 suco de laranja")
    assert understand("manda o preto", state, rules).way is None
    assert understand("pode ser por motoboy ribeirao preto", state, rules).way == "Motoboy Ribeirão Preto"


@pytest.mark.parametrize(("way", "agrees"), [("Retirada no balcão", True), ("Joinville", False)])
def test_without_delivery_agrees_with_what_is_fetched(way: str, agrees: bool):
    summary = Summary("R", "", (), "pix", 1000, 0, shipping_option=way)
    assert is_consent(summary, "isso, sem entrega. pode fechar") is agrees


@pytest.mark.parametrize(
    ("asked", "arrives"),
    [("posso pagar no cartão quando chegar?", True), ("o motoboy leva maquininha?", True), ("aceita cartão?", False)],
)
def test_paying_on_arrival_is_asked(asked: str, arrives: bool):
    assert asks_of_arrival(spelt_out(fold(asked))) is arrives


def test_what_holds_on_arrival_goes_before_the_counter():
    terms = (Passage("a", "Pague ao entregador em dinheiro ou cartão."), Passage("Cartão", "Cartão só na loja, em 3x."))
    told = answer_to(terms, understand("posso pagar no cartão quando chegar?", ConversationState()).questions[0])
    assert told == "Pague ao entregador em dinheiro ou cartão."
    assert "delivery" not in topics_of("o motoboy leva maquininha")


BROKEN = "Peça quebrada, faltando ou com defeito: avise em até 7 dias que mandamos outra."


@pytest.mark.parametrize(
    "asked",
    [
        "e se vier quebrado?",
        "se a caixa chegar amassada, como fica?",
        "what if it arrives with missing parts?",
        "and if something is broken when it comes?",
    ],
)
def test_what_is_done_for_what_arrives_damaged(asked: str):
    passages = (
        Passage("Entrega", "Chega em até 5 dias úteis. O pedido fica guardado por 3 dias."),
        Passage("Troca", f"Troca de tamanho em até 15 dias, sem uso. {BROKEN}"),
    )
    acts = understand(asked, ConversationState())
    assert [answer_to(passages, one) for one in acts.questions] == [BROKEN]


@pytest.mark.parametrize(
    "said", ["let me know if anything is missing", "me avisa se tiver faltando algo", "chegou quebrado"]
)
def test_what_is_no_question_about_damage(said: str):
    assert "exchange" not in topics_of(fold(said))


@pytest.mark.parametrize("said", ["e segunda", "e no sabado", "e aos domingos", "and sunday"])
def test_another_day_is_asked_about_without_its_mark(said: str):
    assert understand(said, ConversationState(dialogue=Dialogue(topic="hours"))).asks_something


def test_a_day_alone_asks_nothing_where_no_hours_were_told():
    assert not understand("e segunda", ConversationState()).asks_something


def test_a_condition_of_the_order_is_none_of_the_terms_asked_about_before():
    assert [say.what for say in _says("e se meu marido gostar, aí eu levo", topic="exchange")] == ["conditional"]


def _says(message: str, topic: str) -> list[Say]:
    state = ConversationState(dialogue=Dialogue(topic=topic))
    return Catalogue([]).turn(message, state, passages=PASSAGES)[2]


CURTAINS = Catalogue(
    [
        {"name": "Cortina Blackout", "price_cents": 13990, "stock_quantity": 9},
        {"name": "Tapete Felpudo", "price_cents": 9990, "stock_quantity": 9},
    ]
)
HUNG = (
    Passage("Instalação de cortinas", "Penduramos a cortina sem cobrar para quem mora na cidade."),
    Passage("Pagamento", "Somente Pix."),
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("vcs colocam a cortina na parede?", True),
        ("do you guys put the curtains up for me?", True),
        ("vcs colocam o tapete?", False),
        ("do you sell curtains?", False),
    ],
)
def test_what_is_done_with_goods_is_told_by_the_document_that_is_about_it(asked: str, told: bool):
    says = CURTAINS.turn(asked, ConversationState(), passages=HUNG)[2]
    assert any("sem cobrar" in one.text for one in says) == told


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("depois de quanto tempo da cirurgia posso usar", False),
        ("em quantos dias já posso lavar?", False),
        ("how long before I can wear it?", False),
        ("em quanto tempo posso buscar?", True),
        ("how soon can I get it?", True),
    ],
)
def test_when_something_may_be_done_with_it_asks_nothing_of_the_delivery(said: str, asks: bool):
    assert ("time" in topics_of(spelt_out(fold(said)))) is asks


BENCH = (
    Passage(
        "Instalação de cortinas",
        "Com hora marcada, de terça a sábado. Cortina R$ 60,00 por janela. Persiana R$ 90,00. O varão é por sua conta.",
    ),
    Passage("Bainha", "Fazemos bainha em 2 dias por R$ 25,00. Comprando 4 cortinas a bainha sai de graça."),
    Passage("Entrega", "Entrega R$ 12,00 em Joinville. Não instalamos fora da cidade."),
)
WINDOWS = Catalogue(
    [
        {"name": "Cortina Voil", "price_cents": 8990, "stock_quantity": 9},
        {"name": "Persiana Rolô", "price_cents": 15990, "stock_quantity": 9},
    ]
)


@pytest.mark.parametrize(
    ("messages", "told", "lacks"),
    [
        (["quero 2 cortinas voil. cobra pra instalar?"], "R$ 60,00", "R$ 90,00"),
        (["quero uma persiana", "e a instalação fica quanto?"], "R$ 90,00", "R$ 60,00"),
        (["qto vcs cobram pela instalação da persiana?"], "R$ 90,00", "R$ 60,00"),
        (["how much do you charge to install the curtains?"], "R$ 60,00", "R$ 90,00"),
        (["quero 4 cortinas", "cobra pra fazer a bainha?"], "de graça", "R$ 12,00"),
        (["quero 2 cortinas e uma persiana", "a instalação das duas sai quanto?"], "R$ 90,00", "R$ 12,00"),
    ],
)
def test_what_the_shop_does_is_told_with_its_price(messages: list[str], told: str, lacks: str):
    state, said = ConversationState(), ""
    for message in messages:
        acts, state, says = WINDOWS.turn(message, state, passages=BENCH)
        said = compose([one for one in says if one.what == "text"], state.dialogue.language)
    assert told in said
    assert lacks not in said
    assert not acts.total


@pytest.mark.parametrize("said", ["fica quanto?", "a promoção fica quanto?", "quanto fica pra entregar?"])
def test_what_else_costs_something_is_no_deed_of_the_shop(said: str):
    acts, _, _ = WINDOWS.turn(said, WINDOWS.talk("quero uma persiana"), passages=BENCH)
    assert acts.service == ""
