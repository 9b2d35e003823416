"""Coupons of a store, as contract.md §8 names them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from app.web.types import UNSET, Body, Cents, PartQuery, Resource, Timestamp, UnsetType

CouponKind = Literal["percent", "fixed", "free_shipping"]
CouponCode = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{2,40}(?!\n)$", description="Kept in capitals; case does not matter")
]
CouponValue = Annotated[int, Meta(ge=1, le=10**12, description="Percent (1..100) or cents")]
MaxUses = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Coupon(Resource):
    """A coupon; `uses` counts the orders that stand with it."""

    id: UUID
    store_id: UUID
    code: str
    kind: CouponKind
    value: int | None
    min_subtotal_cents: int
    max_uses: int | None
    uses: int
    starts_at: datetime | None
    ends_at: datetime | None
    active: bool
    created_at: datetime
    updated_at: datetime


class CouponFilter(PartQuery, kw_only=True):
    """The coupons of one store."""

    store_id: UUID


class CreateCoupon(Body):
    """A new coupon. percent and fixed need a value."""

    store_id: UUID
    code: CouponCode
    kind: CouponKind
    value: CouponValue | None = None
    min_subtotal_cents: Cents = 0
    max_uses: MaxUses | None = None
    starts_at: Timestamp | None = None
    ends_at: Timestamp | None = None
    active: bool = True


class UpdateCoupon(Body):
    """Changes of a coupon; only the keys present."""

    code: CouponCode | UnsetType = UNSET
    kind: CouponKind | UnsetType = UNSET
    value: CouponValue | None | UnsetType = UNSET
    min_subtotal_cents: Cents | UnsetType = UNSET
    max_uses: MaxUses | None | UnsetType = UNSET
    starts_at: Timestamp | None | UnsetType = UNSET
    ends_at: Timestamp | None | UnsetType = UNSET
    active: bool | UnsetType = UNSET
