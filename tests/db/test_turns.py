"""Companies take turns at the pool, and keep to a share while others are there."""

import asyncio

import pytest

from app.db.pool import Database
from app.db.turns import CROWDED_S, Turns, working_for


@pytest.fixture
def turns():
    now = [100.0]
    made: Turns[int] = Turns(16, lambda: now[0])
    return made, now


def take(turns, name, times):
    """Places a company gets of so many it asks for."""
    got = 0
    for _ in range(times):
        if turns.may_take(name):
            turns.taken(name)
            got += 1
    return got


def test_a_company_alone_takes_all(turns):
    assert take(turns[0], "a", 16) == 16


def test_a_company_keeps_to_its_share_while_another_is_there(turns):
    made, now = turns
    take(made, "b", 1)
    assert take(made, "a", 16) == 4
    now[0] += CROWDED_S + 0.1
    assert take(made, "a", 12) == 12


def test_nobody_in_particular_has_no_share(turns):
    made, _ = turns
    take(made, "b", 1)
    assert take(made, "", 16) == 16


async def test_turns_go_round_among_those_who_wait(turns):
    made, _ = turns
    for name in "aaab":
        made.wait(name, asyncio.get_running_loop().create_future())
    order = []
    while (found := made.next()) is not None:
        order.append(found[0])
    assert order == ["a", "b", "a", "a"]


async def test_one_companys_flood_lets_another_through_at_once(dsn):
    pool = await Database.connect(dsn, max_size=4)
    done: list[str] = []

    async def call(name: str) -> None:
        working_for.set(name)
        async with pool.transaction() as tx:
            await tx.fetchval("SELECT 1")
            await tx.fetchval("SELECT 2")
        done.append(name)

    flood = [asyncio.create_task(call("a")) for _ in range(120)]
    await asyncio.sleep(0)
    await asyncio.create_task(call("b"))
    assert len(done) < 20
    await asyncio.gather(*flood)
    assert done.count("a") == 120
    assert pool.usage()[0] == 0
    await pool.close()


async def test_a_flood_that_is_called_off_leaves_the_pool_whole(dsn):
    pool = await Database.connect(dsn, max_size=4)

    async def call(name: str) -> None:
        working_for.set(name)
        await pool.fetchval("SELECT 1")

    for _ in range(5):
        tasks = [asyncio.create_task(call(name)) for name in "ab" * 40]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    async with pool.acquire(), pool.acquire(), pool.acquire(), pool.acquire():
        assert pool.usage() == (4, 4, 4)
    await pool.close()
