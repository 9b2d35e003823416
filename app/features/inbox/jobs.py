"""Housekeeping of what came in and went out."""

from datetime import timedelta

from app.context import JobCtx
from app.jobs import schedule

# Providers deliver again for days; what had its effect is kept long enough to answer every one of them, and a question.
KEEP_EVENTS = timedelta(days=90)
KEEP_PUSHES = timedelta(days=30)
BATCH = 5_000


@schedule("purge_events", every=timedelta(hours=6))
async def purge_events(ctx: JobCtx) -> None:
    """Delete processed events and settled pushes of long ago. Failed events stay: they wait for a person."""
    while await ctx.q.inbox.purge_events(ctx.db, before=ctx.now() - KEEP_EVENTS, batch=BATCH) == BATCH:
        pass
    while await ctx.q.stock_sync.purge_pushes(ctx.db, before=ctx.now() - KEEP_PUSHES, batch=BATCH) == BATCH:
        pass
