"""What is said around goods and wishes for none, and kinds that other goods are called by, too."""

import pytest

from app.features.chat.assistant.reading.coupons import told_coupon
from app.features.extract_lead.patterns import find_name
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        product("Esfiha", 700, Sabor="Carne"),
        product("Esfiha", 700, Sabor="Queijo"),
        product("Esfiha", 900, 0, Sabor="Palmito"),
        product("Queijo Minas Frescal", 2900),
        product("Torta de Limão", 1200, Tamanho="Fatia"),
        product("Torta de Limão", 8900, Tamanho="Inteira"),
        product("Torta de Morango", 9900, Tamanho="Inteira"),
        product("Suco de Caju", 800),
        product("Guia Retrátil", 4900, 4, Tamanho="P", Cor="Roxa"),
        product("Guia Retrátil", 5900, 0, Tamanho="M", Cor="Roxa"),
        product("Guia Retrátil", 5900, 4, Tamanho="M", Cor="Verde"),
    ]
)
MEAT, CHEESE, JUICE = "Esfiha (Carne)", "Esfiha (Queijo)", "Suco de Caju"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("6 esfihas de carne e 4 de queijo", {MEAT: 6, CHEESE: 4}),
        ("quero 3 esfihas de queijo e 2 de carne e 1 suco", {CHEESE: 3, MEAT: 2, JUICE: 1}),
        ("2 esfihas de carne e 1 queijo minas", {MEAT: 2, "Queijo Minas Frescal": 1}),
    ],
)
def test_a_kind_counted_behind_its_noun_is_no_other_goods(said: str, held: dict[str, int]):
    assert counts(SHOP.talk(said)) == held


@pytest.mark.parametrize(
    "said",
    [
        "bota 2 esfihas de carne e 2 de queijo pra não ter briga e um suco",
        "quero 2 esfihas de carne, 2 de queijo pra nao faltar e 1 suco de caju",
        "2 esfihas de carne e 2 de queijo pra que ninguém reclame, e mais um suco",
    ],
)
def test_what_is_to_be_prevented_refuses_nothing(said: str):
    assert counts(SHOP.talk(said)) == {MEAT: 2, CHEESE: 2, JUICE: 1}


def test_what_is_not_to_be_sent_is_refused():
    assert counts(SHOP.talk("é pra não mandar o suco")) == {}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("então deixa as fatias e faz a inteira", {MEAT: 2, "Torta de Limão (Inteira)": 1}),
        ("ah melhor, esquece as fatias e manda um suco", {MEAT: 2, JUICE: 1}),
        ("pode deixar as fatias e manda um suco também", {MEAT: 2, "Torta de Limão (Fatia)": 5, JUICE: 1}),
        ("melhor, põe também um suco", {MEAT: 2, "Torta de Limão (Fatia)": 5, JUICE: 1}),
    ],
)
def test_what_is_left_for_something_goes_and_nothing_else(said: str, held: dict[str, int]):
    assert counts(SHOP.talk("me vê 2 esfihas de carne e 5 fatias de torta de limão", said)) == held


@pytest.mark.parametrize("said", ["hoje é quarta", "amanhã é segunda", "é p quinta"])
def test_a_day_is_no_place_of_a_list(said: str):
    state = SHOP.talk("o que vocês têm de torta, suco, queijo e guia?", "1 suco de caju", f"chega hoje? {said}")
    assert counts(state) == {JUICE: 1}


@pytest.mark.parametrize(
    "said",
    [
        "quero uma guia roxa, o pescoço dele deu 38cm na fita. qual tamanho?",
        "quero uma guia roxa, qual o tamanho?",
        "I want a purple guia, which size?",
    ],
)
def test_the_only_size_that_is_there_is_not_taken_where_the_size_is_asked(said: str):
    state = SHOP.talk(said)
    assert counts(state) == {}
    assert state.dialogue.open


@pytest.mark.parametrize("said", ["o Bidu tem 15 quilos e a Lola uns 8", "a cintura dela deu 80 cm"])
def test_whoever_is_measured_is_not_looked_for(said: str):
    acts, _, _ = SHOP.turn(said, SHOP.talk())
    assert (acts.looks, acts.changes) == ((), ())


