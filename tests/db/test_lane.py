"""A lane: work that comes in floods waits for its part of the connections, as long as the queue moves."""

import asyncio
import time

import pytest

from app.db import Database, PoolTimeout, connections


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A queue that stands still for a fifth of a second counts as stuck."""
    monkeypatch.setattr(connections, "LANE_STALL_S", 0.2)
    monkeypatch.setattr(connections, "_LANE_LOOK_S", 0.05)


@pytest.mark.usefixtures("hasty")
async def test_a_flood_that_is_worked_off_is_waited_for(dsn: str) -> None:
    database = await Database.connect(dsn, max_size=2)
    lane = database.lane(1)
    # Twelve times 0.05 s one after the other: the last wait three times as long as a stuck queue may.
    answers = await asyncio.gather(*(lane.fetchval("SELECT 1 FROM pg_sleep(0.05)") for _ in range(12)))
    assert answers == [1] * 12
    await database.close()


@pytest.mark.usefixtures("hasty")
async def test_a_queue_that_stands_still_is_left(dsn: str) -> None:
    database = await Database.connect(dsn, max_size=2)
    lane = database.lane(1)
    async with lane.acquire():
        with pytest.raises(PoolTimeout):
            await lane.fetchval("SELECT 1")
        # Everybody else has the rest of the pool.
        assert await database.fetchval("SELECT 1") == 1
    assert await lane.fetchval("SELECT 1") == 1
    await database.close()


@pytest.mark.usefixtures("hasty")
async def test_a_process_that_was_held_up_has_no_queue_that_stands_still(dsn: str) -> None:
    database = await Database.connect(dsn, max_size=2)
    lane = database.lane(1)
    async with lane.acquire() as connection:
        waiting = asyncio.create_task(lane.fetchval("SELECT 1"))
        await asyncio.sleep(0)
        time.sleep(0.4)  # noqa: ASYNC251
        assert await connection.fetchval("SELECT 1") == 1
    assert await waiting == 1
    await database.close()


async def test_a_turn_in_a_lane_that_comes_as_its_caller_leaves_goes_to_the_next(dsn: str) -> None:
    database = await Database.connect(dsn, max_size=1)
    lane = database.lane(1)
    async with lane.acquire():
        first, second = (asyncio.create_task(lane.fetchval("SELECT 1")) for _ in range(2))
        await asyncio.sleep(0)
    first.cancel()
    assert await second == 1
    assert await asyncio.gather(first, return_exceptions=True) != [1]
    assert await lane.fetchval("SELECT 1") == 1
    await database.close()
