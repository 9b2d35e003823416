"""Settings of the ERP link, what an ERP sends, and what it is sent."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from app.web.types import UNSET, Body, Cents, Meta, Resource, Timestamp, UnsetType, Url

ErpSecret = Annotated[
    str,
    Meta(
        pattern=r"^(whsec_([A-Za-z0-9+/]{4}){8,21}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?!whsec_)[^\n]{8,256})(?!\n)$",
        description="whsec_ and the base64 of 24 to 64 bytes, or a text of 8 to 256 characters",
    ),
]
Reference = Annotated[str, Meta(min_length=1, max_length=128)]
StockAmount = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]


class StockSyncSettings(Resource):
    """The link as it is. A secret is shown in the answer that made it; later only its last four characters."""

    store_id: UUID
    outbound_enabled: bool
    outbound_url: str | None
    outbound_secret_set: bool
    outbound_secret_last4: str | None
    outbound_prev_expires_at: datetime | None
    inbound_enabled: bool
    inbound_secret_set: bool
    inbound_secret_last4: str | None
    inbound_prev_expires_at: datetime | None
    last_test_at: datetime | None
    last_test_status: int | None
    last_error: str | None
    updated_at: datetime | None
    inbound_secret: str | UnsetType = UNSET
    outbound_secret: str | UnsetType = UNSET


class UpdateStockSyncSettings(Body):
    """Only the given fields change; null clears the URL or the secret."""

    outbound_enabled: bool | UnsetType = UNSET
    outbound_url: Url | None | UnsetType = UNSET
    outbound_secret: ErpSecret | None | UnsetType = UNSET
    inbound_enabled: bool | UnsetType = UNSET
    roll_inbound_secret: bool = False


class OutboundTest(Resource):
    """What came of a test push."""

    ok: bool
    status_code: int | None
    latency_ms: int
    error: str | None


class StockItem(Body):
    """One product, by id, else external id, else SKU."""

    quantity: StockAmount
    product_id: UUID | None = None
    external_id: Reference | None = None
    sku: Reference | None = None
    price_cents: Cents | None = None

    @property
    def reference(self) -> str:
        """The name the ERP used."""
        return str(self.product_id) if self.product_id else self.external_id or self.sku or ""


class StockPush(Body):
    """What an ERP sends."""

    occurred_at: Timestamp
    mode: Literal["set", "delta"]
    items: Annotated[list[StockItem], Meta(min_length=1, max_length=1000)]
    event_id: Annotated[str, Meta(min_length=1, max_length=255)] | None = None


class StockReceived(Resource):
    """What a push changed. `unknown` holds the references that fit no product of the store."""

    received: bool
    duplicate: bool
    updated: int = 0
    stale: int = 0
    unknown: list[str] = []
    clamped: int = 0
    uncounted: int = 0


class PushedItem(Resource):
    """One product in a push to the ERP."""

    product_id: UUID
    external_id: str | None
    sku: str | None
    delta: int
    quantity_after: int | None


class PushedData(Resource):
    """What a push is about."""

    store_id: UUID
    order_id: UUID | None
    items: list[PushedItem]


PushType = Literal["stock.updated", "order.confirmed", "order.cancelled"]


class Push(Resource):
    """The body the ERP gets."""

    id: UUID
    type: PushType | Literal["ping"]
    timestamp: datetime
    data: PushedData
