"""What is wanted otherwise of some goods in the cart: another kind of one of them, without something, fewer of it."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

FOOD = Catalogue(
    [
        *(product("Suco Natural", 990, Sabor=kind) for kind in ("Acerola", "Graviola", "Cajá")),
        product("Caldinho de Feijão", 990) | {"description": "Com charque e coentro."},
        product("Caldinho de Sururu", 1390),
        product("Caldinho de Mocotó", 1190, stock=0),
        *(product("Arrumadinho de Charque", 2790, Tamanho=size) for size in ("Individual", "Família")),
        *(product("Baião de Dois", 2490, Tamanho=size) for size in ("Individual", "Família")),
        product("Cartola", 1590),
    ]
)
RULES = (
    ShippingRule("Retirada no balcão", "pickup"),
    ShippingRule("Entrega Boa Viagem", "cep_range", 900, cep_from="51000-000", cep_to="51999-999"),
    ShippingRule("Entrega Olinda", "cep_range", 1400, cep_from="53000-000", cep_to="53399-999"),
)
SIZES = (
    Passage("Tamanhos", "Os pratos vêm em dois tamanhos: Individual, para 1 pessoa, e Família, que serve 4 pessoas."),
)
ALLERGIES = (Passage("Alergias", "Levam camarão ou marisco: caldinho de camarão, caldinho de sururu."),)


def after(*said: str, passages: tuple[Passage, ...] = ()) -> ConversationState:
    """The state of the conversation after some messages."""
    state = ConversationState()
    for one in said:
        state = FOOD.turn(one, state, shipping=RULES, passages=passages)[1]
    return state


@pytest.mark.parametrize(
    "said",
    [
        "um dos sucos de graviola",
        "um dos sucos é de graviola",
        "um deles de graviola",
        "faz um dos sucos de graviola",
        "one of the juices in graviola",
        "um dos sucos troca por graviola",
    ],
)
def test_some_of_a_line_become_another_kind(said: str):
    assert counts(after("2 suco de acerola", said)) == {"Suco Natural (Acerola)": 1, "Suco Natural (Graviola)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "sem coentro no de feijão",
        "sem cebola no caldinho de feijão",
        "tira o coentro do de feijão",
        "não põe coentro no de feijão",
        "um dos de feijão sem coentro",
        "o de feijão sem coentro",
        "hold the cilantro in the bean one",
    ],
)
def test_what_is_left_out_of_a_thing_is_noted_and_the_thing_stays(said: str):
    state = after("2 caldinho de feijão e 1 cartola", said)
    assert counts(state) == {"Caldinho de Feijão": 2, "Cartola": 1}
    assert said in state.cart.notes


def test_the_thing_itself_is_still_taken_out():
    assert counts(after("2 caldinho de feijão e 1 cartola", "tira o caldinho de feijão do pedido")) == {"Cartola": 1}
    for said in ("tira um dos de feijão, ainda tenho aqui", "tira metade dos caldinhos de feijão"):
        state = after("2 caldinho de feijão e 1 cartola", said)
        assert counts(state) == {"Caldinho de Feijão": 1, "Cartola": 1}


@pytest.mark.parametrize("said", ["no wait just one", "não pera só uma", "no just one", "calma, só 1"])
def test_fewer_are_wanted_and_nothing_is_refused(said: str):
    assert counts(after("2 cartolas", said)) == {"Cartola": 1}


@pytest.mark.parametrize("said", ["pode por um bilhete: parabéns Alice", "pode pôr um cartãozinho: feliz aniversário"])
def test_a_note_to_be_put_in_is_no_more_of_the_goods(said: str):
    assert counts(after("2 cartolas", said)) == {"Cartola": 2}


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("pix retiro Carlos Nunes", "Carlos Nunes"),
        ("pix e retirada leo", "Leo"),
        ("retiro pix Nilza", "Nilza"),
        ("pago pix retiro no balcão Ana", "Ana"),
    ],
)
def test_how_it_is_paid_and_got_before_a_name(said: str, name: str):
    state = after("1 cartola", said)
    assert (state.cart.payment_method, state.cart.shipping_option, state.known.name) == ("pix", "pickup", name)


def test_a_town_that_is_a_first_name_is_where_it_goes():
    state = after("1 cartola", "Rua do Sol 20, Carmo, Olinda, 53020-010, Paula Reis, pago no pix")
    assert (state.known.name, state.known.address) == ("Paula Reis", "Rua do Sol, 20, Carmo, Olinda")


def test_a_greeting_is_no_way():
    assert after("boa noite, quero 1 cartola").cart.shipping_option is None


def test_what_a_document_answered_is_spoken_of():
    said = ("o arrumadinho individual serve bem 1 pessoa?", "então quero 2 individual")
    assert counts(after(*said, passages=SIZES)) == {"Arrumadinho de Charque (Individual)": 2}


def test_goods_behind_and_are_looked_for():
    said = ("tem caldinho de mocotó?", "poxa, e sururu?", "2")
    assert counts(after(*said, passages=ALLERGIES)) == {"Caldinho de Sururu": 2}


def test_a_count_before_a_size_is_no_number_of_a_name():
    state = after("quero o baião de dois", "quero 2 individual")
    assert counts(state) == {"Baião de Dois (Individual)": 2}


@pytest.mark.parametrize("said", ["2 kits disso", "2 conjuntos disso", "2 de cada"])
def test_so_many_sets_of_what_was_offered(said: str):
    assert counts(after("cartola e caldinho de feijão", said)) == {"Cartola": 2, "Caldinho de Feijão": 2}


JEANS = Catalogue(
    [
        *(product("Jaqueta Sherpa", 24990, Tamanho=size) for size in ("M", "G")),
        *(product("Saia Jeans", 8490, Tamanho=size) for size in ("36", "38")),
        *(
            product("Bermuda Masculina", 8990, Tamanho=size) | {"category": "Bermudas e Shorts"}
            for size in ("40", "42", "44")
        ),
        *(
            product("Shorts Feminino", 7990, Tamanho=size) | {"category": "Bermudas e Shorts"}
            for size in ("36", "38", "40")
        ),
        product("Boneca Bia", 3290),
        product("Massinha de Modelar", 850),
        product("Cinto", 2990),
    ]
)


@pytest.mark.parametrize("said", ["na vdd só a M", "só a M", "melhor só a M", "quero só a M", "actually just the M"])
def test_only_one_of_two_sizes_stays_and_is_no_more(said: str):
    assert JEANS.cart("1 jaqueta sherpa G e 1 M", said) == {"Jaqueta Sherpa (M)": 1}


@pytest.mark.parametrize("said", ["na vdd só a M", "melhor só a M"])
def test_other_goods_stay_beside_the_size_that_does(said: str):
    assert JEANS.cart("1 jaqueta sherpa G, 1 jaqueta sherpa M e 1 cinto", said) == {"Jaqueta Sherpa (M)": 1, "Cinto": 1}


def test_what_is_called_alike_is_not_taken_for_its_size():
    assert JEANS.cart("quero uma bermuda 38") == {}
    assert JEANS.cart("quero uma bermuda 42") == {"Bermuda Masculina (42)": 1}


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("e um shorts igual tamanho", "Shorts Feminino (38)"),
        ("e um shorts do mesmo tamanho", "Shorts Feminino (38)"),
        ("e uma bermuda no mesmo numero q eu uso, 42", "Bermuda Masculina (42)"),
    ],
)
def test_the_same_size_is_that_of_the_cart_unless_another_follows(said: str, line: str):
    assert JEANS.cart("saia jeans 38", "quero essa", said) == {"Saia Jeans (38)": 1, line: 1}


def test_a_diminutive_that_is_a_name_is_not_lost_beside_another():
    assert JEANS.cart("boneca e massinha", "quero os dois") == {"Boneca Bia": 1, "Massinha de Modelar": 1}


def test_one_each_of_two_that_are_named_together():
    cart = FOOD.cart("caldinho de feijão e de sururu, 1 cada")
    assert cart == {"Caldinho de Feijão": 1, "Caldinho de Sururu": 1}


@pytest.mark.parametrize("said", ["guarda um pra mim", "pode guardar 1", "reserva um pra mim"])
def test_what_is_kept_for_somebody_is_wished_for(said: str):
    assert FOOD.cart("tem cartola?", said) == {"Cartola": 1}
