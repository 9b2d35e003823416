"""Rows of sql/billing.sql and sql/billing_worker.sql that are no answers themselves."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

import msgspec

from app.features.billing.ledger import (
    Agreed,
    Priced,
    Standing,
    TopupBalance,
    left_to_draw,
    prepaid_left,
)
from app.features.billing.types import ChargeKind, ChargeStatus


class PayerRow(msgspec.Struct, frozen=True):
    """Who pays for a company."""

    email: str
    name: str
    tax_id: str | None
    customer: str | None


class TopupRow(msgspec.Struct, frozen=True):
    """What an attempt to buy tokens asks for."""

    id: UUID
    amount_cents: int
    tokens: int
    card: str | None
    # What makes a repeated request the same one.
    attempt: str
    created_at: datetime


class ChargeRow(msgspec.Struct, frozen=True):
    """A charge as it is stored, with the page it can be completed on."""

    id: UUID
    kind: ChargeKind
    status: ChargeStatus
    amount_cents: int
    tokens: int
    period: date | None
    payment_intent_id: str | None
    receipt_url: str | None
    page_url: str | None
    page_expires_at: datetime | None
    refunded_cents: int
    disputed: bool
    created_at: datetime
    paid_at: datetime | None
    # Of a top-up: what makes a repeated request the same one.
    attempt: str | None


class UsageRow(msgspec.Struct, frozen=True):
    """What a company's running month is made of."""

    timezone: str
    period: date
    plan_id: UUID
    plan_version: int
    included_tokens: int
    overage_per_million_cents: int
    bears_overage: bool
    auto_overage: bool
    cap: int | None
    alert_pct: int
    used: int
    reserved: int
    included_used: int
    topup_used: int
    overage_tokens: int
    overage_micros: int
    absorbed_tokens: int
    topup_remaining: int

    @property
    def plan(self) -> Priced:
        """The plan that counts, as the ledger takes it."""
        return Priced(
            included_tokens=self.included_tokens,
            overage_per_million_cents=self.overage_per_million_cents,
            version=self.plan_version,
            bears_overage=self.bears_overage,
        )

    @property
    def agreed(self) -> Agreed:
        """What the company allows itself."""
        return Agreed(auto_overage=self.auto_overage, cap=self.cap)

    def standing(self, topups: Sequence[TopupBalance] | None = None) -> Standing:
        """What is used up and left; without `topups` they count as one."""
        if topups is None:
            topups = (TopupBalance("", self.topup_remaining),)
        return Standing(included_used=self.included_used, overage_micros=self.overage_micros, topups=topups)

    @property
    def left(self) -> int | None:
        """Tokens that may be drawn, reserved ones included; None: no limit."""
        return left_to_draw(self.standing(), self.plan, self.agreed)

    @property
    def limit(self) -> int | None:
        """What `used` and `reserved` together may reach; None: no limit."""
        left = self.left
        return None if left is None else self.used + left

    @property
    def prepaid(self) -> int:
        """Tokens paid for in this month, used or not."""
        return self.prepaid_used + prepaid_left(self.standing(), self.plan)

    @property
    def prepaid_used(self) -> int:
        """Those of them that are used."""
        return self.included_used + self.topup_used
