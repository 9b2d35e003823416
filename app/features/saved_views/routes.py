"""Saved views of the company. SQL: sql/saved_views.sql; tests/features/test_saved_views.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, one
from app.features.saved_views.types import SavedView, SaveView, ViewFilter
from app.web.errors import Conflict, NotFound
from app.web.replies import Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

saved_views = Group("/internal/saved-views", Scope.APP, tag="saved-views", reads=Role.ATTENDANT, writes=Role.ATTENDANT)

MOST = 100


@saved_views.get("", replica=True)
async def list_saved_views(ctx: AppCtx, query: ViewFilter) -> list[SavedView]:
    """The company's views, of one page or all, by name."""
    rows = await ctx.q.saved_views.list_views(ctx.db, page=query.page, actor_id=ctx.actor_id)
    return many(rows, SavedView)


@saved_views.post("", statuses=(200, 201), errors=(Conflict,), idempotent=True)
async def save_view(ctx: AppCtx, body: SaveView) -> Reply[SavedView]:
    """Keep a view; one of the same page and name takes the new query."""
    new_id = uuid7()
    row = await ctx.q.saved_views.save_view(
        ctx.db, id=new_id, page=body.page, name=body.name, query=body.query, most=MOST, actor_id=ctx.actor_id
    )
    if row is None:
        raise Conflict(f"A company keeps at most {MOST} views, and must exist.")
    view = one(row, SavedView)
    return Reply(view, 201 if view.id == new_id else 200)


@saved_views.delete("/{view_id}")
async def delete_saved_view(ctx: AppCtx, view_id: UUID) -> None:
    """Forget a view."""
    if await ctx.q.saved_views.delete_view(ctx.db, view_id=view_id, actor_id=ctx.actor_id) is None:
        raise NotFound("saved view")
