"""Identifiers: UUIDv7, so rows made one after another lie side by side in their index. tests/db/test_ids.py."""

import secrets
import threading
import time
from uuid import UUID

_lock = threading.Lock()
_last = 0  # milliseconds << 12 | counter


def uuid7() -> UUID:
    """A new id: time-ordered, and strictly rising within this process even when the clock steps back.

    The 12 bits after the time are a counter that starts each millisecond at a random point of its lower half;
    when it overflows, it borrows from the next millisecond (RFC 9562, method 1).
    """
    global _last
    now = time.time_ns() // 1_000_000
    with _lock:
        fresh = now << 12 | secrets.randbits(11)
        _last = fresh if fresh > _last else _last + 1
        stamp = _last
    value = (stamp >> 12) << 80 | 0x7 << 76 | (stamp & 0xFFF) << 64 | 0b10 << 62 | secrets.randbits(62)
    return UUID(int=value)
