"""What a message says of goods shows in the cart or in the answer, or is asked about before anything is closed."""

import pytest

from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        product("Bolo no Pote", 1200, Sabor="Chocolate"),
        product("Bolo no Pote", 1200, Sabor="Ninho"),
        product("Bolo de Rolo 500 g", 3900),
        product("Mangueira Flexível", 8490, Comprimento="20 m"),
        product("Mangueira Flexível", 11990, Comprimento="30 m"),
        product("Esguicho Regulável", 2490),
        product("Kit 3 Ferramentas de Jardim", 3990),
        product("Tesoura de Poda", 4590),
        product("Regador 5 L", 2990),
        product("Caminha Redonda", 7990, Tamanho="P"),
        product("Caminha Redonda", 10990, Tamanho="M"),
        product("Ração Dog Vita Adulto", 18990, Peso="15 kg"),
        product("Ração Dog Vita Adulto", 3990, Peso="3 kg"),
        product("Sachê Cat Mia 85 g", 390, Sabor="Carne"),
        product("Sachê Cat Mia 85 g", 390, Sabor="Peixe"),
        product("Sachê Cat Mia 85 g", 390, 0, Sabor="Frango"),
    ]
)
CHOCOLATE, NINHO, ROLL = "Bolo no Pote (Chocolate)", "Bolo no Pote (Ninho)", "Bolo de Rolo 500 g"
HOSE_30, KIT, SHEARS, CAN = "Mangueira Flexível (30 m)", "Kit 3 Ferramentas de Jardim", "Tesoura de Poda", "Regador 5 L"
BED_M, DOG_15 = "Caminha Redonda (M)", "Ração Dog Vita Adulto (15 kg)"
MEAT, FISH = "Sachê Cat Mia 85 g (Carne)", "Sachê Cat Mia 85 g (Peixe)"


def _after(*messages: str) -> tuple[ConversationState, set[str]]:
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = SHOP.turn(message, state)
    return state, {one.what for one in says}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["tem bolo no pote?", "4 de ninho e 2 de chocolate, e 1 bolo de rolo"], {NINHO: 4, CHOCOLATE: 2, ROLL: 1}),
        (["quero o kit com 3 ferramentas e uma tesoura de poda"], {KIT: 1, SHEARS: 1}),
        (["I need the kit with 3 tools and the tesoura de poda"], {KIT: 1, SHEARS: 1}),
        (["quero 3 kits de ferramentas"], {KIT: 3}),
        (["1 tesoura de poda", "my neighbor lends me the shears, take those off and put a regador instead"], {CAN: 1}),
        (["quero uma caminha P", "é pequena, meu cachorro pesa 9 kg, acho q tem q ser a M"], {BED_M: 1}),
        (["quero uma caminha P", "I think it has to be the M"], {BED_M: 1}),
        (["me deixa separado 2 saco de 15 da dog vita adulto e 1 tesoura"], {DOG_15: 2, SHEARS: 1}),
        (["6 sache de carne e 6 sache de frango", "poe 6 sache de peixe no lugar"], {MEAT: 6, FISH: 6}),
        (["6 sache de carne", "poe 6 sache de peixe no lugar"], {FISH: 6}),
    ],
)  # fmt: skip
def test_all_that_is_said_is_done(said: list[str], held: dict[str, int]):
    assert counts(_after(*said)[0]) == held


@pytest.mark.parametrize(
    "said",
    [
        ["quero uma mangueira de 20 e um blorgo", "troca pela de 30"],
        ["one mangueira de 20 and a blorgo", "swap it for the 30 one"],
    ],
)
def test_what_was_not_found_stays_open_through_another_change(said: list[str]):
    state, _ = _after(*said)
    assert counts(state) == {HOSE_30: 1}
    assert "summary" not in _after(*said, "pix")[1]
    assert "summary" in _after(*said, "pix", "sim")[1]


def test_letters_that_sound_alike_are_no_slip():
    assert counts(_after("quero um esguixo e uma tesoura")[0]).get(SHEARS) == 1
    _, _, says = SHOP.turn("tem esguicho?", ConversationState())
    assert any(one.name == "Esguicho Regulável" for said in says for one in said.listed)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("os gêmeos da casa querem bolo no pote de ninho, a menor quer o bolo no pote de chocolate", {CHOCOLATE: 1}),
        ("os netos e a nora querem sachê cat mia de peixe, a menor quer o sachê de carne", {MEAT: 1}),
    ],
)
def test_another_kind_of_what_was_taken_is_not_passed_over(said: str, held: dict[str, int]):
    state, told = _after(said)
    assert counts(state) == held
    assert "unread" in told


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["6 sache de frango, 6 de carne e um regador", "poe 6 de peixe"], {MEAT: 6, FISH: 6, CAN: 1}),
        (["quero o sache de frango e o sache de carne", "o de peixe"], {MEAT: 1, FISH: 1}),
        (["6 sache de carne e um regador", "poe os de peixe"], {FISH: 6, CAN: 1}),
    ],
)
def test_what_comes_for_the_one_that_is_sold_out_takes_nothing_out(said: list[str], held: dict[str, int]):
    assert counts(_after(*said)[0]) == held


@pytest.mark.parametrize("said", ["manda 2 dela e 1 regador", "quero 1 regador e 2 conjuntos dela"])
def test_what_points_at_nothing_is_asked_about_before_anything_is_closed(said: str):
    state, says = _after(said, "retiro, pix")
    assert counts(state) == {CAN: 1}
    assert "unread" in says or "still_unread" in says or state.dialogue.unread
    assert state.summary is None
