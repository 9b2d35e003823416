"""The worker: claims jobs in batches, runs them side by side, settles them in batches. tests/jobs/test_worker.py.

At least once: a job is removed after its handler returned. A handler that wants its database effect exactly once
ends its transaction with `await run.finish(tx)`, which removes the job in that very transaction.
"""

import asyncio
import contextlib
import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import structlog

from app.db import Executor, classify, uuid7
from app.db.queries import Queries
from app.jobs.registry import GiveUp, Registry, RetryLater
from app.jobs.settle import Outcome, Settled, Settler
from app.ops import tracing
from app.ops.log import request_id_var
from app.ops.words import storable

log = structlog.get_logger(__name__)
POLL_S = 1.0  # finds what became due by the clock, and what a lost notification did not tell
HOT_S, HOT_POLL_S = 0.5, 0.05  # after a notification: not every enqueueing transaction notifies (queue.TELL_EVERY_S)
TICK_S = 1.0
LEASE_MARGIN_S = 30.0  # a claimed job waits at most this long for a free runner
BATCH_LEAST, BATCH_MOST = 16, 1000
ERROR_LENGTH = 300


class LeaseLost(Exception):
    """The job was claimed by another worker meanwhile; the transaction must not commit."""


@dataclass(frozen=True, slots=True)
class JobRun:
    """One claimed job: what `make_ctx` may want to know, and the way to settle it early."""

    id: UUID
    name: str
    args: msgspec.Raw
    company_id: str
    attempts: int
    created_at: datetime
    claimed_at: float
    queries: Queries
    # Of the request that made it.
    request_id: str | None = None
    traceparent: str | None = None

    async def finish(self, tx: Executor) -> None:
        """Remove the job inside the handler's transaction. Raises LeaseLost when it is no longer ours."""
        rows = await self.queries.jobs.finish_jobs(
            tx, companies=[self.company_id], ids=[self.id], attempts=[self.attempts]
        )
        if not rows:
            raise LeaseLost(self.name)


def _claimed(row: asyncpg.Record, now: float, queries: Queries) -> JobRun:
    job_id, name, args, company_id, attempts, created_at, request_id, traceparent = row
    return JobRun(job_id, name, args, company_id, attempts, created_at, now, queries, request_id, traceparent)


MakeContext = Callable[[JobRun], Any]
Observe = Callable[[str, Outcome, float], None]


