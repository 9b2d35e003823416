"""Orders, their payments and the store's payment settings, as contract.md §4 names them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from app.features.coupons.types import CouponCode
from app.features.orders.brcode import PixKeyType
from app.features.shipping.types import Cep, OptionName
from app.web.types import (
    KEY,
    LINE,
    UNSET,
    Body,
    Cents,
    Metadata,
    PageQuery,
    Quantity,
    Resource,
    ShortText,
    SmallObject,
    StoreIds,
    Timestamp,
    UnsetType,
    Url,
)

Status = Literal[
    "pending",
    "awaiting_payment",
    "awaiting_proof",
    "confirmed",
    "preparing",
    "shipped",
    "delivered",
    "returned",
    "cancelled",
    "expired",
]
PaymentMethod = Literal["pix", "manual_pix", "cod"]
StockState = Literal["none", "decremented", "restored"]
PaymentStatus = Literal["unpaid", "paid", "partially_refunded", "refunded", "refund_due"]
AttentionKind = Literal[
    "paid_after_close", "amount_mismatch", "out_of_stock", "refund_due", "charge_failed", "refund_unsettled"
]
AttemptProvider = Literal["pixprovider", "manual_pix", "cod", "cardprovider"]
AttemptStatus = Literal["created", "pending", "succeeded", "failed", "expired", "refunded"]
ProofType = Literal["image/jpeg", "image/png", "image/webp", "image/gif", "image/heic", "image/heif", "application/pdf"]
RefundStatus = Literal["pending", "succeeded", "failed"]
OrderSort = Literal["created_at", "-created_at", "updated_at", "-updated_at", "total", "-total"]

ProductRef = Annotated[str, Meta(min_length=1, max_length=200, description="Product id; unknown ones are dropped")]
ShortLine = Annotated[str, Meta(min_length=1, max_length=200, extra=LINE)]
Note = Annotated[str, Meta(max_length=4000)]
ExternalId = Annotated[str, Meta(min_length=1, max_length=255, extra=KEY)]
BrCode = Annotated[str, Meta(min_length=1, max_length=2000, description="PIX code to copy and paste")]
FileName = Annotated[str, Meta(min_length=1, max_length=255, extra=LINE)]
Size = Annotated[int, Meta(ge=0, le=10**12)]
PixExpiry = Annotated[int, Meta(ge=60, le=2_592_000, description="Seconds a PIX charge can be paid")]
ProofExpiry = Annotated[int, Meta(ge=60, le=2_592_000, description="Seconds an order waits for its proof")]
PixApiKey = Annotated[str, Meta(min_length=8, max_length=1000)]
PixKeyText = Annotated[
    str, Meta(min_length=1, max_length=77, description="Of `manual_pix_key_type`, told from it if absent")
]
PixName = Annotated[str, Meta(min_length=1, max_length=25, extra=LINE)]
PixCity = Annotated[str, Meta(min_length=1, max_length=15, extra=LINE)]


class OrderItem(Resource):
    """A line of an order; name, sku and price are copies from the time of the sale."""

    id: UUID
    product_id: UUID | None
    sku: str | None
    name: str
    unit_price_cents: int
    quantity: int
    total_cents: int


class OrderEvent(Resource):
    """One entry of an order's history."""

    id: UUID
    type: str
    from_status: str | None
    to_status: str | None
    actor_type: str
    actor_user_id: str | None
    data: Metadata
    created_at: datetime


class PaymentAttempt(Resource):
    """One try to collect an order's money."""

    id: UUID
    order_id: UUID
    provider: str
    status: str
    amount_cents: int
    external_id: str | None
    error_code: str | None
    error_message: str | None
    created_at: datetime


class Attention(Resource):
    """Something about an order that a person has to look at."""

    kind: AttentionKind
    since: datetime
    detail: str


class Tracking(Body):
    """How a parcel is followed."""

    carrier: ShortLine | None = None
    code: ShortLine | None = None
    url: Url | None = None


class RefundedItem(Body):
    """Goods of the order that came back."""

    product_id: UUID
    quantity: Quantity


class RefundEntry(Resource):
    """Money that went back; `pending` until the PIX provider has answered."""

    id: UUID
    order_id: UUID
    amount_cents: int
    reason: str | None
    items: list[RefundedItem]
    restock: bool
    status: RefundStatus
    provider: str | None
    error_message: str | None
    created_at: datetime


class Refund(RefundEntry):
    """A refund, and where its order stands after it."""

    refunded_cents: int
    payment_status: PaymentStatus


class OrderSummary(Resource):
    """An order in a list."""

    id: UUID
    store_id: UUID
    lead_id: UUID | None
    agent_id: UUID | None
    number: int
    status: Status
    payment_method: PaymentMethod
    currency: str
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    customer_info: Metadata
    br_code: str | None
    payment_link_url: str | None
    payment_external_id: str | None
    payment_expires_at: datetime | None
    proof_url: str | None
    proof_content_type: str | None
    proof_file_name: str | None
    proof_size_bytes: int | None
    proof_message_id: str | None
    proof_received_at: datetime | None
    stock_state: StockState
    cancel_reason: str | None
    notes: str | None
    version: int
    confirmed_at: datetime | None
    shipped_at: datetime | None
    delivered_at: datetime | None
    cancelled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    paid_cents: int
    refunded_cents: int
    payment_status: PaymentStatus
    # JSON built by the database (msgspec.Raw at run time), as the lists of Order.
    attention: list[Attention]
    tracking: Tracking | None
    coupon_code: str | None
    shipping_option: str | None
    cep: str | None
    proof_expires_at: datetime | None
    returned_at: datetime | None
    # The lead's own; customer_info is what was told for this order.
    lead_name: str | None


