"""What people write on an order beside its moves: details, parcel, and that something was dealt with."""

from typing import Any
from uuid import UUID

import msgspec

from app.features.caller import AnyCtx, Caller
from app.features.orders.moves import add_event, load_order, lock_order
from app.features.orders.rules import found_by
from app.features.orders.types import Order, OrderItem, ResolveAttention, UpdateOrder
from app.web.errors import Conflict
from app.web.patch import changes
from app.web.types import UnsetType


async def update_order(ctx: AnyCtx, caller: Caller, order_id: UUID, body: UpdateOrder) -> Order:
    """Change what is named of an order. Raises NotFound."""
    async with ctx.transaction() as tx:
        await lock_order(ctx, tx, caller, order_id)
        order = await load_order(ctx, tx, caller, order_id)
        fields: dict[str, Any] = changes(body)
        if not any(value for name, value in fields.items() if name.startswith("set_")):
            return order
        fields["tracking"] = msgspec.to_builtins(fields["tracking"])
        words = ""
        if not isinstance(body.customer_info, UnsetType):
            items = msgspec.json.decode(msgspec.json.encode(order.items), type=list[OrderItem])
            words = found_by(order.number, body.customer_info, [(item.sku, item.name) for item in items])
        await ctx.q.orders.update_order(
            tx, order_id=order_id, set_words=bool(words), words=words, actor_id=caller.company_id, **fields
        )
        named = [name.removeprefix("set_") for name, value in fields.items() if name.startswith("set_") and value]
        await add_event(ctx, tx, caller, order_id, "edited", {"fields": named})
        return await load_order(ctx, tx, caller, order_id)


async def resolve_attention(ctx: AnyCtx, caller: Caller, order_id: UUID, body: ResolveAttention) -> Order:
    """Take an order out of the queue of those that need a person. Raises NotFound, Conflict (nothing waits)."""
    async with ctx.transaction() as tx:
        await lock_order(ctx, tx, caller, order_id)
        settled = await ctx.q.orders.settle_attention(
            tx, order_id=order_id, kinds=[body.kind], actor_id=caller.company_id
        )
        if settled is None:
            raise Conflict(f"Nothing of kind {body.kind} waits at this order.")
        if body.kind == "refund_unsettled":  # it was given back another way, and must not be once more
            await ctx.q.refunds.end_pending_refunds(tx, order_id=order_id, actor_id=caller.company_id)
        data = {"kind": body.kind} | ({"note": body.note} if body.note else {})
        await add_event(ctx, tx, caller, order_id, "attention_resolved", data)
        return await load_order(ctx, tx, caller, order_id)
