"""One product made, changed, archived and brought back. SQL: sql/products.sql; tests/features/test_products_life.py."""

from typing import Any
from uuid import UUID

from msgspec import UNSET

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import one
from app.features.company.limits import require_room
from app.features.pictures.service import copy_pictures
from app.features.products.batch import columns_of, price_said
from app.features.products.jobs import enqueue_embedding
from app.features.products.prices import NoPrice
from app.features.products.types import CreateProduct, Product, ProductFields, UpdateProduct
from app.features.stores.service import require_store
from app.web.decode import validation_failed
from app.web.errors import Conflict, NotFound


async def create_product(ctx: AppCtx, body: CreateProduct) -> Product:
    """Make a product. Raises NotFound (store), PlanLimit, Conflict (sku, external_id), ValidationFailed (price)."""
    await require_store(ctx, body.store_id)
    await require_room(ctx, "products")
    row = _columns(body)
    item = row | {"id": uuid7(), "price_found": price_said(row)}
    await ctx.q.products.create_products(ctx.db, store_id=body.store_id, items=[item], actor_id=ctx.actor_id)
    await enqueue_embedding(ctx.jobs, ctx.db, body.store_id, ctx.actor_id)
    return await get_product(ctx, item["id"])


async def get_product(ctx: AppCtx, product_id: UUID) -> Product:
    """A product that is not archived. Raises NotFound (by RowMissing)."""
    row = await ctx.q.products.describe_product(
        ctx.db, product_id=product_id, model=ctx.services.embedder.identity, actor_id=ctx.actor_id
    )
    return one(row, Product)


async def update_product(ctx: AppCtx, product_id: UUID, body: UpdateProduct) -> Product:
    """Change the keys that are given. Raises NotFound, Conflict (stale version or stock, a key), ValidationFailed."""
    item = _columns(body)
    product = await _lock(ctx, product_id)
    if product["deleted_at"] is not None:
        raise NotFound("product")
    if isinstance(body.version, int) and body.version != product["version"]:
        raise Conflict("This product was changed meanwhile.", version=product["version"])
    if body.expected_stock_quantity is not UNSET and body.expected_stock_quantity != product["stock_quantity"]:
        raise Conflict("The stock has changed meanwhile.", stock_quantity=product["stock_quantity"])
    if item:
        updated = await ctx.q.products.update_products(
            ctx.db, store_id=product["store_id"], items=[item | {"id": product_id}], actor_id=ctx.actor_id
        )
        if any(row["text_changed"] for row in updated):
            await enqueue_embedding(ctx.jobs, ctx.db, product["store_id"], ctx.actor_id)
    return await get_product(ctx, product_id)


async def archive_product(ctx: AppCtx, product_id: UUID) -> None:
    """Take a product out of lists, search and limits; orders keep it. Raises NotFound."""
    await _lock(ctx, product_id)
    done = await ctx.q.products.archive_product(ctx.db, product_id=product_id, at=ctx.now(), actor_id=ctx.actor_id)
    if done is None:
        raise NotFound("product")


async def restore_product(ctx: AppCtx, product_id: UUID) -> Product:
    """Bring an archived product back; one that is there stays. Raises NotFound, PlanLimit, Conflict (its sku)."""
    product = await _lock(ctx, product_id)
    if product["deleted_at"] is not None:
        await require_room(ctx, "products")
        await ctx.q.products.archive_product(ctx.db, product_id=product_id, at=None, actor_id=ctx.actor_id)
        await enqueue_embedding(ctx.jobs, ctx.db, product["store_id"], ctx.actor_id)
    return await get_product(ctx, product_id)


async def duplicate_product(ctx: AppCtx, product_id: UUID, name: str | None) -> Product:
    """A copy that can be edited before it is sold. Raises NotFound, PlanLimit."""
    product = await _lock(ctx, product_id)
    await require_room(ctx, "products")
    new_id = uuid7()
    made = await ctx.q.products.copy_product(
        ctx.db, product_id=product_id, new_id=new_id, name=name, actor_id=ctx.actor_id
    )
    if made is None:
        raise NotFound("product")
    await copy_pictures(ctx, product_id, new_id)
    await enqueue_embedding(ctx.jobs, ctx.db, product["store_id"], ctx.actor_id)
    return await get_product(ctx, new_id)


async def _lock(ctx: AppCtx, product_id: UUID) -> Any:
    row = await ctx.q.products.lock_product(ctx.db, product_id=product_id, actor_id=ctx.actor_id)
    if row is None:
        raise NotFound("product")
    return row


def _columns(body: ProductFields) -> dict[str, Any]:
    try:
        return columns_of(body)
    except NoPrice as problem:
        raise validation_failed("/price", str(problem)) from None
