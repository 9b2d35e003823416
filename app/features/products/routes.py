"""Products. SQL: sql/products.sql; tests/features/test_products.py, test_products_batch.py."""

from uuid import UUID

from app.context import AppCtx
from app.db import rows
from app.features.products import batch, one, service
from app.features.products.types import (
    CreateProduct,
    DuplicateProduct,
    Product,
    ProductFilter,
    ProductPage,
    ProductStats,
    UpdateProduct,
    UpsertProducts,
    UpsertResult,
)
from app.web.errors import Conflict, NotFound, PlanLimit
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

products = Group("/internal/products", Scope.APP, tag="products", reads=Role.ATTENDANT, writes=Role.MANAGER)

BATCH_LIMIT = 10 << 20


@products.get("", errors=(NotFound,), replica=True)
async def list_products(ctx: AppCtx, query: ProductFilter) -> ProductPage:
    """Products of a store, newest first; with `q`, those that fit it, best first, as the agent finds them."""
    return await service.list_products(ctx, query)


@products.post("", status=201, errors=(NotFound, Conflict, PlanLimit), idempotent=True)
async def create_product(ctx: AppCtx, body: CreateProduct) -> Product:
    """Create a product."""
    return await one.create_product(ctx, body)


@products.get("/{product_id}")
async def get_product(ctx: AppCtx, product_id: UUID) -> Product:
    """A product."""
    return await one.get_product(ctx, product_id)


@products.patch("/{product_id}", errors=(Conflict,))
async def update_product(ctx: AppCtx, product_id: UUID, body: UpdateProduct) -> Product:
    """Change a product; only the keys given are written."""
    return await one.update_product(ctx, product_id, body)


@products.delete("/{product_id}")
async def archive_product(ctx: AppCtx, product_id: UUID) -> None:
    """Archive a product: out of lists, search and limits, kept for its orders."""
    await one.archive_product(ctx, product_id)


@products.post("/{product_id}/restore", errors=(Conflict, PlanLimit))
async def restore_product(ctx: AppCtx, product_id: UUID) -> Product:
    """Bring an archived product back."""
    return await one.restore_product(ctx, product_id)


@products.post("/{product_id}/duplicate", status=201, errors=(Conflict, PlanLimit), idempotent=True)
async def duplicate_product(ctx: AppCtx, product_id: UUID, body: DuplicateProduct) -> Product:
    """Copy a product with its pictures, inactive, without SKU, external id and stock."""
    return await one.duplicate_product(ctx, product_id, body.name)


@products.post("/batch-upsert", errors=(NotFound, PlanLimit), body_limit=BATCH_LIMIT)
async def upsert_products(ctx: AppCtx, body: UpsertProducts) -> UpsertResult:
    """Insert or update up to 5,000 products; bad rows are reported by index."""
    return await batch.upsert_products(ctx, body)


@products.get("/stats/{store_id}", replica=True)
async def get_product_stats(ctx: AppCtx, store_id: UUID) -> ProductStats:
    """Numbers of a store's catalogue."""
    row = await ctx.q.product_stats.get_product_stats(
        ctx.db, store_id=store_id, model=ctx.services.embedder.identity, actor_id=ctx.actor_id
    )
    return rows.one(row, ProductStats, "store")
