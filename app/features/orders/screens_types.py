"""Orders as people look at many of them: board, sheets to print and export, previews, live changes (screens.py)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from app.features.orders.types import (
    DroppedItem,
    OrderSummary,
    PaymentMethod,
    PaymentStatus,
    Status,
    Tracking,
)
from app.features.shipping.types import ShippingOption
from app.web.types import Metadata, Query, Resource, StoreIds, Timestamp


class OrderChange(Resource):
    """An order that changed, as live updates tell it."""

    id: UUID
    store_id: UUID
    number: int
    status: Status
    payment_status: PaymentStatus
    total_cents: int
    attention: bool
    created_at: datetime
    updated_at: datetime


class BoardFilter(Query):
    """Which lanes of a board; without `status` all of them."""

    store_id: UUID
    status: list[Status] = []
    per_status: Annotated[int, Meta(ge=1, le=100)] = 20


class Lane(Resource):
    """The newest orders of a status; `total`: all that stand there."""

    status: Status
    total: int
    orders: list[OrderSummary]


class Board(Resource):
    """Orders by their status."""

    lanes: list[Lane]


class SheetItem(Resource):
    """A line to pick."""

    sku: str | None
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int


class OrderSheet(Resource):
    """An order as it is printed and exported."""

    id: UUID
    store_id: UUID
    number: int
    status: Status
    payment_method: PaymentMethod
    payment_status: PaymentStatus
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    refunded_cents: int
    customer_info: Metadata
    coupon_code: str | None
    shipping_option: str | None
    cep: str | None
    tracking: Tracking | None
    notes: str | None
    created_at: datetime
    confirmed_at: datetime | None
    shipped_at: datetime | None
    lead_id: UUID | None
    lead_name: str | None
    # JSON built by the database (msgspec.Raw at run time).
    items: list[SheetItem]


class OrderSheets(Resource):
    """Some sheets; `next` is the `after_id` of those that follow, if any do."""

    items: list[OrderSheet]
    next: UUID | None


class SheetFilter(Query, kw_only=True):
    """Which orders; the filters of a list, some ids, and where to go on."""

    store_ids: StoreIds
    order_ids: Annotated[list[UUID], Meta(max_length=200)] = []
    status: list[Status] = []
    lead_id: UUID | None = None
    q: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    payment_method: PaymentMethod | None = None
    payment_status: list[PaymentStatus] = []
    created_from: Timestamp | None = None
    created_to: Timestamp | None = None
    attention: bool | None = None
    after_id: UUID | None = None
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class PreviewLine(Resource):
    """A line of an order that is not made yet."""

    product_id: UUID
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int


class OrderPreview(Resource):
    """What an order would come to, and by what it could be delivered."""

    payment_method: PaymentMethod
    items: list[PreviewLine]
    dropped_items: list[DroppedItem]
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    coupon_code: str | None
    shipping_option: str | None
    shipping_options: list[ShippingOption]
