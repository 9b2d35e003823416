"""Rate limits of the sign-in pages: per account, per address, and both together. Tests: test_limits.py."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import sha256


class RateLimiter:
    """At most `limit` hits per key in any window. Bounded: the keys unused for longest are forgotten first.

    Kept in this process: several storefront processes multiply the limit by their number.
    """

    def __init__(
        self,
        limit: int,
        window_s: float,
        *,
        max_keys: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit, self._window, self._max_keys, self._clock = limit, window_s, max_keys, clock
        self._hits: OrderedDict[bytes, deque[float]] = OrderedDict()

    def hit(self, key: str) -> float:
        """Count one try. Returns 0.0 when it may go on, else the seconds to wait."""
        now = self._clock()
        digest = sha256(key.encode("utf-8", "surrogatepass")).digest()
        hits = self._hits.setdefault(digest, deque())
        self._hits.move_to_end(digest)
        while hits and hits[0] <= now - self._window:
            hits.popleft()
        if len(hits) >= self._limit:
            return max(1.0, hits[0] + self._window - now)
        hits.append(now)
        while len(self._hits) > self._max_keys:
            self._hits.popitem(last=False)
        return 0.0


class SignInLimits:
    """The limits of every sign-in form. Each method returns the seconds to wait, 0.0 for go on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        quarter, hour = 900.0, 3600.0
        # The pair is strict, the account alone looser: a stranger's guesses must not lock the owner out fast.
        self._login_pair = RateLimiter(10, quarter, clock=clock)
        self._login_account = RateLimiter(50, quarter, clock=clock)
        self._login_address = RateLimiter(100, quarter, clock=clock)
        self._register_address = RateLimiter(20, hour, clock=clock)
        self._forgot_account = RateLimiter(3, hour, clock=clock)
        self._forgot_address = RateLimiter(30, hour, clock=clock)
        self._reset_address = RateLimiter(30, hour, clock=clock)

    def login(self, account: str, address: str) -> float:
        """One try to sign in."""
        waits = (self._login_address.hit(address), self._login_pair.hit(f"{account}\n{address}"))
        return max(*waits) or self._login_account.hit(account)

    def register(self, address: str) -> float:
        """One sign-up."""
        return self._register_address.hit(address)

    def forgot(self, account: str, address: str) -> float:
        """One request for a reset e-mail."""
        return self._forgot_address.hit(address) or self._forgot_account.hit(account)

    def reset(self, address: str) -> float:
        """One try to set a new password."""
        return self._reset_address.hit(address)
