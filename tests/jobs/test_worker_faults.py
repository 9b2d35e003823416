"""The worker when PostgreSQL dies under it, and when it breaks itself."""

import asyncio
import os
import signal
from pathlib import Path

import msgspec
import pytest

from app.db import Database, DatabaseUnavailable
from app.db.embedded import EmbeddedServer, server_pid
from app.db.migrate import migrate
from app.db.queries import Queries
from app.jobs import GiveUp, JobQueue, JobRun, NoArgs, Registry
from tests.jobs.conftest import until, working


async def test_jobs_outlive_kill_9_of_postgresql(
    embedded_dir: Path, q: Queries, queue: JobQueue, registry: Registry
) -> None:
    async with EmbeddedServer(embedded_dir, durable=True) as server:
        await migrate(server.dsn)
        database = await Database.connect(server.dsn, max_size=6)
        await database.execute("CREATE TABLE marks (job uuid)")

        @registry.job("mark", args=NoArgs, timeout_s=0.5, max_attempts=1)
        async def mark(run: JobRun, _: NoArgs) -> None:
            async with database.transaction() as tx:
                await tx.execute("INSERT INTO marks VALUES ($1)", run.id)
                await run.finish(tx)
            await asyncio.sleep(0.02)

        await queue.enqueue_many(database, mark, [(NoArgs(), None)] * 600)
        async with working(database, q, registry, lease_margin_s=0.5):
            await until(lambda: database.fetchval("SELECT count(*) > 50 FROM marks"))
            pid = server_pid(server.cluster)
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            # Whoever comes next starts it again; the worker finds it by itself.
            async with EmbeddedServer(embedded_dir, durable=True):
                await until(lambda: _quietly(database, "SELECT count(*) = 0 FROM jobs"), 60)
        row = await database.fetchrow("SELECT count(*), count(DISTINCT job) FROM marks")
        assert tuple(row or ()) == (600, 600)
        await database.close()


async def _quietly(database: Database, sql: str) -> bool:
    try:
        return bool(await database.fetchval(sql))
    except Exception:
        return False


async def test_a_job_of_a_newer_version_is_left_alone(
    database: Database, q: Queries, queue: JobQueue, registry: Registry
) -> None:
    seen: list[str] = []

    @registry.job("known", args=NoArgs)
    async def known(run: JobRun, _: NoArgs) -> None:
        seen.append(run.name)

    await database.execute("INSERT INTO jobs (id, name, args) VALUES (gen_random_uuid(), 'of_tomorrow', '{}')")
    await queue.enqueue(database, known, NoArgs())
    async with working(database, q, registry):
        await until(lambda: seen)
    row = await database.fetchrow("SELECT name, attempts FROM jobs")
    assert tuple(row or ()) == ("of_tomorrow", 0)


async def test_arguments_of_another_release_wait_for_its_workers(
    database: Database, q: Queries, registry: Registry
) -> None:
    class Newer(msgspec.Struct):
        new: int

    seen: list[int] = []
    tomorrow = Registry()

    @registry.job("grown", args=NoArgs, delays_s=(0.01,), max_attempts=1000)
    async def grown(run: JobRun, _: NoArgs) -> None: ...

    @tomorrow.job("grown", args=Newer)
    async def grown_up(run: JobRun, args: Newer) -> None:
        seen.append(args.new)

    await database.execute("""INSERT INTO jobs (id, name, args) VALUES (gen_random_uuid(), 'grown', '{"new": 1}')""")
    async with working(database, q, registry):
        await until(lambda: database.fetchval("SELECT last_error LIKE 'ValidationError%' FROM jobs"))
    async with working(database, q, tomorrow):
        await until(lambda: seen == [1])


async def test_arguments_that_nobody_knows_bury_the_job_at_last(
    database: Database, q: Queries, registry: Registry
) -> None:
    @registry.job("strict", args=NoArgs, delays_s=(0.01,), max_attempts=2)
    async def strict(run: JobRun, _: NoArgs) -> None: ...

    await database.execute("""INSERT INTO jobs (id, name, args) VALUES (gen_random_uuid(), 'strict', '{"old": 1}')""")
    async with working(database, q, registry):
        await until(lambda: database.fetchval("SELECT dead_at IS NOT NULL FROM jobs"))
    assert "`old`" in await database.fetchval("SELECT last_error FROM jobs")


async def test_a_job_that_kills_its_workers_is_buried_at_last(
    database: Database, q: Queries, queue: JobQueue, registry: Registry
) -> None:
    ran: list[int] = []

    @registry.job("deadly", args=NoArgs, max_attempts=3)
    async def deadly(run: JobRun, _: NoArgs) -> None:
        ran.append(run.attempts)

    await queue.enqueue(database, deadly, NoArgs())
    # Three workers claimed it, and none of them came back.
    await database.execute("UPDATE jobs SET attempts = 3, claimed = true, run_at = now()")
    async with working(database, q, registry):
        await until(lambda: database.fetchval("SELECT dead_at IS NOT NULL FROM jobs"))
    assert ran == []
    assert "GiveUp: its workers died" in await database.fetchval("SELECT last_error FROM jobs")


async def test_a_job_that_finds_no_database_has_made_no_attempt(
    database: Database, q: Queries, queue: JobQueue, registry: Registry
) -> None:
    runs: list[int] = []

    @registry.job("needy", args=NoArgs, max_attempts=1)
    async def needy(run: JobRun, _: NoArgs) -> None:
        runs.append(run.attempts)
        if len(runs) == 1:
            raise DatabaseUnavailable

    await queue.enqueue(database, needy, NoArgs())
    async with working(database, q, registry):
        await until(lambda: database.fetchval("SELECT count(*) = 0 FROM jobs"))
    assert runs == [1, 1]


@pytest.mark.parametrize("said", ["no \x00", "half \ud83d of a sign"])
async def test_words_the_database_cannot_keep_hold_up_no_other_jobs_end(
    database: Database, q: Queries, queue: JobQueue, registry: Registry, said: str
) -> None:
    """What a third party says of an error may have a NUL, or half of a surrogate pair."""
    runs: list[str] = []

    @registry.job("poison", args=NoArgs, max_attempts=1)
    async def poison(run: JobRun, _: NoArgs) -> None:
        raise GiveUp(said)

    @registry.job("mail", args=NoArgs, timeout_s=0.2)
    async def mail(run: JobRun, _: NoArgs) -> None:
        runs.append(run.company_id)

    await queue.enqueue(database, poison, NoArgs(), company_id="a")
    await queue.enqueue(database, mail, NoArgs(), company_id="b")
    async with working(database, q, registry, lease_margin_s=0.2):
        await until(lambda: database.fetchval("SELECT bool_and(dead_at IS NOT NULL) FROM jobs"))
    assert runs == ["b"]
    rows = await database.fetch("SELECT name, last_error FROM jobs")
    assert [row["name"] for row in rows] == ["poison"]
    assert rows[0]["last_error"].startswith("GiveUp: ")
