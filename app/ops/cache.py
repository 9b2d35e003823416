"""A short-lived cache of positive look-ups that never serves what this process knows to be revoked.

Bounded and at most 5 seconds old. A load that began before an invalidation never stores after it (generation
guard). Off while nobody tells us of other processes' changes (the database listener sets `enabled`).
"""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import md5
from typing import Generic, TypeVar

T = TypeVar("T")

TTL_SECONDS = 5.0
MAX_ENTRIES = 20_000


def cache_key(text: str) -> str:
    """The key of a look-up text: its MD5, which the database computes too, so no token travels in a NOTIFY."""
    return md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


class GuardedCache(Generic[T]):
    """One kind of look-up, keyed by `cache_key`."""

    def __init__(self, max_entries: int = MAX_ENTRIES) -> None:
        # All entries live equally long, so their order is the order in which they go. A plain dict would look for its
        # first one through all that have gone.
        self._entries: OrderedDict[str, tuple[float, T]] = OrderedDict()
        self._max_entries = max_entries
        self._generation = 0
        self._enabled = False
        self.hits = 0
        self.misses = 0
        self.invalidations = 0

    async def get(self, text: str, load: Callable[[], Awaitable[T | None]]) -> T | None:
        """The cached value for `text`, else what `load` finds; only what was found is kept."""
        key = cache_key(text)
        found = self._entries.get(key)
        if found is not None and found[0] > time.monotonic():
            self.hits += 1
            return found[1]
        self.misses += 1
        generation = self._generation
        value = await load()
        if value is not None and self._enabled and generation == self._generation:
            self._keep(key, value)
        return value

    def _keep(self, key: str, value: T) -> None:
        now = time.monotonic()
        self._entries.pop(key, None)
        while self._entries:
            oldest = next(iter(self._entries))
            if len(self._entries) < self._max_entries and self._entries[oldest][0] > now:
                break
            del self._entries[oldest]
        self._entries[key] = now + TTL_SECONDS, value

    def invalidate(self, key: str) -> None:
        """Forget one key (a `cache_key`), and whatever is being loaded right now."""
        self._generation += 1
        self.invalidations += 1
        self._entries.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        self._generation += 1
        self.invalidations += 1
        self._entries.clear()

    @property
    def enabled(self) -> bool:
        """Whether the cache keeps anything."""
        return self._enabled

    @enabled.setter
    def enabled(self, value: bool) -> None:
        self._enabled = value
        self.clear()

    def stats(self) -> dict[str, int | bool]:
        """Numbers for `_cache-stats` and the metrics."""
        return {
            "size": len(self._entries),
            "hits": self.hits,
            "misses": self.misses,
            "invalidations": self.invalidations,
            "enabled": self._enabled,
        }
