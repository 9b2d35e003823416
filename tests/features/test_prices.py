"""Prices in words: the tables of tests/data/prices, and what no text may do."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.products.prices import MAX_CENTS, NoPrice, price_in_text, price_of_field

TABLES = Path(__file__).parents[1] / "data" / "prices"


def forms(name: str) -> list[tuple[str, int | None]]:
    """The lines of a table: `text | cents`, `-` for no price."""
    lines = (TABLES / name).read_text().splitlines()
    pairs = [line.rsplit(" | ", 1) for line in lines if line and not line.startswith("# ")]
    return [
        (text.encode("latin-1", "backslashreplace").decode("unicode_escape"), None if cents == "-" else int(cents))
        for text, cents in pairs
    ]


def field(text: str) -> int | None:
    """What a price field says, None when it is refused."""
    try:
        return price_of_field(text)
    except NoPrice:
        return None


@pytest.mark.parametrize(("text", "cents"), forms("fields.txt"))
def test_a_price_field_says_its_price_or_is_refused(text, cents):
    assert field(text) == cents


@pytest.mark.parametrize(("text", "cents"), forms("descriptions.txt"))
def test_a_description_says_a_price_only_where_its_words_do(text, cents):
    assert price_in_text(text) == cents


def test_the_tables_hold_the_forms_that_were_promised():
    assert len(forms("fields.txt")) + len(forms("descriptions.txt")) >= 300
    assert len(set(forms("fields.txt"))) >= 200


def test_an_empty_field_says_no_price():
    for text in ("", " ", "\u00a0", "\t\n"):
        with pytest.raises(NoPrice, match="says no price"):
            price_of_field(text)


@given(st.integers(0, MAX_CENTS))
def test_what_a_shop_writes_is_read_back(cents):
    whole, fraction = divmod(cents, 100)
    dotted = f"{whole:,}".replace(",", ".")
    assert field(f"R$ {dotted},{fraction:02}") == cents
    assert field(f"{whole}.{fraction:02}") == cents
    assert price_in_text(f"Vestido de festa por {dotted},{fraction:02} à vista") == cents


@given(st.integers(1, 48), st.integers(1, 10**7))
def test_instalments_in_a_field_count_as_their_total(times, cents):
    assert field(f"{times}x de R$ {cents // 100},{cents % 100:02}") == times * cents


@given(
    st.text(max_size=300)
    | st.lists(st.sampled_from(["R$ ", "10,00", "por ", "de ", "12x ", "1.234", "-", " ", "%", "frete "])).map("".join)
)
def test_no_text_breaks_it(text):
    for price in (field(text), price_in_text(text)):
        assert price is None or 0 <= price <= MAX_CENTS


@pytest.mark.timeout(15)
@pytest.mark.parametrize(
    "text", ["12x de 10,00 ", "por " + " " * 200, "R$ 1.111", "1 234 567 ", "por R$ ", "2 por ", "- "]
)
def test_a_long_text_is_read_quickly(text):
    # Half a second; read in more than linear time it would not end within the limit.
    for read in (field, price_in_text):
        read(text * (200_000 // len(text)))
