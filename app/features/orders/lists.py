"""Which orders a list shows, by the cheapest query that can. SQL: sql/order_lists.sql; tests: test_order_lists.py."""

from typing import Any

from asyncpg import Record

from app.context import AppCtx
from app.db.pool import Executor
from app.db.rows import many
from app.features.orders.types import OrderFilter, OrderSummary
from app.features.searching import sought_order
from app.web.errors import NotFound
from app.web.paging import Page

# Filters that only find_orders knows; without them a list costs what its page does.
_FURTHER = ("lead_id", "q", "payment_method", "payment_status", "created_from", "created_to", "attention")


async def list_orders(ctx: AppCtx, query: OrderFilter) -> Page[OrderSummary]:
    """A page of the stores' orders. Raises NotFound when one store is not the actor's."""
    lists = ctx.q.order_lists
    where: dict[str, Any] = {"store_ids": query.store_ids, "actor_id": ctx.actor_id}
    window: dict[str, Any] = {"limit": query.limit, "offset": query.offset}
    statuses = list(dict.fromkeys(query.status)) or None
    total = await lists.count_orders(ctx.db, statuses=statuses, **where)
    if total is None:
        raise NotFound("store")
    filtered = any(getattr(query, name) not in (None, []) for name in _FURTHER)
    if filtered or query.sort != "-created_at":
        found: dict[str, Any] = where | {
            "statuses": statuses,
            "lead_id": query.lead_id,
            "q": sought_order(query.q),
            "payment_method": query.payment_method,
            "payment_statuses": query.payment_status or None,
            "created_from": query.created_from,
            "created_to": query.created_to,
            "attention": query.attention,
        }

        async def look(db: Executor) -> tuple[int, list[Record]]:
            counted = await lists.count_found_orders(db, **found) if filtered else total
            return counted or 0, await lists.find_orders(db, sort=query.sort, **found, **window)

        total, rows = await ctx.look_up(look)
    elif statuses is None:
        rows = await lists.list_orders(ctx.db, **where, **window)
    else:
        rows = await lists.list_orders_by_status(ctx.db, statuses=statuses, **where, **window)
    return Page(many(rows, OrderSummary), total or 0, query.limit, query.offset)