def test_one_kind_that_is_gone_stays_open_beside_another_of_it():
    state = SHOP.talk("quero 1 esfiha de carne e 1 esfiha de palmito")
    assert counts(state) == {MEAT: 1}
    assert [asked.query for asked in state.dialogue.open] == ["Esfiha (Palmito)"]


def test_how_many_a_thing_holds_is_asked_of_it_and_its_price_too():
    acts, _, _ = SHOP.turn("a torta de limão inteira rende quantas fatias e qual o valor?", SHOP.talk())
    assert [one.words for one in acts.wonders] == [("torta", "limao", "inteira")]
    assert "valor" in acts.asked


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("meu nome é osvaldo lima eu moro na rua Tupi 12", "Osvaldo Lima"),
        ("pode anotar, nome é Geraldo do Sítio", "Geraldo do Sítio"),
        ("o nome do produto é Caneca", None),
    ],
)
def test_a_name_ends_where_the_sentence_goes_on(said: str, name: str | None):
    found = find_name(said)
    assert (found.value if found else None) == name


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("quero ele e mais 2 esfihas de carne", {JUICE: 1, MEAT: 2}),
        ("linda! vou levar esse e também uma esfiha de queijo", {JUICE: 1, CHEESE: 1}),
        ("I'll take it and also an esfiha de carne", {JUICE: 1, MEAT: 1}),
    ],
)
def test_what_is_spoken_of_is_taken_beside_more(said: str, held: dict[str, int]):
    assert counts(SHOP.talk("tem suco de caju?", said)) == held


@pytest.mark.parametrize(
    "said",
    [
        "oi! separa pra mim 2 esfihas de carne e 1 de queijo?",
        "então é o seguinte eu tô querendo aquela esfiha de carne que vocês postaram ontem, 2, e 1 esfiha de queijo",
    ],
)
def test_a_wish_that_is_put_as_a_question_or_a_story_is_one(said: str):
    assert counts(SHOP.talk(said)) == {MEAT: 2, CHEESE: 1}


def test_a_number_beside_an_address_counts_nothing():
    zones = (ShippingRule("Centro e Zonas 01 a 07", "cep_range", 700, cep_from="87010000", cep_to="87019999"),)
    state = SHOP.talk("3 esfihas de carne e 1 suco")
    _, state, _ = SHOP.turn("rua vaz caminha 270 zona 2 87010-420 Isabela", state, shipping=zones)
    assert counts(state) == {MEAT: 3, JUICE: 1}


@pytest.mark.parametrize("said", ["2 esfihas de carne. usa o cupom aí", "um de cada e bota também 2 esfihas de carne"])
def test_what_can_be_of_nothing_is_asked_about_before_anything_is_closed(said: str):
    state = SHOP.talk(said)
    assert counts(state) == {MEAT: 2}
    assert state.dialogue.unread
    _, _, says = SHOP.turn("retiro, pix", state)
    assert "summary" not in {one.what for one in says}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("vi no insta o cupom PRIMEIRA. funciona?", "PRIMEIRA"),
        ("me falaram que tem cupom de volta as aulas, é VOLTAAULAS?", "VOLTAAULAS"),
        ("tem cupom? pago no PIX", None),
    ],
)
def test_a_coupon_may_be_a_word_in_capitals(said: str, code: str | None):
    assert told_coupon(said)[0] == code


def test_what_is_told_beside_a_new_address_is_no_wish():
    state = SHOP.talk("1 suco", "rua Vaz Caminha 270, 87010-420")
    acts, _, _ = SHOP.turn("pera, mudou o rolê. vai ser na casa do leo: rua das Orquídeas 312, 87047-220", state)
    assert (acts.changes, acts.known.cep) == ((), "87047220")
    acts, _, _ = SHOP.turn("quero um blorgo, rua das Orquídeas 312, 87047-220", state)
    assert [one.mention.words for one in acts.changes] == [("blorgo",)]


def test_both_of_which_only_one_is_known_are_not_two_of_it():
    assert counts(SHOP.talk("tem suco de caju?", "então bora, os dois")) == {}


def test_what_is_pointed_at_and_passed_over_is_asked_about():
    state = SHOP.talk(
        "quero um suco de caju. dá pra pôr um cartãozinho?", "a de queijo, ela merece, e da pra por um cartaozinho?"
    )
    assert counts(state) == {JUICE: 1}
    assert state.dialogue.unread or state.dialogue.open
