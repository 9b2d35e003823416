"""Waits that are bounded by the time in which this process could look for an answer. tests/db/test_pool.py."""

import asyncio
from types import TracebackType

LOOK_S = 0.25


class Patience:
    """`async with`: TimeoutError after so many seconds in which the loop ran.

    A loop that was held up, by long work of its own or on a machine that many share, finds timers due before it reads
    what has come meanwhile: asyncio.timeout would tell of a database that does not answer.
    """

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._loop = asyncio.get_running_loop()
        self._timeout = asyncio.timeout(None)

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._look_later()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def _look_later(self) -> None:
        self._looked = self._loop.time()
        self._timer = self._loop.call_later(min(LOOK_S, self._left), self._look)

    def _look(self) -> None:
        now = self._loop.time()
        self._left -= min(now - self._looked, LOOK_S)
        if self._left > 0:
            self._look_later()
        else:
            self._timeout.reschedule(now)
