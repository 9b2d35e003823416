"""Outcomes of jobs on their way back to the queue, many per statement. Used by `worker.py`."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import structlog

from app.db import Executor, classify
from app.db.queries import Queries

log = structlog.get_logger(__name__)
Outcome = Literal["done", "retry", "dead", "released"]
PAUSE_S = 0.5  # before the next try while the database is away
MOST = 1000


@dataclass(frozen=True, slots=True)
class Settled:
    """How one claimed job ended: `attempts` is the fence, `delay_s` counts for retries and releases."""

    company_id: str
    id: UUID
    attempts: int
    outcome: Outcome
    delay_s: float = 0.0
    error: str = ""


class Settler:
    """Collects outcomes and writes them in batches: what ends while one batch is written makes up the next."""

    def __init__(self, db: Executor, queries: Queries, on_settled: Callable[[], None]) -> None:
        self._db = db
        self._q = queries.jobs
        self._on_settled = on_settled
        self._waiting: list[Settled] = []
        self._wake = asyncio.Event()

    def add(self, item: Settled) -> None:
        """Take one outcome."""
        self._waiting.append(item)
        self._wake.set()

    async def run(self) -> None:
        """Write outcomes until cancelled."""
        while True:
            await self._wake.wait()
            await self.flush()

    async def flush(self) -> None:
        """Write what is there; while the database is away it stays here, and the leases guard against loss."""
        self._wake.clear()
        while self._waiting:
            batch = self._waiting[:MOST]
            try:
                await self._write(batch)
            except Exception as error:
                if classify(error) is None:
                    raise
                log.warning("jobs_not_settled", jobs=len(batch), error=type(error).__name__)
                self._wake.set()
                await asyncio.sleep(PAUSE_S)
                return
            del self._waiting[: len(batch)]
            self._on_settled()

    async def _write(self, batch: list[Settled]) -> None:
        groups: dict[Outcome, list[Settled]] = {}
        for item in batch:
            groups.setdefault(item.outcome, []).append(item)
        for outcome, items in groups.items():
            jobs: dict[str, Any] = {
                "companies": [i.company_id for i in items],
                "ids": [i.id for i in items],
                "attempts": [i.attempts for i in items],
            }
            errors, delays = [i.error for i in items], [i.delay_s for i in items]
            if outcome == "done":
                await self._q.finish_jobs(self._db, **jobs)
            elif outcome == "retry":
                await self._q.retry_jobs(self._db, delays=delays, errors=errors, **jobs)
            elif outcome == "dead":
                await self._q.bury_jobs(self._db, errors=errors, **jobs)
            else:
                await self._q.release_jobs(self._db, delays=delays, **jobs)

    async def close(self, grace_s: float) -> None:
        """Write what is left, for at most the given time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                while self._waiting:
                    await self.flush()
