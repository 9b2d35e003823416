"""Stock of an order, by hand. SQL: sql/stock.sql; tests: tests/features/test_stock.py."""

from app.context import AppCtx
from app.features.caller import app_caller
from app.features.stock import service
from app.features.stock.types import MoveOrderStock, StockMoved
from app.web.errors import InsufficientStock, NotFound
from app.web.routing import Group
from app.web.scopes import Scope

stock = Group("/internal/stock", Scope.APP, tag="stock")


@stock.post("/decrement-for-order", errors=(NotFound, InsufficientStock))
async def decrement_for_order(ctx: AppCtx, body: MoveOrderStock) -> StockMoved:
    """Take an order's items out of stock, once."""
    return await service.move_stock(ctx, app_caller(ctx), body.order_id, "take")


@stock.post("/restore-for-order", errors=(NotFound,))
async def restore_for_order(ctx: AppCtx, body: MoveOrderStock) -> StockMoved:
    """Give an order's items back to the stock, once."""
    return await service.move_stock(ctx, app_caller(ctx), body.order_id, "give")
