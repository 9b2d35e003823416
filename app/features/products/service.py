"""Lists and searches of a store's catalogue. SQL: sql/products.sql; tests/features/test_products.py."""

from typing import Any

from app.context import AppCtx
from app.db.rows import many
from app.features.products.types import Product, ProductFilter
from app.web.errors import NotFound
from app.web.paging import Page


async def list_products(ctx: AppCtx, query: ProductFilter) -> Page[Product]:
    """A page of the store's products: newest first, or best match first with `q`. Raises NotFound."""
    owner: dict[str, Any] = {"store_id": query.store_id, "actor_id": ctx.actor_id}
    page: dict[str, Any] = {"limit": query.limit, "offset": query.offset}
    queries = ctx.q.products
    if query.q is None:
        counted = await queries.count_products(ctx.db, **owner)
        rows = await queries.list_products(ctx.db, **owner, **page) if counted else []
    else:
        counted = await queries.count_matching_products(ctx.db, query=query.q, **owner)
        rows = await queries.search_products(ctx.db, query=query.q, **owner, **page) if counted else []
    if counted is None:
        raise NotFound("store")
    return Page(many(rows, Product), counted["total"], query.limit, query.offset)
