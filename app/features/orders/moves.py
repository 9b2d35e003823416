"""How an order moves, whoever moves it. Usable with every context.

The order's row is locked first, then its products: all that follows happens in that one transaction.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import Struct

from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import maybe, one
from app.features.caller import AnyCtx, Caller
from app.features.orders import rules
from app.features.orders.types import Order, PaymentMethod, Status, StockState
from app.features.stock import service as stock
from app.features.stock.types import StockMove
from app.web.errors import InvalidTransition, NotFound


class LockedOrder(Struct, frozen=True):
    """What moving an order needs to know, read under its lock."""

    id: UUID
    store_id: UUID
    number: int
    status: Status
    payment_method: PaymentMethod
    stock_state: StockState
    total_cents: int
    payment_external_id: str | None
    payment_expires_at: datetime | None


async def load_order(ctx: AnyCtx, db: Executor, caller: Caller, order_id: UUID) -> Order:
    """The order in full. Raises NotFound (by RowMissing)."""
    return one(await ctx.q.orders.get_order(db, order_id=order_id, actor_id=caller.company_id), Order)


async def lock_order(ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID) -> LockedOrder:
    """The order, locked until the transaction ends. Raises NotFound."""
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
    stock_state, moves = order.stock_state, list[StockMove]()
    match rules.stock_effect(to, order.stock_state):
        case "take":
            stock_state, moves = "decremented", await stock.take(ctx, tx, caller, order.id)
        case "give":
            stock_state, moves = "restored", await stock.give_back(ctx, tx, caller, order.id)
    notes = {"reason": reason, "stock": [{"product_id": m.product_id, "delta": m.delta} for m in moves] or None}
    await ctx.q.orders.move_order(
        tx,
        order_id=order.id,
        to_status=to,
        payment_method=rules.method_after(to, order.payment_method),
        stock_state=stock_state,
        reason=reason,
        at=ctx.now(),
        event_id=uuid7(),
        event_data={name: value for name, value in (notes | dict(data or {})).items() if value is not None},
        actor_type=caller.kind,
        user_id=caller.user_id,
        actor_id=caller.company_id,
    )
    kind = rules.push_of(order.status, to) or ("stock.updated" if moves else None)
    if kind is not None:
        await stock.tell_erp(ctx, tx, order.store_id, kind, moves, order.id)


def refused(order: LockedOrder, to: Status) -> InvalidTransition:
    """The 409 that tells what this very order may do instead."""
    allowed = rules.allowed_moves(order.status, order.payment_method, order.stock_state)
    members: dict[str, Any] = {"from": order.status, "to": to, "allowed": allowed}
    return InvalidTransition(f"An order that is {order.status} cannot become {to}.", **members)


async def add_event(
    ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID, kind: str, data: Mapping[str, Any]
) -> None:
    """Write a line into an order's history."""
    await ctx.q.orders.add_order_event(
        tx,
        order_id=order_id,
        type=kind,
        event_id=uuid7(),
        event_data=dict(data),
        actor_type=caller.kind,
        user_id=caller.user_id,
        actor_id=caller.company_id,
    )
