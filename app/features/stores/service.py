"""Rules of stores that need more than one query. SQL: sql/stores.sql; tests/features/test_stores.py."""

from uuid import UUID

import asyncpg
import msgspec

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.resolver import Taken
from app.db.rows import many, one
from app.features.company.limits import count_all, require_all_fit, require_room
from app.features.search.ranking import key_of
from app.features.stores import rules
from app.features.stores.types import (
    CreateStore,
    ReplaceSynonyms,
    SlugAvailability,
    Store,
    StoreFilter,
    Synonyms,
    UpdateStore,
)
from app.web.decode import validation_failed
from app.web.errors import Conflict, NotFound
from app.web.patch import changes


async def list_stores(ctx: AppCtx, query: StoreFilter) -> list[Store]:
    """The actor's stores. Raises NotFound when another company's are asked for."""
    if query.company_id not in (None, ctx.actor_id):
        raise NotFound("company")
    return many(await ctx.q.stores.list_stores(ctx.db, actor_id=ctx.actor_id), Store)


def _require_free(slug: object) -> None:
    """A shop must not pass for the service. Raises Conflict."""
    if slug in rules.RESERVED:
        raise Conflict("slug is reserved")


async def archive_store(ctx: AppCtx, store_id: UUID) -> None:
    """Take a store, with all that is in it, out of lists and limits. Raises NotFound, Conflict (it has open orders)."""
    await require_store(ctx, store_id, lock=True)
    open_orders = await ctx.q.stores.count_open_orders(ctx.db, store_id=store_id, actor_id=ctx.actor_id)
    if open_orders:
        raise Conflict(f"This store has {open_orders} open orders.", open_orders=open_orders)
    if await ctx.q.stores.archive_store(ctx.db, store_id=store_id, at=ctx.now(), actor_id=ctx.actor_id) is None:
        raise NotFound("store")


async def restore_store(ctx: AppCtx, store_id: UUID) -> Store:
    """Bring an archived store back with all that is in it; one that is there stays. Raises NotFound, PlanLimit."""
    store = await ctx.q.stores.lock_store(ctx.db, store_id=store_id, actor_id=ctx.actor_id)
    if store is None:
        raise NotFound("store")
    if store["deleted_at"] is not None:
        before = await count_all(ctx)
        await ctx.q.stores.archive_store(ctx.db, store_id=store_id, at=None, actor_id=ctx.actor_id)
        await require_all_fit(ctx, before)
    return one(await ctx.q.stores.get_store(ctx.db, store_id=store_id, actor_id=ctx.actor_id), Store)


async def require_store(ctx: AppCtx, store_id: UUID, *, lock: bool = False) -> None:
    """Raises NotFound unless the store is the actor's; `lock` keeps others from changing it meanwhile."""
    query = ctx.q.stores.lock_store if lock else ctx.q.stores.get_store
    if await query(ctx.db, store_id=store_id, actor_id=ctx.actor_id) is None:
        raise NotFound("store")


async def create_store(ctx: AppCtx, body: CreateStore) -> Store:
    """Create a store. Raises Conflict (no company, slug taken), PlanLimit."""
    _require_free(body.slug)
    await require_room(ctx, "stores")
    store_id, resolver = uuid7(), ctx.services.resolver
    slug = body.slug or await _free_slug(ctx, rules.slugify(body.name))
    try:
        await resolver.take(ctx.db, ctx.actor_id, [("store_slug", slug)])
    except Taken:
        if body.slug is not None:
            raise
        # Between looking and taking somebody was faster; this one is nobody's.
        slug = f"loja-{store_id.hex}"
        await resolver.take(ctx.db, ctx.actor_id, [("store_slug", slug)])
    await resolver.take(ctx.db, ctx.actor_id, [("store", store_id)])
    row = await ctx.q.stores.create_store(
        ctx.db,
        id=store_id,
        actor_id=ctx.actor_id,
        name=body.name,
        slug=slug,
        description=body.description,
        settings=body.settings,
    )
    return one(row, Store)


async def update_store(ctx: AppCtx, store_id: UUID, body: UpdateStore) -> Store:
    """Change a store. Raises NotFound, Conflict (slug)."""
    if isinstance(body.slug, str):
        before = await ctx.q.stores.lock_slug(ctx.db, store_id=store_id, actor_id=ctx.actor_id)
        if before is None:
            raise NotFound("store")
        _require_free(body.slug)
        if before != body.slug:
            await ctx.services.resolver.give_up(ctx.db, ctx.actor_id, [("store_slug", before)])
            await ctx.services.resolver.take(ctx.db, ctx.actor_id, [("store_slug", body.slug)])
    return one(
        await ctx.q.stores.update_store(ctx.db, store_id=store_id, actor_id=ctx.actor_id, **changes(body)), Store
    )


async def check_slug(ctx: AppCtx, slug: str) -> SlugAvailability:
    """Whether a slug can be had; when not, a free one like it."""
    wanted = slug if rules.SLUG.fullmatch(slug) else rules.slugify(slug)
    free = await _free_slug(ctx, wanted)
    return SlugAvailability(slug, free == slug, None if free == slug else free)


async def get_synonyms(ctx: AppCtx, store_id: UUID) -> Synonyms:
    """The store's groups of words. Raises NotFound."""
    return _synonyms(await ctx.q.stores.get_store_synonyms(ctx.db, store_id=store_id, actor_id=ctx.actor_id))


async def replace_synonyms(ctx: AppCtx, store_id: UUID, body: ReplaceSynonyms) -> Synonyms:
    """Put these groups in place of those there were. Raises NotFound, ValidationFailed (words alike)."""
    groups = [list(dict.fromkeys(" ".join(word.split()) for word in group)) for group in body.groups]
    for place, group in enumerate(groups):
        if len(set(map(key_of, group))) < 2:
            raise validation_failed(f"/groups/{place}", "search does not tell these words apart: give another one")
    return _synonyms(
        await ctx.q.stores.replace_store_synonyms(ctx.db, store_id=store_id, actor_id=ctx.actor_id, groups=groups)
    )


def _synonyms(row: asyncpg.Record | None) -> Synonyms:
    if row is None:
        raise NotFound("store")
    return Synonyms(msgspec.json.decode(row["synonyms"], type=list[list[str]]))


async def _free_slug(ctx: AppCtx, slug: str) -> str:
    candidates = list(rules.variants(slug, uuid7().hex[-8:]))
    taken = {row[0] for row in await ctx.q.lookups.list_taken(ctx.db, kind="store_slug", values=candidates)}
    return next(candidate for candidate in candidates if candidate not in taken | rules.RESERVED)
