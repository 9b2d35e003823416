"""Open connections and whose turn it is. tests/db/test_pool.py.

asyncpg's own pool starts a task to give a connection back and wraps each call in a proxy; here taking a free connection
and giving it back are plain calls. The connection used last is taken first, so a quiet service keeps few of them busy.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from app.db.errors import DatabaseUnavailable, PoolTimeout, QueryTimeout
from app.db.patience import Patience
from app.db.turns import Turns, working_for

ACQUIRE_TIMEOUT_S = 2.0
RELEASE_TIMEOUT_S = 1.0
# A lane's queue that has not moved for so long belongs to a database that hangs: with the pool's COMMAND_TIMEOUT_S
# its callers hear so within 10 seconds. One that moves may take longer.
LANE_STALL_S = 3.5
LANE_PATIENCE_S = 20.0
_LANE_LOOK_S = 0.5
IDLE_S = 900.0
_LOOK_S = 60.0
_CALLED_OFF = (TimeoutError, asyncio.CancelledError)
UNREACHABLE = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
)


class Connection(asyncpg.Connection):
    """asyncpg's connection with its time-outs told from everybody else's.

    called_off: a statement was, by its time-out or its caller's end, and the server may still be at it.
    """

    __slots__ = ("called_off", "company", "idle_since")

    called_off: bool
    company: str
    idle_since: float

    async def fetch(  # type: ignore[override]
        self,
        query: str,
        *args: Any,
        timeout: float | None = None,  # noqa: ASYNC109 (asyncpg's signature)
    ) -> list[asyncpg.Record]:
        """All rows."""
        try:
            return await super().fetch(query, *args, timeout=timeout)
        except _CALLED_OFF as error:
            self._call_off(error)
            raise

    async def fetchrow(  # type: ignore[override]
        self,
        query: str,
        *args: Any,
        timeout: float | None = None,  # noqa: ASYNC109 (asyncpg's signature)
    ) -> asyncpg.Record | None:
        """The first row, or None."""
        try:
            return await super().fetchrow(query, *args, timeout=timeout)
        except _CALLED_OFF as error:
            self._call_off(error)
            raise

    async def fetchval(  # type: ignore[override]
        self,
        query: str,
        *args: Any,
        timeout: float | None = None,  # noqa: ASYNC109 (asyncpg's signature)
    ) -> Any:
        """The first value of the first row, or None."""
        try:
            return await super().fetchval(query, *args, timeout=timeout)
        except _CALLED_OFF as error:
            self._call_off(error)
            raise

    async def execute(self, query: str, *args: Any, **options: Any) -> str:
        """Run and give the status line, as `UPDATE 3`."""
        try:
            return await super().execute(query, *args, **options)
        except _CALLED_OFF as error:
            self._call_off(error)
            raise

    async def executemany(self, command: str, args: Any, **options: Any) -> None:
        """Run once for each tuple of arguments, all or nothing."""
        try:
            await super().executemany(command, args, **options)
        except _CALLED_OFF as error:
            self._call_off(error)
            raise

    def at_rest(self) -> bool:
        """Whether the next caller can have it as it is: no transaction, no statement that was called off."""
        return not (self.called_off or self.is_in_transaction())

    def _call_off(self, error: BaseException) -> None:
        self.called_off = True
        if isinstance(error, TimeoutError):
            raise QueryTimeout from error


class Connections:
    """At most `limit` connections, made by `connect` when they are wanted."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]], limit: int) -> None:
        # Told of each wait, in seconds.
        self.waited: Callable[[float], None] = lambda _seconds: None
        self._connect = connect
        self.limit = limit
        # Slots in use: open connections and those being opened. A slot that becomes free goes to whoever waits.
        self._slots = 0
        self._open: set[Connection] = set()
        self._idle: list[Connection] = []
        self._cleaning: set[asyncio.Task[None]] = set()
        self._closing = False
        self._all_back = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        # Who waits is given a connection, or None: a free slot to open one in.
        self._turns: Turns[Connection | None] = Turns(limit, self._loop.time)
        self._timer = self._loop.call_later(_LOOK_S, self._close_idle)

    def take_idle(self) -> Connection | None:
        """The connection that was used last, at once; None when none is free for this company."""
        name = working_for.get()
        return self._idle_for(name) if self._idle and self._turns.may_take(name) else None

    def _idle_for(self, name: str) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                connection.company = name
                self._turns.taken(name)
                return connection
            self._forget(connection)
        return None

    async def take(self) -> Connection:
        """A connection. Raises PoolTimeout after 2 s, DatabaseUnavailable when there is no server."""
        name = working_for.get()
        may = self._turns.may_take(name)
        if may and (connection := self._idle_for(name)) is not None:
            return connection
        began = self._loop.time()
        try:
            async with Patience(ACQUIRE_TIMEOUT_S):
                if self._closing:
                    raise DatabaseUnavailable("the pool is closed")
                if may and self._slots < self.limit:
                    self._slots += 1
                    self._turns.taken(name)
                    return await self._open_one(name)
                return await self._wait(name)
        except TimeoutError as error:
            raise PoolTimeout("no free connection in time") from error
        except UNREACHABLE as error:
            raise DatabaseUnavailable(type(error).__name__) from error
        finally:
            self.waited(self._loop.time() - began)

    async def open_first(self) -> Connection:
        """A new connection, whatever is free, with the connect call's own patience and errors."""
        self._slots += 1
        return await self._open_one("")

    def give(self, connection: Connection) -> None:
        """Take a connection back. What is left of a statement or transaction is cleaned up beside, for a second."""
        self._turns.given(connection.company)
        connection.company = ""
        if connection.is_closed():
            self._forget(connection)
        elif connection.at_rest():
            self._pass_on(connection)
        else:
            task = self._loop.create_task(self._clean(connection), name="clean-connection")
            self._cleaning.add(task)
            task.add_done_callback(self._cleaning.discard)

    async def _open_one(self, name: str) -> Connection:
        try:
            connection = await self._connect()
        except BaseException:
            self._turns.given(name)
            self._free_slot()
            raise
        connection.company = name
        connection.called_off = False
        self._open.add(connection)
        return connection

    async def _wait(self, name: str) -> Connection:
        turn: asyncio.Future[Connection | None] = self._loop.create_future()
        self._turns.wait(name, turn)
        try:
            connection = await turn
        except BaseException:
            # Called off in the moment its turn came: what it was given goes on to the next.
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                given = turn.result()
                if given is None:
                    self._turns.given(name)
                    self._free_slot()
                else:
                    self.give(given)
            raise
        return connection if connection is not None else await self._open_one(name)

    def _pass_on(self, connection: Connection) -> None:
        if self._closing:
            self._forget(connection)
            return
        connection.idle_since = self._loop.time()
        self._idle.append(connection)
        # More than one may have waited for this: a company that kept to its share while another one was there.
        while self._idle and (found := self._turns.next()) is not None:
            name, turn = found
            free = self._idle_for(name)
            if free is None:
                self._turns.wait(name, turn)
                return
            turn.set_result(free)

    def _forget(self, connection: Connection) -> None:
        self._open.discard(connection)
        if not connection.is_closed():
            connection.terminate()
        self._free_slot()
        if not self._open:
            self._all_back.set()

    def _free_slot(self) -> None:
        found = self._turns.next()
        if found is not None:
            name, turn = found
            self._turns.taken(name)
            turn.set_result(None)
        else:
            self._slots -= 1

    async def _clean(self, connection: Connection) -> None:
        try:
            await connection.reset(timeout=RELEASE_TIMEOUT_S)
        except asyncio.CancelledError:
            self._forget(connection)
            raise
        except Exception:  # whatever it is, this connection serves nobody any more
            self._forget(connection)
        else:
            connection.called_off = False
            self._pass_on(connection)

    def _close_idle(self) -> None:
        """Close what nobody has wanted for a quarter of an hour, but one."""
        oldest = self._loop.time() - IDLE_S
        while len(self._open) > 1 and self._idle and self._idle[0].idle_since < oldest:
            self._forget(self._idle.pop(0))
        self._timer = self._loop.call_later(_LOOK_S, self._close_idle)

    def usage(self) -> tuple[int, int]:
        """Connections in use, and open."""
        return self._slots - len(self._idle), self._slots

    async def close(self, seconds: float) -> None:
        """Close all; those still in use after some seconds are cut."""
        self._closing = True
        self._timer.cancel()
        for turn in self._turns.everybody():
            turn.set_exception(DatabaseUnavailable("the pool is closed"))
        while self._idle:
            connection = self._idle.pop()
            with contextlib.suppress(TimeoutError, *UNREACHABLE, asyncpg.InterfaceError):
                await connection.close(timeout=1)
            self._forget(connection)
        if self._open:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._all_back.wait()
        self.cut()

    def cut(self) -> None:
        """Close every connection at once, also those in use: their statements end with an error."""
        for connection in list(self._open):
            connection.terminate()