class Worker:
    """Runs the registry's jobs until stopped. `observe` hears of each end: name, outcome, seconds."""

    def __init__(
        self,
        db: Executor,
        queries: Queries,
        registry: Registry,
        make_ctx: MakeContext,
        *,
        concurrency: int = 8,
        lease_margin_s: float = LEASE_MARGIN_S,
        observe: Observe = lambda _name, _outcome, _seconds: None,
    ) -> None:
        self._db = db
        self._queries = queries
        self._registry = registry
        self._make_ctx = make_ctx
        self._concurrency = concurrency
        self._margin = lease_margin_s
        self._observe = observe
        self._local: deque[JobRun] = deque()
        self._room = asyncio.Event()  # the local queue runs low, or new work was announced
        self._work = asyncio.Condition()
        self._runners: list[asyncio.Task[None]] = []
        self._hot_until = 0.0
        self._stopping = False
        self._ended = asyncio.Event()
        self._running = 0
        self._batch = BATCH_LEAST
        self._after = ""
        self._settler = Settler(db, queries, self._room.set)
        self._claims = [job.name for job in registry], [job.timeout_s + 2 * lease_margin_s for job in registry]

    def wake(self, _: object = None) -> None:
        """Look for work now. A listener of the channel `jobs` calls this, with whatever it heard."""
        self._hot_until = time.monotonic() + HOT_S
        self._room.set()

    @property
    def running(self) -> int:
        """Handlers at work."""
        return self._running

    async def run(self) -> None:
        """Work until `stop`, then end what is begun. Cancelling ends the handlers at once and gives the jobs back."""
        clocks = [job for job in self._registry if job.every is not None]
        try:
            async with asyncio.TaskGroup() as group:
                background = [group.create_task(self._settler.run()), group.create_task(self._tick(clocks))]
                self._runners = [group.create_task(self._runner()) for _ in range(self._concurrency)]
                await self._claim()
                await asyncio.wait(self._runners)
                for task in background:
                    task.cancel()
        finally:
            self._give_back()
            await self._settler.close(3)
            self._ended.set()

    async def stop(self, grace_s: float = 20) -> None:
        """Claim no more and return when `run` has; handlers still at work after `grace_s` are cancelled."""
        self._stopping = True
        self._give_back()
        self._room.set()
        async with self._work:
            self._work.notify_all()
        try:
            await asyncio.wait_for(self._ended.wait(), grace_s)
        except TimeoutError:
            for runner in self._runners:
                runner.cancel()
            await self._ended.wait()

    def _give_back(self) -> None:
        while self._local:
            run = self._local.popleft()
            self._settler.add(Settled(run.company_id, run.id, run.attempts, "released"))

    async def _claim(self) -> None:
        """Keep the local queue filled. How much is fetched follows how fast it is used up."""
        emptied = time.monotonic()
        while not self._stopping:
            self._room.clear()
            if len(self._local) > self._batch // 4:
                await self._room.wait()
                continue
            quick = time.monotonic() - emptied < 0.5
            claimed = await self._claim_batch()
            emptied = time.monotonic()
            if claimed:
                grown = self._batch * 2 if quick and claimed >= self._batch else self._batch
                self._batch = min(grown, BATCH_MOST) if quick else max(self._batch // 2, BATCH_LEAST)
            if claimed < self._batch and not self._room.is_set():
                pause = HOT_POLL_S if time.monotonic() < self._hot_until else POLL_S
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._room.wait(), pause)

    async def _claim_batch(self) -> int:
        """Claim once from where the last turn ended, and once more from the start when that gave too little."""
        names, leases = self._claims
        total = 0
        passes = ((self._after, max(1, self._batch // 4)), ("", self._batch))
        for after, per_company in passes:
            if total >= self._batch or self._stopping:
                break
            try:
                rows = await self._queries.jobs.claim_jobs(
                    self._db,
                    after=after,
                    names=names,
                    leases=leases,
                    per_company=per_company,
                    batch=self._batch - total,
                )
            except Exception as error:
                if classify(error) is None:
                    raise
                log.warning("jobs_not_claimed", error=type(error).__name__)
                await asyncio.sleep(POLL_S)
                break
            if not rows and not after:
                break  # nothing is due in any company
            now = time.monotonic()
            runs = [_claimed(row, now, self._queries) for row in rows]
            self._after = max((run.company_id for run in runs), default="") if total == 0 else self._after
            total += len(runs)
            self._local.extend(runs)
            if runs:
                async with self._work:
                    self._work.notify(len(runs))
        return total

    async def _runner(self) -> None:
        while True:
            while not self._local and not self._stopping:
                async with self._work:
                    if not self._local and not self._stopping:
                        await self._work.wait()
            if self._stopping:
                return
            run = self._local.popleft()
            if len(self._local) <= self._batch // 4:
                self._room.set()
            if time.monotonic() - run.claimed_at > self._margin:
                self._settler.add(Settled(run.company_id, run.id, run.attempts, "released"))
                continue
            self._running += 1
            try:
                await self._run_one(run)
            finally:
                self._running -= 1

    async def _run_one(self, run: JobRun) -> None:
        job = self._registry.get(run.name)
        started = time.monotonic()
        # Its log lines, and those of what it enqueues, carry the request that it follows from.
        request_id_var.set(run.request_id or f"job-{run.id}")
        try:
            if run.attempts > job.max_attempts:
                # Every attempt is settled by its worker, unless that died of it.
                raise GiveUp("its workers died or lost their lease while running it")
            args = msgspec.json.decode(run.args, type=job.args)
            with tracing.span(f"job {run.name}", "consumer", parent=run.traceparent, job_attempt=run.attempts):
                async with asyncio.timeout(job.timeout_s):
                    await job(self._make_ctx(run), args)
            settled = Settled(run.company_id, run.id, run.attempts, "done")
        except asyncio.CancelledError:
            self._settler.add(Settled(run.company_id, run.id, run.attempts, "retry", 0.0, "worker stopped"))
            raise
        except Exception as error:
            settled = self._failed(run, error)
        self._settler.add(settled)
        self._observe(run.name, settled.outcome, time.monotonic() - started)

    def _failed(self, run: JobRun, error: Exception) -> Settled:
        job = self._registry.get(run.name)
        # One outcome that cannot be written would hold up those of all other jobs.
        text = storable(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:ERROR_LENGTH])
        fields = {"job": run.name, "job_id": str(run.id), "attempts": run.attempts}
        if isinstance(error, LeaseLost):
            log.warning("job_lease_lost", **fields)
            return Settled(run.company_id, run.id, run.attempts, "done")  # the fence: this removes nothing
        fault = classify(error)
        if fault is not None and fault.kind == "unavailable":
            # Not the job's fault: it may outlive any number of these.
            log.warning("job_without_database", error=type(error).__name__, **fields)
            return Settled(run.company_id, run.id, run.attempts, "released", random.uniform(1, 3))  # noqa: S311
        # Arguments that do not fit may be a newer release's, whose own workers know them.
        if isinstance(error, GiveUp) or run.attempts >= job.max_attempts:
            log.error("job_dead", error=text, **fields, exc_info=not isinstance(error, GiveUp | RetryLater))
            return Settled(run.company_id, run.id, run.attempts, "dead", 0.0, text)
        delay = job.delay_after(run.attempts)
        log.warning("job_failed", error=text, retry_in_s=round(delay, 1), **fields)
        return Settled(run.company_id, run.id, run.attempts, "retry", delay, text)

    async def _tick(self, clocks: list[Any]) -> None:
        """Fire schedules whose time has come; of all replicas one makes the job."""
        if not clocks:
            return
        names = [job.name for job in clocks]
        registered = False
        while True:
            try:
                if not registered:
                    seconds = [job.every.total_seconds() for job in clocks]
                    await self._queries.jobs.register_schedules(self._db, names=names, seconds=seconds)
                    registered = True
                fired = await self._queries.jobs.fire_schedules(self._db, ids=[uuid7() for _ in names], names=names)
                if (ahead_s := max((row["ahead_s"] for row in fired), default=0.0)) > 0:
                    await self._call_back(ahead_s)
                if fired:
                    self.wake()
            except Exception as error:
                if classify(error) is None:
                    raise
                log.warning("schedules_not_fired", error=type(error).__name__)
            await asyncio.sleep(TICK_S)

    async def _call_back(self, ahead_s: float) -> None:
        """The database's clock was so far ahead and has been put back: what was to be soon lies far away."""
        log.warning("clock_went_back", seconds=round(ahead_s))
        await self._queries.jobs.call_back_jobs(self._db, ahead_s=ahead_s, lease_s=max(self._claims[1]))
