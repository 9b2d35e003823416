"""Lists and searches of a store's catalogue. SQL: sql/products.sql; tests/features/test_product_lists.py."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from asyncpg import Record
from msgspec import Raw
from msgspec.json import Decoder
from msgspec.structs import replace

from app.context import AppCtx
from app.db.pool import Executor
from app.db.rows import many
from app.features.products.types import Highlight, ListedProduct, ProductFilter, ProductPage, Variant
from app.features.products.variants import shared_name
from app.features.search.ranking import highlight
from app.features.search.service import names_for, search_products
from app.features.search.types import FoundProduct
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.types import UNSET, UnsetType

# Few queries have as many answers; of one that has, so many are looked for and counted.
FOUND, MOST_FOUND = 200, 2_000
NO_CATEGORY = ""
_decode_variants = Decoder(list[Variant]).decode


async def list_products(ctx: AppCtx, query: ProductFilter) -> ProductPage:
    """A page of the store's products: newest first, or best match first with `q`. Raises NotFound."""
    counted = await ctx.q.products.count_products(ctx.db, store_id=query.store_id, actor_id=ctx.actor_id)
    if counted is None:
        raise NotFound("store")
    if query.q is not None and query.archived:
        raise validation_failed("/archived", "archived products are not searched: leave q out")
    if query.q is not None:
        return await _search(ctx, query, query.q)
    if _narrows(query) or query.sort not in (None, "relevance", "-created_at"):
        return await _filter(ctx, query, counted["total"])
    rows = await ctx.q.products.list_products(
        ctx.db,
        store_id=query.store_id,
        actor_id=ctx.actor_id,
        model=ctx.services.embedder.identity,
        limit=query.limit,
        offset=query.offset,
    )
    return ProductPage(many(rows, ListedProduct), counted["total"], query.limit, query.offset)


def _narrows(query: ProductFilter) -> bool:
    narrowing = (
        query.category,
        query.active,
        query.in_stock,
        query.group,
        query.min_price_cents,
        query.max_price_cents,
    )
    return (
        any(value is not None for value in narrowing)
        or bool(query.attributes)
        or (query.facets or query.archived or query.grouped)
    )


def _attributes(query: ProductFilter) -> list[tuple[str, str]]:
    return [(key, value) for key, _, value in (pair.partition(":") for pair in query.attributes)]


async def _filter(ctx: AppCtx, query: ProductFilter, every: int) -> ProductPage:
    """Without a query: what the filters leave of `every` product, in the order asked for."""
    attributes = _attributes(query)
    narrowed: dict[str, Any] = {
        "store_id": query.store_id,
        "actor_id": ctx.actor_id,
        "category": query.category,
        "active": query.active,
        "in_stock": query.in_stock,
        "group_key": query.group,
        "min_cents": query.min_price_cents,
        "max_cents": query.max_price_cents,
        "keys": [key for key, _ in attributes],
        "vals": [value for _, value in attributes],
        "archived": query.archived,
        "grouped": query.grouped,
    }
    products = ctx.q.products

    async def look(db: Executor) -> ProductPage:
        facets: dict[str, dict[str, int]] | UnsetType = UNSET
        if query.facets:
            counts = {
                row["category"] or NO_CATEGORY: row["count"] for row in await products.count_categories(db, **narrowed)
            }
            facets, total = {"category": counts}, sum(counts.values())
        elif _narrows(query):
            total = await products.count_filtered_products(db, **narrowed) or 0
        else:
            total = every
        rows = await products.list_filtered_products(
            db,
            **narrowed,
            model=ctx.services.embedder.identity,
            sort=query.sort or "-created_at",
            limit=query.limit,
            offset=query.offset,
        )
        return ProductPage(_listed(rows, query), total, query.limit, query.offset, facets)

    return await ctx.look_up(look)


async def _search(ctx: AppCtx, query: ProductFilter, text: str) -> ProductPage:
    """What fits the text, as the chat's tools find it; what only comes close when nothing does."""
    found = await _find(ctx, query, text, FOUND)
    if len(found) == FOUND and not found[-1].close:
        found = await _find(ctx, query, text, MOST_FOUND)
    if query.grouped:
        found = await _one_of_each_group(ctx, query, found)
    facets = {"category": dict(Counter(hit.category or NO_CATEGORY for hit in found))} if query.facets else UNSET
    rows = await ctx.q.products.list_products_by_ids(
        ctx.db,
        store_id=query.store_id,
        actor_id=ctx.actor_id,
        model=ctx.services.embedder.identity,
        product_ids=[hit.product_id for hit in found],
        grouped=query.grouped,
        sort=query.sort or "relevance",
        limit=query.limit,
        offset=query.offset,
    )
    hits = {hit.product_id: hit for hit in found}
    items = [_with_hit(product, hits[product.id]) for product in _listed(rows, query)]
    if query.highlight:
        words = await names_for(ctx.services, ctx.actor_id, query.store_id, text)
        items = [
            replace(item, highlight=Highlight(highlight(item.name, words), highlight(item.description, words)))
            for item in items
        ]
    return ProductPage(items, len(found), query.limit, query.offset, facets)


async def _find(ctx: AppCtx, query: ProductFilter, text: str, most: int) -> list[FoundProduct]:
    return await search_products(
        ctx.services,
        ctx.actor_id,
        query.store_id,
        text,
        limit=most,
        min_cents=query.min_price_cents,
        max_cents=query.max_price_cents,
        category=query.category,
        active=query.active,
        in_stock=query.in_stock,
        group=query.group,
        attributes=_attributes(query),
    )


async def _one_of_each_group(ctx: AppCtx, query: ProductFilter, found: list[FoundProduct]) -> list[FoundProduct]:
    """The best hit of each group of variants, and all that have none."""
    rows = await ctx.q.products.list_groups(
        ctx.db,
        store_id=query.store_id,
        actor_id=ctx.actor_id,
        product_ids=[hit.product_id for hit in found],
    )
    groups = {row["id"]: row["variant_group"] for row in rows}
    first: dict[str, FoundProduct] = {}
    for hit in found:
        first.setdefault(groups.get(hit.product_id) or str(hit.product_id), hit)
    return list(first.values())


def _listed(rows: Sequence[Record], query: ProductFilter) -> list[ListedProduct]:
    """The rows as they are shown: those that stand for a group with the name of all of it."""
    products = many(rows, ListedProduct)
    return [replace(product, group_name=_group_name(product)) for product in products] if query.grouped else products


def _group_name(product: ListedProduct) -> str | None:
    built = cast(Raw | None, product.variants)
    return None if built is None else shared_name([variant.name for variant in _decode_variants(built)])


def _with_hit(product: ListedProduct, hit: FoundProduct) -> ListedProduct:
    return replace(product, score=hit.score, similarity=hit.similarity, close=hit.close)