class Lane:
    """A part of the connections behind a queue of its own, in the place of Connections.

    A flood is worked off however long that takes, within LANE_PATIENCE_S; but when nobody's turn has ended for
    LANE_STALL_S the database is stuck, and those who wait that long are told so.
    """

    def __init__(self, connections: Connections, slots: int) -> None:
        self._connections = connections
        self._free = slots
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()
        self._loop = asyncio.get_running_loop()
        # Seconds in which it stood still while somebody waited and this process looked.
        self._still = 0.0
        self._looked = 0.0
        self._watch: asyncio.TimerHandle | None = None

    def take_idle(self) -> None:
        """None: everybody in a lane stands in line."""

    async def take(self) -> Connection:
        """A connection. Raises PoolTimeout when the queue stands still, and what the connections raise."""
        if self._free:
            self._free -= 1
            self._still = 0.0
        else:
            await self._wait()
        try:
            return await self._connections.take()
        except BaseException:
            self._pass_on()
            raise

    def give(self, connection: Connection) -> None:
        """Take a connection back, and let the next in line have its turn."""
        self._connections.give(connection)
        self._still = 0.0
        self._pass_on()

    async def _wait(self) -> None:
        turn: asyncio.Future[None] = self._loop.create_future()
        began = self._loop.time()
        self._waiting.append((began, turn))
        if self._watch is None:
            self._look_later()
        try:
            await turn
        except BaseException:
            # Called off in the moment its turn came: it goes on to the next.
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_on()
            raise
        finally:
            self._connections.waited(self._loop.time() - began)

    def _pass_on(self) -> None:
        while self._waiting:
            _, turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _look_later(self) -> None:
        self._looked = self._loop.time()
        self._watch = self._loop.call_later(_LANE_LOOK_S, self._look)

    def _look(self) -> None:
        now = self._loop.time()
        self._still += min(now - self._looked, 2 * _LANE_LOOK_S)
        patience = LANE_STALL_S if self._still >= LANE_STALL_S else LANE_PATIENCE_S
        while self._waiting and (self._waiting[0][1].done() or self._waiting[0][0] <= now - patience):
            _, turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(PoolTimeout("too many wait for a connection"))
        self._watch = None
        if self._waiting:
            self._look_later()
        else:
            self._still = 0.0
