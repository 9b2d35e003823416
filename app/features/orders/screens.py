"""Orders as the desk's screens want them: the board, sheets to print and export, what an order would come to, and live
updates. SQL: sql/order_screens.sql; tests: tests/features/test_order_screens.py."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from datetime import datetime
from functools import partial
from typing import get_args
from uuid import UUID

from app.context import AppCtx
from app.db.rows import many
from app.features import live
from app.features.caller import Caller
from app.features.orders.creation import price_order
from app.features.orders.screens_types import (
    Board,
    BoardFilter,
    Lane,
    OrderChange,
    OrderPreview,
    OrderSheet,
    OrderSheets,
    PreviewLine,
    SheetFilter,
)
from app.features.orders.types import CreateOrder, OrderSummary, Status
from app.features.searching import sought_order
from app.features.shipping.rules import quote
from app.features.shipping.service import read_rules
from app.web.errors import NotFound

LOOK_EVERY_S = 2.0
_STATUSES: tuple[Status, ...] = get_args(Status)


async def get_board(ctx: AppCtx, query: BoardFilter) -> Board:
    """The newest orders of each status. Raises NotFound."""
    totals = await ctx.q.order_screens.list_board_totals(ctx.db, store_id=query.store_id, actor_id=ctx.actor_id)
    if not totals:
        raise NotFound("store")
    rows = await ctx.q.order_screens.list_board(
        ctx.db,
        store_id=query.store_id,
        statuses=query.status or list(_STATUSES),
        per_status=query.per_status,
        actor_id=ctx.actor_id,
    )
    lanes: dict[str, list[OrderSummary]] = defaultdict(list)
    for order in many(rows, OrderSummary):
        lanes[order.status].append(order)
    counted = {row["status"]: row["orders"] for row in totals}
    wanted = list(dict.fromkeys(query.status)) or list(_STATUSES)
    return Board([Lane(status, counted.get(status, 0), lanes[status]) for status in wanted])


async def list_sheets(ctx: AppCtx, query: SheetFilter) -> OrderSheets:
    """Orders with their lines, newest first, on from `after_id`. Raises NotFound."""
    total = await ctx.q.order_lists.count_orders(
        ctx.db, statuses=None, store_ids=query.store_ids, actor_id=ctx.actor_id
    )
    if total is None:
        raise NotFound("store")
    listing = partial(
        ctx.q.order_screens.list_sheets,
        store_ids=query.store_ids,
        order_ids=query.order_ids or None,
        statuses=query.status or None,
        lead_id=query.lead_id,
        q=sought_order(query.q),
        payment_method=query.payment_method,
        payment_statuses=query.payment_status or None,
        created_from=query.created_from,
        created_to=query.created_to,
        attention=query.attention,
        after_id=query.after_id,
        limit=query.limit,
        actor_id=ctx.actor_id,
    )
    sheets = many(await ctx.look_up(listing), OrderSheet)
    return OrderSheets(sheets, sheets[-1].id if len(sheets) == query.limit else None)


async def preview_order(ctx: AppCtx, caller: Caller, body: CreateOrder) -> OrderPreview:
    """What the order would come to; nothing is kept. Raises what creating it would."""
    draft = await price_order(ctx, caller, body)
    rules = await read_rules(ctx, ctx.db, caller, body.store_id)
    lines = [
        PreviewLine(
            line.product.id, line.product.full_name, line.quantity, line.product.price_cents or 0, line.total_cents
        )
        for line in draft.lines
    ]
    return OrderPreview(
        payment_method=draft.method,
        items=lines,
        dropped_items=draft.dropped,
        subtotal_cents=draft.subtotal_cents,
        shipping_cents=draft.extras.shipping_cents,
        discount_cents=draft.extras.discount_cents,
        total_cents=draft.total_cents,
        coupon_code=draft.extras.coupon_code,
        shipping_option=draft.extras.shipping_option,
        shipping_options=quote(rules, cep=body.cep, subtotal_cents=draft.subtotal_cents),
    )


async def follow(ctx: AppCtx, last: datetime | None) -> AsyncGenerator[bytes, None]:
    """Events `order` from `last` on. Orders change in too many places to ring a bell: the reader looks by itself."""

    async def changed(since: datetime, after: UUID) -> Sequence[OrderChange]:
        rows = await ctx.q.order_screens.list_changes(
            ctx.db, actor_id=ctx.actor_id, since=since, after=after, limit=live.BATCH
        )
        return many(rows, OrderChange)

    bell = asyncio.Event()
    async for chunk in live.follow(ctx, "order", changed, last, bell=bell, look_every_s=LOOK_EVERY_S):
        yield chunk
