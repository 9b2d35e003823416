"""The end of old events."""

from datetime import timedelta

from app.context import JobCtx
from app.features.housekeeping import purge
from app.jobs import schedule

KEEP = timedelta(days=30)


@schedule("purge_company_events", every=timedelta(hours=6))
async def purge_company_events(ctx: JobCtx) -> None:
    """Delete what nobody reads on from any more."""
    queries = ctx.q.events
    await purge(ctx, "purge_company_events", queries.list_purgeable, queries.purge_events, ctx.now() - KEEP)
