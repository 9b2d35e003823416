"""Putting jobs into the queue, in the transaction of the change they follow. tests/jobs/test_queue.py."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from app.db import Executor, uuid7
from app.db.queries import Queries
from app.jobs.registry import Args, Job
from app.ops import tracing
from app.ops.log import request_id_var

SERVICE = "*"  # whose turn a job takes that belongs to no company


# PostgreSQL lets transactions that notify commit one at a time, each with its own flush. So a process notifies at most
# this often; a worker that was woken looks again for a while (worker.HOT_S) and finds what came without a word.
TELL_EVERY_S = 0.05


class JobQueue:
    """Makes job rows. One serves all requests of a process."""

    def __init__(self, queries: Queries) -> None:
        self._q = queries.jobs
        self._told_at = -TELL_EVERY_S

    async def enqueue(
        self,
        tx: Executor,
        job: Job[Args],
        args: Args,
        *,
        company_id: str | None = None,
        unique_key: str | None = None,
        run_at: datetime | None = None,
    ) -> UUID:
        """Add one job; it exists once `tx` commits. Answers its id, or that of the waiting job of the same key."""
        ids = await self.enqueue_many(tx, job, [(args, unique_key)], company_id=company_id, run_at=run_at)
        return ids[0]

    async def enqueue_many(
        self,
        tx: Executor,
        job: Job[Args],
        items: Sequence[tuple[Args, str | None]],
        *,
        company_id: str | None = None,
        run_at: datetime | None = None,
    ) -> list[UUID]:
        """Add jobs of one kind in one statement: pairs of arguments and unique key (each key once)."""
        for args, _ in items:
            if type(args) is not job.args:
                raise TypeError(f"{job.name} takes {job.args.__name__}, not {type(args).__name__}")
        now = time.monotonic()
        tell = now - self._told_at >= TELL_EVERY_S
        if tell:
            self._told_at = now
        rows: list[Any] = await self._q.enqueue_jobs(
            tx,
            tell=tell,
            ids=[uuid7() for _ in items],
            name=job.name,
            args=[msgspec.json.encode(args) for args, _ in items],
            company_id=company_id or SERVICE,
            unique_keys=[key for _, key in items],
            run_at=run_at,
            request_id=request_id_var.get() or None,
            traceparent=tracing.traceparent(),
        )
        return [row["id"] for row in rows]
