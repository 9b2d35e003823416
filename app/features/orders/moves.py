"""How an order moves, whoever moves it. Usable with every context.

The order's row is locked first, then its products: all that follows happens in that one transaction.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct

from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import maybe, one
from app.features.caller import AnyCtx, Caller, act
from app.features.orders import rules
from app.features.orders.types import AttentionKind, Order, PaymentMethod, Status, StockState
from app.features.stock import service as stock
from app.features.stock.rules import on_move
from app.web.errors import InvalidTransition, NotFound


class LockedOrder(Struct, frozen=True):
    """What moving an order needs to know, read under its lock."""

    id: UUID
    store_id: UUID
    number: int
    status: Status
    payment_method: PaymentMethod
    stock_state: StockState
    # Whether it holds a reservation.
    reserved: bool
    total_cents: int
    paid_cents: int
    refunded_cents: int
    payment_external_id: str | None
    payment_expires_at: datetime | None
    coupon_id: UUID | None
    coupon_code: str | None
    version: int
    created_at: datetime
    lead_id: UUID | None
    # Of its store: whether orders reserve their goods, how long they wait for a proof.
    reserves: bool
    proof_expires_in_s: int
    # Whether its charge was made here, with the store's key.
    charged_here: bool


async def load_order(ctx: AnyCtx, db: Executor, caller: Caller, order_id: UUID) -> Order:
    """The order in full. Raises NotFound (by RowMissing)."""
    return one(await ctx.q.orders.get_order(db, order_id=order_id, actor_id=caller.company_id), Order)


async def lock_order(ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID) -> LockedOrder:
    """The order, locked until the transaction ends. Raises NotFound."""
    await act(ctx, tx, caller, f"orders.{caller.kind}")
    row = await ctx.q.orders.lock_order(tx, order_id=order_id, actor_id=caller.company_id)
    order = maybe(row, LockedOrder)
    if order is None:
        raise NotFound("order")
    return order


async def move(
    ctx: AnyCtx,
    tx: Executor,
    caller: Caller,
    order: LockedOrder,
    to: Status,
    *,
    reason: str | None = None,
    paid: bool = False,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Move a locked order, with its stock and its history.

    paid: the provider has confirmed the money; data goes into the history. Raises InvalidTransition,
    InsufficientStock (both having changed nothing).
    """
    if to not in rules.allowed_moves(order.status, order.payment_method, order.stock_state, paid=paid):
        raise refused(order, to)
    effect = on_move(to, order.stock_state, held=order.reserved, reserves=order.reserves)
    moves = await stock.apply(ctx, tx, caller, order.id, effect, held=order.reserved)
    method = rules.method_after(to, order.payment_method)
    paid_cents = rules.collected(order.status, to, method, order.total_cents, order.paid_cents, order.refunded_cents)
    notes = {"reason": reason, "stock": [{"product_id": m.product_id, "delta": m.delta} for m in moves] or None}
    await ctx.q.orders.move_order(
        tx,
        order_id=order.id,
        to_status=to,
        payment_method=method,
        stock_state=effect.state,
        reserved=effect.held,
        paid_cents=paid_cents,
        settled=list(rules.settled(to)),
        reason=reason,
        proof_expires_at=ctx.now() + timedelta(seconds=order.proof_expires_in_s),
        at=ctx.now(),
        actor_id=caller.company_id,
    )
    said = {name: value for name, value in (notes | dict(data or {})).items() if value is not None}
    await add_event(ctx, tx, caller, order.id, "status_changed", said, before=order.status, after=to)
    await _follow(ctx, tx, caller, order, to, paid_cents)
    kind = rules.push_of(order.status, to) or ("stock.updated" if moves else None)
    if kind is not None:
        await stock.tell_erp(ctx, tx, caller, order.store_id, kind, moves, order.id)


async def _follow(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, to: Status, paid_cents: int) -> None:
    """What a move means beside the goods: money to give back, a coupon's uses, a lead who has become a customer."""
    if to == "cancelled" and paid_cents > order.refunded_cents:
        owed = paid_cents - order.refunded_cents
        await raise_attention(ctx, tx, caller, order.id, "refund_due", f"{owed} cents are to be given back")
    ends, began = to in ("cancelled", "expired"), order.status == "expired"
    if order.coupon_code is not None and ends != began:
        await ctx.q.coupons.count_coupon_use(
            tx,
            store_id=order.store_id,
            coupon_id=order.coupon_id,
            code=order.coupon_code,
            by=-1 if ends else 1,
            ordered_at=order.created_at,
            actor_id=caller.company_id,
        )
    if to == "delivered" and order.lead_id is not None:
        await ctx.q.leads.make_customer(tx, lead_id=order.lead_id, actor_id=caller.company_id)


async def raise_attention(
    ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID, kind: AttentionKind, detail: str
) -> None:
    """Put a locked order into the queue of those that need a person."""
    await ctx.q.orders.raise_attention(
        tx, order_id=order_id, kind=kind, detail=detail, at=ctx.now(), actor_id=caller.company_id
    )


def refused(order: LockedOrder, to: Status, detail: str | None = None) -> InvalidTransition:
    """The 409 that tells why (`detail`, where it is no rule of the moves) and what this order may do instead."""
    allowed = rules.allowed_moves(order.status, order.payment_method, order.stock_state)
    members: dict[str, Any] = {"from": order.status, "to": to, "allowed": allowed}
    why = detail or rules.why_not(to, order.status, order.payment_method, order.stock_state)
    return InvalidTransition(why, **members)


async def add_event(
    ctx: AnyCtx,
    tx: Executor,
    caller: Caller,
    order_id: UUID,
    kind: str,
    data: Mapping[str, Any],
    *,
    before: Status | None = None,
    after: Status | None = None,
) -> None:
    """Write a line into an order's history."""
    await ctx.q.orders.add_order_event(
        tx,
        order_id=order_id,
        type=kind,
        from_status=before,
        to_status=after,
        event_id=uuid7(),
        event_data=dict(data),
        actor_type=caller.kind,
        user_id=caller.user_id,
        actor_id=caller.company_id,
    )
