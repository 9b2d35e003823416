"""Nothing is bought that was wanted only if, and what is said beside the goods is heard."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.conversations.state import ConversationState, Dialogue
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        *(product("Jaqueta Brisa", 17990, Cor=colour) for colour in ("Azul", "Preta")),
        *(product("Boné Sol", 4990, Cor=colour) for colour in ("Preto", "Branco", "Verde")),
        product("Corda de Pular", 3990),
    ]
)


@pytest.mark.parametrize(
    "said",
    [
        "quero a jaqueta azul, se fizer por 150 no pix eu fecho agora",
        "quero a jaqueta azul mas só se for 150",
        "a jaqueta azul, fecho se me der um desconto",
        "I want the blue jaqueta if you can do it for 150",
    ],
)
def test_what_is_wanted_at_another_price_is_told_its_own(said: str):
    _, state, says = SHOP.turn(said)
    assert counts(state) == {}
    assert "summary" not in {one.what for one in says}
    assert state.dialogue.on_condition


@pytest.mark.parametrize("said", ["Alda, rua Bueno 40, pix", "alda, rua bueno 40, curitiba 80010-030, pix"])
def test_who_stands_before_the_street_is_the_name(said: str):
    assert SHOP.talk("1 boné preto", said).known.name == "Alda"


def test_a_name_answers_our_greeting():
    greeted = ConversationState(dialogue=Dialogue(greeted=True))
    assert SHOP.turn("maria clara", greeted)[1].known.name == "Maria Clara"
    assert SHOP.turn("boné branco", greeted)[1].known.name is None


SIZED = Catalogue(
    [
        *(product("Sapatilha Aderente", 38900, Tamanho=size) for size in ("38", "39,5", "42,5")),
        *(product("Maiô de Treino", 14990, Tamanho=size) for size in "PMG"),
        product("Magnésio em Pó", 3990),
        {"name": "Jogo de Copos", "price_cents": 4990, "description": "Jogo com 6 copos de vidro."},
    ]
)
SHOE, POWDER = "Sapatilha Aderente (42,5)", "Magnésio em Pó"


@pytest.mark.parametrize(
    "said",
    [
        ("quero a sapatilha aderente, calço 42,5",),
        ("tem a sapatilha aderente?", "o 42.5"),
        ("tem a sapatilha aderente?", "42,5"),
        ("quero 1 aderente 42 e meio",),
        ("tem a sapatilha aderente?", "42 e meia"),
    ],
)
def test_a_size_with_a_half_is_chosen(said: tuple[str, ...]):
    assert counts(SIZED.talk(*said)) == {SHOE: 1}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("retira, pix, Estúdio Corvo", {POWDER: 2, "Maiô de Treino (M)": 1}),
        ("maiô pode ser G", {POWDER: 2, "Maiô de Treino (G)": 1}),
        ("e o maiô faz G", {POWDER: 2, "Maiô de Treino (G)": 1}),
        ("maiô G em vez de M", {POWDER: 2, "Maiô de Treino (G)": 1}),
        ("na verdade jogo de copos só 4", {POWDER: 2, "Maiô de Treino (M)": 1, "Jogo de Copos": 4}),
        ("quero só 4 jogos de copos também", {POWDER: 2, "Maiô de Treino (M)": 1, "Jogo de Copos": 4}),
    ],
)
def test_few_words_of_a_line_change_that_line(said: str, held: dict[str, int]):
    assert counts(SIZED.talk("2 magnésio em pó e um maiô M", said)) == held


def test_how_many_pieces_the_sets_have_is_no_wish():
    assert counts(SIZED.talk("quero 2 jogos de copos, são 12 copos no total né?")) == {"Jogo de Copos": 2}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("faz 3 bonés, um deles verde", {"Boné Sol (Branco)": 2, "Boné Sol (Verde)": 1}),
        ("um deles preto", {"Boné Sol (Branco)": 1, "Boné Sol (Preto)": 1}),
        ("quero 3 bonés, sendo 1 preto", {"Boné Sol (Branco)": 2, "Boné Sol (Preto)": 1}),
    ],
)
def test_some_of_them_come_otherwise(said: str, held: dict[str, int]):
    assert counts(SHOP.talk("2 bonés brancos", said)) == held


def test_who_wants_what_goes_by_any_name():
    state = SHOP.talk("a ju quer o boné preto, o rafa quer a jaqueta azul")
    assert counts(state) == {"Boné Sol (Preto)": 1, "Jaqueta Brisa (Azul)": 1}


REGIONS = (
    Passage(
        "Frete",
        "Campinas e Valinhos R$ 14,00 no mesmo dia. Restante do estado de São Paulo R$ 24,00. Outros estados R$ 39,90.",
    ),
)
WAYS = (ShippingRule("Campinas", "cep_range", price_cents=1400, cep_from="13000-000", cep_to="13289-999"),)


@pytest.mark.parametrize("town", ["Salvador", "Minas", "Sumaré"])
def test_no_town_is_told_what_holds_for_another(town: str):
    _, _, says = SHOP.turn(f"quanto é o frete pra {town}?", shipping=WAYS, passages=REGIONS)
    assert REGIONS[0].text in {one.text for one in says}
    assert {"not_sent_there", "place_unknown"}.isdisjoint(one.what for one in says)
