"""Shipping options: by kind, by total, by postal code."""

import pytest

from app.features.shipping.rules import find_option, quote, wrong_with
from app.features.shipping.types import ShippingRule

PICKUP = ShippingRule(name="Retirar", kind="pickup")
FIXED = ShippingRule(name="Motoboy", kind="fixed", price_cents=1500, days=1)
FREE = ShippingRule(name="Grátis", kind="free_above", above_cents=19_900)
OR_PAID = ShippingRule(name="Sedex", kind="free_above", above_cents=19_900, price_cents=2500)
CITY = ShippingRule(name="Capital", kind="cep_range", cep_from="01000-000", cep_to="05999999", price_cents=900, days=2)


@pytest.mark.parametrize(
    ("rules", "cep", "subtotal", "options"),
    [
        ([], None, 100, []),
        ([PICKUP, FIXED], None, 100, [("Retirar", 0, None), ("Motoboy", 1500, 1)]),
        ([FREE], None, 19_899, []),
        ([FREE], None, 19_900, [("Grátis", 0, None)]),
        ([OR_PAID], None, 19_899, [("Sedex", 2500, None)]),
        ([OR_PAID], None, 30_000, [("Sedex", 0, None)]),
        ([CITY], None, 100, []),
        ([CITY], "01310-100", 100, [("Capital", 900, 2)]),
        ([CITY], "01310100", 100, [("Capital", 900, 2)]),
        ([CITY], "05999-999", 100, [("Capital", 900, 2)]),
        ([CITY], "06000-000", 100, []),
    ],
)
def test_an_order_has_the_options_of_its_total_and_its_postal_code(rules, cep, subtotal, options):
    assert [(o.name, o.price_cents, o.days) for o in quote(rules, cep=cep, subtotal_cents=subtotal)] == options


@pytest.mark.parametrize(
    ("rule", "pointer"),
    [
        (ShippingRule(name="A", kind="fixed"), "/rules/0/price_cents"),
        (ShippingRule(name="A", kind="free_above"), "/rules/0/above_cents"),
        (ShippingRule(name="A", kind="cep_range", price_cents=1, cep_from="01000000"), "/rules/0/cep_to"),
        (
            ShippingRule(name="A", kind="cep_range", price_cents=1, cep_from="02000000", cep_to="01000000"),
            "/rules/0/cep_to",
        ),
    ],
)
def test_a_rule_that_says_too_little_is_named(rule, pointer):
    assert wrong_with([rule])[0] == pointer


def test_names_differ_and_are_found_in_any_case():
    assert wrong_with([PICKUP, ShippingRule(name="RETIRAR", kind="pickup")])[0] == "/rules/1/name"
    assert wrong_with([PICKUP, FIXED, FREE, OR_PAID, CITY]) is None
    assert find_option(quote([PICKUP], cep=None, subtotal_cents=0), "retirar").price_cents == 0
    assert find_option(quote([PICKUP], cep=None, subtotal_cents=0), "Sedex") is None
