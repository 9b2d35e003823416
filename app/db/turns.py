"""Whose turn it is at the pool: companies take turns, and none holds more than its share while others want some too.

Pure bookkeeping without waiting; connections.py asks. tests/db/test_turns.py.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Generic, TypeVar

T = TypeVar("T")
working_for: ContextVar[str] = ContextVar("company", default="")
"""For whom the running task works; empty: for nobody in particular, who stands in line but has no share to keep to."""
CROWDED_S = 1.0
"""So long after another company's last call a company keeps to its share."""


class Turns(Generic[T]):
    """Those who wait, by company, and how many places each holds. Of `places` a share is a quarter, two at least."""

    def __init__(self, places: int, now: Callable[[], float]) -> None:
        self._share = max(2, places // 4)
        self._now = now
        self._held: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[T]]] = {}
        # The two companies that called last, the newest first.
        self._last, self._before = ("", 0.0), ("", 0.0)

    def may_take(self, name: str) -> bool:
        """Whether a company may have one more place now. Call it once a call: it is remembered who called."""
        if not name:
            return True
        now = self._now()
        if self._last[0] != name:
            self._before = self._last
        self._last = (name, now)
        return self._within(name, now)

    def _within(self, name: str, now: float) -> bool:
        if not name or self._held.get(name, 0) < self._share:
            return True
        other, at = self._before if self._last[0] == name else self._last
        return not other or now - at > CROWDED_S

    def taken(self, name: str) -> None:
        """A company has got a place."""
        if name:
            self._held[name] = self._held.get(name, 0) + 1

    def given(self, name: str) -> None:
        """It has given one back."""
        if name:
            left = self._held.get(name, 0) - 1
            if left > 0:
                self._held[name] = left
            else:
                self._held.pop(name, None)

    def wait(self, name: str, turn: asyncio.Future[T]) -> None:
        """Stand in line."""
        self._waiting.setdefault(name, deque()).append(turn)

    def next(self) -> "tuple[str, asyncio.Future[T]] | None":
        """Whose turn it is: that of the company that has waited longest for one, among those that may have a place."""
        now = self._now()
        for name in list(self._waiting):
            line = self._waiting[name]
            while line and line[0].done():
                line.popleft()
            if line and not self._within(name, now):
                continue
            # Behind the others, or away.
            del self._waiting[name]
            if line:
                turn = line.popleft()
                if line:
                    self._waiting[name] = line
                return name, turn
        return None

    def everybody(self) -> list["asyncio.Future[T]"]:
        """All who wait; nobody does any longer."""
        waiting = [turn for line in self._waiting.values() for turn in line if not turn.done()]
        self._waiting.clear()
        return waiting
