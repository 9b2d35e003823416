"""Enqueueing: with its transaction, once per key, announced."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from app.db import Database
from app.db.listen import Listener
from app.db.queries import Queries
from app.jobs import JobQueue, NoArgs, Registry
from tests.jobs.conftest import until


class Number(msgspec.Struct):
    """An argument."""

    n: int


@pytest.fixture
def count(registry: Registry):  # type: ignore[no-untyped-def]
    @registry.job("count", args=Number)
    async def count(ctx: object, args: Number) -> None: ...

    return count


async def rows(database: Database) -> list[tuple[object, ...]]:
    return [
        (msgspec.json.decode(row[0])["n"], row[1], row[2])
        for row in await database.fetch("SELECT args, unique_key, claimed FROM jobs ORDER BY id")
    ]


async def test_a_job_exists_only_if_the_change_does(database: Database, queue: JobQueue, count) -> None:  # type: ignore[no-untyped-def]
    async def fail() -> None:
        async with database.transaction() as tx:
            await queue.enqueue(tx, count, Number(1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await rows(database) == []
    async with database.transaction() as tx:
        await queue.enqueue(tx, count, Number(2))
    assert await rows(database) == [(2, None, False)]


async def test_one_job_waits_per_key_and_takes_the_newest_arguments(database: Database, queue: JobQueue, count) -> None:  # type: ignore[no-untyped-def]
    later = datetime.now(UTC) + timedelta(hours=1)
    first = await queue.enqueue(database, count, Number(1), unique_key="a", run_at=later)
    again = await queue.enqueue(database, count, Number(2), unique_key="a")
    other = await queue.enqueue(database, count, Number(3), unique_key="b")
    assert first == again != other
    assert await rows(database) == [(2, "a", False), (3, "b", False)]
    assert await database.fetchval("SELECT run_at <= now() FROM jobs WHERE unique_key = 'a'")


async def test_a_claimed_job_does_not_stand_for_a_later_change(
    database: Database,
    q: Queries,
    queue: JobQueue,
    count,  # type: ignore[no-untyped-def]
) -> None:
    await queue.enqueue(database, count, Number(1), unique_key="a")
    claim = {"after": "", "names": ["count"], "leases": [60.0], "per_company": 5, "batch": 5}
    assert len(await q.jobs.claim_jobs(database, **claim)) == 1
    await queue.enqueue(database, count, Number(2), unique_key="a")
    assert await rows(database) == [(1, "a", True), (2, "a", False)]
    # The second one waits while the first one runs: jobs of a key do not overlap.
    assert await q.jobs.claim_jobs(database, **claim) == []


async def test_a_waiting_job_is_not_claimed_before_the_change_it_stands_for_is_committed(
    database: Database,
    q: Queries,
    queue: JobQueue,
    count,  # type: ignore[no-untyped-def]
) -> None:
    await queue.enqueue(database, count, Number(1), unique_key="a")
    claim = {"after": "", "names": ["count"], "leases": [60.0], "per_company": 5, "batch": 5}
    async with database.transaction() as tx:
        await queue.enqueue(tx, count, Number(2), unique_key="a")
        assert await q.jobs.claim_jobs(database, **claim) == []
    assert len(await q.jobs.claim_jobs(database, **claim)) == 1


async def test_enqueueing_is_announced_when_it_commits(database: Database, queue: JobQueue, count, dsn: str) -> None:  # type: ignore[no-untyped-def]
    heard: list[str] = []
    listener = Listener(dsn)
    listener.on("jobs", heard.append)
    await listener.start()
    async with database.transaction() as tx:
        await queue.enqueue(tx, count, Number(1))
        assert heard == []
    await until(lambda: heard == [""])
    await listener.stop()


async def test_arguments_of_another_job_are_refused(database: Database, queue: JobQueue, count) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TypeError, match="count takes Number"):
        await queue.enqueue(database, count, NoArgs())
