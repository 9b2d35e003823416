"""An order's stock moved without its status, by a person or another service. Tests: tests/features/test_stock.py."""

from typing import Literal
from uuid import UUID

from app.features.caller import AnyCtx, Caller
from app.features.orders import moves
from app.features.stock.rules import Effect, by_hand, why_stock_stays
from app.features.stock.service import apply, hold, tell_erp
from app.features.stock.types import StockMoved


async def move_stock(ctx: AnyCtx, caller: Caller, order_id: UUID, wanted: Literal["take", "give"]) -> StockMoved:
    """Take or give back without touching the order's status; the second time nothing happens.

    Raises NotFound, InsufficientStock.
    """
    async with ctx.transaction() as tx:
        order = await moves.lock_order(ctx, tx, caller, order_id)
        reason = why_stock_stays(wanted, order.status, order.stock_state)
        if reason is not None:
            return StockMoved(order_id, False, order.stock_state, [], reason)
        effect = by_hand(wanted, order.status, held=order.reserved, reserves=order.reserves)
        # What it gives back, it may hold: nobody else can have had it meanwhile.
        free = Effect(effect.state, effect.held, release=effect.release, take=effect.take, give=effect.give)
        done = await apply(ctx, tx, caller, order_id, free, held=order.reserved)
        if effect.reserve:
            rows = await ctx.q.stock.lock_ordered_products(tx, order_id=order_id, actor_id=caller.company_id)
            await hold(ctx, tx, caller, {row["id"]: row["quantity"] for row in rows}, sign=1)
        await ctx.q.stock.mark_stock(
            tx, order_id=order_id, stock_state=effect.state, reserved=effect.held, actor_id=caller.company_id
        )
        event = "stock_decremented" if wanted == "take" else "stock_restored"
        await moves.add_event(ctx, tx, caller, order_id, event, {})
        if done:
            await tell_erp(ctx, tx, caller, order.store_id, "stock.updated", done, order_id)
        return StockMoved(order_id, True, effect.state, done, None)
