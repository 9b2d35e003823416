"""CPF and CNPJ by their check digits."""

import pytest

from app.features.company.tax_ids import read_tax_id


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("111.444.777-35", "11144477735"),
        ("52998224725", "52998224725"),
        ("11.222.333/0001-81", "11222333000181"),
        ("11444777000161", "11444777000161"),
        ("12.ABC.345/01DE-35", "12ABC34501DE35"),
        ("12abc34501de35", "12ABC34501DE35"),
    ],
)
def test_known_numbers_are_read_with_and_without_punctuation(text, bare):
    assert read_tax_id(text) == bare


@pytest.mark.parametrize(
    "text",
    [
        "",
        "11144477734",
        "11111111111",
        "00000000000000",
        "11222333000180",
        "1114447773",
        "x" * 14,
        "１１１４４４７７７３５",
    ],
)
def test_what_has_wrong_digits_is_none(text):
    assert read_tax_id(text) is None
