"""Orders, in the order of the specification. SQL: orders.sql, payments.sql; tests: tests/features/test_orders*.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.rows import one
from app.features import live
from app.features.caller import app_caller
from app.features.orders import creation, editing, lists, payment_settings, payments, refunds, screens, service
from app.features.orders.screens_types import Board, BoardFilter, OrderChange, OrderPreview, OrderSheets, SheetFilter
from app.features.orders.types import (
    AttachProof,
    CreatedOrder,
    CreateOrder,
    CreateRefund,
    LogPaymentAttempt,
    Order,
    OrderFilter,
    OrderStats,
    OrderSummary,
    PaymentAttempt,
    PaymentSettings,
    Refund,
    ResolveAttention,
    SaveCheckout,
    TransitionOrder,
    UpdateOrder,
    UpdatePaymentSettings,
)
from app.web.errors import (
    Conflict,
    Forbidden,
    IdempotencyKeyReused,
    InsufficientStock,
    InvalidTransition,
    NotFound,
    NoValidItems,
    PaymentMethodUnavailable,
    ProviderError,
)
from app.web.paging import Page
from app.web.replies import EventStream, Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

orders = Group("/internal/orders", Scope.APP, tag="orders", reads=Role.ATTENDANT, writes=Role.ATTENDANT)

_CREATION_ERRORS = (
    NotFound,
    NoValidItems,
    PaymentMethodUnavailable,
    InsufficientStock,
    Conflict,
    IdempotencyKeyReused,
    ProviderError,
)


@orders.post("", status=201, transaction=False, idempotent=True, errors=_CREATION_ERRORS)
async def create_order(ctx: AppCtx, body: CreateOrder) -> CreatedOrder:
    """Create an order; unknown, foreign and inactive products are dropped.

    With PIX and a provider key the charge is made at once. When that fails (502, with `order_id`) the order
    stands, pending: its charge is tried again in the background, and at once by the same request with the same
    Idempotency-Key.
    """
    return await creation.create_order(ctx, app_caller(ctx), body, idempotency_key=ctx.idempotency_key)


@orders.get("", errors=(NotFound,), replica=True)
async def list_orders(ctx: AppCtx, query: OrderFilter) -> Page[OrderSummary]:
    """Orders of the given stores, newest first or by `sort` (descending with a leading `-`).

    `q` is part of a number, name, phone, e-mail or SKU; `attention=true` are the orders that need a person.
    """
    return await lists.list_orders(ctx, query)


@orders.get("/updates")
async def follow_orders(ctx: AppCtx) -> OrderChange | EventStream:
    """Server-sent events `order`: each change of one of the actor's orders; `Last-Event-ID` resumes."""
    return EventStream(screens.follow(ctx, live.resumed_from(ctx)))


@orders.get("/board", errors=(NotFound,), replica=True)
async def get_order_board(ctx: AppCtx, query: BoardFilter) -> Board:
    """The newest orders of each status of a store, and how many stand there."""
    return await screens.get_board(ctx, query)


@orders.get("/sheets", errors=(NotFound,), replica=True)
async def list_order_sheets(ctx: AppCtx, query: SheetFilter) -> OrderSheets:
    """Orders with their lines, to print or export, newest first; a page costs the same however deep it is."""
    return await screens.list_sheets(ctx, query)


@orders.post("/preview", transaction=False, errors=_CREATION_ERRORS)
async def preview_order(ctx: AppCtx, body: CreateOrder) -> OrderPreview:
    """What an order would come to, by the store's prices, shipping rules and coupons; nothing is kept."""
    return await screens.preview_order(ctx, app_caller(ctx), body)


@orders.get("/{order_id}")
async def get_order(ctx: AppCtx, order_id: UUID) -> Order:
    """An order with its items, events and payment attempts."""
    return one(await ctx.q.orders.get_order(ctx.db, order_id=order_id, actor_id=ctx.actor_id), Order)


@orders.patch("/{order_id}")
async def update_order(ctx: AppCtx, order_id: UUID, body: UpdateOrder) -> Order:
    """Change who an order is for, its notes, or how its parcel is followed."""
    return await editing.update_order(ctx, app_caller(ctx), order_id, body)


