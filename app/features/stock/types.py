"""Bodies and answers of the stock endpoints."""

from uuid import UUID

from app.features.orders.types import StockState
from app.web.types import Body, Resource


class StockMove(Resource):
    """What one product's stock did: `delta` is negative when items were taken."""

    product_id: UUID
    external_id: str | None
    sku: str | None
    delta: int
    quantity_after: int


class MoveOrderStock(Body):
    """The order whose items to take or give back."""

    order_id: UUID


class StockMoved(Resource):
    """Whether anything was done; `reason` says why not."""

    order_id: UUID
    applied: bool
    stock_state: StockState
    items: list[StockMove]
    reason: str | None
