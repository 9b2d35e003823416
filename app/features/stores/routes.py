"""Stores. SQL: sql/stores.sql; tests/features/test_stores.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.rows import one
from app.features.stores import service
from app.features.stores.types import (
    CreateStore,
    ReplaceSynonyms,
    SlugAvailability,
    Store,
    StoreFilter,
    Synonyms,
    UpdateStore,
)
from app.web.errors import Conflict, NotFound, PlanLimit
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

stores = Group("/internal/stores", Scope.APP, tag="stores", reads=Role.ATTENDANT, writes=Role.MANAGER)


@stores.get("", errors=(NotFound,), replica=True)
async def list_stores(ctx: AppCtx, query: StoreFilter) -> list[Store]:
    """The company's stores, newest first."""
    return await service.list_stores(ctx, query)


@stores.get("/{store_id}")
async def get_store(ctx: AppCtx, store_id: UUID) -> Store:
    """A store."""
    return one(await ctx.q.stores.get_store(ctx.db, store_id=store_id, actor_id=ctx.actor_id), Store)


@stores.post("", status=201, errors=(Conflict, PlanLimit), idempotent=True)
async def create_store(ctx: AppCtx, body: CreateStore) -> Store:
    """Create a store."""
    return await service.create_store(ctx, body)


@stores.patch("/{store_id}", errors=(Conflict,))
async def update_store(ctx: AppCtx, store_id: UUID, body: UpdateStore) -> Store:
    """Change a store."""
    return await service.update_store(ctx, store_id, body)


@stores.delete("/{store_id}", errors=(Conflict,))
async def archive_store(ctx: AppCtx, store_id: UUID) -> None:
    """Archive a store that has no open orders: out of lists and limits, with all that is in it."""
    await service.archive_store(ctx, store_id)


@stores.post("/{store_id}/restore", errors=(PlanLimit,))
async def restore_store(ctx: AppCtx, store_id: UUID) -> Store:
    """Bring an archived store back."""
    return await service.restore_store(ctx, store_id)


@stores.get("/slug-available/{slug}")
async def check_slug(ctx: AppCtx, slug: str) -> SlugAvailability:
    """Whether an address is free, with a suggestion when it is not."""
    return await service.check_slug(ctx, slug)


@stores.get("/{store_id}/synonyms")
async def get_synonyms(ctx: AppCtx, store_id: UUID) -> Synonyms:
    """What the store calls alike."""
    return await service.get_synonyms(ctx, store_id)


@stores.put("/{store_id}/synonyms")
async def replace_synonyms(ctx: AppCtx, store_id: UUID, body: ReplaceSynonyms) -> Synonyms:
    """Replace what the store calls alike; the next search uses it."""
    return await service.replace_synonyms(ctx, store_id, body)
