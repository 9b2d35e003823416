"""Prices in text, as Brazilian shops write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.products.rules import MAX_CENTS, find_price, parse_price


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("R$ 1.234,56", 123456),
        ("R$\u00a01.234,56", 123456),
        ("1234.56", 123456),
        ("1,234.56", 123456),
        ("por 99,90", 9990),
        ("R$1.234", 123400),
        ("R$ 1.234.567,8", 123456780),
        ("De 199,90 por 149,90", 14990),
        ("de R$ 199 por apenas R$ 149", 14900),
        ("120,00 em até 12x de 10,00", 12000),
        ("12x de R$ 10,00 ou R$ 99,00 no PIX", 9900),
        ("Camiseta azul, R$ 49,90 cada", 4990),
        ("a partir de 35 reais", 3500),
        ("Preço: 80", 8000),
        ("100% algodão tam 42", None),
        ("em até 12x de 10,00", None),
        ("altura 1,50 m, largura 2,00 cm", None),
        ("modelo 2024 com 64 GB", None),
        ("telefone 11 98888-7777", None),
        ("versão 3.11.2", None),
        ("desconto de 10,00%", None),
        ("A combinar", None),
        ("", None),
        ("R$ 99999999999999999", None),
        ("R$ " + "9" * 5000, None),
    ],
)
def test_a_price_is_found_in_prose_or_not(text, cents):
    assert find_price(text) == cents
    assert parse_price(text) == cents


@pytest.mark.parametrize(
    ("text", "cents"), [("49", 4900), (" 49,9 ", 4990), ("1.234", 123400), ("49.90", 4990), ("0", 0), ("-5,00", None)]
)
def test_a_bare_number_is_a_price_in_a_price_field(text, cents):
    assert parse_price(text) == cents


def test_a_bare_number_is_none_in_prose():
    assert find_price("49") is None


@given(st.integers(0, MAX_CENTS))
def test_what_a_shop_writes_is_read_back(cents):
    whole, fraction = divmod(cents, 100)
    dotted = f"{whole:,}".replace(",", ".")
    assert parse_price(f"R$ {dotted},{fraction:02}") == cents
    assert parse_price(f"{whole}.{fraction:02}") == cents
    assert find_price(f"Vestido de festa por {dotted},{fraction:02} à vista") == cents


@given(st.text(max_size=300))
def test_no_text_breaks_it(text):
    for price in (parse_price(text), find_price(text)):
        assert price is None or 0 <= price <= MAX_CENTS


def test_a_long_text_full_of_prices_is_read_quickly():
    assert find_price("12x de 10,00 " * 1500) is None
    assert find_price("por " + " " * 19_000 + "x") is None
