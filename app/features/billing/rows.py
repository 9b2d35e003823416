"""Rows of sql/billing.sql and sql/billing_worker.sql that are no answers themselves."""

from datetime import date

import msgspec

from app.features.billing.rules import Allowance


class Payer(msgspec.Struct, frozen=True):
    """Who pays for a company."""

    email: str
    name: str
    customer: str | None


class UsageRow(msgspec.Struct, frozen=True):
    """What a company's running month is made of."""

    timezone: str
    period: date
    included_tokens: int
    overage_per_million_cents: int
    status: str
    auto_overage: bool
    cap: int | None
    alert_pct: int
    used: int
    reserved: int
    included_used: int
    topup_used: int
    overage_tokens: int
    topup_remaining: int

    @property
    def allowance(self) -> Allowance:
        """The same, as the rules take it."""
        return Allowance(
            included_tokens=self.included_tokens,
            topup_remaining=self.topup_remaining,
            topup_used=self.topup_used,
            overage_per_million_cents=self.overage_per_million_cents,
            auto_overage=self.auto_overage,
            cap=self.cap,
            status=self.status,
        )
