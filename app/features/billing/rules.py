"""Billing periods, the quota's state and when money is asked for: pure, without database or clock.

What tokens cost stands in ledger.py. Tests: tests/features/billing/test_rules.py.
"""

from datetime import UTC, date, datetime, time
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

QuotaState = Literal["ALLOW", "WARN", "BLOCK"]

PER_MILLION = 1_000_000
OVERAGE_THRESHOLD_CENTS = 5_000
"""An open amount of R$50 is charged at once instead of waiting for the end of the month."""
OVERAGE_MINIMUM_CENTS = 100
"""Below R$1 a charge costs more than it brings: it is carried into the next month."""


ALERTS_AT = (90, 100)
"""Besides the company's own threshold, where they lie above it."""


class Period(msgspec.Struct, frozen=True):
    """One calendar month of a company: its first day and the UTC moments [start, end)."""

    first: date
    start: datetime
    end: datetime

    @property
    def label(self) -> str:
        """The month as the wire writes it: `2026-11`."""
        return f"{self.first:%Y-%m}"


def month_of(moment: datetime, timezone: str) -> Period:
    """The company's calendar month that contains `moment` (aware). Raises ZoneInfoNotFoundError."""
    return month_from(moment.astimezone(ZoneInfo(timezone)).date().replace(day=1), timezone)


def month_from(first: date, timezone: str) -> Period:
    """The month that begins at `first` (a first of month) in that zone."""
    return Period(first, _midnight(first, timezone), _midnight(next_month(first), timezone))


def next_month(first: date) -> date:
    """The first day of the following month."""
    return first.replace(year=first.year + 1, month=1) if first.month == 12 else first.replace(month=first.month + 1)


def _midnight(day: date, timezone: str) -> datetime:
    # Where clocks jump over midnight, fold 0 gives the moment of the jump: no gap between two months.
    return datetime.combine(day, time(), ZoneInfo(timezone)).astimezone(UTC)


def quota_state(reserved: int, left: int | None, prepaid_used: int, prepaid: int, alert_pct: int) -> QuotaState:
    """State of a company that may draw `left` more tokens (None: as many as wanted), `reserved` of them for calls."""
    if left is not None and reserved >= left:
        return "BLOCK"
    # In integers: used / prepaid >= alert_pct / 100. What is beyond the prepaid tokens is overage.
    if (prepaid_used + reserved) * 100 >= alert_pct * prepaid:
        return "WARN"
    return "ALLOW"


def alert_reached(used: int, prepaid: int, alert_pct: int) -> int:
    """The highest percentage a company is written about that is reached; 0: none."""
    return max((pct for pct in {alert_pct, *ALERTS_AT} if pct >= alert_pct and used * 100 >= pct * prepaid), default=0)


def topup_tokens(amount_cents: int, per_million_cents: int) -> int:
    """Tokens that a top-up of `amount_cents` buys at that price."""
    return amount_cents * PER_MILLION // per_million_cents


def should_charge(amount_cents: int, *, month_closed: bool) -> bool:
    """Whether an open overage amount is charged now: at month close, or earlier over the threshold."""
    if month_closed:
        return amount_cents >= OVERAGE_MINIMUM_CENTS
    return amount_cents >= OVERAGE_THRESHOLD_CENTS
