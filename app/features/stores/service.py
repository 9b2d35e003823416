"""Rules of stores that need more than one query. SQL: sql/stores.sql; tests/features/test_stores.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, maybe, one
from app.features.company.limits import require_room
from app.features.stores import rules
from app.features.stores.types import CreateStore, SlugAvailability, Store, StoreFilter, UpdateStore
from app.web.errors import Conflict, NotFound
from app.web.patch import changes


async def list_stores(ctx: AppCtx, query: StoreFilter) -> list[Store]:
    """The actor's stores. Raises NotFound when another company's are asked for."""
    if query.company_id not in (None, ctx.actor_id):
        raise NotFound("company")
    return many(await ctx.q.stores.list_stores(ctx.db, actor_id=ctx.actor_id), Store)


async def create_store(ctx: AppCtx, body: CreateStore) -> Store:
    """Create a store. Raises Conflict (no company, slug taken), PlanLimit."""
    await require_room(ctx, "stores")
    if body.slug is not None:
        store = await _insert(ctx, body, body.slug)
        if store is None:
            raise Conflict("slug is taken")
        return store
    # Between looking and inserting somebody may take the slug; the last variant is taken by nobody.
    for slug in [await _free_slug(ctx, rules.slugify(body.name)), f"loja-{uuid7().hex}"]:
        store = await _insert(ctx, body, slug)
        if store is not None:
            return store
    raise Conflict("slug is taken")


async def _insert(ctx: AppCtx, body: CreateStore, slug: str) -> Store | None:
    row = await ctx.q.stores.create_store(
        ctx.db,
        id=uuid7(),
        actor_id=ctx.actor_id,
        name=body.name,
        slug=slug,
        description=body.description,
        settings=body.settings,
    )
    return maybe(row, Store)


async def update_store(ctx: AppCtx, store_id: UUID, body: UpdateStore) -> Store:
    """Change a store. Raises NotFound, Conflict (slug)."""
    return one(
        await ctx.q.stores.update_store(ctx.db, store_id=store_id, actor_id=ctx.actor_id, **changes(body)), Store
    )


async def check_slug(ctx: AppCtx, slug: str) -> SlugAvailability:
    """Whether a slug can be had; when not, a free one like it."""
    wanted = slug if rules.SLUG.fullmatch(slug) else rules.slugify(slug)
    free = await _free_slug(ctx, wanted)
    return SlugAvailability(slug, free == slug, None if free == slug else free)


async def _free_slug(ctx: AppCtx, slug: str) -> str:
    candidates = list(rules.variants(slug, uuid7().hex[-8:]))
    taken = {row[0] for row in await ctx.q.stores.list_taken_slugs(ctx.db, slugs=candidates)}
    return next(candidate for candidate in candidates if candidate not in taken)
