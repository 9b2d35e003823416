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
    if query.q is not None:
        return await _search(ctx, query, query.q, owner, page)
    counted = await ctx.q.products.count_products(ctx.db, **owner)
    if counted is None:
        raise NotFound("store")
    rows = await ctx.q.products.list_products(ctx.db, **owner, **page)
    return Page(many(rows, Product), counted["total"], query.limit, query.offset)


async def _search(
    ctx: AppCtx, query: ProductFilter, text: str, owner: dict[str, Any], page: dict[str, Any]
) -> Page[Product]:
    rows = await ctx.q.products.search_products(ctx.db, query=text, **owner, **page)
    if rows:
        # The total stands behind the product's own columns.
        return Page([Product(*row[:-1]) for row in rows], rows[0]["total"], query.limit, query.offset)
    counted = await ctx.q.products.count_matching_products(ctx.db, query=text, **owner)
    if counted is None:
        raise NotFound("store")
    return Page([], counted["total"], query.limit, query.offset)
