"""Housekeeping of what came in."""

from datetime import timedelta

from app.context import JobCtx
from app.features.housekeeping import purge
from app.jobs import schedule

# Providers deliver again for days; what had its effect is kept long enough to answer every one of them, and a question.
KEEP = timedelta(days=90)


@schedule("purge_events", every=timedelta(hours=6))
async def purge_events(ctx: JobCtx) -> None:
    """Delete processed events of long ago. Failed events stay: they wait for a person."""
    await purge(ctx, "purge_events", ctx.q.inbox.list_purgeable, ctx.q.inbox.purge_events, ctx.now() - KEEP)
