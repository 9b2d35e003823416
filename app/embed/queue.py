"""What waits for the engine: two lanes, admission by queued tokens, and batches of like lengths.

No timer: a free engine takes what is there. The oldest item anchors each batch and is joined by the nearest
lengths, so long texts do not starve and padding stays small. Tests: tests/embed/test_queue.py.
"""

import threading
from bisect import bisect_left, insort
from collections import deque
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from app.embed.config import Lane

# Work that may wait, in seconds of the measured rate; beyond it a caller is told to come back.
MAX_WAIT_S: dict[Lane, float] = {"interactive": 4.0, "bulk": 8.0}
# Of the engine's work while both lanes wait, the part that bulk gets.
BULK_SHARE = 0.25
# Padded tokens a batch may have for one real token.
WASTE_CAP = 1.10
# What starting a batch costs, in tokens of it, unless the model was measured: 7 on a 1024-wide transformer, 12 on a
# small one, 110 on the lexical model.
START_TOKENS = 8
_sequence = count()


class QueueFull(Exception):
    """Too much work waits. `retry_after`: seconds until the queue will have drained."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"the embedding queue is full, try again in {retry_after:.1f} s")
        self.retry_after = retry_after


class EngineClosed(Exception):
    """The engine was shut down."""


@dataclass(slots=True, eq=False)
class Item:
    """One text in the queue. `target` is what the owner completes; the queue never looks at it."""

    ids: np.ndarray
    lane: Lane
    target: Any = None
    waiters: int = 1
    queued: bool = False
    order: int = field(default_factory=lambda: next(_sequence))

    @property
    def length(self) -> int:
        """Tokens, as padded batches count them."""
        return len(self.ids)


class _LaneQueue:
    """Items of one lane, reachable by age and by length."""

    def __init__(self, start_tokens: int) -> None:
        self._start_tokens = start_tokens
        self.by_age: deque[Item] = deque()
        self.by_length: list[tuple[int, int, Item]] = []
        self.tokens = 0

    def add(self, item: Item) -> None:
        item.queued = True
        self.by_age.append(item)
        insort(self.by_length, (item.length, item.order, item))
        self.tokens += item.length

    def remove(self, item: Item) -> None:
        """Take it out; `by_age` forgets it when it comes to the front."""
        item.queued = False
        del self.by_length[bisect_left(self.by_length, (item.length, item.order))]
        self.tokens -= item.length

    def oldest(self) -> Item | None:
        while self.by_age and not self.by_age[0].queued:
            self.by_age.popleft()
        return self.by_age[0] if self.by_age else None

    def take(self, budget: int) -> list[Item]:
        """The oldest item, and its nearest lengths while they make the batch cheaper and fit into `budget`."""
        anchor = self.oldest()
        if anchor is None:
            return []
        left = right = bisect_left(self.by_length, (anchor.length, anchor.order))
        real, longest = anchor.length, anchor.length
        while step := self._nearest(left, right, anchor.length):
            index = left - 1 if step < 0 else right + 1
            length = self.by_length[index][0]
            padded = max(longest, length) * (right - left + 2)
            cost, grown = self._start_tokens + longest * (right - left + 1), self._start_tokens + padded
            dearer = (real + length) * cost < real * grown
            if dearer or padded > budget or padded > WASTE_CAP * (real + length):
                break
            left, right = min(left, index), max(right, index)
            real, longest = real + length, max(longest, length)
        chosen = [item for _, _, item in self.by_length[left : right + 1]]
        del self.by_length[left : right + 1]
        for item in chosen:
            item.queued = False
        self.tokens -= real
        return chosen

    def _nearest(self, left: int, right: int, length: int) -> int:
        """-1 or 1: the side of the window whose next item is nearer to `length`; 0: none is left."""
        shorter = length - self.by_length[left - 1][0] if left > 0 else None
        longer = self.by_length[right + 1][0] - length if right + 1 < len(self.by_length) else None
        if shorter is None or longer is None:
            return 1 if longer is not None else -1 if shorter is not None else 0
        return -1 if shorter < longer else 1


class BatchQueue:
    """Thread-safe: the event loop puts and discards, the engine thread takes."""

    def __init__(self, *, budgets: dict[Lane, int], rate: float, start_tokens: int = START_TOKENS) -> None:
        self._budgets = budgets
        self._lanes = {lane: _LaneQueue(start_tokens) for lane in budgets}
        self._changed = threading.Condition()
        self._bulk_credit = 0.0
        self.closed = False
        self._start_tokens = start_tokens
        self.rate = rate

    def seconds(self, tokens: int) -> float:
        """What a run of so many tokens takes."""
        return (self._start_tokens + tokens) / self.rate

    def put(self, items: list[Item], lane: Lane) -> None:
        """Add one request's items, all or none. Raises QueueFull or EngineClosed.

        An empty lane takes any request: one that is larger than the limit could otherwise never be served.
        """
        with self._changed:
            if self.closed:
                raise EngineClosed
            queue = self._lanes[lane]
            waiting = queue.tokens
            if waiting and waiting + sum(i.length for i in items) > self.rate * MAX_WAIT_S[lane]:
                raise QueueFull(max(1.0, waiting / self.rate))
            for item in items:
                queue.add(item)
            self._changed.notify()

    def discard(self, item: Item) -> bool:
        """Take an item out that nobody waits for; False when the engine already has it."""
        with self._changed:
            if not item.queued:
                return False
            self._lanes[item.lane].remove(item)
            return True

    def take(self) -> list[Item]:
        """Wait for work and return one batch; empty once the queue is closed."""
        with self._changed:
            while not self.closed:
                lane = self._next_lane()
                if batch := self._lanes[lane].take(self._budgets[lane]):
                    self._settle(lane, batch)
                    return batch
                self._changed.wait()
            return []

    def _next_lane(self) -> Lane:
        interactive, bulk = (self._lanes[lane].oldest() for lane in ("interactive", "bulk"))
        if bulk is None:
            self._bulk_credit = 0.0  # a share is of the time when both wait, it cannot be saved up
        if interactive is None or (bulk is not None and self._bulk_credit >= self._budgets["bulk"]):
            return "bulk"
        return "interactive"

    def _settle(self, lane: Lane, batch: list[Item]) -> None:
        padded = max(item.length for item in batch) * len(batch)
        if lane == "bulk":
            self._bulk_credit = max(0.0, self._bulk_credit - padded)
        else:
            self._bulk_credit += padded * BULK_SHARE / (1 - BULK_SHARE)

    def waiting(self) -> dict[Lane, tuple[int, int]]:
        """Items and tokens of each lane."""
        with self._changed:
            return {lane: (len(queue.by_length), queue.tokens) for lane, queue in self._lanes.items()}

    def close(self) -> list[Item]:
        """Stop: `take` returns nothing from now on. Returns the items that were never run."""
        with self._changed:
            self.closed = True
            left = [item for queue in self._lanes.values() for _, _, item in queue.by_length]
            for queue in self._lanes.values():
                queue.by_length.clear()
                queue.by_age.clear()
                queue.tokens = 0
            self._changed.notify_all()
            return left
