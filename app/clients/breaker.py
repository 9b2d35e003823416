"""Circuit breaker with slow start: how many calls a provider that may be dead still gets.

Pure state, driven by the caller's clock (`app.clients.http` owns the waiting).
"""

from collections.abc import Callable
from dataclasses import dataclass

FAILURES_TO_OPEN = 5
FIRST_PAUSE_S = 10.0
LONGEST_PAUSE_S = 60.0


@dataclass(slots=True)
class Breaker:
    """Closed: calls pass. Open: none does until the pause is over. Half open: one probe decides.

    `window` bounds the calls in flight until successes have widened it, so that a provider that hangs holds a
    handful of calls and not one per request; None switches that off (a language model is slow by nature).
    """

    now: Callable[[], float]
    window: int | None = None
    failures: int = 0
    in_flight: int = 0
    open_until: float = 0.0
    pause_s: float = FIRST_PAUSE_S
    probing: bool = False

    def retry_after(self) -> float:
        """Seconds until a call may be tried; 0 when one may be tried now."""
        if self.failures < FAILURES_TO_OPEN:
            return 0.0
        left = self.open_until - self.now()
        return left if left > 0 else (1.0 if self.probing else 0.0)

    def full(self) -> bool:
        """True when the window is used up: wait for a call in flight to end.

        A failed call is not replaced: what comes after it would meet the same provider before the breaker opens.
        """
        return self.window is not None and self.in_flight >= max(1, self.window - self.failures)

    def enter(self) -> None:
        """A call starts. Call only when `retry_after()` is 0 and `full()` is false."""
        self.in_flight += 1
        if self.failures >= FAILURES_TO_OPEN:
            self.probing = True

    def leave(self, alive: bool | None) -> None:
        """The call ended: the provider is alive, is not (False), or nothing was learnt (None, a cancelled call)."""
        was_full = self.full()
        self.in_flight -= 1
        if alive:
            self.failures, self.pause_s, self.probing = 0, FIRST_PAUSE_S, False
            if was_full and self.window is not None:
                self.window *= 2
        elif alive is None:
            self.probing = False
        else:
            self._failed()

    def _failed(self) -> None:
        self.failures += 1
        if self.probing:
            self.pause_s = min(self.pause_s * 2, LONGEST_PAUSE_S)
            self.probing = False
        if self.failures >= FAILURES_TO_OPEN and self.open_until <= self.now():
            self.open_until = self.now() + self.pause_s
