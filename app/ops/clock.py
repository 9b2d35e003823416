"""Time as a dependency: features ask `ctx.clock`, tests turn it."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the current time."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return datetime.now(UTC)
