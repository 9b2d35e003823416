"""Deleting what is old, over all companies. Used by features/<noun>/jobs.py."""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from app.context import JobCtx

BATCH = 5_000
Query = Callable[..., Awaitable[Any]]


async def purge(ctx: JobCtx, find: Query, remove: Query, before: datetime) -> None:
    """Remove what `find` names (company_id, id), batch by batch, that no lock is held for long, company by company."""
    full = True
    while full:
        old: dict[str, list[Any]] = defaultdict(list)
        rows = await find(ctx.db, before=before, batch=BATCH)
        for row in rows:
            old[row["company_id"]].append(row["id"])
        for company_id, ids in old.items():
            await remove(ctx.db, company_id=company_id, ids=ids)
        full = len(rows) == BATCH
