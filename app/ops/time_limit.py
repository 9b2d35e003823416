"""Ends a reading that takes too long: an expression that backtracks on words nobody has tried must not stop a process.

Tests: tests/features/chat/test_bounds.py.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from app.ops.expressions import all_compiled

READING_S = 0.5
"""CPU that one reading of a message may take; what people write takes hundredths of it."""
_COMPILING_S = 3.0


class TookTooLong(Exception):
    """The time of a `limited` block is over."""


_running = False


def _over(_signal: int, _frame: FrameType | None) -> None:
    if _running:
        raise TookTooLong


@contextmanager
def limited(seconds: float = READING_S) -> Iterator[None]:
    """Raise TookTooLong in the block when the process has used so many seconds of CPU since it began, more while
    expressions are still to be compiled.

    For code without `await`; not to be nested. `re` looks for signals while it matches, and Python tells them to its
    main thread alone: elsewhere nothing is limited.
    """
    global _running
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGVTALRM) is not _over:
        signal.signal(signal.SIGVTALRM, _over)
    _running = True
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds if all_compiled() else seconds + _COMPILING_S)
    try:
        yield
    finally:
        _running = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
