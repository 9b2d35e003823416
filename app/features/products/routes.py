"""Products. SQL: sql/products.sql; tests/features/test_products.py, test_products_batch.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.rows import one
from app.features.products import batch, service
from app.features.products.types import Product, ProductFilter, ProductStats, UpsertProducts, UpsertResult
from app.web.errors import NotFound, PlanLimit
from app.web.paging import Page
from app.web.routing import Group
from app.web.scopes import Scope

products = Group("/internal/products", Scope.APP, tag="products")

BATCH_LIMIT = 10 << 20


@products.get("", errors=(NotFound,), replica=True)
async def list_products(ctx: AppCtx, query: ProductFilter) -> Page[Product]:
    """Products of a store, newest first; with `q`, the best matches first."""
    return await service.list_products(ctx, query)


@products.get("/{product_id}")
async def get_product(ctx: AppCtx, product_id: UUID) -> Product:
    """A product."""
    return one(await ctx.q.products.get_product(ctx.db, product_id=product_id, actor_id=ctx.actor_id), Product)


@products.post("/batch-upsert", errors=(NotFound, PlanLimit), body_limit=BATCH_LIMIT)
async def upsert_products(ctx: AppCtx, body: UpsertProducts) -> UpsertResult:
    """Insert or update up to 5,000 products; bad rows are reported by index."""
    return await batch.upsert_products(ctx, body)


@products.get("/stats/{store_id}", replica=True)
async def get_product_stats(ctx: AppCtx, store_id: UUID) -> ProductStats:
    """Numbers of a store's catalogue."""
    row = await ctx.q.products.get_product_stats(ctx.db, store_id=store_id, actor_id=ctx.actor_id)
    if row is None:
        raise NotFound("store")
    return one(row, ProductStats)
