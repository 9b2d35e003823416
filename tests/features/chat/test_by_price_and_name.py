"""Goods by what is told of them beside their name: their price, a count before or behind it, what else is called so."""

from typing import Any

import pytest

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts


def _goods(name: str, cents: int, description: str = "", **options: str) -> dict[str, Any]:
    known = {"name": name, "price_cents": cents, "stock_quantity": 90, "description": description}
    return known | ({"group": name, "options": options} if options else {})


SHOP = Catalogue(
    [
        _goods("Pastel de Queijo", 1200, "Massa fina.", Tamanho="Médio"),
        _goods("Pastel de Queijo", 1700, "Massa fina.", Tamanho="Grande"),
        _goods("Pastel de Carne com Queijo", 1600, "Massa fina.", Tamanho="Médio"),
        _goods("Pastel de Carne com Queijo", 2100, "Massa fina.", Tamanho="Grande"),
        _goods("Água Mineral", 400, "Garrafa de 500 ml.", Tipo="Sem gás"),
        _goods("Água Mineral", 400, "Garrafa de 500 ml.", Tipo="Com gás"),
        _goods("Recheio Extra de Catupiry", 300, "Vai dentro do pastel."),
        _goods("Kit de Pincéis", 3990, "Seis pincéis.", Cor="Preto"),
        _goods("Kit de Pincéis", 3990, "Seis pincéis.", Cor="Azul"),
        _goods("Avental Chef", 8900, "Com bolso.", Cor="Branco", Tamanho="M"),
        _goods("Avental Chef", 8900, "Com bolso.", Cor="Preto", Tamanho="M"),
        _goods("Avental Escolar", 5900, "Branco, de brim.", Tamanho="M"),
        _goods("Avental Escolar", 5900, "Branco, de brim.", Tamanho="G"),
        _goods("Avental de Churrasco", 7900, "Estampa com a palavra chef em branco.", Tamanho="M"),
        _goods("Cafeteira Italiana", 9900, "Serve 3 xícaras.", Voltagem="110 V"),
        _goods("Cafeteira Italiana", 9900, "Serve 3 xícaras.", Voltagem="220 V"),
        _goods("Chaleira", 6990, "Um litro."),
        _goods("Chaleira Esmaltada", 8990, "Dois litros."),
        _goods("Filtro de Papel", 890, "Pacote com 30.", Tamanho="102"),
        _goods("Filtro de Papel", 890, "Pacote com 30.", Tamanho="103"),
        _goods("Jogo de Copos para Café", 4990, "Seis copos."),
    ]
)
CHEESE, LARGE = "Pastel de Queijo (Médio)", "Pastel de Queijo (Grande)"
STILL, FILLING = "Água Mineral (Sem gás)", "Recheio Extra de Catupiry"
BLACK, BLUE = "Kit de Pincéis (Preto)", "Kit de Pincéis (Azul)"
ENAMEL = "Chaleira Esmaltada"
FILTERS = Passage("Filtros", "A cafeteira elétrica usa filtro 103: para um mês são 2 pacotes.")


def cart(*messages: str) -> dict[str, int]:
    return counts(SHOP.talk(*messages))


@pytest.mark.parametrize(
    ("messages", "held"),
    [
        (["me vê o kit de pincéis de 39, o preto"], {BLACK: 1}),
        (["quero 2 kits de pincéis de 39, azul"], {BLUE: 2}),
        (["quero o pastel de queijo de 17"], {LARGE: 1}),
        (["me faz aquele pastel de 12 de queijo", "só um"], {CHEESE: 1}),
        (["quero a cafeteira de 99 em 220"], {"Cafeteira Italiana (220 V)": 1}),
        (["quero 3 pacotes de filtro de papel de 102"], {"Filtro de Papel (102)": 3}),  # which is no price
    ],
)
def test_a_price_behind_goods_tells_which_and_not_how_many(messages: list[str], held: dict[str, int]):
    assert cart(*messages) == held


@pytest.mark.parametrize("asked", ["quero o kit de pincéis de 45, o preto", "me vê um kit de pincéis preto de 45"])
def test_another_price_counts_nothing(asked: str):
    assert max(cart(asked).values(), default=0) < 2


