"""Bodies and answers of the stock endpoints."""

from datetime import datetime
from uuid import UUID

from app.features.orders.types import StockState
from app.web.types import Body, PageQuery, Resource


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


class MovementFilter(PageQuery, kw_only=True):
    """A store's ledger; of one product or one order with their ids."""

    store_id: UUID
    product_id: UUID | None = None
    order_id: UUID | None = None


class StockMovement(Resource):
    """One change of a product's stock; `quantity_after` null: it is no longer counted."""

    id: UUID
    product_id: UUID
    order_id: UUID | None
    kind: str
    delta: int
    quantity_after: int | None
    actor_type: str
    created_at: datetime
