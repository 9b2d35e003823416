"""What stays as it is, and what somebody else would have had, changes nothing."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from tests.features.chat.test_goods_lists import Catalogue, counts, product


def _kinds(name: str, key: str, prices: dict[str, int]) -> list[dict[str, object]]:
    return [
        {"name": name, "price_cents": cents, "stock_quantity": 30, "group": name, "options": {key: value}}
        for value, cents in prices.items()
    ]


SHOP = Catalogue(
    [
        *_kinds("Suco de Laranja", "Tamanho", {"300 ml": 900, "500 ml": 1300}),
        *_kinds("Torta de Limão", "Tamanho", {"Fatia": 1400, "Inteira": 8000}),
        *_kinds("Bolo de Aniversário", "Sabor", {"Brigadeiro": 8500, "Ninho": 9500}),
        {"name": "Bolo de Cenoura", "price_cents": 1200, "stock_quantity": 30},
    ]
)
BEGUN = ("2 sucos de laranja de 300 e 1 de 500. e 3 bolos de cenoura", "retiro, pix, Ana Lima")
SMALL, LARGE, CAKE = "Suco de Laranja (300 ml)", "Suco de Laranja (500 ml)", "Bolo de Cenoura"


@pytest.mark.parametrize(
    "said",
    [
        "nao, espera. coloca 2 do de 500, os de 300 continua igual",
        "nao, espera. coloca 2 do de 500",
        "quero 2 do de 500 e o resto igual",
        "na verdade 2 do de 500, o resto fica como esta",
    ],
)
def test_only_what_is_named_gets_another_count(said: str):
    assert counts(SHOP.talk(*BEGUN, said)) == {SMALL: 2, LARGE: 2, CAKE: 3}


@pytest.mark.parametrize("said", ["deixa os de 300 como estao", "o bolo fica igual", "deixa os de 300"])
def test_what_stays_is_counted_by_none_of_its_numbers(said: str):
    assert counts(SHOP.talk(*BEGUN, said)) == {SMALL: 2, LARGE: 1, CAKE: 3}


def test_all_but_one_thing_is_taken_out():
    assert counts(SHOP.talk(*BEGUN, "so o bolo, o resto tira")) == {CAKE: 3}


def test_what_somebody_else_would_have_had_is_told():
    shown = "tem torta de limao?"
    assert counts(SHOP.talk(shown, "minha irma queria a inteira mas eu acho mt pra nos duas")) == {}
    assert counts(SHOP.talk(shown, "a Paula quer 2 fatias")) == {"Torta de Limão (Fatia)": 2}


def test_a_question_by_the_price_shows_what_costs_that():
    state = SHOP.talk("tem bolo de aniversario?", "é o de 95 né?")
    assert counts(state) == {}
    assert [one.name for one in state.dialogue.listed] == ["Bolo de Aniversário (Ninho)"]
    assert counts(SHOP.talk("tem bolo de aniversario?", "é o de 95 né?", "isso, quero um")) == {
        "Bolo de Aniversário (Ninho)": 1
    }


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("tira os de 500 e mantém os 2 de 300", {SMALL: 2, CAKE: 3}),
        ("mantém os bolos de cenoura e tira os sucos de 500", {SMALL: 2, CAKE: 3}),
        ("remove the 500 one but keep the bolo de cenoura", {SMALL: 2, CAKE: 3}),
        ("tira os sucos de 500, mantém 1 bolo de cenoura", {SMALL: 2, CAKE: 1}),
    ],
)
def test_what_is_to_be_kept_is_neither_taken_out_nor_looked_for(said: str, cart: dict[str, int]):
    _, state, says = SHOP.turn(said, SHOP.talk(BEGUN[0]))
    assert counts(state) == cart
    assert "nothing" not in {one.what for one in says}


ADVICE = (Passage("Mais pedidos", "Bolo de aniversário: o de Ninho é o que mais sai. O de Brigadeiro leva leite."),)
NINHO = "Bolo de Aniversário (Ninho)"


@pytest.mark.parametrize(
    ("asked", "cart"),
    [
        ("qual sabor sai mais?", {NINHO: 1, CAKE: 2}),
        ("e qual é o sabor que mais sai?", {NINHO: 1, CAKE: 2}),
        ("qual bolo de aniversário leva leite?", {CAKE: 2}),
    ],
)
def test_the_kind_that_is_advised_is_the_one_that_is_spoken_of(asked: str, cart: dict[str, int]):
    state = SHOP.turn("vocês têm bolo de aniversário?")[1]
    for said in (asked, "então 1 desse e 2 bolos de cenoura"):
        _, state, _ = SHOP.turn(said, state, passages=ADVICE)
    assert counts(state) == cart


@pytest.mark.parametrize(
    "said",
    [
        "manda so o de 500 mesmo, se nao gostar eu troco",
        "fica só o de 500",
        "vou ficar so com o de 500",
        "just the 500 ml, if it doesn't fit I'll exchange it",
    ],
)
def test_only_one_of_the_kinds_stays(said: str):
    assert counts(SHOP.talk("2 sucos de laranja de 300 e 1 de 500. e 3 bolos de cenoura", said)) == {LARGE: 1, CAKE: 3}


@pytest.mark.parametrize("said", ["so a fatia nao precisa", "só o de 500 tem gelo?", "tem só o de 500 hoje?"])
def test_nothing_goes_where_only_that_is_said_of_one(said: str):
    assert counts(SHOP.talk("2 sucos de laranja de 300 e 1 de 500", said)) == {SMALL: 2, LARGE: 1}


@pytest.mark.parametrize("laughs", ["kkk", "kkkkk", "rsrs"])
@pytest.mark.parametrize("takes", ["separa os dois", "manda os dois", "levo os dois"])
def test_both_that_were_named_before_a_laugh_are_one_of_each(laughs: str, takes: str):
    said = f"quero o suco de laranja mas fico entre o de 300 e o de 500 {laughs} {takes}"
    assert counts(SHOP.talk(said)) == {SMALL: 1, LARGE: 1}


ENGRAVED = Catalogue(
    [
        *(product("Caneca de Louça", 2990, Cor=colour) for colour in ("Azul", "Branca", "Preta")),
        product("Gravação de Frase", 1500),
        product("Caixa de Papel", 400),
    ]
)
BLUE, WHITE, BLACK = (f"Caneca de Louça ({colour})" for colour in ("Azul", "Branca", "Preta"))


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("so a azul com gravacao", {BLUE: 2, WHITE: 1, "Gravação de Frase": 2}),
        ("só a branca com frase", {BLUE: 2, WHITE: 1, "Gravação de Frase": 1}),
        ("only the white with a gravação", {BLUE: 2, WHITE: 1, "Gravação de Frase": 1}),
        ("na azul é ANA 7 e na branca é LEO", {BLUE: 2, WHITE: 1}),
        ("a branca é presente pra minha tia", {BLUE: 2, WHITE: 1}),
        ("só a azul", {BLUE: 2}),
    ],
)
def test_what_is_told_of_one_of_them_takes_out_none(said: str, held: dict[str, int]):
    assert counts(ENGRAVED.talk("quero 2 canecas azuis e 1 branca", said)) == held


def test_what_stands_on_each_is_a_note():
    told = ENGRAVED.talk("quero 2 canecas azuis e 1 branca", "na azul é ANA 7 e na branca é LEO")
    assert told.cart.notes == "na azul é ANA 7; na branca é LEO"
    told = ENGRAVED.talk("quero 2 canecas azuis e 1 branca", "e na branca é caixa")
    assert told.cart.notes == ""


@pytest.mark.parametrize("said", ["as duas com gravação", "todas com frase"])
def test_what_goes_with_each_is_taken_as_often(said: str):
    told = ENGRAVED.talk(f"quero uma caneca azul e uma preta, {said}")
    assert counts(told) == {BLUE: 1, BLACK: 1, "Gravação de Frase": 2}


@pytest.mark.parametrize("said", ["pode botar DAVI", "põe o nome Maria Clara", "sim, escreve BIEL 9", "please put TOM"])
def test_what_is_to_be_written_takes_what_it_is_written_by(said: str):
    told = ENGRAVED.talk("quero uma caneca azul", "tem gravação?", said)
    assert counts(told) == {BLUE: 1, "Gravação de Frase": 1}
    assert told.cart.notes.startswith("Gravação de Frase: ")


def test_goods_are_not_written_on_it():
    assert counts(ENGRAVED.talk("quero uma caneca azul", "tem gravação?", "põe caixa")).get("Gravação de Frase") is None


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("falei com ele, por enquanto ele só quer os bolos de cenoura", {CAKE: 3}),
        ("só quero os bolos de cenoura, 2", {CAKE: 2}),
        ("in the end she only wants the suco de 500", {LARGE: 1}),
        ("só quero saber o horário", {SMALL: 2, LARGE: 1, CAKE: 3}),
    ],
)
def test_who_only_wants_one_of_them_wants_no_other(said: str, held: dict[str, int]):
    assert counts(SHOP.talk(BEGUN[0], said)) == held


def test_a_size_that_was_asked_of_other_goods_is_no_wish_for_these():
    shop = Catalogue(
        [
            *({"name": "Luva de Ciclismo", "price_cents": 5990, "stock_quantity": there, "group": "luva",
               "options": {"Tamanho": size}} for size, there in (("P", 0), ("M", 9))),
            *({"name": "Capacete Vento", "price_cents": 15990, "stock_quantity": 9, "group": "capacete",
               "options": {"Cor": colour}} for colour in ("Preto", "Branco")),
        ]
    )  # fmt: skip
    asked = ("tem luva de ciclismo tamanho P?", "e capacete preto tem? quero um", "não, melhor o branco. 2 unidades")
    state = shop.talk(*asked, "na verdade só um mesmo")
    assert counts(state) == {"Capacete Vento (Branco)": 1}
    assert not state.cart.notes
