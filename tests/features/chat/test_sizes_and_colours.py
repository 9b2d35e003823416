"""Sizes and colours: asked for, told behind goods, wished for in the same breath; no database."""

import pytest

from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, catalogue, counts, product

SHOP = "aside_loja_de_roupas"


def said(*messages: str) -> set[str]:
    """What the last of some messages is answered with."""
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = catalogue(SHOP).turn(message, state)
    return {one.what for one in says}


@pytest.mark.parametrize(
    "message",
    [
        "tem tenis branco 39?",
        "vcs tem calça skinny 46",
        "tem vestido floral azul?",
        "quero uma oversized GG",
        "quero 2 camiseta basica vermelha M",
        "do you have the skinny jeans in size 46?",
    ],
)
def test_a_size_or_colour_that_is_not_there_is_told(message: str):
    assert "trait_none" in said(message)


@pytest.mark.parametrize(
    "message", ["tem tenis branco 40?", "quero a oversized off white M", "do you have beige caps?"]
)
def test_one_that_is_there_is_not_denied(message: str):
    assert "trait_none" not in said(message)


@pytest.mark.parametrize(
    ("before", "message", "cart"),
    [
        ("tem camiseta basica preta?", "tem no M? quero 2", {"Camiseta Básica (Preta, M)": 2}),
        ("tem camiseta oversized?", "tem ela em preto? queria a G", {"Camiseta Oversized (Preta, G)": 1}),
        ("tem camiseta basica preta?", "tem no G? se tiver quero 2", {"Camiseta Básica (Preta, G)": 2}),
        ("do you have the basic tee in black?", "got it in M? i'll take 2", {"Camiseta Básica (Preta, M)": 2}),
        ("tem tenis branco?", "vou arriscar o 40 entao", {"Tênis Casual (Branco, 40)": 1}),
        ("tem camiseta basica preta?", "tem no M?", {}),
        ("tem camiseta basica preta?", "se tiver desconto quero 2 M", {}),
        ("do you have white sneakers in 40?", "ok i'll take a pair", {"Tênis Casual (Branco, 40)": 1}),
    ],
)
def test_what_is_wished_for_is_what_was_asked_for(before: str, message: str, cart: dict[str, int]):
    assert catalogue(SHOP).cart(before, message) == cart


@pytest.mark.parametrize(
    "message", ["calça skinny 40, tem?", "calça skinny 40 vc tem", "camiseta basica preta M, vcs tem?"]
)
def test_goods_before_the_question_are_not_taken(message: str):
    assert catalogue(SHOP).cart(message) == {}
    assert "list" in said(message)


@pytest.mark.parametrize(
    "message",
    [
        "me ve 2 camisetas basicas, cor preta, tam G e 1 boné bege",
        "2 camisetas basicas, pretas, tamanho G. e um bone bege",
        "need 2 basic t-shirts, black, size L. and a beige cap",
    ],
)
def test_traits_behind_commas_belong_to_the_goods_before_them(message: str):
    assert catalogue(SHOP).cart(message) == {"Camiseta Básica (Preta, G)": 2, "Boné Aba Curva (Bege)": 1}


COLOURED = Catalogue(
    [
        product("Cinto de Lona", 5990, Cor="Preto", Tamanho="M"),
        product("Cinto de Lona", 5990, stock=0, Cor="Marrom", Tamanho="M"),
        product("Cinto de Lona", 5990, Cor="Marrom", Tamanho="G"),
        product("Sandália Rasteira", 7990, Cor="Nude", Tamanho="36"),
        product("Sandália Rasteira", 7990, Cor="Preta", Tamanho="37"),
        product("Sandália Rasteira", 7990, Cor="Nude", Tamanho="37"),
        product("Boné Liso", 3990, Cor="Azul"),
    ]
)


@pytest.mark.parametrize(
    ("message", "cart"),
    [
        ("quero o de lona, marrom M", {}),
        ("me vê um cinto, marrom tamanho M", {}),
        ("quero a lona, marrom G e um boné", {"Cinto de Lona (Marrom, G)": 1, "Boné Liso (Azul)": 1}),
        ("2 rasteiras, nude no 37 e um boné", {"Sandália Rasteira (Nude, 37)": 2, "Boné Liso (Azul)": 1}),
        ("one sandália rasteira, black size 37", {"Sandália Rasteira (Preta, 37)": 1}),
        (
            "quero a rasteira, nude 36 e preta 37",
            {"Sandália Rasteira (Nude, 36)": 1, "Sandália Rasteira (Preta, 37)": 1},
        ),
    ],
)
def test_a_colour_with_a_size_behind_a_comma_is_never_another(message: str, cart: dict[str, int]):
    assert COLOURED.cart(message) == cart


def test_a_list_of_colours_is_none_of_one_thing():
    state = catalogue(SHOP).turn("quero camiseta basica, preta e branca")[1]
    assert len(state.dialogue.open) == 2


@pytest.mark.parametrize("question", ["e a forma é grande ou pequena?", "ela encolhe?", "é de algodão?"])
def test_a_question_chooses_none_of_several_kinds(question: str):
    state = catalogue(SHOP).turn("quero uma camiseta basica preta")[1]
    _, state, says = catalogue(SHOP).turn(question, state)
    assert not state.cart.lines
    assert not any("(" in product.name for one in says if one.what in ("fact", "details") for product in one.products)
    assert catalogue(SHOP).turn("M", state)[1].cart.lines[0].name == "Camiseta Básica (Preta, M)"


def test_a_question_goes_on_about_what_was_named_with_it():
    assert "text" in said("gostei do cinto, é couro mesmo?")


