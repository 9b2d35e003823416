"""What people tell round what they want: a feast, a project, who likes what, for whom a gift is; whose the order is, in
any order of words; goods by other words than the shop's. The cart holds what was wished for, and nothing is asked."""

import pytest

from app.evaluation.cases import load_cases
from app.features.chat.assistant.language.goods import known_as
from app.features.chat.assistant.reading.asides.circumstances import without_circumstances
from app.features.conversations.consent import is_consent
from app.features.conversations.state import CartLine, ConversationState, Summary
from tests.api import ROOT
from tests.features.chat.test_goods_lists import Catalogue, counts, product

TOYS = Catalogue(
    [
        product("Dinossauro T-Rex com Som", 7990),
        product("Quebra-Cabeça 60 Peças", 3490),
        product("Urso de Pelúcia", 5990),
        product("Corda de Pular", 1990),
        product("Suporte para Halteres", 19990),
        product("Castanha-do-Pará 250 g", 2890),
        product("Vinho do Porto", 12990),
        product("Caneca Esmaltada", 4290, Cor="Branca"),
        product("Caneca Esmaltada", 4290, Cor="Azul"),
        product("Guioza", 2490, Recheio="Legumes"),
        product("Guioza", 2490, Recheio="Carne"),
        product("Missoshiro", 1290),
        product("Motosserra a Gasolina", 99900),
        product("Sabre para Motosserra", 11990),
    ]
)
PUZZLE, BEAR, ROPE, PORT = "Quebra-Cabeça 60 Peças", "Urso de Pelúcia", "Corda de Pular", "Vinho do Porto"
NUTS, RACK, SOUP = "Castanha-do-Pará 250 g", "Suporte para Halteres", "Missoshiro"
BLUE, WHITE, GYOZA = "Caneca Esmaltada (Azul)", "Caneca Esmaltada (Branca)", "Guioza (Legumes)"

STORIES = {
    "é aniversário do meu sobrinho sábado, ele é louco por dinossauro. me vê um quebra-cabeça": {PUZZLE: 1},
    "hoje é aniversário do meu filho e ele só quer saber de dinossauro rs. quero um urso": {BEAR: 1},
    "minha filha ama dinossauro, quero um quebra cabeça": {PUZZLE: 1},
    "vou reformar minha motosserra. preciso de 1 sabre": {"Sabre para Motosserra": 1},
    "bom dia, vou viajar e quero levar umas lembranças. castanha-do-pará, 3 pacotes": {NUTS: 3},
    "show. quero o suporte e uma corda de pular": {RACK: 1, ROPE: 1},
    "boa tarde minha querida, tudo na paz? quero um vinho do porto": {PORT: 1},
    "É presente pra patroa: um vinho do porto, uma caneca branca e um urso": {PORT: 1, WHITE: 1, BEAR: 1},
    "presente pro meu sogro: um vinho do porto e um urso": {PORT: 1, BEAR: 1},
    "os senhores têm corda? quero 2 cordas de pular": {ROPE: 2},
    "quero uma porção de guioza de legumes": {GYOZA: 1},
    "e a sopinha, o missoshiro, põe uma também": {SOUP: 1},
    "intão vô levá a caneca azul memo, uma só": {BLUE: 1},
    "a corda pra treinar em casa e o urso, quero os dois": {ROPE: 1, BEAR: 1},
}
KEPT = (
    "vou dar um vinho do porto de presente. quero 2 cordas",
    "vou levar um urso. e uma corda",
    "meu filho ama o urso. quero 2",
    "vou precisar de 2 cordas. e um urso",
    "minha mãe adora a caneca azul, manda 2 e um urso",
    "vou dispensar a corda. quero o urso",
    "vou embrulhar a caneca. quero um urso",
    "hoje é aniversário do meu pai, ele quer um urso. e uma corda",
)


@pytest.mark.parametrize("said", STORIES)
def test_the_cart_holds_what_is_wished_for_beside_a_story(said: str):
    _, state, says = TOYS.turn(said)
    assert counts(state) == STORIES[said]
    assert not {one.what for one in says} & {"unread", "nothing", "unknown_answer", "nearest"}


@pytest.mark.parametrize("said", KEPT)
def test_goods_that_are_counted_or_alone_are_no_story(said: str):
    with known_as(TOYS.knows(said)):
        assert without_circumstances(said) == said


def test_a_note_of_a_gift_holds_no_goods():
    acts, state, _ = TOYS.turn("É presente pra minha mãe: um vinho do porto e um urso")
    assert acts.notes == ("É presente pra minha mãe",)
    assert counts(state) == {PORT: 1, BEAR: 1}


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Marlene Dorneles é o nome", "Marlene Dorneles"),
        ("eu passo aí pegar e faço o pix em nome de valdir", "Valdir"),
        ("put it under Sarah Connors, paying by pix", "Sarah Connors"),
        ("Quem recebe é Heitor Lobato", "Heitor Lobato"),
    ],
)
def test_whose_the_order_is(said: str, name: str):
    _, state, _ = TOYS.turn("quero um urso")
    acts, _, _ = TOYS.turn(said, state)
    assert acts.known.name == name
    assert not acts.changes
    assert not acts.unread


@pytest.mark.parametrize("said", ["quanto deu até agora sem o frete?", "quanto tá dando tudo sem a entrega?"])
def test_the_total_without_freight_is_the_cart(said: str):
    _, state, _ = TOYS.turn("quero um urso")
    acts, _, _ = TOYS.turn(said, state)
    assert acts.total


@pytest.mark.parametrize("said", ["e caneca esmaltada, tem azul?", "e a caneca esmaltada, vocês têm na cor azul?"])
def test_a_colour_asked_for_behind_goods_puts_nothing_in(said: str):
    _, state, _ = TOYS.turn("quero um urso")
    _, after, says = TOYS.turn(said, state)
    assert counts(after) == {BEAR: 1}
    assert "trait_none" not in {one.what for one in says}


@pytest.mark.parametrize(
    "said",
    ["isso mesmo, pode fechar e deixar separado", "pode fechar e deixar separadinho pra mim", "isso memo, pode mandá"],
)
def test_a_yes_that_leaves_it_ready(said: str):
    summary = Summary("X", "…", (CartLine("p1", BEAR, 1, 5990),), "cod", 5990, shipping_option="Retirada na loja")
    assert is_consent(summary, said, TOYS.knows(said))


def test_what_things_are_for_in_english_is_no_thing():
    camping = Catalogue(load_cases(ROOT / "tests" / "data" / "conversations" / "aside_camping.yaml").shop.products)
    _, state, _ = camping.turn("i'd like two gas canisters for the stove", ConversationState())
    assert counts(state) == {"Gas Canister 230 g": 2}
