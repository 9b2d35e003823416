"""What has happened. SQL: sql/events.sql; tests/features/test_events.py."""

from typing import Any

from app.context import AppCtx
from app.db.rows import many
from app.features.events.types import Event, EventFilter, EventPage
from app.features.webhook_endpoints.dispatch import dispatch
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

events = Group("/internal/events", Scope.APP, tag="events", reads=Role.MANAGER)


@events.get("")
async def list_events(ctx: AppCtx, query: EventFilter) -> EventPage:
    """What has happened in the company since an event, in order, or before one, the latest first; kept for 30 days."""
    await dispatch(ctx, ctx.actor_id)
    wanted: dict[str, Any] = {"actor_id": ctx.actor_id, "after": query.after, "limit": query.limit}
    if query.before is None:
        rows = await ctx.q.events.list_events(ctx.db, **wanted)
    else:
        rows = await ctx.q.events.list_events_before(ctx.db, before=query.before, **wanted)
    return EventPage(many(rows, Event))
