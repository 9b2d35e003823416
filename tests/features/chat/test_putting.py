"""How many of a thing there are to be, and what comes beside what is in the cart, told with a verb of putting."""

import pytest

from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue

GARDEN = Catalogue(
    [
        {"name": "Regador 5 L", "price_cents": 2990, "stock_quantity": 20, "category": "Ferramentas"},
        {"name": "Pulverizador 2 L", "price_cents": 2790, "stock_quantity": 20, "category": "Ferramentas"},
        {"name": "Lavanda", "price_cents": 1890, "stock_quantity": 20, "category": "Plantas"},
        {"name": "Adubo NPK 10-10-10 1 kg", "price_cents": 1890, "stock_quantity": 20, "category": "Adubos"},
        {"name": "Adubo NPK 4-14-8 1 kg", "price_cents": 1990, "stock_quantity": 20, "category": "Adubos"},
    ]
)


def cart(*messages: str) -> dict[str, int]:
    """The counts in the cart after some messages, by the first word of a name or the numbers of an NPK."""
    state = ConversationState()
    for message in messages:
        _, state, _ = GARDEN.turn(message, state)
    return {line.name.removeprefix("Adubo NPK ").split()[0]: line.quantity for line in state.cart.lines}


@pytest.mark.parametrize(
    "wish",
    ["poe 5 regadores na verdade", "na vdd poe 5 do regador", "na verdade bota 5 regadores", "alias poe 5 regadores",
     "pensando bem coloca 5 regadores", "não, coloca 5 regadores", "na verdade quero 5 regadores"],
)  # fmt: skip
def test_a_correction_sets_the_count_of_what_is_there(wish: str):
    assert cart("quero 3 regadores", wish) == {"Regador": 5}
    assert cart("quero 3 regadores e 1 lavanda", wish) == {"Regador": 5, "Lavanda": 1}


@pytest.mark.parametrize("wish", ["poe 5 regadores tb", "na verdade poe mais 5 regadores", "poe mais 5"])
def test_what_is_put_beside_adds(wish: str):
    assert cart("quero 3 regadores", wish) == {"Regador": 8}


def test_what_comes_too_takes_no_place():
    assert cart("quero 3 regadores", "na verdade poe um pulverizador tambem") == {"Regador": 3, "Pulverizador": 1}


@pytest.mark.parametrize("asked", ["tem pulverizador?", "qual o preço do pulverizador?"])
@pytest.mark.parametrize("wish", ["poe um", "bota um", "coloca uma", "poe 1", "poe um ai", "quero um", "inclui 1"])
def test_what_was_asked_about_is_put_beside_what_is_there(asked: str, wish: str):
    assert cart("quero 2 regadores", asked, wish) == {"Regador": 2, "Pulverizador": 1}


def test_what_is_there_is_counted_anew():
    assert cart("quero 2 regadores", "poe 3") == {"Regador": 3}
    assert cart("quero 2 regadores", "tem pulverizador?", "quero um", "poe 3") == {"Regador": 2, "Pulverizador": 3}


@pytest.mark.parametrize(
    "wish",
    ["me da 2 do 4-14-8 e 1 do 10-10-10", "quero 1 do 10-10-10 e 2 do 4-14-8", "quero 2 npk 4-14-8 e 1 10-10-10"],
)
def test_what_is_called_by_numbers_is_no_size_of_what_was_named_before(wish: str):
    assert cart(wish) == {"4-14-8": 2, "10-10-10": 1}
    assert cart("quero 1 lavanda e 1 do 10-10-10") == {"Lavanda": 1, "10-10-10": 1}


@pytest.mark.parametrize("wish", ["actually put 5 of the watering cans", "sorry, put 5 of the watering cans"])
def test_a_correction_in_english_sets_the_count_too(wish: str):
    assert cart("3 watering cans please", wish) == {"Regador": 5}


@pytest.mark.parametrize(
    "wish",
    [
        "sim mas poe 2 regadores",
        "isso, só que bota 2 regadores",
        "ok mas coloca 2 regadores",
        "yes but put 2 regadores",
    ],
)
def test_behind_a_yes_with_a_but_the_count_is_of_all(wish: str):
    assert cart("quero 1 regador e 1 lavanda", wish) == {"Regador": 2, "Lavanda": 1}
    assert cart("quero 1 lavanda", wish) == {"Regador": 2, "Lavanda": 1}


@pytest.mark.parametrize("wish", ["sim mas poe mais 2 regadores", "yes but add 2 regadores", "sim e poe 2 regadores"])
def test_behind_a_yes_so_many_more_are_more(wish: str):
    assert cart("quero 1 regador", wish) == {"Regador": 3}


@pytest.mark.parametrize(
    "wish",
    [
        "isso. quero 1 e mais 1 lavanda tb",
        "esse. quero 1 e mais uma lavanda",
        "that one. I'll take 1 and 1 lavanda",
    ],
)
def test_what_is_pointed_at_and_counted_is_counted_once(wish: str):
    assert cart("tem regador?", wish) == {"Regador": 1, "Lavanda": 1}
