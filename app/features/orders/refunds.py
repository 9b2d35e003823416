"""Refunds as people ask for them: the money, and the goods that came back. SQL: sql/refunds.sql."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import many, one
from app.features.caller import AnyCtx, Caller
from app.features.orders import rules
from app.features.orders.jobs import refund_soon
from app.features.orders.moves import LockedOrder, add_event, lock_order, raise_attention
from app.features.orders.types import CreateRefund, Refund, RefundStatus
from app.features.stock import service as stock
from app.features.stock.types import StockMove
from app.web.decode import validation_failed
from app.web.errors import Conflict

_BESIDE = ["refund_due", "amount_mismatch"]
_OVER = ["refund_due", "paid_after_close", "out_of_stock", "amount_mismatch"]


async def create_refund(ctx: AppCtx, caller: Caller, order_id: UUID, body: CreateRefund) -> Refund:
    """Give money back, by the provider that took it where it was taken with the store's key; else it is written down.

    Raises NotFound, Conflict (unpaid, more than is left, or than one payment brought), ValidationFailed (goods that the
    order does not have).
    """
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, order_id)
        left = order.paid_cents - order.refunded_cents
        if order.paid_cents == 0:
            raise Conflict("Nothing has been paid for this order.")
        if body.amount_cents > left:
            raise Conflict(f"amount_cents is more than what is left of the payment: {left}.", left_cents=left)
        came_back = await _came_back(ctx, tx, caller, order, body)
        charge_id = await _paid_charge(ctx, tx, caller, order, body.amount_cents)
        refund_id = await _write_down(
            ctx,
            tx,
            caller,
            order,
            body,
            status="succeeded" if charge_id is None else "pending",
            provider=None if charge_id is None else "pixprovider",
            charge_id=charge_id,
        )
        if body.restock:
            await _restock(ctx, tx, caller, order, came_back)
        data = {
            "refund_id": refund_id,
            "amount_cents": body.amount_cents,
            "reason": body.reason,
            "restock": body.restock,
        }
        await add_event(ctx, tx, caller, order.id, "refunded", data)
        if charge_id is not None:
            await refund_soon(ctx, tx, caller, refund_id)
        return one(await ctx.q.refunds.get_refund(tx, refund_id=refund_id, actor_id=caller.company_id), Refund)


async def _paid_charge(ctx: AppCtx, tx: Executor, caller: Caller, order: LockedOrder, cents: int) -> str | None:
    """The charge that so much goes back to; None: it came in another way. Raises Conflict when none has so much."""
    row = await ctx.q.payments.find_paid_charge(tx, order_id=order.id, amount_cents=cents, actor_id=caller.company_id)
    if row is None:
        return None
    charge_id, left = row
    if cents > left:
        raise Conflict(f"The money came by several payments: at most {left} cents go back at once.", left_cents=left)
    return str(charge_id)


async def count_logged_refund(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, provider: str) -> None:
    """Count what a caller says it gave back by itself; more than there is to give back is for a person to look at.

    Refunds that were made through the same provider here are what the first attempts tell of: they count once.
    """
    untold = await ctx.q.refunds.get_untold_refunds(
        tx, order_id=order.id, provider=provider, actor_id=caller.company_id
    )
    left = order.paid_cents - order.refunded_cents
    counted = min(untold or 0, left)
    if counted > 0:
        refund = CreateRefund(amount_cents=counted)
        await _write_down(ctx, tx, caller, order, refund, status="succeeded", provider=provider)
    if untold is not None and untold > left:
        detail = f"{untold} cents are logged as given back, {left} were left of the payment"
        await raise_attention(ctx, tx, caller, order.id, "amount_mismatch", detail)


async def _write_down(
    ctx: AnyCtx,
    tx: Executor,
    caller: Caller,
    order: LockedOrder,
    refund: CreateRefund,
    *,
    status: RefundStatus,
    provider: str | None,
    charge_id: str | None = None,
) -> UUID:
    """Keep a refund of at most what is left, and count it.

    With the last cent nothing of the money needs a person; of what was sold, with the last one beside its price.
    """
    refund_id = uuid7()
    await ctx.q.refunds.create_refund(
        tx,
        id=refund_id,
        order_id=order.id,
        amount_cents=refund.amount_cents,
        reason=refund.reason,
        items=msgspec.to_builtins(refund.items),
        restock=refund.restock,
        status=status,
        provider=provider,
        external_id=charge_id,
        actor_id=caller.company_id,
    )
    await ctx.q.orders.count_money(
        tx, order_id=order.id, paid_cents=0, refunded_cents=refund.amount_cents, actor_id=caller.company_id
    )
    left = order.paid_cents - order.refunded_cents
    after = left - refund.amount_cents
    sold = order.status in rules.PAID
    if after == 0:
        await ctx.q.orders.settle_attention(tx, order_id=order.id, kinds=_OVER, actor_id=caller.company_id)
    elif sold and after <= order.total_cents < left:
        await ctx.q.orders.settle_attention(tx, order_id=order.id, kinds=_BESIDE, actor_id=caller.company_id)
    if after == 0 and not sold:
        await ctx.q.refunds.clear_of_price(tx, order_id=order.id, actor_id=caller.company_id)
    return refund_id


async def _came_back(
    ctx: AppCtx, tx: Executor, caller: Caller, order: LockedOrder, body: CreateRefund
) -> Mapping[UUID, int]:
    """The goods that the refund names, each at most as often as the order has it and earlier refunds left it."""
    if body.restock and not body.items:
        raise validation_failed("/items", "restock needs the items that came back")
    if body.restock and order.stock_state != "decremented":
        raise Conflict("The goods of this order are on the shelf already.")
    rows = await ctx.q.stock.lock_ordered_products(tx, order_id=order.id, actor_id=caller.company_id)
    left = {row["id"]: row["quantity"] for row in rows}
    for row in await ctx.q.refunds.list_refunded_items(tx, order_id=order.id, actor_id=caller.company_id):
        left[row["product_id"]] = left.get(row["product_id"], 0) - row["quantity"]
    named: dict[UUID, int] = {}
    for index, item in enumerate(body.items):
        named[item.product_id] = named.get(item.product_id, 0) + item.quantity
        if named[item.product_id] > left.get(item.product_id, 0):
            raise validation_failed(f"/items/{index}/quantity", "more than the order has of this product")
    return named


async def _restock(
    ctx: AppCtx, tx: Executor, caller: Caller, order: LockedOrder, came_back: Mapping[UUID, int]
) -> None:
    await ctx.q.stock.set_stock_cause(tx, kind="refund", order_id=order.id, event_id=None)
    rows = await ctx.q.stock.restock_products(
        tx,
        store_id=order.store_id,
        product_ids=list(came_back),
        quantities=list(came_back.values()),
        actor_id=caller.company_id,
    )
    moves = many(rows, StockMove)
    if moves:
        await stock.tell_erp(ctx, tx, caller, order.store_id, "stock.updated", moves, order.id)