@pytest.mark.parametrize(
    ("messages", "held"),
    [
        (["ainda tem aquela cafeteira? em 220", "me vê ela"], {"Cafeteira Italiana (220 V)": 1}),
        (["vocês têm kit de pincéis? em azul", "quero um"], {BLUE: 1}),
    ],
)
def test_the_kind_that_is_told_behind_a_question(messages: list[str], held: dict[str, int]):
    assert cart(*messages) == held


@pytest.mark.parametrize(
    ("messages", "held"),
    [
        (["2 pastéis de queijo grandes e 2 recheios de catupiry, um em cada"], {LARGE: 2, FILLING: 2}),
        (
            ["3 aventais chef branco e 3 kits de pincéis azul, um em cada"],
            {"Avental Chef (Branco, M)": 3, BLUE: 3},
        ),
        (["quero 2 recheios extra de catupiry, one in each"], {FILLING: 2}),
    ],
)
def test_one_in_each_is_as_many_as_were_told(messages: list[str], held: dict[str, int]):
    assert cart(*messages) == held


@pytest.mark.parametrize(
    ("messages", "held"),
    [
        (
            ["how much is the pastel de queijo?", "one large and a bottle of still water"],
            {LARGE: 1, STILL: 1},
        ),
        (["quero um pastel de queijo médio", "aliás faz o pastel grande"], {LARGE: 1}),
        (["quanto é a chaleira?", "ah então é a esmaltada, uma só"], {"Chaleira Esmaltada": 1}),
        (["quanto é a chaleira?", "é a chaleira esmaltada, 2"], {"Chaleira Esmaltada": 2}),
        (["quanto é a chaleira?", "a chaleira mesmo, 2"], {"Chaleira": 2}),
        (["minha irmã comprou uma chaleira e amou", "agora eu queria um pra mim, kit de pincéis azul"], {BLUE: 1}),
        (["my sister bought a chaleira from you", "I want two for my mom, the blue kit de pincéis"], {BLUE: 2}),
        (["quero 4 chaleiras esmaltadas", "ops, são só 3, uma delas já tem"], {"Chaleira Esmaltada": 3}),
        (["quero 4 chaleiras esmaltadas", "na verdade 3, uma das meninas não vem mais"], {"Chaleira Esmaltada": 3}),
        (["I'd like 4 chaleiras esmaltadas", "make it 3, one of them already has it"], {"Chaleira Esmaltada": 3}),
    ],
)
def test_a_count_is_of_what_it_stands_beside(messages: list[str], held: dict[str, int]):
    assert cart(*messages) == held


@pytest.mark.parametrize("said", ["quero o avental branco M", "me vê 2 aventais brancos tamanho M"])
def test_of_one_colour_by_its_options_or_by_what_is_told_of_it(said: str):
    state = SHOP.talk(said)
    asked = state.dialogue.pending
    assert counts(state) == {}
    assert asked is not None
    names = {each.name for option in asked.options for each in option.each}
    assert names == {"Avental Chef (Branco, M)", "Avental Escolar (M)"}


def test_a_colour_that_one_thing_alone_has_is_that():
    assert cart("quero o avental chef branco M") == {"Avental Chef (Branco, M)": 1}
    assert cart("quero o avental preto") == {"Avental Chef (Preto, M)": 1}


@pytest.mark.parametrize("again", ["e quantos pacotes preciso pra um mês?", "how many packs do I need?"])
def test_what_an_answer_names_is_spoken_of(again: str):
    state = ConversationState()
    for message in ("qual filtro usa na cafeteira elétrica?", again, "fechou, me separa os dois pacotes"):
        _, state, _ = SHOP.turn(message, state, passages=(FILTERS,))
    assert counts(state) == {"Filtro de Papel (103)": 2}


