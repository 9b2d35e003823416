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
from app.jobs import Worker, registry
from app.jobs.settle import Outcome
from app.jobs.worker import Observe
from app.ops.log import log
from app.ops.metrics import Metrics

FEATURES = Path(__file__).parent / "features"
COUNT_EVERY_S = 15.0
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
    """One worker that is made anew should it ever break, its notifications, and the queue's numbers."""

    def __init__(self, services: Services) -> None:
        declare_jobs()
        self._services = services
        self._worker = self._new_worker()
        self._listener = Listener(services.settings.direct_url)
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    async def start(self) -> None:
        """Begin to work."""
        self._listener.on("jobs", lambda _: self._worker.wake(), lambda _: self._worker.wake())
        await self._listener.start()
        self._tasks = [asyncio.create_task(self._work()), asyncio.create_task(self._count())]
        self._backups = asyncio.create_task(keep_backups(self._services.settings), name="backups")
        # Begun, so that `stop` may wait for the worker to end.
        await asyncio.sleep(0)

    async def stop(self) -> None:
        """End what is begun, give back the rest."""
        self._stopping = True
        work, count = self._tasks
        count.cancel()
        self._backups.cancel()
        if not work.done():
            await self._worker.stop(GRACE_S)
        work.cancel()
        await asyncio.gather(work, count, self._backups, return_exceptions=True)
        await self._listener.stop()

    def _new_worker(self) -> Worker:
        services = self._services
        return Worker(
            services.db,
            services.q,
            registry,
            lambda run: JobCtx(services, run),
            concurrency=services.settings.job_concurrency or 8,
            observe=_observer(services.metrics),
        )

    async def _work(self) -> None:
        while not self._stopping:
            try:
                await self._worker.run()
            except Exception:
                log.exception("worker_broke")
                await asyncio.sleep(RESTART_AFTER_S)
                self._worker = self._new_worker()

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
