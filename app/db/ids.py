"""Identifiers: UUIDv7, so rows made one after another lie side by side in their index. tests/db/test_ids.py."""

import os
import struct
import threading
import time
from collections.abc import Iterator
from uuid import UUID

_lock = threading.Lock()
_last = 0  # milliseconds << 12 | counter
# Random bits are asked of the system for so many ids at a time: asking for each took most of an id's time.
_AHEAD = 64


def _random() -> Iterator[int]:
    while True:
        yield from struct.unpack(f"{_AHEAD}Q", os.urandom(8 * _AHEAD))


_bits = _random()


def _forget() -> None:
    """A child that is forked must not give its parent's ids."""
    global _bits
    _bits = _random()


os.register_at_fork(after_in_child=_forget)


def uuid7() -> UUID:
    """A new id: time-ordered, and strictly rising within this process even when the clock steps back.

    The 12 bits after the time are a counter that starts each millisecond at a random point of its lower half;
    when it overflows, it borrows from the next millisecond (RFC 9562, method 1).
    """
    with _lock:
        random = next(_bits)
        stamp = _stamps(1)
    return UUID(int=_value(stamp, random))


def uuid7_texts(count: int) -> list[str]:
    """As many new ids, as `uuid7` makes them, rising; in hexadecimal without dashes, which takes half as long."""
    randoms = struct.unpack(f"{count}Q", os.urandom(8 * count))
    with _lock:
        last = _stamps(count)
    stamps = range(last - count + 1, last + 1)
    return [f"{_value(stamp, random):032x}" for stamp, random in zip(stamps, randoms, strict=True)]


def _value(stamp: int, random: int) -> int:
    return (stamp >> 12) << 80 | 0x7 << 76 | (stamp & 0xFFF) << 64 | 0b10 << 62 | random >> 2


def _stamps(count: int) -> int:
    """The last of so many stamps that nobody has had; called with the lock held."""
    global _last
    start = time.time_ns() // 1_000_000 << 12
    first = start | next(_bits) & 0x7FF if start > _last else _last + 1
    _last = first + count - 1
    return _last
