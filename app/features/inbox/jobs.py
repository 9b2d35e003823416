"""Housekeeping of what came in and went out."""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from app.context import JobCtx
from app.jobs import schedule

# Providers deliver again for days; what had its effect is kept long enough to answer every one of them, and a question.
KEEP_EVENTS = timedelta(days=90)
KEEP_PUSHES = timedelta(days=30)
BATCH = 5_000
Query = Callable[..., Awaitable[Any]]


@schedule("purge_events", every=timedelta(hours=6))
async def purge_events(ctx: JobCtx) -> None:
    """Delete processed events and settled pushes of long ago. Failed events stay: they wait for a person."""
    events, pushes = ctx.q.inbox, ctx.q.stock_sync
    await _purge(ctx, events.list_purgeable, events.purge_events, ctx.now() - KEEP_EVENTS)
    await _purge(ctx, pushes.list_purgeable_pushes, pushes.purge_pushes, ctx.now() - KEEP_PUSHES)


async def _purge(ctx: JobCtx, find: Query, purge: Query, before: datetime) -> None:
    """Batch by batch, that no lock is held for long, and company by company."""
    full = True
    while full:
        old: dict[str, list[Any]] = defaultdict(list)
        rows = await find(ctx.db, before=before, batch=BATCH)
        for row in rows:
            old[row["company_id"]].append(row["id"])
        for company_id, ids in old.items():
            await purge(ctx.db, company_id=company_id, ids=ids)
        full = len(rows) == BATCH