@pytest.mark.parametrize(
    ("messages", "held"),
    [
        (["quero 3 chaleiras esmaltadas e um filtro de papel 102 pra cada"], {ENAMEL: 3, "Filtro de Papel (102)": 3}),
        (["quero 2 pastéis de queijo médios, com uma água sem gás pra cada um"], {CHEESE: 2, STILL: 2}),
        (
            ["quero 2 chaleiras esmaltadas", "e um filtro de papel 103 pra cada"],
            {ENAMEL: 2, "Filtro de Papel (103)": 2},
        ),
        (["I need two paint brushes (kit de pincéis), black"], {BLACK: 2}),
        (["one kettle (chaleira esmaltada) please"], {ENAMEL: 1}),
        (["quero uma chaleira esmaltada", "desisto da esmaltada e fico com o kit de pincéis azul"], {BLUE: 1}),
        (["quero uma chaleira esmaltada e um kit de pincéis azul", "tira a chaleira e fico com o kit"], {BLUE: 1}),
        (
            ["quero um avental chef preto M", "o escolar é de brim?", "desisto do chef e fico com o escolar, M também"],
            {"Avental Escolar (M)": 1},
        ),
        (["tem chaleira esmaltada?", "quero uma, a cafeteira não precisa"], {ENAMEL: 1}),
        (["ufa. quero uma chaleira esmaltada"], {ENAMEL: 1}),
        (["hmm 449 pesou, quero uma chaleira esmaltada"], {ENAMEL: 1}),
        (["minha amiga me mandou a lista dela: 2 kits de pincéis, 1 cafeteira. vou dar só uma coisa"], {}),
        (["dá pra usar o CAFE10 no kit de pincéis?", "sem cupom então, mas levo 1 azul"], {BLUE: 1}),
        (["1 cafeteira 110, com “Ana Lima” em azul"], {"Cafeteira Italiana (110 V)": 1}),
        (["quero uma chaleira esmaltada", "isso, só ela, a cafeteira de 220 eu não preciso"], {ENAMEL: 1}),
    ],
)
def test_what_stands_beside_a_wish(messages: list[str], held: dict[str, int]):
    assert cart(*messages) == held


def test_a_broken_part_is_asked_for_by_its_name():
    acts, _, _ = SHOP.turn("caiu minha cafeteira e rachou a chaleira. vocês vendem só ela?")
    assert [(one.mention.words, one.guess) for one in acts.looks] == [(("chaleira",), False)]


def test_goods_before_a_bare_price_are_each_asked_for():
    acts, _, _ = SHOP.turn("e a chaleira esmaltada e o filtro de papel, quanto?")
    assert [one.words for one in acts.about] == [("chaleira", "esmaltada"), ("filtro", "papel")]


@pytest.mark.parametrize(
    ("said", "complains"),
    [
        ("tá um forno aqui, as clientes reclamam. quero uma chaleira", False),
        ("my kids keep complaining, do you have a chaleira?", False),
        ("vou reclamar no procon", True),
    ],
)
def test_what_others_complain_of_is_no_complaint(said: str, complains: bool):
    assert SHOP.turn(said)[0].complains is complains


def test_goods_and_where_to_are_an_order():
    rules = (ShippingRule("Retirada", "pickup", 0), ShippingRule("Sedex", "fixed", 1900))
    told = "chaleira esmaltada, entregar na rua Bahia 100, centro, Campinas, cep 13010-000"
    acts, state, _ = SHOP.turn(told, shipping=rules)
    assert (counts(state), acts.way, acts.questions) == ({ENAMEL: 1}, "delivery", ())
    acts, state, _ = SHOP.turn("prefiro retirar aí e não pagar frete", state, shipping=rules)
    assert acts.way == "pickup"


@pytest.mark.parametrize(
    ("topic", "asked", "answer"),
    [
        ("cards", "parcela no cartao", "Só Pix. Não trabalhamos com cartão nem parcelamento."),
        (
            "freight",
            "a partir de quanto o frete e gratis",
            "Capital: R$ 14,00, grátis em compras a partir de R$ 300,00.",
        ),
    ],
)
def test_what_is_told_beside_what_is_not(topic: str, asked: str, answer: str):
    passages = (
        Passage("Pagamento", "Só Pix. Não trabalhamos com cartão nem parcelamento."),
        Passage("Entrega", "Retirada na loja é grátis. Capital: R$ 14,00, grátis em compras a partir de R$ 300,00."),
    )
    assert answer_to(passages, Question(topic, asked)) == answer
