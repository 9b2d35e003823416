"""Questions that one word tells, and documents with shortened words: what is said of them, and no shrug."""

import pytest

from app.features.chat.assistant.documents.answers import Passage, sentences_of
from app.features.chat.assistant.documents.by_one_word import by_one_word
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, product

PASSAGES = (
    Passage("Horário", "Segunda a sexta das 9h às 19h. Sábado das 9h às 16h. Domingo a loja fica fechada."),
    Passage("Endereço", "Av. Pedro Adams Filho, 4915, Centro, Novo Hamburgo - RS."),
    Passage("Entrega", "Em Uberlândia R$ 12,00. Em Araguari R$ 22,00. Não entregamos em outras cidades."),
    Passage("Arte", "A arte é grátis. Depois de fechar o pedido, mande a foto para arte@loja.com.br."),
    Passage("Cuidados", "Tapetes vão na máquina no ciclo delicado. Não usar alvejante. Secar à sombra."),
)
SHOP = Catalogue(
    [product("Ecobag", 2790), product("Caneca Mágica", 4990), product("Tapete Oval", 8900), product("Copo", 2000)]
)


def said(message: str, *before: str) -> str:
    state = SHOP.talk(*before) if before else ConversationState()
    _, after, says = SHOP.turn(message, state, passages=PASSAGES)
    return compose(says, after.dialogue.language)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("E alvejante, pode? É que caiu café nele", "alvejante"),
        ("posso usar alvejante?", "alvejante"),
        ("E pra secar, pode botar no sol?", "sombra"),
        ("e no sábado vai até que hora", "16h"),
        ("vocês ficam até que hora no sábado?", "16h"),
        ("qual o endereço da loja?", "4915"),
        ("and where exactly is the store?", "4915"),
        ("where is your shop?", "4915"),
        ("Vcs cobram pra fazer a arte da caneca?", "grátis"),
        ("vocês cobram pela arte?", "grátis"),
        ("a arte é paga?", "grátis"),
        ("onde eu mando a foto?", "arte@loja.com.br"),
        ("pra onde eu envio a arte?", "arte@loja.com.br"),
        ("pra quais cidades vocês entregam?", "Araguari"),
        ("Which cities do you deliver to?", "Araguari"),
    ],
)
def test_the_sentence_that_tells_it_is_said(message: str, told: str):
    assert told in said(message)


def test_where_a_photo_is_sent_goes_before_what_the_goods_are():
    assert "arte@loja.com.br" in said("onde eu mando a foto?", "quero uma caneca mágica")


@pytest.mark.parametrize("message", ["deu qto até agora?", "quanto deu tudo?", "ta quanto até aqui?", "deu quanto?"])
def test_what_it_comes_to_so_far_is_told_by_the_cart(message: str):
    told = said(message, "quero 2 ecobags")
    assert "55,80" in told
    assert "não tenho" not in told


def test_another_kind_of_goods_is_no_word_of_a_document():
    passages = (*PASSAGES, Passage("Trocas", "Troca de número ou cor em até 15 dias."))
    assert by_one_word(passages, "aff. e a amarela desse numero?", ()) is None
    assert by_one_word(passages, "e nesse tamanho, pode?", ()) is None
    assert by_one_word(passages, "e alvejante, pode?", ()) == "Não usar alvejante."


@pytest.mark.parametrize("message", ["vocês gostam de jazz?", "e a lua, pode?", "posso trazer meu cachorro?"])
def test_what_no_document_tells_is_not_made_up(message: str):
    assert not any(one in said(message) for passage in PASSAGES for one in sentences_of(passage.text))


def test_a_shortened_word_ends_no_sentence():
    text = "Av. Brasil, 10, ap. 3. Tel. 99 9999. Dr. Silva atende, ex. segundas. Fim."
    assert sentences_of(text) == ["Av. Brasil, 10, ap. 3.", "Tel. 99 9999.", "Dr. Silva atende, ex. segundas.", "Fim."]


@pytest.mark.parametrize(
    "message", ["e pra Recife vcs mandam?", "pra Recife vocês entregam?", "em Recife vcs entregam?"]
)
def test_a_place_before_the_verb_is_where_to(message: str):
    assert "Não entregamos em outras cidades" in said(message)


@pytest.mark.parametrize("message", ["no domingo vcs entregam?", "pra amanhã vcs entregam?"])
def test_a_day_before_the_verb_is_no_place(message: str):
    _, after, _ = SHOP.turn(message, ConversationState(), passages=PASSAGES)
    assert after.dialogue.place == ""


@pytest.mark.parametrize(
    "message",
    ["I'd love an ecobag. Do you have one?", "quero uma ecobag, vcs têm?", "I want an ecobag, do you have it?"],
)
def test_whether_there_is_what_is_wanted_is_told_by_the_cart(message: str):
    told = said(message)
    assert "27" in told
    assert "não tenho aqui" not in told
    assert "don't have that information" not in told


@pytest.mark.parametrize(
    "message", ["vou levar pra galera decidir e depois chamo vcs", "vou mostrar pro pessoal e aí chamo vocês"]
)
def test_calling_again_later_looks_for_nothing(message: str):
    assert "Não encontrei" not in said(message)


def test_the_one_kind_that_is_there_is_shown_by_its_name():
    tops = Catalogue(
        [
            product("Cropped de Crochê", 11900, stock=0, Cor="Off-white", Tamanho="M"),
            product("Cropped de Crochê", 11900, Cor="Preto", Tamanho="M"),
            product("Cropped de Crochê", 11900, Cor="Preto", Tamanho="P"),
        ]
    )
    _, after, says = tops.turn("o cropped de crochê tem no M?", ConversationState())
    assert "Cropped de Crochê (Preto, M)" in compose(says, after.dialogue.language)
