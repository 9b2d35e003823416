"""The job queue on a durable embedded PostgreSQL: `python -m bench.jobs`.

Enqueueing one transaction per job, enqueueing and draining at once, a backlog of many companies, and what an idle
worker's look costs. The handler does nothing, so this is the queue's own cost.
"""

import asyncio
import json
import tempfile
import time
from pathlib import Path

from app.db import Database, uuid7
from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from app.db.queries import Queries, load_queries
from app.jobs import JobQueue, JobRun, NoArgs, Registry, Worker
from app.jobs.registry import Job
from app.paths import SQL_DIR

PRODUCERS = 12
SINGLE, BATCHED, PER_BATCH = 6_000, 20_000, 10
BACKLOG, COMPANIES = 100_000, 5_000


class Bench:
    """One queue with a job that counts."""

    def __init__(self, db: Database, q: Queries) -> None:
        self.db, self.q = db, q
        self.queue = JobQueue(q)
        self.registry = Registry()
        self.done = self.wanted = 0
        self.reached = asyncio.Event()
        self.job: Job[NoArgs] = self.registry.job("count", args=NoArgs)(self._count)

    async def _count(self, _run: JobRun, _args: NoArgs) -> None:
        self.done += 1
        if self.done == self.wanted:
            self.reached.set()

    async def produce(self, transactions: int, per_transaction: int) -> None:
        """Enqueue for a hundred companies in turn."""
        for n in range(transactions):
            async with self.db.transaction() as tx:
                items = [(NoArgs(), None)] * per_transaction
                await self.queue.enqueue_many(tx, self.job, items, company_id=f"c{n % 100}")

    async def drained(self, jobs: int) -> float:
        """Run a worker until that many jobs are done; the seconds it took."""
        self.done, self.wanted = 0, jobs
        self.reached.clear()
        worker = Worker(self.db, self.q, self.registry, lambda run: run)
        task = asyncio.create_task(worker.run())
        started = time.monotonic()
        await self.reached.wait()
        seconds = time.monotonic() - started
        await worker.stop()
        await task
        return seconds

    async def fill(self, jobs: int, *, later: bool = False) -> None:
        """A backlog, spread over the companies."""
        for start in range(0, jobs, 5_000):
            rows = [(uuid7(), f"c{n % COMPANIES}", later) for n in range(start, min(start + 5_000, jobs))]
            await self.db.executemany(
                "INSERT INTO jobs (id, name, args, company_id, run_at) VALUES ($1, 'count', '{}', $2,"
                " now() + CASE WHEN $3 THEN interval '1 hour' ELSE interval '0' END)",
                rows,
            )

    async def look(self) -> float:
        """Milliseconds of one look for work."""
        started = time.monotonic()
        for _ in range(20):
            await self.q.jobs.claim_jobs(self.db, after="", names=["count"], leases=[60.0], per_company=4, batch=16)
        return (time.monotonic() - started) * 50


async def measure() -> dict[str, float]:
    """Run everything; jobs per second, and milliseconds of an idle look."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as folder:
        async with EmbeddedServer(Path(folder)) as server:
            await migrate(server.dsn)
            db = await Database.connect(server.dsn, max_size=16, min_size=8)
            bench, results = Bench(db, load_queries(SQL_DIR)), dict[str, float]()
            started = time.monotonic()
            await asyncio.gather(*(bench.produce(SINGLE // PRODUCERS, 1) for _ in range(PRODUCERS)))
            results["enqueued a second, one transaction each"] = SINGLE / (time.monotonic() - started)
            results["drained a second"] = SINGLE / await bench.drained(SINGLE)
            producing = [bench.produce(BATCHED // PER_BATCH // 4, PER_BATCH) for _ in range(4)]
            seconds, *_ = await asyncio.gather(bench.drained(BATCHED), *producing)
            results[f"enqueued ({PER_BATCH} a transaction) and drained a second, at once"] = BATCHED / seconds
            await bench.fill(BACKLOG)
            results[f"drained a second, {BACKLOG} jobs of {COMPANIES} companies"] = BACKLOG / await bench.drained(
                BACKLOG
            )
            await bench.fill(COMPANIES, later=True)
            results[f"an idle look, {COMPANIES} companies with work for later, ms"] = await bench.look()
            await db.close()
            return results


def main() -> None:
    """Write bench/results/jobs.json."""
    results = asyncio.run(measure())
    for what, value in results.items():
        print(f"{what}: {value:.4g}")
    target = Path(__file__).parent / "results" / "jobs.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
