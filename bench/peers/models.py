"""The tables as SQLAlchemy models, for the FastAPI peer."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Computed, DateTime, ForeignKey, Text, column, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, column_property, mapped_column, relationship


class Base(DeclarativeBase):
    """Types as the schema has them."""

    type_annotation_map = {datetime: DateTime(timezone=True), int: BigInteger, str: Text, dict[str, Any]: JSONB}


class User(Base):
    __tablename__ = "users"
    id: Mapped[str] = mapped_column(primary_key=True)
    email: Mapped[str]
    name: Mapped[str]
    email_verified: Mapped[bool]
    image: Mapped[str | None]
    meta: Mapped[dict[str, Any]] = mapped_column("metadata")
    plugin_fields: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class Session(Base):
    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(primary_key=True)
    token_hash: Mapped[str]
    user_id: Mapped[str]
    expires_at: Mapped[datetime]
    ip_address: Mapped[str | None]
    user_agent: Mapped[str | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


class Store(Base):
    __tablename__ = "stores"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    company_id: Mapped[str]


class Lead(Base):
    __tablename__ = "leads"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    store_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("stores.id"))
    last_message_at: Mapped[datetime | None]


class Item(Base):
    __tablename__ = "order_items"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id"))
    product_id: Mapped[uuid.UUID | None]
    sku: Mapped[str | None]
    name: Mapped[str]
    unit_price_cents: Mapped[int]
    quantity: Mapped[int]
    total_cents: Mapped[int] = mapped_column(Computed("unit_price_cents * quantity"))
    position: Mapped[int]


class Event(Base):
    __tablename__ = "order_events"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id"))
    type: Mapped[str]
    from_status: Mapped[str | None]
    to_status: Mapped[str | None]
    actor_type: Mapped[str]
    actor_user_id: Mapped[str | None]
    data: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]


class Attempt(Base):
    __tablename__ = "payment_attempts"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id"))
    provider: Mapped[str]
    status: Mapped[str]
    amount_cents: Mapped[int]
    external_id: Mapped[str | None]
    error_code: Mapped[str | None]
    error_message: Mapped[str | None]
    created_at: Mapped[datetime]


class Refund(Base):
    __tablename__ = "order_refunds"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id"))
    amount_cents: Mapped[int]
    reason: Mapped[str | None]
    items: Mapped[Any] = mapped_column(JSONB)
    restock: Mapped[bool]
    status: Mapped[str]
    provider: Mapped[str | None]
    error_message: Mapped[str | None]
    created_at: Mapped[datetime]


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    store_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("stores.id"))
    lead_id: Mapped[uuid.UUID | None]
    agent_id: Mapped[uuid.UUID | None]
    number: Mapped[int]
    status: Mapped[str]
    payment_method: Mapped[str]
    currency: Mapped[str]
    subtotal_cents: Mapped[int]
    shipping_cents: Mapped[int]
    discount_cents: Mapped[int]
    total_cents: Mapped[int]
    customer_info: Mapped[dict[str, Any]]
    br_code: Mapped[str | None]
    payment_link_url: Mapped[str | None]
    payment_external_id: Mapped[str | None]
    payment_expires_at: Mapped[datetime | None]
    proof_url: Mapped[str | None]
    proof_content_type: Mapped[str | None]
    proof_file_name: Mapped[str | None]
    proof_size_bytes: Mapped[int | None]
    proof_message_id: Mapped[str | None]
    proof_received_at: Mapped[datetime | None]
    stock_state: Mapped[str]
    cancel_reason: Mapped[str | None]
    notes: Mapped[str | None]
    version: Mapped[int]
    confirmed_at: Mapped[datetime | None]
    shipped_at: Mapped[datetime | None]
    delivered_at: Mapped[datetime | None]
    cancelled_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    paid_cents: Mapped[int]
    refunded_cents: Mapped[int]
    attention: Mapped[Any] = mapped_column(JSONB)
    tracking: Mapped[Any] = mapped_column(JSONB)
    coupon_code: Mapped[str | None]
    shipping_option: Mapped[str | None]
    cep: Mapped[str | None]
    proof_expires_at: Mapped[datetime | None]
    returned_at: Mapped[datetime | None]
    items: Mapped[list[Item]] = relationship(order_by=Item.position)
    events: Mapped[list[Event]] = relationship(order_by=Event.id)
    payment_attempts: Mapped[list[Attempt]] = relationship(order_by=(Attempt.created_at, Attempt.id))
    refunds: Mapped[list[Refund]] = relationship(order_by=(Refund.created_at, Refund.id))
    payment_status = column_property(
        func.payment_status_of(*(column(name) for name in ("status", "total_cents", "paid_cents", "refunded_cents")))
    )


class Message(Base):
    __tablename__ = "messages_history"
    company_id: Mapped[str]
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    store_id: Mapped[uuid.UUID]
    lead_id: Mapped[uuid.UUID | None]
    agent_id: Mapped[uuid.UUID | None]
    role: Mapped[str]
    content: Mapped[str]
    media_url: Mapped[str | None]
    media_type: Mapped[str | None]
    external_id: Mapped[str | None]
    meta: Mapped[dict[str, Any]] = mapped_column("metadata", default=dict)
    created_at: Mapped[datetime] = mapped_column(server_default="now()")


class Product(Base):
    __tablename__ = "products"
    company_id: Mapped[str]
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    store_id: Mapped[uuid.UUID]
    external_id: Mapped[str | None]
    name: Mapped[str]
    price_cents: Mapped[int | None]
    deleted_at: Mapped[datetime | None]
