"""Coupons: what they take off, and when they do not hold."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.coupons.rules import Terms, discount, why_not, wrong_with

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def terms(kind="percent", value=10, **fields):
    defaults = {
        "id": uuid4(),
        "min_subtotal_cents": 0,
        "max_uses": None,
        "uses": 0,
        "starts_at": None,
        "ends_at": None,
        "active": True,
    }
    return Terms(kind=kind, value=value, **(defaults | fields))


@pytest.mark.parametrize(
    ("coupon", "left"),
    [
        (terms("percent", 10), (999, 1500)),
        (terms("percent", 100), (9990, 1500)),
        (terms("fixed", 500), (500, 1500)),
        (terms("fixed", 99_999), (9990, 1500)),
        (terms("free_shipping", None), (0, 0)),
    ],
)
def test_a_coupon_takes_off_what_it_says(coupon, left):
    found = discount(coupon, subtotal_cents=9990, shipping_cents=1500)
    assert (found.discount_cents, found.shipping_cents) == left


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"active": False}, "off"),
        ({"starts_at": NOW + timedelta(seconds=1)}, "yet"),
        ({"ends_at": NOW}, "ended"),
        ({"max_uses": 3, "uses": 3}, "used up"),
        ({"min_subtotal_cents": 101}, "at least"),
    ],
)
def test_a_coupon_that_does_not_hold_says_why(fields, word):
    assert word in why_not(terms(**fields), subtotal_cents=100, now=NOW)


def test_a_coupon_holds_at_its_edges():
    held = terms(starts_at=NOW, ends_at=NOW + timedelta(seconds=1), max_uses=3, uses=2, min_subtotal_cents=100)
    assert why_not(held, subtotal_cents=100, now=NOW) is None


@pytest.mark.parametrize(
    ("kind", "value", "field"), [("percent", None, "value"), ("fixed", None, "value"), ("percent", 101, "value")]
)
def test_there_is_no_such_coupon(kind, value, field):
    assert wrong_with(kind, value, None, None)[0] == field
    assert wrong_with("free_shipping", None, NOW, NOW)[0] == "ends_at"
    assert wrong_with("percent", 100, NOW, NOW + timedelta(days=1)) is None


@given(st.sampled_from(["percent", "fixed"]), st.integers(1, 100), st.integers(0, 10**12), st.integers(0, 10**6))
def test_never_more_than_the_goods(kind, value, subtotal, shipping):
    found = discount(terms(kind, value), subtotal_cents=subtotal, shipping_cents=shipping)
    assert 0 <= found.discount_cents <= subtotal
    assert found.shipping_cents == shipping
