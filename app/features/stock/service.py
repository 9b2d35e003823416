"""The one path by which an order's items leave the stock and come back, whoever moves the order.

`take` and `give_back` are for callers that hold the order's lock and write its stock_state themselves.
"""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import many
from app.features.caller import AnyCtx, Caller
from app.features.orders.rules import why_stock_stays
from app.features.orders.types import StockState
from app.features.stock.types import StockMove, StockMoved
from app.features.stock_sync.outbound import publish
from app.features.stock_sync.types import PushedItem, PushType
from app.web.errors import InsufficientStock, NotFound


async def take(ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID) -> list[StockMove]:
    """Take the items of a locked order. Raises InsufficientStock, having changed nothing."""
    wanted = await ctx.q.stock.lock_ordered_products(tx, order_id=order_id, actor_id=caller.company_id)
    short = [
        {"product_id": row["id"], "requested": row["quantity"], "available": row["stock_quantity"]}
        for row in wanted
        if row["quantity"] > row["stock_quantity"]
    ]
    if short:
        raise InsufficientStock(f"{len(short)} product(s) of the order have too little stock.", items=short)
    return many(await ctx.q.stock.take_stock(tx, order_id=order_id, actor_id=caller.company_id), StockMove)


async def give_back(ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID) -> list[StockMove]:
    """Give back what the ledger says a locked order took."""
    await ctx.q.stock.lock_taken_products(tx, order_id=order_id, actor_id=caller.company_id)
    return many(await ctx.q.stock.give_back_stock(tx, order_id=order_id, actor_id=caller.company_id), StockMove)


async def tell_erp(
    ctx: AnyCtx, tx: Executor, store_id: UUID, kind: PushType, moves: Sequence[StockMove], order_id: UUID
) -> None:
    """Push a change of stock or order to the store's ERP, once `tx` commits."""
    items = [PushedItem(m.product_id, m.external_id, m.sku, m.delta, m.quantity_after) for m in moves]
    await publish(ctx, tx, store_id, kind, items, order_id=order_id)


async def move_stock(ctx: AnyCtx, caller: Caller, order_id: UUID, wanted: Literal["take", "give"]) -> StockMoved:
    """Take or give back without touching the order's status; the second time nothing happens.

    Raises NotFound, InsufficientStock.
    """
    async with ctx.transaction() as tx:
        order = await ctx.q.stock.lock_stock_order(tx, order_id=order_id, actor_id=caller.company_id)
        if order is None:
            raise NotFound("order")
        before: StockState = order["stock_state"]
        reason = why_stock_stays(wanted, order["status"], before)
        if reason is not None:
            return StockMoved(order_id, False, before, [], reason)
        moves: Sequence[StockMove]
        if wanted == "take":
            after, event, moves = "decremented", "stock_decremented", await take(ctx, tx, caller, order_id)
        else:
            after, event, moves = "restored", "stock_restored", await give_back(ctx, tx, caller, order_id)
        await ctx.q.stock.mark_stock(
            tx,
            order_id=order_id,
            stock_state=after,
            type=event,
            event_id=uuid7(),
            actor_type=caller.kind,
            user_id=caller.user_id,
            actor_id=caller.company_id,
        )
        if moves:
            await tell_erp(ctx, tx, order["store_id"], "stock.updated", moves, order_id)
        return StockMoved(order_id, True, "decremented" if wanted == "take" else "restored", list(moves), None)
