"""Work over all companies, each apart: what fails for one stops no other. Used by features/<noun>/jobs.py and billing.

Tests: tests/features/test_housekeeping.py, tests/features/billing/test_isolation.py.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from app.context import JobCtx
from app.ops.log import log
from app.ops.metrics import Metrics

BATCH = 5_000
Query = Callable[..., Awaitable[Any]]


@contextmanager
def apart(metrics: Metrics, work: str, company_id: str, failed: list[str] | None = None) -> Iterator[None]:
    """Whatever goes wrong in the block is this company's alone: it is logged, counted and added to `failed`."""
    try:
        yield
    except Exception as error:
        log.error("company_failed", work=work, company_id=company_id, error=type(error).__name__, exc_info=error)
        metrics.company_failures.labels(work).inc()
        if failed is not None:
            failed.append(company_id)


async def companies(find: Query, *, batch: int = BATCH) -> AsyncIterator[Any]:
    """A row for each company that `find` lists, page by page: those that stay on the list hide none behind them.

    `find` takes the company it goes on behind, and names one in the first column, in their order.
    """
    after, full = "", True
    while full:
        rows = await find(after=after, batch=batch)
        for row in rows:
            yield row
        full = len(rows) == batch
        after = rows[-1][0] if rows else after


async def purge(ctx: JobCtx, work: str, find: Query, remove: Query, before: datetime, *, batch: int = BATCH) -> None:
    """Remove what `find` names (company_id, id), batch by batch, that no lock is held for long, company by company.

    One whose rows cannot be removed is left out until the next run: at the head of each batch they would hide others.
    """
    failed: list[str] = []
    full = True
    while full:
        old: dict[str, list[Any]] = defaultdict(list)
        rows = await find(ctx.db, before=before, without=failed, batch=batch)
        for row in rows:
            old[row["company_id"]].append(row["id"])
        for company_id, ids in old.items():
            with apart(ctx.services.metrics, work, company_id, failed):
                await remove(ctx.db, company_id=company_id, ids=ids)
        full = len(rows) == batch
