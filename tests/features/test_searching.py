"""Telephone numbers and order numbers as people type them into a search."""

import pytest

from app.features.searching import sought, sought_order


@pytest.mark.parametrize(
    ("typed", "looked_for"),
    [
        ("(11) 98765-0001", "11987650001"),
        ("(011) 98765-0001", "11987650001"),
        ("(11)987650001", "11987650001"),
        ("11 98765-0001", "11987650001"),
        ("11 3456-7890", "1134567890"),
        ("98765-0001", "987650001"),
        ("98765 0001", "987650001"),
        ("+55 11 98765-0001", "11987650001"),
        ("+55 (11) 98765-0001 ", "11987650001"),
        ("+351 912 345 678", "351912345678"),
        # Names, codes of goods and parts of a number stay as they are.
        ("11987650001", "11987650001"),
        ("98765", "98765"),
        ("1234-5678", "1234-5678"),
        ("7891-0001-22", "7891-0001-22"),
        ("(M) azul", "(M) azul"),
        ("  Júlia ", "Júlia"),
        ("0%", "0%"),
        (" ", None),
        (None, None),
    ],
)
def test_a_number_is_looked_for_by_its_digits(typed: str | None, looked_for: str | None) -> None:
    assert sought(typed) == looked_for


@pytest.mark.parametrize(
    "typed", ["nº 41", "Nº41", "n° 41", "no. 41", "nr 41", "# 41", "#41", "pedido nº 41", "Pedido #41"]
)
def test_an_order_is_looked_for_by_its_number_as_the_desk_writes_it(typed: str) -> None:
    assert sought_order(typed) == "#41"


@pytest.mark.parametrize(
    ("typed", "looked_for"), [("41", "41"), ("Nora 41", "Nora 41"), ("11 98765-0001", "11987650001")]
)
def test_other_words_for_an_order_stay(typed: str, looked_for: str) -> None:
    assert sought_order(typed) == looked_for
