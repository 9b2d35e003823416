"""Lists that are cut and go on, and what is the heaviest or largest of what they hold. No database."""

import pytest

from app.features.chat.assistant.saying.phrases import compose
from tests.features.chat.test_goods_lists import Catalogue, product

CREAMS = Catalogue(
    [product(f"Protetor Solar {kind}", 5990) for kind in ["Bastão", "Infantil", "Spray", "Gel", "Toque", "Mousse"]]
)


@pytest.mark.parametrize("said", ["só tem esses?", "is that all?", "any others?", "show me the rest of the sunscreens"])
@pytest.mark.parametrize("asked", ["tem protetor solar?", "quero 2 protetor solar"])
def test_a_list_that_is_cut_says_so_and_goes_on(asked: str, said: str):
    _, state, first = CREAMS.turn(asked)
    assert "mais" in compose(first, "pt").partition("5. ")[2]
    _, state, then = CREAMS.turn(said, state)
    assert [[item.name for item in one.listed] for one in then] == [["Protetor Solar Mousse"]]
    assert "Mousse" in compose(then, "en")
    assert 'say "more"' not in compose(then, "en")


def test_what_is_not_listed_yet_answers_a_choice_with_its_count():
    assert CREAMS.cart("quero 2 protetor solar", "o mousse") == {"Protetor Solar Mousse": 2}
    assert CREAMS.cart("quero 2 protetor solar", "mais", "o 6") == {"Protetor Solar Mousse": 2}
    assert CREAMS.cart("quero 2 protetor solar", "mais", "o 1") == {"Protetor Solar Bastão": 2}


WEIGHTS = Catalogue(
    [product(f"Halter {kg} kg", kg * 900) for kg in (5, 10)] + [product(f"Anilha {kg} kg", kg * 700) for kg in (2, 4)]
)
HEAVY, PLATE = "Halter 10 kg", "Anilha 4 kg"


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("o mais pesado de cada", {HEAVY: 1, PLATE: 1}),
        ("the heaviest of both please", {HEAVY: 1, PLATE: 1}),
        ("o mais barato de cada um", {"Halter 5 kg": 1, "Anilha 2 kg": 1}),
        ("o halter mais pesado", {HEAVY: 1}),
    ],
)
def test_the_heaviest_of_each_that_is_asked_about(said: str, taken: dict[str, int]):
    assert WEIGHTS.cart("quero um halter e uma anilha", said) == taken


@pytest.mark.parametrize(("said", "taken"), [("a mais pesada", HEAVY), ("the lightest one please", "Halter 5 kg")])
def test_the_heaviest_of_what_is_listed(said: str, taken: str):
    assert WEIGHTS.cart("tem halter?", said) == {taken: 1}
