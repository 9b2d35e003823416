"""The servers that a test's database lies on: one, or on a cluster several (tests/scaling/citus.py)."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from urllib.parse import urlsplit

import asyncpg
import pytest

_WORKERS = "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid"


@pytest.fixture
async def nodes(dsn: str) -> AsyncIterator[list[asyncpg.Connection]]:
    """A connection to each of them; the first one is where `dsn` leads."""
    async with contextlib.AsyncExitStack() as stack:

        async def open_one(url: str) -> asyncpg.Connection:
            connection = await asyncpg.connect(url)
            stack.push_async_callback(connection.close)
            return connection

        found = [await open_one(dsn)]
        if await found[0].fetchval("SELECT to_regclass('pg_dist_node') IS NOT NULL"):
            parts = urlsplit(dsn)
            for host, port in await found[0].fetch(_WORKERS):
                found.append(await open_one(parts._replace(netloc=f"{parts.username}@{host}:{port}").geturl()))
        yield found


async def change_trigger(connection: asyncpg.Connection, *statements: str) -> None:
    """Statements about a trigger of the test's own: on a cluster they go to the nodes one by one."""
    async with connection.transaction():
        await connection.execute("SET LOCAL citus.enable_unsafe_triggers = on")  # known to a cluster alone
        for statement in statements:
            await connection.execute(statement)


async def total(nodes: Sequence[asyncpg.Connection], query: str) -> int:
    """The sum of a number over all of them."""
    return sum([await node.fetchval(query) for node in nodes])
