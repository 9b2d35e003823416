"""The connection pool: every wait is bounded, every session has the same limits. tests/db/test_pool.py.

No query leaves state in its session (tested), so a connection goes back without a reset.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any, Protocol, Self

import asyncpg
from asyncpg.transaction import Transaction

from app.db.codecs import install_codecs
from app.db.errors import DatabaseUnavailable, PoolTimeout, QueryTimeout
from app.db.version import check_server

ACQUIRE_TIMEOUT_S = 2.0
RELEASE_TIMEOUT_S = 1.0
# A flood is worked off in this queue; with COMMAND_TIMEOUT_S it still ends within 10 seconds.
LANE_TIMEOUT_S = 4.0
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
_VECTOR_SCHEMA = "SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'vector'"
UNREACHABLE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
)


class Executor(Protocol):
    """What a query needs: a Database (one connection per call) or a Connection."""

    async def fetch(self, query: str, /, *args: object) -> list[asyncpg.Record]: ...
    async def fetchrow(self, query: str, /, *args: object) -> asyncpg.Record | None: ...
    async def fetchval(self, query: str, /, *args: object) -> Any: ...
    async def execute(self, query: str, /, *args: object) -> str: ...
    async def executemany(self, query: str, args: Iterable[Sequence[Any]], /) -> None: ...


class Connection(asyncpg.Connection):
    """asyncpg's connection, whose own time-outs are told from everybody else's TimeoutError."""

    async def fetch(  # type: ignore[override]
        self, query: str, *args: Any, **options: Any
    ) -> list[asyncpg.Record]:
        """All rows."""
        try:
            return await super().fetch(query, *args, **options)
        except TimeoutError as error:
            raise QueryTimeout from error

    async def fetchrow(  # type: ignore[override]
        self, query: str, *args: Any, **options: Any
    ) -> asyncpg.Record | None:
        """The first row, or None."""
        try:
            row: asyncpg.Record | None = await super().fetchrow(query, *args, **options)
            return row
        except TimeoutError as error:
            raise QueryTimeout from error

    async def fetchval(self, query: str, *args: Any, **options: Any) -> Any:
        """The first value of the first row, or None."""
        try:
            return await super().fetchval(query, *args, **options)
        except TimeoutError as error:
            raise QueryTimeout from error

    async def execute(self, query: str, *args: Any, **options: Any) -> str:
        """Run and give the status line, as `UPDATE 3`."""
        try:
            return await super().execute(query, *args, **options)
        except TimeoutError as error:
            raise QueryTimeout from error

    async def executemany(self, command: str, args: Any, **options: Any) -> None:
        """Run once for each tuple of arguments, all or nothing."""
        try:
            await super().executemany(command, args, **options)
        except TimeoutError as error:
            raise QueryTimeout from error


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

    def __init__(self, pool: asyncpg.Pool, dsn: str) -> None:
        self._pool = pool
        self.dsn = dsn

    @classmethod
    async def connect(
        cls, dsn: str, *, max_size: int = 16, min_size: int = 1, pooled: bool = False, keep_prepared: bool = True
    ) -> Self:
        """Open the pool. Raises DatabaseUnavailable, or ServerTooOld when the server does not fit.

        pooled: `dsn` leads to a pooler in transaction mode; keep_prepared: False when it loses prepared statements.
        """
        inspected: list[str | None] = []

        async def prepare(connection: asyncpg.Connection) -> None:
            if not inspected:
                await check_server(connection)
                inspected.append(await connection.fetchval(_VECTOR_SCHEMA))
            await install_codecs(connection, inspected[0])

        try:
            pool = await asyncpg.create_pool(
                dsn,
                min_size=max(1, min(min_size, max_size)),  # one at least: a wrong DSN fails here
                max_size=max_size,
                connection_class=Connection,
                init=prepare,
                reset=_keep,
                timeout=10,
                command_timeout=COMMAND_TIMEOUT_S,
                max_inactive_connection_lifetime=900,
                statement_cache_size=2000 if keep_prepared else 0,
                max_cached_statement_lifetime=0,
                max_cacheable_statement_size=65536,
                server_settings=POOLED_SESSION if pooled else SESSION,
            )
        except (*UNREACHABLE, TimeoutError) as error:
            raise DatabaseUnavailable(f"no connection to PostgreSQL ({type(error).__name__})") from error
        return cls(pool, dsn)

    @contextlib.asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """A connection for the block. Raises PoolTimeout after 2 s, DatabaseUnavailable when there is no server."""
        try:
            # Not acquire(timeout=…): asyncpg hands that to wait_for, which starts a task for each connection taken.
            async with asyncio.timeout(ACQUIRE_TIMEOUT_S):
                connection: Any = await self._pool.acquire()
        except TimeoutError as error:
            raise PoolTimeout("no free connection in time") from error
        except UNREACHABLE as error:
            raise DatabaseUnavailable(type(error).__name__) from error
        try:
            yield connection
        finally:
            # A connection that cannot be cleaned in time is closed by asyncpg; the block's own outcome stands.
            with contextlib.suppress(*BROKEN):
                await self._pool.release(connection, timeout=RELEASE_TIMEOUT_S)

    def lane(self, slots: int) -> "Database":
        """The same pool for work that comes in floods: it never takes more than `slots` connections, waits for them
        in its own queue, and so leaves the rest to everybody else.
        """
        return _Lane(self._pool, self.dsn, slots)

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection in a transaction: committed at the end of the block, rolled back when it raises."""
        async with self.acquire() as connection:
            transaction = connection.transaction()
            await transaction.start()
            try:
                yield connection
            except BaseException:
                await _roll_back(connection, transaction)
                raise
            await transaction.commit()

    @contextlib.asynccontextmanager
    async def patient_transaction(self, seconds: float) -> AsyncIterator["Patient"]:
        """A transaction whose statements may take `seconds` each: for the few that touch a whole company."""
        async with self.transaction() as connection:
            await connection.execute("SELECT set_config('statement_timeout', $1, true)", f"{int(seconds * 1000)}ms")
            yield Patient(connection, seconds)

    async def fetch(self, query: str, /, *args: object) -> list[asyncpg.Record]:
        """All rows, on a connection of its own."""
        async with self.acquire() as connection:
            return await connection.fetch(query, *args)

    async def fetchrow(self, query: str, /, *args: object) -> asyncpg.Record | None:
        """The first row or None, on a connection of its own."""
        async with self.acquire() as connection:
            return await connection.fetchrow(query, *args)

    async def fetchval(self, query: str, /, *args: object) -> Any:
        """The first value or None, on a connection of its own."""
        async with self.acquire() as connection:
            return await connection.fetchval(query, *args)

    async def execute(self, query: str, /, *args: object) -> str:
        """The status line, on a connection of its own."""
        async with self.acquire() as connection:
            return await connection.execute(query, *args)

    async def executemany(self, query: str, args: Iterable[Sequence[Any]], /) -> None:
        """Run once for each tuple, on a connection of its own."""
        async with self.acquire() as connection:
            await connection.executemany(query, args)

    def usage(self) -> tuple[int, int, int]:
        """Connections in use, open, and at most: numbers for the metrics."""
        size, idle = self._pool.get_size(), self._pool.get_idle_size()
        return size - idle, size, self._pool.get_max_size()

    async def close(self) -> None:
        """Close the pool; connections still busy after 5 s are cut."""
        try:
            await asyncio.wait_for(self._pool.close(), 5)
        except TimeoutError:
            self._pool.terminate()

    def cut(self) -> None:
        """Close every connection at once, also those in use: their statements end with an error."""
        self._pool.terminate()


class _Lane(Database):
    """A part of a pool, behind a queue of its own."""

    def __init__(self, pool: asyncpg.Pool, dsn: str, slots: int) -> None:
        super().__init__(pool, dsn)
        self._slots = asyncio.Semaphore(slots)

    @contextlib.asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """A connection for the block. Raises PoolTimeout after 4 s in the queue, and what the pool raises."""
        try:
            async with asyncio.timeout(LANE_TIMEOUT_S):
                await self._slots.acquire()
        except TimeoutError as error:
            raise PoolTimeout("too many wait for a connection") from error
        try:
            async with super().acquire() as connection:
                yield connection
        finally:
            self._slots.release()


async def _keep(_: asyncpg.Connection) -> None:
    """Nothing to reset: saves a round trip on every release."""


async def _roll_back(connection: Connection, transaction: Transaction) -> None:
    """Roll back within a second, or cut the connection: a stalled server would never answer."""
    try:
        await asyncio.wait_for(transaction.rollback(), RELEASE_TIMEOUT_S)
    except BROKEN:
        # One that is closed already has left the pool's hands, which refuses even this; the block's own error counts.
        with contextlib.suppress(asyncpg.InterfaceError):
            connection.terminate()
