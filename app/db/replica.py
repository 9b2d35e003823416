"""Reads from a streaming replica, never older than what their actor has written. sql/replica.sql; tests/scaling/.

An actor reads from the replica once it has replayed the position of the actor's last commit, which every process hears
(NOTIFY, before the commit's answer leaves). Whatever is in doubt is asked of the primary.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

import asyncpg
import structlog

from app.db.errors import DatabaseUnavailable, classify
from app.db.pool import BROKEN, Database
from app.db.queries import Queries
from app.db.version import ServerTooOld

log = structlog.get_logger(__name__)
T = TypeVar("T")
Work = Callable[[Database], Awaitable[T]]
Outcome = Literal["replica", "behind", "unusable", "failed"]
State = Literal["ok", "unreachable", "no standby", "lagging", "paused", "unsure"]

CHANNEL = "written"
# Nobody is shown what is older than this, whoever wrote it.
MAX_LAG_S = 5.0
# A replica that takes longer to answer costs its caller no more than this; then the primary is asked.
ANSWER_S = 2.0
PAUSE_S = 2.0
OPEN_S = 5.0
LOOK_S = 1.0
START_S = 2.0
IDLE_EVERY_S = 0.5
# How often to look while somebody waits for the replica to have his own write.
BUSY_EVERY_S = 0.02
ANNOUNCE_S = 1.0
ACTORS_KEPT = 50_000
PAGE, PAGE_HEADER = 8192, 24
# A notification carries 8,000 bytes, an actor's id at most 64.
ACTORS_AT_ONCE = 100
_GIVE_UP = frozenset({"unavailable", "timeout", "retry"})
_LOST = (*BROKEN, DatabaseUnavailable, ServerTooOld)


def end_of_log(position: int) -> int:
    """Where the last record ends, of the place where the next one begins.

    The two differ when a page is full: the next record begins behind the new page's header, a position that a replica
    does not reach before something is written there.
    """
    return position - PAGE_HEADER if position % PAGE == PAGE_HEADER else position


class Replica:
    """One standby of the primary. `start` it, ask it for readers, tell it of writes, `stop` it."""

    def __init__(
        self, dsn: str, primary: Database, q: Queries, *, pool_max: int, count: Callable[[Outcome], None]
    ) -> None:
        self._dsn = dsn
        self._primary = primary
        self._q = q.replica
        self._pool_max = pool_max
        self._count = count
        self._pool: Database | None = None
        self._flood: Database | None = None
        self._probe: Database | None = None
        self._task: asyncio.Task[None] | None = None
        self._looked, self._wake = asyncio.Event(), asyncio.Event()
        self._standby = False
        self._hearing = False
        # Each doubt is a chance that somebody has written and we do not know; a look at the primary's position, begun
        # after it, settles it.
        self._doubts, self._settled = 1, 0
        self._replayed = 0
        # What everybody must find in the replica, and what single actors must find beyond it.
        self._floor = 0
        self._written: OrderedDict[str, int] = OrderedDict()
        # Times and positions of the primary: the last MAX_LAG_S, and those the replica has not reached.
        self._recent: deque[tuple[float, int]] = deque()
        self._missing: deque[tuple[float, int]] = deque(maxlen=7200)
        self._sampled_at = 0.0
        self._paused_until = 0.0
        self._writers: set[str] = set()
        self._announcing = asyncio.Lock()

    async def start(self) -> None:
        """Begin to watch the replica; returns after the first look, found or not, or after 2 s."""
        self._task = asyncio.create_task(self._watch(), name="replica")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._looked.wait(), START_S)

    async def stop(self) -> None:
        """Stop watching and close its connections."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._cut()

    # Reading

    def reader(self, actor_id: str) -> "Reader | None":
        """An Executor on the replica for one request of the actor; None: ask the primary."""
        pool = self._fit(actor_id)
        return None if pool is None else Reader(self, pool, self._primary)

    async def read(self, actor_id: str, primary: Database, work: Work[T]) -> T:
        """Run `work` on the replica, or on `primary`: for reads that come in floods (chats) or need a transaction."""
        if self._fit(actor_id) is None or self._flood is None:
            return await work(primary)
        return await self.attempt(self._flood, primary, work)

    async def attempt(self, pool: Database, primary: Database, work: Work[T]) -> T:
        """Run `work` on the replica's pool; when the replica fails, on the primary."""
        try:
            async with asyncio.timeout(ANSWER_S):
                return await work(pool)
        except Exception as error:
            fault = classify(error)
            if not isinstance(error, TimeoutError) and (fault is None or fault.kind not in _GIVE_UP):
                raise
            self._count("failed")
            # A query that was in the way of replaying ("retry") says nothing about the next one.
            if fault is None or fault.kind != "retry":
                self._paused_until = time.monotonic() + PAUSE_S
        return await work(primary)

    def _fit(self, actor_id: str) -> Database | None:
        if self.state() != "ok":
            self._count("unusable")
            return None
        if self._written.get(actor_id, 0) > self._replayed:
            self._count("behind")
            return None
        self._count("replica")
        return self._pool

    def state(self) -> State:
        """Whether it may be read from, or why not."""
        if self._pool is None:
            return "unreachable"
        if not self._standby:
            return "no standby"
        # Also while the primary cannot be asked where it is: nobody would know how old an answer is.
        unknown = time.monotonic() - self._sampled_at > MAX_LAG_S + LOOK_S
        if not self._hearing or self._settled != self._doubts or unknown:
            return "unsure"
        if self._replayed < self._floor:
            return "lagging"
        return "ok" if time.monotonic() >= self._paused_until else "paused"

    def lag(self) -> tuple[float, int]:
        """How far it is behind what we know of the primary: seconds (to within half a second), bytes."""
        if not self._missing:
            return 0.0, 0
        return time.monotonic() - self._missing[0][0], self._missing[-1][1] - self._replayed

    async def check(self) -> dict[str, Any]:
        """Its part of /health."""
        state = self.state()
        seconds, size = self.lag()
        up = state in ("ok", "unsure")
        return {"status": "ok" if up else "down", "detail": state, "lag_seconds": round(seconds, 1), "lag_bytes": size}

    # Writing

    async def wrote(self, actor_id: str) -> None:
        """Tell every process that the actor has committed something. Await it before the commit is answered."""
        self._writers.add(actor_id)
        async with self._announcing:
            # Whoever comes first announces for all who wait; the others find their work done.
            while actor_id in self._writers:
                actors = [self._writers.pop() for _ in range(min(len(self._writers), ACTORS_AT_ONCE))]
                try:
                    async with asyncio.timeout(ANNOUNCE_S):
                        position = await self._q.announce_writes(self._primary, actors=actors)
                except _LOST as error:
                    log.warning("write_not_announced", reason=type(error).__name__)
                    self._doubts += 1
                except BaseException:
                    self._writers.update(actors)  # cancelled: whoever waits next announces them
                    raise
                else:
                    self._remember(position or 0, actors)

    def heard(self, payload: str) -> None:
        """A process tells who has written, and the position."""
        position, *actors = payload.split(" ")
        self._remember(int(position), actors)

    def listening(self, up: bool) -> None:
        """Without the others' notifications nothing is read here; after a gap, once we know how far they are."""
        self._hearing = up
        self._doubts += 1
        self._wake.set()

    def _remember(self, position: int, actors: Iterable[str]) -> None:
        position = end_of_log(position)
        for actor in actors if position > self._replayed else ():
            self._written[actor] = max(position, self._written.pop(actor, 0))
        while len(self._written) > ACTORS_KEPT:
            self._floor = max(self._floor, self._written.popitem(last=False)[1])
        if self._pool is not None:
            self._wake.set()

    # Watching

    async def _watch(self) -> None:
        while True:
            try:
                await self._look()
            except _LOST as error:
                self._fall(type(error).__name__)
            except Exception:
                log.exception("replica_watch_failed")
                self._fall("defect")
            await self._sample()
            self._looked.set()
            await self._rest()

    async def _rest(self) -> None:
        if not self._written or self.state() != "ok":
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IDLE_EVERY_S):
                    await self._wake.wait()
        await asyncio.sleep(BUSY_EVERY_S)

    async def _look(self) -> None:
        if self._probe is None:
            await self._open()
        assert self._probe is not None  # noqa: S101 (opened, or an exception)
        async with asyncio.timeout(LOOK_S):
            row = await self._q.get_standing(self._probe)
        assert row is not None  # noqa: S101 (a SELECT without FROM has a row)
        self._standby, self._replayed = row["standby"], row["replayed"]
        # In the order of their positions, but for the few that overtook each other: those go at a later look.
        while self._written and next(iter(self._written.values())) <= self._replayed:
            self._written.popitem(last=False)
        while self._missing and self._missing[0][1] <= self._replayed:
            self._missing.popleft()

    async def _open(self) -> None:
        async with asyncio.timeout(OPEN_S):
            self._probe = await Database.connect(self._dsn, max_size=1)
            self._pool = await Database.connect(self._dsn, max_size=self._pool_max)
        self._flood = self._pool.lane(max(1, self._pool_max // 2))
        log.info("replica_found")

    async def _sample(self) -> None:
        """Where the primary is, twice a second: what was there MAX_LAG_S ago is the floor for everybody."""
        now, doubts = time.monotonic(), self._doubts
        if doubts == self._settled and now - self._sampled_at < IDLE_EVERY_S:
            return
        try:
            async with asyncio.timeout(LOOK_S):
                position = end_of_log(await self._q.get_written(self._primary) or 0)
        except _LOST:
            return
        if doubts != self._settled:
            self._floor, self._settled = max(self._floor, position), doubts
        self._sampled_at = now
        self._recent.append((now, position))
        if position > self._replayed:
            self._missing.append((now, position))
        while self._recent[0][0] < now - MAX_LAG_S:
            self._floor = max(self._floor, self._recent.popleft()[1])

    def _fall(self, reason: str) -> None:
        if self._pool is not None:
            log.warning("replica_lost", reason=reason)
        self._cut()

    def _cut(self) -> None:
        """Drop its connections at once: whoever waits for an answer on one turns to the primary."""
        for database in (self._probe, self._pool):
            if database is not None:
                database.cut()
        self._probe = self._pool = self._flood = None
        self._standby = False


class Reader:
    """An Executor for reading: the replica first, the primary when that fails. Holds for one request."""

    __slots__ = ("_pool", "_primary", "_replica")

    def __init__(self, replica: Replica, pool: Database, primary: Database) -> None:
        self._replica, self._pool, self._primary = replica, pool, primary

    async def fetch(self, query: str, /, *args: object) -> list[asyncpg.Record]:
        """All rows."""
        return await self.run(lambda db: db.fetch(query, *args))

    async def fetchrow(self, query: str, /, *args: object) -> asyncpg.Record | None:
        """The first row, or None."""
        return await self.run(lambda db: db.fetchrow(query, *args))

    async def fetchval(self, query: str, /, *args: object) -> Any:
        """The first value of the first row, or None."""
        return await self.run(lambda db: db.fetchval(query, *args))

    async def run(self, work: Work[T]) -> T:
        """Several reads on one Database."""
        # A replica that failed the request's first statement is not waited for again by the next one.
        if self._replica.state() != "ok":
            return await work(self._primary)
        return await self._replica.attempt(self._pool, self._primary, work)

    async def execute(self, query: str, /, *args: object) -> str:
        """Not a read: the primary's."""
        return await self._primary.execute(query, *args)

    async def executemany(self, query: str, args: Iterable[Sequence[Any]], /) -> None:
        """Not a read: the primary's."""
        await self._primary.executemany(query, args)
