"""Stock of an order, by hand. SQL: sql/stock.sql; tests: tests/features/test_stock.py."""

from app.context import AppCtx
from app.features.caller import app_caller
from app.features.stock import by_hand, service
from app.features.stock.types import MovementFilter, MoveOrderStock, StockMoved, StockMovement
from app.web.errors import InsufficientStock, NotFound
from app.web.paging import Page
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

stock = Group("/internal/stock", Scope.APP, tag="stock", reads=Role.MANAGER, writes=Role.MANAGER)
stock_movements = Group("/internal/stock-movements", Scope.APP, tag="stock", reads=Role.ATTENDANT)


@stock.post("/decrement-for-order", errors=(NotFound, InsufficientStock))
async def decrement_for_order(ctx: AppCtx, body: MoveOrderStock) -> StockMoved:
    """Take an order's items out of stock, once."""
    return await by_hand.move_stock(ctx, app_caller(ctx), body.order_id, "take")


@stock.post("/restore-for-order", errors=(NotFound,))
async def restore_for_order(ctx: AppCtx, body: MoveOrderStock) -> StockMoved:
    """Give an order's items back to the stock, once."""
    return await by_hand.move_stock(ctx, app_caller(ctx), body.order_id, "give")


@stock_movements.get("", errors=(NotFound,), replica=True)
async def list_stock_movements(ctx: AppCtx, query: MovementFilter) -> Page[StockMovement]:
    """Every change of a store's stock, newest first."""
    return await service.list_movements(ctx, query)
