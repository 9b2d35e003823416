"""Webhook endpoints of a company: contract.md §8."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from app.web.types import UNSET, Body, Meta, PageQuery, Resource, ShortText, UnsetType, Url

WebhookType = Literal[
    "order.created",
    "order.confirmed",
    "order.shipped",
    "order.cancelled",
    "order.expired",
    "order.attention",
    "payment.received",
    "conversation.waiting",
    "conversation.closed",
    "message.outgoing",
    "stock.changed",
    "usage.alert",
]
WebhookTypes = Annotated[list[WebhookType], Meta(min_length=1, max_length=50, description="What it is told of")]
DeliveryStatus = Literal["pending", "delivered", "failing", "dead"]


class WebhookEndpoint(Resource):
    """An endpoint; without `store_id` it hears of the whole company. `secret` is in the answer that made it alone.

    `last_error` says why it was switched off by itself. `secret_set` is false in a company that was imported: roll it.
    """

    id: UUID
    store_id: UUID | None
    url: str
    types: list[WebhookType]
    description: str | None
    active: bool
    last_error: str | None
    secret_set: bool
    secret_last4: str | None
    secret_prev_expires_at: datetime | None
    created_at: datetime
    updated_at: datetime
    secret: str | UnsetType = UNSET


class CreateWebhookEndpoint(Body):
    """A new endpoint."""

    url: Url
    types: WebhookTypes
    store_id: UUID | None = None
    description: ShortText | None = None
    active: bool = True


class UpdateWebhookEndpoint(Body):
    """Only the given fields change; null clears store and description."""

    url: Url | UnsetType = UNSET
    types: WebhookTypes | UnsetType = UNSET
    store_id: UUID | None | UnsetType = UNSET
    description: ShortText | None | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class WebhookTest(Resource):
    """What came of a test; nothing of the receiver's answer but its status."""

    ok: bool
    status_code: int | None
    latency_ms: int
    error: str | None


class WebhookDelivery(Resource):
    """An event on its way to an endpoint. The receiver knows it as `event_id`, on each try.

    `next_at`: when it is tried (again); null: never, or as soon as what is before it with the same subject is done.
    """

    id: UUID
    type: str
    status: DeliveryStatus
    attempts: int
    last_status: int | None
    last_error: str | None
    next_at: datetime | None
    event_id: UUID
    subject_id: str
    delivered_at: datetime | None
    created_at: datetime


class DeliveryFilter(PageQuery):
    """Deliveries of an endpoint, newest first."""

    status: DeliveryStatus | None = None
