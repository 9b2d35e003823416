"""The end of old events."""

from collections import defaultdict
from datetime import timedelta
from uuid import UUID

from app.context import JobCtx
from app.jobs import schedule

KEEP = timedelta(days=30)
BATCH = 5_000


@schedule("purge_company_events", every=timedelta(hours=6))
async def purge_company_events(ctx: JobCtx) -> None:
    """Delete what nobody reads on from any more, company by company."""
    full = True
    while full:
        rows = await ctx.q.events.list_purgeable(ctx.db, before=ctx.now() - KEEP, batch=BATCH)
        old: dict[str, list[UUID]] = defaultdict(list)
        for row in rows:
            old[row["company_id"]].append(row["id"])
        for company_id, ids in old.items():
            await ctx.q.events.purge_events(ctx.db, company_id=company_id, ids=ids)
        full = len(rows) == BATCH
