"""When a delivery is tried again. tests/features/test_webhook_endpoints_rules.py."""

import random
from datetime import datetime, timedelta

# After the 1st, 2nd, … failed try; the last one goes on.
DELAYS_S = (5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800)
# So much earlier, at most: what failed together does not come back together.
JITTER = 0.2


def next_try(tries: int, opened_at: datetime, now: datetime, lasts: timedelta) -> datetime | None:
    """When to try again after the given number of failures (1 or more); None: never, it is dead.

    It is open for `lasts` since `opened_at`; the last try is at the end of that. What had to wait for longer than that
    behind another one has one try.
    """
    ends = opened_at + lasts
    if now >= ends:
        return None
    delay = DELAYS_S[min(tries, len(DELAYS_S)) - 1] * (1 - JITTER * random.random())  # noqa: S311  (no secret)
    return min(now + timedelta(seconds=delay), ends)