class Order(OrderSummary):
    """An order in full. The lists are JSON built by the database (msgspec.Raw at run time)."""

    items: list[OrderItem]
    events: list[OrderEvent]
    payment_attempts: list[PaymentAttempt]
    refunds: list[RefundEntry]


class DroppedItem(Resource):
    """An item that was left out of a new order, and why."""

    product_id: str
    quantity: int
    reason: Literal["unknown", "inactive", "no_price"]


class CreatedOrder(Order):
    """A new order with what was left out and what the customer has to be told."""

    dropped_items: list[DroppedItem]
    payment_instructions: str | None


class NewItem(Body):
    """A product and how many of it; the price is the product's."""

    product_id: ProductRef
    quantity: Quantity


class CreateOrder(Body):
    """A new order. Prices come from the products."""

    store_id: UUID
    items: Annotated[list[NewItem], Meta(min_length=1, max_length=500)]
    payment_method: PaymentMethod
    lead_id: UUID | None = None
    agent_id: UUID | None = None
    customer_info: SmallObject | None = None
    shipping_cents: Cents | None = None
    discount_cents: Cents = 0
    notes: Note | None = None
    coupon_code: CouponCode | None = None
    shipping_option: OptionName | None = None
    cep: Cep | None = None


class OrderFilter(PageQuery, kw_only=True):
    """Which orders to list; `store_ids`, `status` and `payment_status` may be repeated or comma-separated."""

    store_ids: StoreIds
    status: list[Status] = []
    lead_id: UUID | None = None
    # Part of a number, name, phone, e-mail or SKU.
    q: Annotated[str, Meta(max_length=200)] | None = None
    payment_method: PaymentMethod | None = None
    payment_status: list[PaymentStatus] = []
    created_from: Timestamp | None = None
    created_to: Timestamp | None = None
    attention: bool | None = None
    sort: OrderSort = "-created_at"


class UpdateOrder(Body):
    """Changes of an order; only the keys present."""

    customer_info: SmallObject | UnsetType = UNSET
    notes: Note | None | UnsetType = UNSET
    tracking: Tracking | None | UnsetType = UNSET


class ResolveAttention(Body):
    """What a person has dealt with."""

    kind: AttentionKind
    note: ShortText | None = None


class CreateRefund(Body):
    """Money to give back. With `restock` the items named go back on the shelf."""

    amount_cents: Annotated[int, Meta(ge=1, le=10**12)]
    reason: ShortText | None = None
    items: Annotated[list[RefundedItem], Meta(max_length=500)] = []
    restock: bool = False


class TransitionOrder(Body):
    """The wanted status. `from` guards against a move by somebody else meanwhile."""

    to: Status
    from_: Status | None = msgspec.field(name="from", default=None)
    reason: ShortText | None = None


class AttachProof(Body):
    """A picture or PDF that shows a manual PIX payment."""

    proof_url: Url
    content_type: ProofType
    message_id: ExternalId | None = None
    file_name: FileName | None = None
    size_bytes: Size | None = None


class SaveCheckout(Body):
    """What the caller's own charge at the PIX provider gave; only the keys present."""

    br_code: BrCode | None | UnsetType = UNSET
    payment_link_url: Url | None | UnsetType = UNSET
    payment_external_id: ExternalId | None | UnsetType = UNSET
    expires_at: Timestamp | None | UnsetType = UNSET


class LogPaymentAttempt(Body):
    """A try to collect, made by the caller."""

    provider: AttemptProvider
    status: AttemptStatus
    amount_cents: Cents
    external_id: ExternalId | None = None
    error_code: Annotated[str, Meta(max_length=200)] | None = None
    error_message: Annotated[str, Meta(max_length=2000)] | None = None


class Today(Resource):
    """Orders of the company's current day."""

    count: int
    revenue_cents: int


class OrderStats(Resource):
    """Sums of a store; revenue counts confirmed, preparing, shipped and delivered orders.

    `attention`: those that need a person.
    """

    total: int
    by_status: dict[Status, int]
    revenue_cents: int
    average_cents: int
    today: Today
    attention: int


class PaymentSettings(Resource):
    """How a store takes money. The API key is write-only."""

    store_id: UUID
    pix_api_key_set: bool
    pix_api_key_last4: str | None
    pix_expires_in: int
    proof_expires_in: int
    reserve_stock: bool
    cod_enabled: bool
    cod_instructions: str | None
    manual_pix_enabled: bool
    manual_pix_key: str | None
    manual_pix_key_type: PixKeyType | None
    manual_pix_name: str | None
    manual_pix_city: str | None
    updated_at: datetime | None


class UpdatePaymentSettings(Body):
    """Changes of a store's payment settings; only the keys present, null clears."""

    pix_api_key: PixApiKey | None | UnsetType = UNSET
    pix_expires_in: PixExpiry | UnsetType = UNSET
    proof_expires_in: ProofExpiry | UnsetType = UNSET
    reserve_stock: bool | UnsetType = UNSET
    cod_enabled: bool | UnsetType = UNSET
    cod_instructions: Note | None | UnsetType = UNSET
    manual_pix_enabled: bool | UnsetType = UNSET
    manual_pix_key: PixKeyText | None | UnsetType = UNSET
    manual_pix_key_type: PixKeyType | None | UnsetType = UNSET
    manual_pix_name: PixName | None | UnsetType = UNSET
    manual_pix_city: PixCity | None | UnsetType = UNSET
