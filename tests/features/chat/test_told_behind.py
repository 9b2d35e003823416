"""What is told behind goods: for how many they are, what stands on them, what is to be written, when they are
wanted, so many of what is pointed at; and what a document is about."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

MARTA_READS = "Leitura com a Marta às quintas e sábados, R$ 120,00, com hora marcada."
DOCUMENTS = (
    Passage("Leitura de cartas", MARTA_READS),
    Passage("Cuidados", "O mel não pode ir na água. Panos e toalhas podem ser lavados na água quente."),
)
RULES = (
    ShippingRule("Retirada na loja", "pickup"),
    ShippingRule("Motoboy", "fixed", 1000),
    ShippingRule("Correios PAC", "fixed", 2800),
)
CAKE = "Bolo de Nozes"
SIZES = {"P": (7000, 8), "M": (12000, 16), "G": (18000, 30)}
TOPPER, CANDLE, HONEY = "Enfeite de Mesa", "Vela Colorida", "Mel Silvestre"
SHOP = Catalogue(
    [
        *(
            product(CAKE, price, Tamanho=size) | {"description": f"Massa fofinha. {size} serve {many} pessoas."}
            for size, (price, many) in SIZES.items()
        ),
        product(TOPPER, 2500) | {"description": "De papel, com tema e nome."},
        product(CANDLE, 800),
        product(HONEY, 3000) | {"description": "Pote com 300 g, de flores do campo."},
        *(product("Camomila Seca", price, Peso=weight) for weight, price in (("50 g", 900), ("100 g", 1600))),
        *(product("Hortelã Moída", price, Peso=weight) for weight, price in (("50 g", 700), ("100 g", 1300))),
    ]
)


def said(message: str, *before: str) -> str:
    """What a message is answered by documents and goods told."""
    says = SHOP.turn(message, SHOP.talk(*before), shipping=RULES, passages=DOCUMENTS)[2]
    return " ".join(one.text for one in says)


def acts(message: str, *before: str):
    return SHOP.turn(message, SHOP.talk(*before), shipping=RULES)[0]


@pytest.mark.parametrize(
    ("message", "size"),
    [
        ("quero um bolo de nozes pra 16 pessoas", "M"),
        ("quero bolo de nozes para umas 8 pessoas", "P"),
        ("me vê um bolo de nozes pra 12 pessoas", "M"),
        ("I need a bolo de nozes for 30 people", "G"),
    ],
)
def test_a_cake_for_so_many(message: str, size: str):
    assert counts(SHOP.turn(message, None)[1]) == {f"{CAKE} ({size})": 1}


def test_so_many_people_in_answer_to_which_size():
    assert SHOP.cart("quero um bolo de nozes", "é pra umas 25 pessoas") == {f"{CAKE} (G)": 1}


def test_nobody_is_told_a_size_that_serves_too_few():
    assert SHOP.cart("quero um bolo de nozes pra 90 pessoas") == {}


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("quero um enfeite tema borboleta com o nome Lara e uma vela", "enfeite tema borboleta com o nome Lara"),
        ("bota um enfeite com nome Theo e uma vela", "enfeite com nome Theo"),
        ("quero o enfeite de dinossauro com o nome Bia Lima e uma vela", "enfeite de dinossauro com o nome Bia Lima"),
    ],
)
def test_what_is_to_stand_on_goods_is_their_note(message: str, note: str):
    told, state, _ = SHOP.turn(message, None)
    assert note in told.notes
    assert counts(state) == {TOPPER: 1, CANDLE: 1}


@pytest.mark.parametrize(
    ("message", "text", "method"),
    [
        ("No bilhete escreve: Dani, muita luz! Entregar na rua Sol, 10, CEP 30310-020. Eu pago no pix",
         "No bilhete escreve: Dani, muita luz", "pix"),
        ("cartão escrito: Parabéns vó, da Lia. Pago no pix", "cartão escrito: Parabéns vó, da Lia", "pix"),
        ("o recado: feliz natal, pago no pix", "o recado: feliz natal", "pix"),
        ("põe um bilhete escrito com amor, mamãe", "põe um bilhete escrito com amor, mamãe", None),
    ],
)  # fmt: skip
def test_what_is_to_be_written_ends_where_the_order_goes_on(message: str, text: str, method: str | None):
    told = acts(message, "quero 1 mel")
    assert told.notes == (text,)
    assert told.method == method


@pytest.mark.parametrize(
    "message",
    [
        "manda entregar que eu pago na hora",
        "entrega aqui que eu pago pro motoboy",
        "pode mandar que a gente paga na hora",
    ],
)
def test_how_it_is_paid_behind_what_the_shop_does(message: str):
    assert acts(message, "quero 1 mel").method == "cod"


def test_a_refusal_to_have_it_brought_is_no_deed_of_the_shop():
    assert acts("deixa que eu mesma busco aí sábado", "quero 1 mel", "entrega, pix").way == "pickup"


@pytest.mark.parametrize("message", ["vocês mandam o motoboy aqui em casa", "e vocês entregam pelo motoboy"])
def test_a_way_told_of_the_shop(message: str):
    assert acts(message, "quero 1 mel").way == "Motoboy"


@pytest.mark.parametrize(
    "message", ["sexta da semana que vem 15h", "é pra sábado da semana que vem", "thursday next week"]
)
def test_when_it_is_wanted_is_no_doubt(message: str):
    told = acts(message, "quero 1 mel")
    assert told.notes == (message,)
    assert "hesitates" not in {name for name in told.__struct_fields__ if getattr(told, name)}


TEA, BARK = "Camomila Seca (100 g)", "Hortelã Moída (100 g)"


@pytest.mark.parametrize("message", ["vou querer essas duas coisas", "quero as duas coisas", "levo essas duas"])
def test_all_that_is_shown(message: str):
    assert SHOP.cart("tem camomila seca e hortelã moída? de 100 g cada um", message) == {TEA: 1, BARK: 1}


def test_all_that_is_shown_with_what_is_there_already():
    held = SHOP.cart("quero 1 mel", "tem camomila seca e hortelã moída, de 100 g cada?", "vou querer essas três coisas")
    assert held == {HONEY: 1, TEA: 1, BARK: 1}


@pytest.mark.parametrize("message", ["ótimo, pode colocar o mel", "good, add the mel"])
def test_what_the_question_has_put_in_already(message: str):
    assert SHOP.cart("quero um mel, quanto é?", message) == {HONEY: 1}


def test_one_more_is_one_more():
    assert SHOP.cart("quero um mel, quanto é?", "coloca mais um mel") == {HONEY: 2}


def test_what_a_title_names_is_told_and_asked_on():
    assert said("vocês fazem leitura de cartas? qual o valor?") == MARTA_READS
    state = SHOP.turn("vocês fazem leitura de cartas?", None, passages=DOCUMENTS)[1]
    says = SHOP.turn("e quais dias ela atende?", state, passages=DOCUMENTS)[2]
    assert [one.text for one in says] == [MARTA_READS]


def test_what_is_told_of_the_thing_itself_goes_before_another():
    assert said("posso lavar ele na água?", "quanto custa o mel?").startswith("O mel não pode")


def test_what_both_cost():
    says = SHOP.turn("e a vela colorida, quanto fica os dois juntos", SHOP.talk("tem mel silvestre?"))[2]
    assert any(one.what == "sum" and "38,00" in one.values["total"] for one in says)


WORN = Catalogue(
    [
        *(product("Meia Esportiva", 1500, Tamanho=size) for size in ("34-36", "38-40", "41-43")),
        *(product("Blusa Solta", 6900, Tamanho=size) for size in ("M", "G", "GG")),
    ]
)
CHART = (Passage("Medidas", "M veste 40 e 42. G veste 44 e 46. GG veste 48 a 52."),)


@pytest.mark.parametrize("messages", [("quero uma meia esportiva 39",), ("quero a meia esportiva", "calço 39")])
def test_a_number_between_those_of_a_size(messages: tuple[str, ...]):
    assert WORN.cart(*messages) == {"Meia Esportiva (38-40)": 1}


@pytest.mark.parametrize(("number", "size"), [("46", "G"), ("40", "M"), ("50", "GG")])
def test_a_number_that_a_letter_is_for(number: str, size: str):
    state = WORN.turn("quero uma blusa solta", None, passages=CHART)[1]
    assert counts(WORN.turn(f"uso {number}", state, passages=CHART)[1]) == {f"Blusa Solta ({size})": 1}
    offered = WORN.turn(f"quero uma blusa solta {number}", None, passages=CHART)[1].dialogue.pending
    assert offered is not None
    assert [one.name for one in offered.options] == [f"Blusa Solta ({size})"]


def test_a_number_that_no_letter_is_for_is_asked_about():
    state = WORN.turn("quero uma blusa solta 60", None, passages=CHART)[1]
    assert not state.cart.lines