@orders.post("/{order_id}/transition", errors=(InvalidTransition, InsufficientStock, PaymentMethodUnavailable))
async def transition_order(ctx: AppCtx, order_id: UUID, body: TransitionOrder) -> Order:
    """Move an order to another status.

    Cancelled orders give their stock back and their charge is withdrawn. An order that goes to `awaiting_payment` in
    a store with a provider key gets a new charge within moments; one that goes to `awaiting_proof` shows the code of
    the store.
    """
    return await service.transition(ctx, app_caller(ctx), order_id, body)


@orders.post(
    "/{order_id}/refunds", role=Role.MANAGER, status=201, errors=(Conflict, IdempotencyKeyReused), idempotent=True
)
async def create_refund(ctx: AppCtx, order_id: UUID, body: CreateRefund) -> Refund:
    """Give money back; the goods named with `restock` go back on the shelf.

    Money that the PIX provider took with the store's key goes back through it, soon; any other is written down.
    """
    return await refunds.create_refund(ctx, app_caller(ctx), order_id, body)


@orders.post("/{order_id}/resolve-attention", errors=(Conflict,))
async def resolve_attention(ctx: AppCtx, order_id: UUID, body: ResolveAttention) -> Order:
    """Say that a person has dealt with what waited at this order."""
    return await editing.resolve_attention(ctx, app_caller(ctx), order_id, body)


@orders.post("/{order_id}/attach-proof", errors=(InvalidTransition, Conflict))
async def attach_proof(ctx: AppCtx, order_id: UUID, body: AttachProof) -> Order:
    """Attach a picture or PDF of a manual PIX payment."""
    return await payments.attach_proof(ctx, app_caller(ctx), order_id, body)


@orders.get("/stats/{store_id}", replica=True)
async def get_order_stats(ctx: AppCtx, store_id: UUID) -> OrderStats:
    """Sums of a store's orders."""
    row = await ctx.q.order_lists.get_order_stats(ctx.db, store_id=store_id, moment=ctx.now(), actor_id=ctx.actor_id)
    return one(row, OrderStats, "store")


@orders.get("/store/{store_id}/payment-settings", role=Role.MANAGER)
async def get_payment_settings(ctx: AppCtx, store_id: UUID) -> PaymentSettings:
    """How a store takes money; the API key itself is never shown."""
    return await payment_settings.get_payment_settings(ctx, app_caller(ctx), store_id)


# Where the shop's money goes is the owner's to say.
@orders.put(
    "/store/{store_id}/payment-settings",
    role=Role.MANAGER,
    errors=(Conflict,),
    owner_fields=("pix_api_key", "manual_pix_key", "manual_pix_key_type"),
)
async def update_payment_settings(ctx: AppCtx, store_id: UUID, body: UpdatePaymentSettings) -> PaymentSettings:
    """Change the payment settings that are named."""
    return await payment_settings.update_payment_settings(ctx, app_caller(ctx), store_id, body)


@orders.post("/{order_id}/checkout-state", errors=(InvalidTransition, Conflict, InsufficientStock))
async def save_checkout(ctx: AppCtx, order_id: UUID, body: SaveCheckout) -> Order:
    """Save what the caller's charge at the PIX provider gave; it takes the place of the charge before."""
    return await payments.save_checkout(ctx, app_caller(ctx), order_id, body)


@orders.post(
    "/{order_id}/payment-attempt", status=201, statuses=(201, 200), errors=(Conflict, Forbidden), idempotent=True
)
async def log_payment_attempt(ctx: AppCtx, order_id: UUID, body: LogPaymentAttempt) -> Reply[PaymentAttempt]:
    """Log a payment attempt.

    One that is `refunded` counts as a refund, of at most what is left of the payment; an amount that does not fit puts
    the order among those that need a person.
    """
    if body.status == "refunded" and ctx.member is not None and ctx.member.role < Role.MANAGER:
        raise Forbidden("A refund takes the role manager.")
    return await payments.log_payment_attempt(ctx, app_caller(ctx), order_id, body)


@orders.get("/awaiting-proof-by-lead/{lead_id}")
async def get_awaiting_proof_order(ctx: AppCtx, lead_id: UUID) -> Order:
    """The lead's newest order that awaits a proof of payment."""
    return await payments.get_awaiting_proof_order(ctx, app_caller(ctx), lead_id)


@orders.get("/by-payment-external-id/{charge_id}")
async def get_order_by_payment(ctx: AppCtx, charge_id: str) -> Order:
    """The order of a charge at the PIX provider."""
    return await payments.get_order_by_payment(ctx, app_caller(ctx), charge_id)
