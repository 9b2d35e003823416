"""The connection pool: every wait is bounded, every session has the same limits. tests/db/test_pool.py.

No query leaves state in its session (tested), so a connection goes back without a reset. Who has which: connections.py.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any, Protocol, Self

import asyncpg

from app.db.codecs import install_codecs
from app.db.connections import RELEASE_TIMEOUT_S, UNREACHABLE, Connection, Connections, Lane
from app.db.errors import DatabaseUnavailable, QueryTimeout
from app.db.version import check_server

# Longer than statement_timeout: it is for a server that no longer answers at all. 2 + 6 + 1 < 10 seconds.
COMMAND_TIMEOUT_S = 6.0
SESSION = {
    "application_name": "storefront-backend",
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "10s",
    "jit": "off",
    "plan_cache_mode": "auto",
    "timezone": "UTC",
    # Known to Citus alone (docs/scaling.md): SET LOCAL goes along to a company's node; asking for types stays cheap.
    "citus.propagate_set_commands": "local",
    "citus.override_table_visibility": "off",
}
# What every pooler in transaction mode takes at the start; the limits are the role's there (app/db/pooler.py).
POOLED_SESSION = {name: SESSION[name] for name in ("application_name", "timezone")}
# What cleaning up a connection may raise when its server is gone or stalled.
BROKEN = (
    TimeoutError,
    QueryTimeout,
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
# The first statement of a transaction for queries whose filters may be NULL, or whose order is asked for: a plan for
# any values reads all rows where one for these very values has an index. And no query takes more than its own core.
CUSTOM_PLANS = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL max_parallel_workers_per_gather = 0"
_VECTOR_SCHEMA = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'vector'"


class Executor(Protocol):
    """What a query needs: a Database (one connection per call) or a Connection."""

    async def fetch(self, query: str, /, *args: object) -> list[asyncpg.Record]: ...
    async def fetchrow(self, query: str, /, *args: object) -> asyncpg.Record | None: ...
    async def fetchval(self, query: str, /, *args: object) -> Any: ...
    async def execute(self, query: str, /, *args: object) -> str: ...
    async def executemany(self, query: str, args: Iterable[Sequence[Any]], /) -> None: ...


class Patient:
    """An Executor on one connection whose calls may take longer than usual."""

    def __init__(self, connection: Connection, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds + 1

    async def fetch(self, query: str, /, *args: object) -> list[asyncpg.Record]:
        """All rows."""
        return await self._connection.fetch(query, *args, timeout=self._seconds)

    async def fetchrow(self, query: str, /, *args: object) -> asyncpg.Record | None:
        """The first row, or None."""
        return await self._connection.fetchrow(query, *args, timeout=self._seconds)

    async def fetchval(self, query: str, /, *args: object) -> Any:
        """The first value of the first row, or None."""
        return await self._connection.fetchval(query, *args, timeout=self._seconds)

    async def execute(self, query: str, /, *args: object) -> str:
        """Run and give the status line."""
        return await self._connection.execute(query, *args, timeout=self._seconds)

    async def executemany(self, query: str, args: Iterable[Sequence[Any]], /) -> None:
        """Run once for each tuple of arguments, all or nothing."""
        await self._connection.executemany(query, args, timeout=self._seconds)


class Database:
    """A pool of connections to one database. Make it with `connect`, end it with `close`."""

    def __init__(self, connections: Connections, dsn: str, lane: Lane | None = None) -> None:
        self._all = connections
        self._connections = lane or connections
        self.dsn = dsn

    @classmethod
    async def connect(
        cls,
        dsn: str,
        *,
        max_size: int = 16,
        min_size: int = 1,
        pooled: bool = False,
        keep_prepared: bool = True,
        watch: Callable[[Any], None] | None = None,
    ) -> Self:
        """Open the pool. Raises DatabaseUnavailable, or ServerTooOld when the server does not fit.

        pooled: `dsn` leads to a pooler in transaction mode; keep_prepared: False when it loses prepared statements;
        watch: told of each statement (asyncpg's query logger).
        """
        inspected: list[str | None] = []

        async def open_one() -> Connection:
            connection: Connection = await asyncpg.connect(
                dsn,
                connection_class=Connection,
                timeout=10,
                command_timeout=COMMAND_TIMEOUT_S,
                statement_cache_size=2000 if keep_prepared else 0,
                max_cached_statement_lifetime=0,
                max_cacheable_statement_size=65536,
                server_settings=POOLED_SESSION if pooled else SESSION,
            )
            try:
                if not inspected:
                    await check_server(connection)
                    inspected.append(await connection.fetchval(_VECTOR_SCHEMA))
                await install_codecs(connection, inspected[0])
                if watch is not None:
                    connection.add_query_logger(watch)
            except BaseException:
                connection.terminate()
                raise
            return connection

        connections = Connections(open_one, max_size)
        try:
            # One at least: a wrong DSN fails here.
            opened = [await connections.open_first() for _ in range(max(1, min(min_size, max_size)))]
        except (*UNREACHABLE, TimeoutError) as error:
            await connections.close(0)
            raise DatabaseUnavailable(f"no connection to PostgreSQL ({type(error).__name__})") from error
        except BaseException:
            await connections.close(0)
            raise
        for connection in opened:
            connections.give(connection)
        return cls(connections, dsn)

    @contextlib.asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """A connection for the block. Raises PoolTimeout after 2 s, DatabaseUnavailable when there is no server."""
        connection = self._connections.take_idle() or await self._connections.take()
        try:
            yield connection
        finally:
            self._connections.give(connection)

    def lane(self, slots: int) -> "Database":
        """The same pool for work that comes in floods: it never takes more than `slots` connections, waits for them
        in its own queue, and so leaves the rest to everybody else.
        """
        return Database(self._all, self.dsn, Lane(self._all, slots))

    @contextlib.asynccontextmanager
    async def transaction(self, first: str = "", *, commit_s: float | None = None) -> AsyncIterator[Connection]:
        """A connection in a transaction: committed at the end of the block, rolled back when it raises.

        first: a statement without parameters that travels with BEGIN (app/db/inline.py makes such); commit_s: how long
        COMMIT may take, where not as long as any statement.
        """
        async with self.acquire() as connection:
            try:
                await connection.execute(f"BEGIN; {first}" if first else "BEGIN")
                yield connection
            except BaseException:
                await _roll_back(connection)
                raise
            await connection.execute("COMMIT", timeout=commit_s)

    @contextlib.asynccontextmanager
    async def patient_transaction(self, seconds: float) -> AsyncIterator["Patient"]:
        """A transaction whose statements may take `seconds` each: for the few that touch a whole company. COMMIT, too:
        it looks at all references that are checked at the end.
        """
        async with self.transaction(commit_s=seconds + 1) as connection:
            await connection.execute("SELECT set_config('statement_timeout', $1, true)", f"{int(seconds * 1000)}ms")
            yield Patient(connection, seconds)

    async def fetch(self, query: str, /, *args: object) -> list[asyncpg.Record]:
        """All rows, on a connection of its own."""
        connection = self._connections.take_idle() or await self._connections.take()
        try:
            return await connection.fetch(query, *args)
        finally:
            self._connections.give(connection)

    async def fetchrow(self, query: str, /, *args: object) -> asyncpg.Record | None:
        """The first row or None, on a connection of its own."""
        connection = self._connections.take_idle() or await self._connections.take()
        try:
            return await connection.fetchrow(query, *args)
        finally:
            self._connections.give(connection)

    async def fetchval(self, query: str, /, *args: object) -> Any:
        """The first value or None, on a connection of its own."""
        connection = self._connections.take_idle() or await self._connections.take()
        try:
            return await connection.fetchval(query, *args)
        finally:
            self._connections.give(connection)

    async def execute(self, query: str, /, *args: object) -> str:
        """The status line, on a connection of its own."""
        connection = self._connections.take_idle() or await self._connections.take()
        try:
            return await connection.execute(query, *args)
        finally:
            self._connections.give(connection)

    async def executemany(self, query: str, args: Iterable[Sequence[Any]], /) -> None:
        """Run once for each tuple, on a connection of its own."""
        async with self.acquire() as connection:
            await connection.executemany(query, args)

    def tell_waits(self, waited: Callable[[float], None]) -> None:
        """Call `waited` with the seconds of each wait for a connection."""
        self._all.waited = waited

    def usage(self) -> tuple[int, int, int]:
        """Connections in use, open, and at most: numbers for the metrics."""
        return *self._all.usage(), self._all.limit

    async def close(self) -> None:
        """Close the pool; connections still busy after 5 s are cut."""
        await self._all.close(5)

    def cut(self) -> None:
        """Close every connection at once, also those in use: their statements end with an error."""
        self._all.cut()


async def _roll_back(connection: Connection) -> None:
    """Roll back within a second, or cut the connection: a stalled server would never answer."""
    try:
        async with asyncio.timeout(RELEASE_TIMEOUT_S):
            await connection.execute("ROLLBACK")
    except BROKEN:
        connection.terminate()
