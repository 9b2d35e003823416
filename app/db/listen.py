"""One connection of its own that lives as long as the process: it hears what other processes changed, and shows them
that this one is alive."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable

import asyncpg

from app.db.pool import BROKEN

Heard = Callable[[str], None]
Listening = Callable[[bool], None]

HEARTBEAT_SECONDS = 1.0
RETRY_SECONDS = 0.5
# Class of the advisory locks that show which processes are alive; sql/idempotency.sql reads them.
PRESENCE = 0x50524553


class Listener:
    """Hears notifications of some channels. `listening(False)` is called as soon as the connection is in doubt.

    `presence()` is locked (pg_advisory_lock) by the connection, another number each time: PostgreSQL frees it with a
    process that was killed, and what was begun before the database was lost counts as begun by nobody.
    register with `on` before `start`; a lost connection is opened again until `stop`.
    """

    def __init__(self, dsn: str) -> None:
        self._presence = secrets.randbits(31)
        self._dsn = dsn
        self._heard: dict[str, Heard] = {}
        self._listening: list[Listening] = []
        self._hears = False
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    def presence(self) -> int:
        """The number of the running connection, or of the one that was lost."""
        return self._presence

    def hears(self) -> bool:
        """The connection is there."""
        return self._hears

    def on(self, channel: str, heard: Heard, listening: Listening = lambda _: None) -> None:
        """Call `heard(payload)` for each notification, and `listening(up)` when the connection comes and goes."""
        self._heard[channel] = heard
        self._listening.append(listening)

    async def start(self) -> None:
        """Begin; returns when the first connection listens, or after 2 s without one."""
        self._task = asyncio.create_task(self._run(), name="listener")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ready.wait(), 2)

    async def stop(self) -> None:
        """End; no callback runs afterwards."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._tell(False)

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(*BROKEN):
                await self._listen()
            self._tell(False)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        """One connection's life. The heartbeat finds a peer that went silent without closing."""
        connection = await asyncpg.connect(self._dsn, timeout=5, server_settings={"application_name": "listener"})
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            presence = secrets.randbits(31)
            await connection.execute("SELECT pg_advisory_lock($1, $2)", PRESENCE, presence, timeout=HEARTBEAT_SECONDS)
            self._presence = presence
            for channel in self._heard:
                await connection.add_listener(channel, self._on_notification)
            self._tell(True)
            self._ready.set()
            while not lost.is_set():
                await connection.fetchval("SELECT 1", timeout=HEARTBEAT_SECONDS)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), HEARTBEAT_SECONDS)
        finally:
            self._tell(False)
            connection.terminate()

    def _on_notification(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        self._heard[channel](str(payload))

    def _tell(self, up: bool) -> None:
        self._hears = up
        for listening in self._listening:
            listening(up)
