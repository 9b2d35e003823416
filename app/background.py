"""The job worker of a process: beside the API, or alone (`python -m app worker`). tests/test_background.py."""

import asyncio
import contextlib
import importlib
from collections.abc import AsyncIterator
from pathlib import Path

from app.backups import keep_backups
from app.context import JobCtx, Services
from app.db import classify
from app.db.listen import Listener
from app.features.webhook_endpoints.dispatch import dispatch_all
from app.jobs import Worker, registry
from app.jobs.registry import OUTBOUND, USUAL
from app.jobs.settle import Outcome
from app.jobs.worker import Observe
from app.ops.log import log
from app.ops.metrics import Metrics

FEATURES = Path(__file__).parent / "features"
COUNT_EVERY_S = 15.0
DISPATCH_EVERY_S = 1.0
# Each sender waits for one receiver, ten seconds at most.
SENDERS = 64
RESTART_AFTER_S = 1.0
GRACE_S = 10.0


def declare_jobs() -> None:
    """Import every features/<noun>/jobs.py: jobs are declared where their noun lives."""
    for path in sorted(FEATURES.glob("*/jobs.py")):
        importlib.import_module(f"app.features.{path.parent.name}.jobs")


@contextlib.asynccontextmanager
async def work_beside(services: Services) -> AsyncIterator[None]:
    """Run jobs while the block runs; at its end those at work get ten seconds."""
    if services.settings.job_concurrency == 0:
        yield
        return
    background = Background(services)
    await background.start()
    try:
        yield
    finally:
        await background.stop()


class Background:
    """A worker for each lane, made anew should it ever break, notifications, events on their way and the numbers."""

    def __init__(self, services: Services) -> None:
        declare_jobs()
        self._services = services
        self._workers = {lane: self._new_worker(lane) for lane in (USUAL, OUTBOUND)}
        self._listener = Listener(services.settings.direct_url)
        self._working: list[asyncio.Task[None]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    async def start(self) -> None:
        """Begin to work."""
        self._listener.on("jobs", self._wake, self._wake)
        await self._listener.start()
        self._working = [asyncio.create_task(self._work(lane)) for lane in self._workers]
        self._tasks = [
            asyncio.create_task(self._dispatch()),
            asyncio.create_task(self._count()),
            asyncio.create_task(keep_backups(self._services.settings), name="backups"),
        ]
        # Begun, so that `stop` may wait for the worker to end.
        await asyncio.sleep(0)

    async def stop(self) -> None:
        """End what is begun, give back the rest."""
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        pairs = zip(self._workers.values(), self._working, strict=True)
        await asyncio.gather(*(worker.stop(GRACE_S) for worker, task in pairs if not task.done()))
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, *self._tasks, return_exceptions=True)
        await self._listener.stop()

    def _new_worker(self, lane: str) -> Worker:
        services = self._services
        return Worker(
            services.db,
            services.q,
            registry.of(lane),
            lambda run: JobCtx(services, run),
            concurrency=SENDERS if lane == OUTBOUND else services.settings.job_concurrency or 8,
            observe=_observer(services.metrics),
        )

    def _wake(self, _: object) -> None:
        for worker in self._workers.values():
            worker.wake()

    async def _work(self, lane: str) -> None:
        while not self._stopping:
            try:
                await self._workers[lane].run()
            except Exception:
                log.exception("worker_broke", lane=lane)
                await asyncio.sleep(RESTART_AFTER_S)
                self._workers[lane] = self._new_worker(lane)

    async def _dispatch(self) -> None:
        """Events are written without a word to anybody; every worker looks for them."""
        while True:
            try:
                await dispatch_all(self._services)
            except Exception as error:
                if classify(error) is None:
                    raise
            await asyncio.sleep(DISPATCH_EVERY_S)

    async def _count(self) -> None:
        services = self._services
        while True:
            try:
                services.metrics.set_jobs(await services.q.jobs.count_jobs(services.db))
                services.metrics.set_backlog(await services.q.backlog.count_backlog(services.db))
            except Exception as error:
                if classify(error) is None:
                    raise
            await asyncio.sleep(COUNT_EVERY_S)


def _observer(metrics: Metrics) -> Observe:
    def observe(name: str, outcome: Outcome, seconds: float) -> None:
        metrics.jobs.labels(name, outcome).inc()
        metrics.job_seconds.labels(name).observe(seconds)

    return observe
