"""The job queue on a durable embedded PostgreSQL. Usage: python -m bench.jobs [--rounds 3].

Enqueueing one transaction per job, enqueueing and draining at once, a backlog of many companies, and what an idle
worker's look costs. The handler does nothing, so this is the queue's own cost.
"""

import argparse
import asyncio
import json
import os
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
from bench.goals import at_least, spread
from bench.plots import OURS, RESULTS, panels, save

PRODUCERS = 12
SINGLE, BATCHED, PER_BATCH = 4_800, 12_000, 10
BACKLOG, COMPANIES = 50_000, 5_000
GOAL = 2_000
ENQUEUED = "enqueued, one transaction each"
DRAINED = "drained, nothing enqueued meanwhile"
AT_ONCE = f"enqueued ({PER_BATCH} a transaction) and drained at once"
BACKLOG_DRAINED = f"drained, {BACKLOG:,} jobs of {COMPANIES:,} companies"
LOOK = f"an idle look, {COMPANIES:,} companies with work for later, ms"
METHOD = (
    "A durable PostgreSQL (fsync on), the jobs do nothing: what is measured is the queue. Producers and worker share"
    f" one Python process; {PRODUCERS} producers when each job is a transaction of its own: commits share a flush."
)


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


async def measure(rounds: int) -> dict[str, list[float]]:
    """Run everything; jobs per second, and milliseconds of an idle look."""
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-jobs-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        async with EmbeddedServer(Path(folder)) as server:
            await migrate(server.dsn)
            db = await Database.connect(server.dsn, max_size=16, min_size=8)
            bench = Bench(db, load_queries(SQL_DIR))
            for _ in range(rounds):
                for what, value in (await _round(bench)).items():
                    found.setdefault(what, []).append(value)
            await bench.fill(BACKLOG)
            found[BACKLOG_DRAINED] = [BACKLOG / await bench.drained(BACKLOG)]
            await bench.fill(COMPANIES, later=True)
            found[LOOK] = [await bench.look() for _ in range(rounds)]
            await db.close()
    return found


async def _round(bench: Bench) -> dict[str, float]:
    started = time.monotonic()
    await asyncio.gather(*(bench.produce(SINGLE // PRODUCERS, 1) for _ in range(PRODUCERS)))
    single = SINGLE / (time.monotonic() - started)
    drained = SINGLE / await bench.drained(SINGLE)
    producing = [bench.produce(BATCHED // PER_BATCH // 4, PER_BATCH) for _ in range(4)]
    draining = asyncio.create_task(bench.drained(BATCHED))
    await asyncio.gather(draining, *producing)
    return {ENQUEUED: single, DRAINED: drained, AT_ONCE: BATCHED / draining.result()}


def plot(found: dict[str, list[float]]) -> None:
    """Jobs a second."""
    figure, (axis,) = panels(1, 8, 2.4)
    rates = {what: spread(values) for what, values in found.items() if what != LOOK}
    axis.barh(list(rates), [rate["median"] for rate in rates.values()], color=OURS)
    for place, rate in enumerate(rates.values()):
        axis.plot(rate["range"], [place, place], color="black", linewidth=1)
        axis.annotate(f"  {rate['median']:,.0f}", (rate["range"][1], place), va="center", size=8)
    axis.axvline(GOAL, color="black", linewidth=1)
    axis.set_title(f"jobs a second (line: {GOAL:,})")
    axis.grid(axis="y", visible=False)
    axis.margins(x=0.15)
    axis.invert_yaxis()
    save(figure, "jobs")


def main() -> None:
    """Measure, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    found = asyncio.run(measure(parser.parse_args().rounds))
    met = [at_least(f"jobs a second: {what}", GOAL, found[what]) for what in (ENQUEUED, AT_ONCE, DRAINED)]
    result = {
        "method": METHOD,
        "goals": met,
        "jobs a second, and an idle look": {k: spread(v) for k, v in found.items()},
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "jobs.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot(found)
    for goal in met:
        print(goal["what"], goal["goal"], goal["seen"], "met" if goal["met"] else "MISSED")


if __name__ == "__main__":
    main()
