"""The reference ledger: what a company owes, in plain Python, by the contract and not by our code.

No database, no module of the application: money is a Fraction of cents, tokens are dealt out one part after the other.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

GRACE_DAYS = 7


@dataclass
class Plan:
    """A plan as it is sold now."""

    monthly: int
    included: int
    overage: int


@dataclass
class Subscription:
    """What the provider and we agreed on."""

    plan: str
    status: str
    ends: datetime
    cancelled: bool = False
    following: str | None = None  # at the end of the period
    waiting: str | None = None  # once its invoice is paid
    overdue_since: datetime | None = None


@dataclass
class Month:
    """Tokens of a calendar month."""

    included: int = 0
    topup: int = 0
    overage: dict[int, int] = field(default_factory=dict)  # by price per million
    absorbed: int = 0

    @property
    def overage_tokens(self) -> int:
        """At whatever price."""
        return sum(self.overage.values())

    @property
    def used(self) -> int:
        """All of them."""
        return self.included + self.topup + self.overage_tokens + self.absorbed

    @property
    def owed(self) -> Fraction:
        """What the overage costs, in cents."""
        return sum((Fraction(tokens * price, 1_000_000) for price, tokens in self.overage.items()), Fraction())


@dataclass
class Account:
    """One company."""

    plans: dict[str, Plan]
    zone: ZoneInfo
    auto_overage: bool = False
    cap: int | None = None
    subscription: Subscription | None = None
    months: dict[date, Month] = field(default_factory=dict)
    # Included tokens of the running month drawn since the subscription was first paid.
    drawn: dict[date, int] = field(default_factory=dict)
    topups: dict[str, int] = field(default_factory=dict)
    granted: dict[str, tuple[int, int]] = field(default_factory=dict)  # payment → tokens, taken back

    def first(self, now: datetime) -> date:
        """Of the running month, where the company lives."""
        return now.astimezone(self.zone).date().replace(day=1)

    def month(self, now: datetime) -> Month:
        """The running one."""
        return self.months.setdefault(self.first(now), Month())

    def plan(self, now: datetime) -> str:
        """Whose rights count now."""
        found = self.subscription
        if found is None or found.status == "incomplete":
            return "free"
        if found.status == "past_due":
            assert found.overdue_since is not None
            if (now - found.overdue_since).total_seconds() >= GRACE_DAYS * 86_400:
                return "free"
        return found.following if found.following and now >= found.ends else found.plan

    def included_left(self, now: datetime) -> int:
        """Of the plan, in this month."""
        drawn = self.drawn.get(self.first(now), 0)
        return max(self.plans[self.plan(now)].included - drawn, 0)

    def room(self, now: datetime) -> int | None:
        """Overage tokens that are agreed to; None: without end."""
        price = self.plans[self.plan(now)].overage
        paying = self.subscription is not None and self.subscription.status == "active"
        if not (self.auto_overage and paying):
            return 0
        if price == 0 or self.cap is None:
            return None
        return max(int((self.cap - self.month(now).owed) * 1_000_000 // price), 0)

    def left(self, now: datetime) -> int | None:
        """What may be drawn before the house pays."""
        room = self.room(now)
        return None if room is None else self.included_left(now) + sum(self.topups.values()) + room

    def use(self, tokens: int, now: datetime) -> None:
        """Deal tokens out: the plan, top-ups from the oldest, overage, the house."""
        month, first = self.month(now), self.first(now)
        part = min(tokens, self.included_left(now))
        month.included += part
        self.drawn[first] = self.drawn.get(first, 0) + part
        tokens -= part
        for payment in self.topups:
            part = min(tokens, self.topups[payment])
            self.topups[payment] -= part
            month.topup += part
            tokens -= part
        room = self.room(now)
        part = tokens if room is None else min(tokens, room)
        if part:
            price = self.plans[self.plan(now)].overage
            month.overage[price] = month.overage.get(price, 0) + part
        month.absorbed += tokens - part

    def begin(self, now: datetime) -> None:
        """The first invoice of a subscription is paid: its included tokens begin anew."""
        self.drawn[self.first(now)] = 0

    def grant(self, payment: str, tokens: int) -> None:
        """Bought tokens, once per payment."""
        if payment not in self.granted:
            self.granted[payment] = (tokens, 0)
            self.topups[payment] = tokens

    def give_back(self, payment: str, tokens: int) -> None:
        """So many tokens of a payment are to be taken back in all, as far as nobody has used them."""
        granted, taken = self.granted[payment]
        part = max(min(tokens - taken, self.topups[payment]), 0)
        self.topups[payment] -= part
        self.granted[payment] = (granted, taken + part)

    @property
    def owed(self) -> Fraction:
        """All overage there ever was."""
        return sum((month.owed for month in self.months.values()), Fraction())
