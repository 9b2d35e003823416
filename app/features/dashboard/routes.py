"""The dashboard. SQL: sql/dashboard.sql; tests/features/test_dashboard.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.rows import one
from app.features.dashboard.types import Dashboard
from app.web.errors import NotFound
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

dashboard = Group("/internal/dashboard", Scope.APP, tag="dashboard", reads=Role.ATTENDANT)


@dashboard.get("/{store_id}", replica=True)
async def get_dashboard(ctx: AppCtx, store_id: UUID) -> Dashboard:
    """Numbers of a store: orders, leads, products, recent conversations."""
    row = await ctx.q.dashboard.get_dashboard(ctx.db, store_id=store_id, actor_id=ctx.actor_id, moment=ctx.now())
    if row is None:
        raise NotFound("store")
    return one(row, Dashboard)
