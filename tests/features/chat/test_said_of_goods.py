"""What is said of goods and is no wish, wishes said behind the goods, and wishes that were not found."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.language.goods import Goods, known_as
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.details.naming import name_among
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        product("Vestido Midi Canelado", 12990, Cor="Preto", Tamanho="M"),
        product("Vestido Midi Canelado", 12990, Cor="Verde Oliva", Tamanho="G"),
        product("Blusa Ciganinha", 5990, Cor="Branca", Tamanho="G"),
        product("Blusa Ciganinha", 5990, Cor="Vinho", Tamanho="M"),
        product("Calça Jeans Wide Leg", 15990, Tamanho="36"),
        product("Calça Jeans Wide Leg", 15990, Tamanho="44"),
        product("Saia Midi Plissada", 9990, Cor="Rosé"),
        product("Saia Midi Plissada", 9990, Cor="Preta"),
        product("Conjunto Short e Colete Alfaiataria", 18990),
        product("Body Suplex Decote V", 5490, Tamanho="P"),
        product("Body Suplex Decote V", 5490, Tamanho="M"),
        product("Cinto Couro Trançado", 4990),
        product("Kimono Longo Estampado", 8990),
        product("Shampoo Nutri", 6990, Tamanho="1 L"),
        product("Condicionador Nutri", 3490, Tamanho="300 ml"),
        product("Condicionador Nutri", 7490, Tamanho="1 L"),
        product("Pó Descolorante Azul", 1290, Peso="50 g"),
        product("Pó Descolorante Azul", 6490, Peso="500 g"),
        product("Água Oxigenada Cremosa 900 ml", 1990, Volumes="20 volumes"),
        product("Água Oxigenada Cremosa 900 ml", 1990, Volumes="30 volumes"),
        product("Luva de Nitrilo Preta Caixa com 100", 4590, Tamanho="P"),
        product("Luva de Nitrilo Preta Caixa com 100", 4590, Tamanho="M"),
        product("Refrigerante Pack 6 Latas", 2400),
    ]
)
GREEN, WINE, WHITE = (
    "Vestido Midi Canelado (Verde Oliva, G)",
    "Blusa Ciganinha (Vinho, M)",
    "Blusa Ciganinha (Branca, G)",
)
JEANS_36, JEANS_44 = "Calça Jeans Wide Leg (36)", "Calça Jeans Wide Leg (44)"
ROSE, BLACK, BELT = "Saia Midi Plissada (Rosé)", "Saia Midi Plissada (Preta)", "Cinto Couro Trançado"
SET, BODY, KIMONO = "Conjunto Short e Colete Alfaiataria", "Body Suplex Decote V (P)", "Kimono Longo Estampado"
SHAMPOO, SMALL = "Shampoo Nutri (1 L)", "Condicionador Nutri (300 ml)"
OX_20, OX_30 = "Água Oxigenada Cremosa 900 ml (20 volumes)", "Água Oxigenada Cremosa 900 ml (30 volumes)"
BLEACH_50, BLEACH_500 = "Pó Descolorante Azul (50 g)", "Pó Descolorante Azul (500 g)"
GLOVES = "Luva de Nitrilo Preta Caixa com 100 (P)"


def cart(*messages: str) -> dict[str, int]:
    return counts(SHOP.talk(*messages))


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["tem vestido canelado G?", "ah verde é lindo tbm, quero 1 g entao"], {GREEN: 1}),
        (["do you have the vestido canelado in G?", "green is lovely too, I'll take 1"], {GREEN: 1}),
        (["tem blusa ciganinha?", "ah vinho só M né, que pena. entao a branca G"], {WHITE: 1}),
        (["tem blusa ciganinha?", "wine only in M, what a pity. the white one then"], {WHITE: 1}),
        (["tem blusa ciganinha?", "que pena, mas quero a vinho"], {WINE: 1}),
        (["1 cinto", "ixe passou do q eu queria gastar... tira o cinto"], {}),
        (["1 cinto e 1 kimono", "that's over my budget, take the belt out"], {KIMONO: 1}),
        (["oi, eu e minha mae vamos levar a jeans wide leg, a minha é 36 e a dela 44"], {JEANS_36: 1, JEANS_44: 1}),
        (["me and my mom want the wide leg jeans, mine is 36 and hers 44"], {JEANS_36: 1, JEANS_44: 1}),
        (["minha mae levou a jeans wide leg ano passado, a dela era 44"], {}),
        (["jeans wide leg vcs tem? a minha é 36 e a da minha mae 44", "quero as duas"], {JEANS_36: 1, JEANS_44: 1}),
        (["do you have the jeans wide leg? mine is 44 and hers 36", "both please"], {JEANS_36: 1, JEANS_44: 1}),
        (["tem blusa ciganinha?", "queria amarela affs... vai a branca G"], {WHITE: 1}),
        (["queria vestido rosa poxa, quero a blusa vinho M entao"], {WINE: 1}),
        (["eu to precisando repor umas coisa, quero 2 cinto"], {BELT: 2}),
        (["3 coisas: tem body M? aceita pix? abre sabado?"], {}),
    ],
)  # fmt: skip
def test_what_is_said_of_goods_is_no_wish(said: list[str], held: dict[str, int]):
    assert cart(*said) == held


def test_a_number_of_questions_counts_nosold():
    state = SHOP.talk("oi, 3 coisas: tem body M? aceita pix? abre sabado?")
    assert state.dialogue.pending is not None
    assert state.dialogue.pending.quantity is None


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["1 saia rose", "e a saia pode ser preta em vez da rosé, acho q combina mais"], {BLACK: 1}),
        (["1 saia rose", "the skirt should be black instead of rosé"], {BLACK: 1}),
        (["1 saia rose e 1 kimono", "quero a saia preta em vez da rosé, acho q combina mais"], {BLACK: 1, KIMONO: 1}),
        (["1 saia rose e 1 kimono", "em vez da rosé, a saia preta"], {BLACK: 1, KIMONO: 1}),
        (["quero o conjunto e um body P"], {SET: 1, BODY: 1}),
        (["quero um conjunto"], {SET: 1}),
        (["o shampoo de 1L eu quero msm, e do condicionador pega o pequeno, 2 unidade"], {SHAMPOO: 1, SMALL: 2}),
        (["do condicionador quero 2 do pequeno"], {SMALL: 2}),
        (["preciso de po descolorante, o de 50g, e 1 agua oxigenada de 20"], {BLEACH_50: 1, OX_20: 1}),
        (["aquele po azul de 500 gramas 2 potes tambem"], {BLEACH_500: 2}),
        (["luva preta tamanho p uma caixa, e 1 cinto"], {GLOVES: 1, BELT: 1}),
        (["quero refrigerante pack 6 latas"], {"Refrigerante Pack 6 Latas": 1}),
        (["3 agua oxigenada de 20 vol e 2 de 30"], {OX_20: 3, OX_30: 2}),
    ],
)  # fmt: skip
def test_a_wish_is_heard_wherever_it_stands(said: list[str], held: dict[str, int]):
    assert cart(*said) == held


@pytest.mark.parametrize(
    ("said", "method"),
    [
        ("ele paga em dinheiro qdo for buscar", "cod"),
        ("my husband will pay cash", "cod"),
        ("send it to her. I'm paying by pix", "pix"),
        ("tô pagando no pix", "pix"),
        ("quando ele paga no pix chega rapido?", None),
    ],
)
def test_how_it_is_paid_is_told_of_whoever_pays(said: str, method: str | None):
    assert SHOP.talk("1 cinto", said).cart.payment_method == method


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("retiro sabado e pago em dinheiro, é Simone", "Simone"),
        ("retiro, pix, é Quelyane", "Quelyane"),
        ("pix, it's Thorvald", "Thorvald"),
        ("pago no pix, no nome dele, Anderson", "Anderson"),
        ("retiro, pix, é isso", None),
        ("retiro, pix, é Sabado", None),
    ],
)
def test_a_name_said_last_beside_how_it_is_paid(said: str, name: str | None):
    with known_as(Goods(frozenset({"x"}), {})):
        told, rest = name_among(said, named=False, addressed=False)
    assert (told.value if told else None) == name
    assert name is None or name not in rest


def test_a_slip_makes_no_other_word_of_one():
    assert not shares(["simone"], KIMONO)
    assert shares(["kimonu"], KIMONO)
    assert shares(["camizetas"], "Camiseta Lisa")


def _after(*messages: str) -> tuple[ConversationState, set[str]]:
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = SHOP.turn(message, state)
    return state, {one.what for one in says}


@pytest.mark.parametrize("wished", ["1 cinto e 2 blorgs", "1 cinto and 2 blorgs", "1 cinto, 3 fronhas de cetim"])
def test_nothing_is_closed_while_a_counted_wish_was_not_found(wished: str):
    state, said = _after(wished, "pix")
    assert "still_unread" in said
    assert "summary" not in said
    assert state.cart.payment_method == "pix"
    assert "summary" in _after(wished, "pix", "sim")[1]


def test_what_is_needed_beside_what_was_taken_stays_open():
    state, said = _after("preciso de po descolorante, e 1 agua oxigenada de 20", "pix")
    assert "summary" not in said
    assert [one.query for one in state.dialogue.open] == ["po descolorante"]


@pytest.mark.parametrize("said", ["eu pago daqui por pix", "pago agora mesmo no pix", "pagar pelo celular via pix"])
def test_from_where_it_is_paid_names_no_goods(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("quero o cinto"))
    assert acts.method == "pix"
    assert not acts.looks
    assert counts(state) == {"Cinto Couro Trançado": 1}


BOXES = Catalogue(
    [
        product("Vela de Lavanda", 3990),
        product("Caixa Kraft", 590),
        product("Caixa com Laço", 1290),
        product("Porta-Caixa de Fósforo", 990),
    ]
)
WRAPS = (Passage("Presente", "Para presente temos a Caixa Kraft por R$ 5,90 e a Caixa com Laço por R$ 12,90."),)


@pytest.mark.parametrize("asked", ["tem como ir numa caixa bonita?", "da pra mandar em uma caixa bem especial?"])
def test_what_is_sold_to_put_goods_in_is_shown_to_choose_from(asked: str):
    _, state, _ = BOXES.turn(asked, BOXES.talk("quero uma vela de lavanda"), passages=WRAPS)
    assert [one.name for one in state.dialogue.listed] == ["Caixa Kraft", "Caixa com Laço"]
    assert counts(BOXES.turn("a com laço", state)[1]) == {"Vela de Lavanda": 1, "Caixa com Laço": 1}


def test_where_none_is_sold_the_question_stays_one_of_the_goods():
    acts, _, _ = SHOP.turn("o cinto vem numa caixa bonita?")
    assert not acts.questions


LIKE = Catalogue(
    [product(name, 5900) for name in ("Almofada Veludo", "Manta de Sofá", "Cortina Linho", "Tapete Sala", "Sofá Bege")]
)


@pytest.mark.parametrize(
    "said",
    [
        "quero uma almofada veludo, bem parecida com a manta que eu tenho",
        "quero uma almofada de veludo que combine com o meu sofá",
        "quero uma almofada veludo igual à minha manta de antes",
        "minha mãe quer uma almofada de veludo parecida com a cortina dela",
        "i want a velvet pillow, almofada veludo, similar to her cortina",
    ],
)
def test_what_it_is_to_be_like_is_at_home(said: str):
    assert LIKE.cart(said) == {"Almofada Veludo": 1}


@pytest.mark.parametrize(
    "said", ["minha mãe quer uma almofada. o que vcs têm?", "quero tapete pra sala, o que vc tem?"]
)
def test_what_is_asked_for_with_what_there_is_is_shown(said: str):
    state = LIKE.talk(said)
    assert not state.cart.lines
    assert len(state.dialogue.listed) == 1


@pytest.mark.parametrize("said", ["e aquela manta que não solta pelo?", "aquelas mantas que n pinicam?"])
def test_goods_that_are_told_by_what_they_do_not_are_asked_for(said: str):
    assert [one.name for one in LIKE.talk(said).dialogue.listed] == ["Manta de Sofá"]


@pytest.mark.parametrize(
    "said",
    [
        "aceita cartão? se sim retiro aí",
        "vcs aceitam dinheiro? se aceitar eu busco na loja",
        "do you take cash? if so i'll pick it up",
    ],
)
def test_what_is_done_if_it_is_so_is_told(said: str):
    rules = (ShippingRule("Retirada", "pickup"),)
    acts = understand(said, LIKE.talk("quero uma manta"), rules, LIKE.knows(said))
    assert acts.way == "pickup"
    assert not acts.conditional
