"""The one path by which an order's items are held, leave the stock and come back, whoever moves the order.

`apply` is for callers that hold the order's lock and write its marks themselves. SQL: sql/stock.sql.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from app.context import AppCtx
from app.db.pool import Executor
from app.db.rows import many
from app.features.caller import AnyCtx, Caller
from app.features.stock.rules import Effect, Shelf, short
from app.features.stock.types import MovementFilter, StockMove, StockMovement
from app.features.stock_sync.outbound import publish
from app.features.stock_sync.types import PushedItem, PushType
from app.web.errors import InsufficientStock, NotFound
from app.web.paging import Page


async def apply(
    ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID, effect: Effect, *, held: bool
) -> list[StockMove]:
    """Do to the goods of a locked order what the rules say. Raises InsufficientStock, having changed nothing."""
    if not effect.touches:
        return []
    rows = await ctx.q.stock.lock_ordered_products(tx, order_id=order_id, actor_id=caller.company_id)
    wanted = {row["id"]: row["quantity"] for row in rows}
    if effect.take or effect.reserve:
        shelves = {row["id"]: Shelf(row["stock_quantity"], row["reserved"]) for row in rows}
        require_stock(wanted, shelves, held=held)
    if effect.release:
        await hold(ctx, tx, caller, wanted, sign=-1)
    done: list[StockMove] = []
    whose: dict[str, Any] = {"order_id": order_id, "actor_id": caller.company_id}
    if effect.take:
        await ctx.q.stock.set_stock_cause(tx, kind="order_decrement", order_id=order_id, event_id=None)
        done = many(await ctx.q.stock.take_stock(tx, **whose), StockMove)
    if effect.give:
        await ctx.q.stock.set_stock_cause(tx, kind="order_restore", order_id=order_id, event_id=None)
        done = many(await ctx.q.stock.give_back_stock(tx, **whose), StockMove)
    if effect.reserve:
        await hold(ctx, tx, caller, wanted, sign=1)
    return sorted(done, key=lambda move: move.product_id)


async def reserve_for_new(
    ctx: AnyCtx, tx: Executor, caller: Caller, store_id: UUID, wanted: Mapping[UUID, int]
) -> None:
    """Reserve the goods of an order that is being placed. Raises InsufficientStock, having changed nothing."""
    rows = await ctx.q.stock.lock_shelves(tx, store_id=store_id, product_ids=list(wanted), actor_id=caller.company_id)
    require_stock(wanted, {row["id"]: Shelf(row["stock_quantity"], row["reserved"]) for row in rows}, held=False)
    await hold(ctx, tx, caller, wanted, sign=1)


async def hold(ctx: AnyCtx, tx: Executor, caller: Caller, wanted: Mapping[UUID, int], *, sign: Literal[1, -1]) -> None:
    """Reserve (1) or release (-1) goods of locked products."""
    await ctx.q.stock.hold_products(
        tx,
        product_ids=list(wanted),
        quantities=[sign * quantity for quantity in wanted.values()],
        actor_id=caller.company_id,
    )


def require_stock(wanted: Mapping[UUID, int], shelves: Mapping[UUID, Shelf], *, held: bool) -> None:
    """Raises InsufficientStock naming every product of which there is too little."""
    missing = short(wanted, shelves, held=held)
    if missing:
        raise InsufficientStock(
            f"{len(missing)} product(s) of the order have too little stock.",
            items=[
                {"product_id": product_id, "requested": wanted[product_id], "available": there}
                for product_id, there in sorted(missing.items())
            ],
        )


async def tell_erp(
    ctx: AnyCtx,
    tx: Executor,
    caller: Caller,
    store_id: UUID,
    kind: PushType,
    moves: Sequence[StockMove],
    order_id: UUID,
) -> None:
    """Push a change of stock or order to the store's ERP, once `tx` commits."""
    items = [PushedItem(m.product_id, m.external_id, m.sku, m.delta, m.quantity_after) for m in moves]
    await publish(ctx, tx, caller.company_id, store_id, kind, items, order_id=order_id)


async def list_movements(ctx: AppCtx, query: MovementFilter) -> Page[StockMovement]:
    """A page of a store's ledger, newest first. Raises NotFound."""
    filters: dict[str, Any] = {
        "store_id": query.store_id,
        "product_id": query.product_id,
        "order_id": query.order_id,
        "actor_id": ctx.actor_id,
    }

    async def look(db: Executor) -> Page[StockMovement]:
        total = await ctx.q.stock.count_stock_movements(db, **filters)
        if total is None:
            raise NotFound("store")
        rows = await ctx.q.stock.list_stock_movements(db, limit=query.limit, offset=query.offset, **filters)
        return Page(many(rows, StockMovement), total, query.limit, query.offset)

    return await ctx.look_up(look)
