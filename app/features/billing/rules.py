"""Arithmetic of billing periods, token limits and overage amounts: pure, without database or clock.

Tokens are drawn in the order included → top-ups → overage, and only overage is billed per token.
Tests: tests/features/billing/test_rules.py.
"""

from collections.abc import Sequence
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
TOPUP_CENTS_PER_MILLION = 3_000
"""Price of bought tokens: R$30 per million, so the smallest top-up (R$30) buys one million tokens."""

PLAN_KEEPING = frozenset({"active", "trialing", "past_due"})
"""Statuses that keep the plan; with any other the company is on the free plan."""
OVERAGE_BEARING = frozenset({"active", "trialing"})
"""Statuses in which further debt may be made: not while a payment is overdue."""


class Period(msgspec.Struct, frozen=True):
    """One calendar month of a company: its first day and the UTC moments [start, end)."""

    first: date
    start: datetime
    end: datetime

    @property
    def label(self) -> str:
        """The month as the wire writes it: `2026-11`."""
        return f"{self.first:%Y-%m}"


class Allowance(msgspec.Struct, frozen=True, kw_only=True):
    """What a company may use in a month: its plan, its settings, its top-ups."""

    included_tokens: int
    topup_remaining: int = 0
    topup_used: int = 0
    overage_per_million_cents: int = 0
    auto_overage: bool = False
    cap: int | None = None
    status: str = "free"

    @property
    def prepaid(self) -> int:
        """Tokens already paid for in this month: included ones and top-ups, used or not."""
        return self.included_tokens + self.topup_remaining + self.topup_used

    @property
    def overage(self) -> int | None:
        """Tokens that may be used beyond the prepaid ones; None = as many as wanted."""
        if not self.auto_overage or self.status not in OVERAGE_BEARING:
            return 0
        if self.cap is None or self.overage_per_million_cents == 0:
            return None
        return self.cap * PER_MILLION // self.overage_per_million_cents

    @property
    def limit(self) -> int | None:
        """The most tokens that used and reserved together may reach; None = no limit."""
        return None if self.overage is None else self.prepaid + self.overage


class TopupBalance(msgspec.Struct, frozen=True):
    """A top-up and what is left of it."""

    id: str
    remaining: int


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """How the tokens of one call are paid: the parts add up to the tokens used."""

    from_included: int
    from_topups: tuple[TopupBalance, ...]
    """Per top-up touched: `remaining` is the number of tokens taken from it."""
    from_overage: int

    @property
    def from_topup(self) -> int:
        """Tokens taken from top-ups in all."""
        return sum(part.remaining for part in self.from_topups)


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


def quota_state(committed: int, allowance: Allowance, alert_pct: int) -> QuotaState:
    """State of a company that has `committed` (used + reserved) tokens in this month."""
    limit = allowance.limit
    if limit is not None and committed >= limit:
        return "BLOCK"
    # In integers: committed / prepaid >= alert_pct / 100.
    if committed * 100 >= alert_pct * allowance.prepaid:
        return "WARN"
    return "ALLOW"


def draw(tokens: int, included_left: int, topups: Sequence[TopupBalance]) -> Draw:
    """Split `tokens` over what is left of the plan, then the top-ups in the given order, then overage.

    `topups` come in drawing order: soonest expiry first, then oldest.
    """
    included = min(tokens, max(included_left, 0))
    rest = tokens - included
    parts: list[TopupBalance] = []
    for topup in topups:
        taken = min(rest, topup.remaining)
        if taken > 0:
            parts.append(TopupBalance(topup.id, taken))
            rest -= taken
    return Draw(from_included=included, from_topups=tuple(parts), from_overage=rest)


def overage_cents(tokens: int, per_million_cents: int) -> int:
    """Price of overage tokens, rounded up to the cent."""
    return -(-tokens * per_million_cents // PER_MILLION)


def topup_tokens(amount_cents: int) -> int:
    """Tokens that a top-up of `amount_cents` buys."""
    return amount_cents * PER_MILLION // TOPUP_CENTS_PER_MILLION


def should_charge(amount_cents: int, *, month_closed: bool) -> bool:
    """Whether an open overage amount is charged now: at month close, or earlier over the threshold."""
    if month_closed:
        return amount_cents >= OVERAGE_MINIMUM_CENTS
    return amount_cents >= OVERAGE_THRESHOLD_CENTS