def test_what_is_taken_out_twice_in_a_breath_is_taken_out_once():
    assert "not_in_cart" not in said("quero um bone preto e um cinto", "o bone nao. tira o bone")


@pytest.mark.parametrize("message", ["vou querer a 42 entao, melhor folgada kkk", "a 42, melhor larguinha"])
def test_a_comment_on_a_choice_is_no_goods(message: str):
    assert "nothing" not in said("tem calça skinny?", message)


@pytest.mark.parametrize(
    ("wished", "asked", "said", "cart"),
    [
        (
            "quero o vestido canelado preto P e um bone bege",
            "o P tem quantos cm?",
            "entao M",
            "Vestido Curto Canelado (Preto, M)",
        ),
        ("quero uma skinny 40 e um bone bege", "qual a cintura da 40?", "hm, 42 entao", "Calça Jeans Skinny (42)"),
        ("I want the black basic tee in P and a beige cap", "how wide is it?", "then M", "Camiseta Básica (Preta, M)"),
    ],
)
def test_a_size_said_alone_is_of_the_line_that_comes_in_such(wished: str, asked: str, said: str, cart: str):
    assert catalogue(SHOP).cart(wished, asked, said) == {cart: 1, "Boné Aba Curva (Bege)": 1}


def test_a_size_said_alone_is_of_what_was_just_asked_about():
    cart = catalogue(SHOP).cart("quero a camiseta basica preta P", "tem camiseta oversized preta?", "M")
    assert cart.get("Camiseta Básica (Preta, P)") == 1


@pytest.mark.parametrize(
    "message",
    [
        "tem calça skinny? quais tamanho e preço",
        "tem calça skinny? qual o preço e as cores?",
        "tem calça skinny? quais cor",
    ],
)
def test_which_there_are_may_be_asked_with_their_price(message: str):
    acts, _, _ = catalogue(SHOP).turn(message)
    assert acts.about == ()
    assert [one.mention.words for one in acts.looks] == [("calcas", "skinny")]


JACKETS = Catalogue(
    [
        *(
            product("Jaqueta Corta-Vento Trilha", 19990, Cor=c, Tamanho=s)
            for c in ("Azul", "Preta")
            for s in ("M", "G")
        ),
        product("Jaqueta de Couro", 39990, Tamanho="M"),
    ]
)


@pytest.mark.parametrize(
    ("said", "shown", "cart"),
    [
        ("gostei daquela corta-vento azul, tem no G?", ["Jaqueta Corta-Vento Trilha (Azul, G)"], {}),
        ("quero uma corta-vento azul, tem no M?", [], {"Jaqueta Corta-Vento Trilha (Azul, M)": 1}),
        ("queria duas corta-vento pretas. tem G?", [], {"Jaqueta Corta-Vento Trilha (Preta, G)": 2}),
    ],
)
def test_a_size_that_is_asked_for_alone_is_of_what_was_just_named(said: str, shown: list[str], cart: dict[str, int]):
    _, state, says = JACKETS.turn(said)
    assert [one.name for one in state.dialogue.listed] == shown
    assert counts(state) == cart
    assert "nothing" not in {one.what for one in says}


@pytest.mark.parametrize(
    "wish",
    ["hmm pensando bem, as duas pretas", "na verdade as duas pretas", "mudei de ideia, as duas pretas por favor",
     "actually, both black", "quero as duas pretas"],
)  # fmt: skip
def test_both_in_one_colour_are_no_more_than_there_were(wish: str):
    before = "quero uma camiseta basica branca M e uma camiseta basica preta M"
    assert catalogue(SHOP).cart(before, wish) == {"Camiseta Básica (Preta, M)": 2}


PRINTS = Catalogue(
    [
        *(product("Gravura Cristo Redentor", cents, Tamanho=size) for size, cents in (("A4", 2490), ("A3", 3990))),
        *(product("Gravura Ponte Velha", cents, Tamanho=size) for size, cents in (("A4", 2490), ("A3", 3990))),
        *(product("Painel de Cortiça", cents, Tamanho=size) for size, cents in (("40x60", 5990), ("60x90", 8990))),
        product("Mapa de Florianópolis", 4990),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        # sides, told to the question which
        (["quero 2 painéis de cortiça", "40 por 60"], {"Painel de Cortiça (40x60)": 2}),
        (["quero um painel de cortiça", "o de 60 x 90"], {"Painel de Cortiça (60x90)": 1}),
        # a size that begins with a letter, asked of what was named before it
        (["tem gravura da ponte velha? quanto é a A3?", "quero 2"], {"Gravura Ponte Velha (A3)": 2}),
        (["do you have the bridge print? how much is the A4?", "i'll take one"], {"Gravura Ponte Velha (A4)": 1}),
        # the other size, with what regrets it behind
        (["1 gravura do cristo A4", "epa, a gravura é a de A3, me enganei"], {"Gravura Cristo Redentor (A3)": 1}),
        (["um painel 40x60 de cortiça", "ih, o painel é o de 60x90, errei"], {"Painel de Cortiça (60x90)": 1}),
        # a town by its short name
        (["quero um mapa de floripa"], {"Mapa de Florianópolis": 1}),
    ],
)
def test_the_size_that_is_told_is_the_one_taken(said: list[str], cart: dict[str, int]):
    assert PRINTS.cart(*said) == cart


@pytest.mark.parametrize("said", ["qto tá a mesa oslo branca de 1,20?", "quanto é a mesa oslo branca de 1,20"])
def test_metres_without_their_unit_are_no_price(said: str):
    desks = Catalogue([product("Mesa Oslo", 42900, Cor="Branca", Largura=width) for width in ("90 cm", "120 cm")])
    assert counts(desks.talk(said, "quero uma")) == {"Mesa Oslo (Branca, 120 cm)": 1}
