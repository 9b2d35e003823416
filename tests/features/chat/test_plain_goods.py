"""Goods in colours alone: what is shown, counted and sized of them, in the shop of aside_demo.yaml."""

import pytest

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.conversations.consent import agrees_to_cancel, forbids_cancelling
from tests.features.chat.test_goods_lists import Catalogue, catalogue, counts, product

DEMO = "aside_demo"


@pytest.mark.parametrize(
    "wish",
    ["me mostra todas as chuteiras", "manda a lista das bolas", "quero ver todas as bolas", "mostra as duas",
     "can you show me all the balls"],
)  # fmt: skip
def test_what_is_to_be_shown_is_not_taken(wish: str):
    assert counts(catalogue(DEMO).talk("tem chuteira de campo?", wish)) == {}


@pytest.mark.parametrize(
    "wish",
    [
        "quero 2 camiseta dry fit preta e 1 branca, as 3 tamanho M",
        "2 camiseta dry fit preta e 1 branca, as três no G",
        "quero 2 camiseta dry fit preta e 1 branca, as 3 pra presente",
        "2 camiseta dry fit preta e 1 branca, todas M",
    ],
)
def test_a_sum_of_what_was_counted_is_no_count(wish: str):
    assert counts(catalogue(DEMO).talk(wish)) == {"Camiseta Dry Fit Ritmo Preta": 2, "Camiseta Dry Fit Ritmo Branca": 1}


@pytest.mark.parametrize(
    ("wishes", "note"),
    [
        (["quero o veloz 2 azul 41"], "Tênis de Corrida Veloz 2 Azul: tamanho 41"),
        (["tem o veloz 2 preto no 40?", "quero"], "Tênis de Corrida Veloz 2 Preto: tamanho 40"),
        (["quero a chuteira society prata", "meu numero é 39"], "Chuteira Society Passe Prata: tamanho 39"),
        (
            ["quero a meia de corrida branca tamanho 40", "na verdade 42"],
            "Meia de Corrida Cano Baixo 3 pares Branca: tamanho 42",
        ),
        (
            ["do you have the trilha x in gray? size 42", "ok, I'll take them"],
            "Tênis de Corrida Trilha X Cinza: size 42",
        ),
    ],
)
def test_a_size_that_no_option_has_is_a_note_of_the_order(wishes: list[str], note: str):
    state = catalogue(DEMO).talk(*wishes)
    assert [line.quantity for line in state.cart.lines] == [1]
    assert state.cart.notes == note


@pytest.mark.parametrize(
    "wishes",
    [
        ["quero 2 camiseta dry fit preta, uma M e uma G"],
        ["quero uma camiseta dry fit preta M e uma G"],
        ["quero a camiseta dry fit preta M", "adiciona mais uma camiseta dry fit preta G"],
    ],
)
def test_one_thing_in_two_such_sizes_is_two(wishes: list[str]):
    state = catalogue(DEMO).talk(*wishes)
    assert counts(state) == {"Camiseta Dry Fit Ritmo Preta": 2}
    assert state.cart.notes == "Camiseta Dry Fit Ritmo Preta: tamanho 1 × M, 1 × G"


def test_a_size_goes_to_what_takes_the_place_of_the_thing():
    state = catalogue(DEMO).talk("quero o veloz 2 azul 41", "troca pelo veloz 2 preto")
    assert state.cart.notes == "Tênis de Corrida Veloz 2 Preto: tamanho 41"
    assert catalogue(DEMO).talk("quero o veloz 2 azul 41", "troca o tênis pela mochila cinza").cart.notes == ""


def test_an_option_that_is_a_size_needs_no_note():
    assert catalogue(DEMO).talk("quero a luva de ciclismo M").cart.notes == ""


@pytest.mark.parametrize(
    ("wish", "cart"),
    [
        ("quero 2 veloz preto", {"Tênis de Corrida Veloz 2 Preto": 2}),
        ("2 garrafa preta e 1 rosa", {"Garrafa Térmica Inox 750 ml Preta": 2, "Garrafa Térmica Inox 750 ml Rosa": 1}),
    ],
)
def test_a_count_before_a_name_with_that_number_counts(wish: str, cart: dict[str, int]):
    assert counts(catalogue(DEMO).talk(wish)) == cart


def test_a_number_to_a_list_is_a_place_and_no_count():
    assert counts(catalogue(DEMO).talk("quais chuteiras vcs tem?", "2", "prata")) == {"Chuteira Society Passe Prata": 1}


def test_liking_beside_a_refusal_takes_nothing():
    assert counts(catalogue(DEMO).talk("tem bike aro 29?", "gostei da quadro 17 mas não vou levar hoje")) == {}


@pytest.mark.parametrize(
    "message", ["não quero cancelar não", "n cancela não", "não é pra cancelar", "don't cancel it"]
)
def test_who_forbids_it_cancels_nothing(message: str):
    assert forbids_cancelling(message)
    assert not agrees_to_cancel(message)


@pytest.mark.parametrize(
    ("message", "cancels"),
    [
        ("sim", True),
        ("pode cancelar", True),
        ("sim, obrigado", True),
        ("sim, cancela ele todo", True),
        ("yes cancel it, sorry!!", True),
        ("top, valeu", False),
        ("show", False),
        ("quero ela inteira", False),
    ],
)
def test_praise_is_no_yes_to_cancelling(message: str, cancels: bool):
    assert agrees_to_cancel(message) is cancels
    assert not forbids_cancelling("não dá pra cancelar?")


TERMS = (
    Passage("Trocas", "Trocas em até 30 dias, com a etiqueta. A primeira troca é grátis. Para devolver são 7 dias e o "
            "valor volta pelo mesmo meio de pagamento em até 5 dias."),
    Passage("Entrega", "Entregamos em 2 a 4 dias úteis. O código de rastreio chega por mensagem."),
)  # fmt: skip


@pytest.mark.parametrize(
    ("topic", "question", "told"),
    [
        ("exchange", "a troca é de graça?", "grátis"),
        ("exchange", "quem paga o frete da troca?", "grátis"),
        ("exchange", "em quanto tempo o valor volta?", "5 dias"),
        ("exchange", "qual o prazo pra trocar?", "30 dias"),
        ("time", "chega em quantos dias?", "2 a 4 dias"),
        ("methods", "aceita pix?", None),
    ],
)
def test_the_sentence_that_answers_is_told(topic: str, question: str, told: str | None):
    found = answer_to(TERMS, Question(topic, question))
    assert found is None if told is None else told in (found or "")


CHURCH = Catalogue(
    [
        product("Terço de Madeira", 1290),
        product("Terço de Cristal", 2490),
        product("Medalha de São Bento", 690),
        product("Imagem Nossa Senhora de Fátima 20 cm", 4990),
    ]
)


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (
            ("3 wooden rosaries and 1 medal, I'm in town so I'll pick up",),
            {"Terço de Madeira": 3, "Medalha de São Bento": 1},
        ),
        (("quero uma imagem n sra de fatima",), {"Imagem Nossa Senhora de Fátima 20 cm": 1}),
        (("qual o terço mais barato?", "levo 20 se sair a 10 cada", "tá, 20 então"), {"Terço de Madeira": 20}),
        (
            ("3 terço de cristal fica quanto?", "faz 60 os três?", "tem algum cupom?", "quero então, pix"),
            {"Terço de Cristal": 3},
        ),
    ],
)
def test_what_a_church_sells(messages: tuple[str, ...], cart: dict[str, int]):
    assert counts(CHURCH.talk(*messages)) == cart
