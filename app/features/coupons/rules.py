"""What a coupon takes off an order. Pure; tests/features/test_coupons_rules.py."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from app.features.coupons.types import CouponKind


class Terms(Struct, frozen=True):
    """A coupon as an order sees it."""

    id: UUID
    kind: CouponKind
    value: int | None
    min_subtotal_cents: int
    max_uses: int | None
    uses: int
    starts_at: datetime | None
    ends_at: datetime | None
    active: bool


class Discount(Struct, frozen=True):
    """What comes off the goods, and what is left of the shipping."""

    discount_cents: int
    shipping_cents: int


def wrong_with(
    kind: CouponKind, value: int | None, starts_at: datetime | None, ends_at: datetime | None
) -> tuple[str, str] | None:
    """The field and the reason why there can be no such coupon, or None."""
    if kind != "free_shipping" and value is None:
        return "value", f"a coupon of kind {kind} needs it"
    if kind == "percent" and value is not None and value > 100:
        return "value", "more than 100 percent"
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        return "ends_at", "not after starts_at"
    return None


def why_not(terms: Terms, *, subtotal_cents: int, now: datetime) -> str | None:
    """Why an order cannot have this coupon, or None."""
    if not terms.active:
        return "this coupon is switched off"
    if terms.starts_at is not None and now < terms.starts_at:
        return "this coupon does not hold yet"
    if terms.ends_at is not None and now >= terms.ends_at:
        return "this coupon has ended"
    if terms.max_uses is not None and terms.uses >= terms.max_uses:
        return "this coupon is used up"
    if subtotal_cents < terms.min_subtotal_cents:
        return f"this coupon needs goods of at least {terms.min_subtotal_cents} cents"
    return None


def discount(terms: Terms, *, subtotal_cents: int, shipping_cents: int) -> Discount:
    """What the coupon makes of an order. Half cents are the shop's; nothing is taken off twice."""
    value = terms.value or 0
    match terms.kind:
        case "percent":
            return Discount(subtotal_cents * value // 100, shipping_cents)
        case "fixed":
            return Discount(min(value, subtotal_cents), shipping_cents)
        case "free_shipping":
            return Discount(0, 0)
