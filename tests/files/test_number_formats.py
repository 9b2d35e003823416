"""Number formats as a spreadsheet shows them."""

import pytest

from app.files.number_formats import show_of


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ('"R$" #,##0.00', 12.9, "R$ 12,90"),
        ('"R$" #.##0,00', 1234.5, "R$ 1.234,50"),
        ("[$R$-416] #,##0.00", 1234567.5, "R$ 1.234.567,50"),
        ('_-"R$" * #,##0.00_-;\\-"R$" * #,##0.00_-', -3, "-R$ 3,00"),
        ("[$R$ -416]#,##0.00;[Red]-[$R$ -416]#,##0.00", 0.125, "R$ 0,13"),
        ("[$$-409]#,##0.00", 1234.5, "$ 1,234.50"),
        ("[$€-2] #,##0", 1234.5, "€ 1.235"),
        ('#,##0.00 "€"', 5, "€ 5,00"),
        ("0%", 0.15, "15%"),
        ("0.00%", 0.12345, "12.35%"),
        ("00000", 42, "00042"),
        ("00000", 123456, "123456"),
        ("00000\\-000", 1310100, "01310-100"),
        ('000"."000"."000"-"00', 11144477735, "111.444.777-35"),
        ("00", 1.5, "1.5"),
        ('0.0"%"', 12.5, "12.5%"),
        ("0\\%", 15, "15%"),
        ("(00) 00000-0000", 11987654321, "(11) 98765-4321"),
        ('"SKU-"0000', 7, "SKU-0007"),
        ('0000" un"', 7, "0007 un"),
        ('#,##0.00 "kg"', 1234.5, "1234.5 kg"),
        ('0" dias";-0;"esgotado"', 3, "3 dias"),
        ('0" dias";-0;"esgotado"', 0, "0"),
        ('General" cm"', 30, "30 cm"),
        ("[$₲-474] #,##0", 5000, "₲ 5,000"),
    ],
)
def test_what_a_format_shows(code, value, shown):
    assert show_of(code).text(value) == shown


@pytest.mark.parametrize(
    "code",
    [
        "General",
        "0",
        "0.00",
        "#,##0.00",
        "@",
        "",
        "[Red]0.0",
        "0.00E+00",
        "# ?/?",
        '"un"',
        'd" de "mmmm',
        "mm:ss.0",
        '[>=1000]0.0,"mil";0',
        '0.0,"mil"',
    ],
)
def test_other_formats_leave_the_number_alone(code):
    assert show_of(code) is None


def test_an_import_can_do_without_units_but_not_without_what_is_part_of_a_code():
    assert [show_of(code).is_amount for code in ('0" kg"', '"R$" 0.00', '"SKU-"000', "00000-000", "0%")] == [
        True,
        True,
        False,
        False,
        False,
    ]
