"""Which plan counts when the provider tells of prices: pure, without database or clock.

A plan counts from the moment it is paid. A dearer one waits for its invoice, a cheaper one for the end of the period
that is paid for. Tests: tests/features/billing/test_plan_moves.py.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

Move = Literal["new", "upgrade", "downgrade", "same"]
UNPAID = frozenset({"past_due", "unpaid", "paused"})
NEVER_PAID = frozenset({"incomplete", "incomplete_expired"})


class Counting(msgspec.Struct, frozen=True, kw_only=True):
    """The plan that counts, and the one that follows: at `next_plan_at`, or once it is paid."""

    plan_id: UUID
    next_plan_id: UUID | None = None
    next_plan_at: datetime | None = None


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What was known of the subscription before."""

    counting: Counting
    monthly_cents: int
    status: str


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What the provider tells: the plan at whose prices it bills, and whether a change waits for a payment."""

    plan_id: UUID
    monthly_cents: int
    status: str
    unpaid: bool = False
    pending: bool = False
    period_start: datetime | None = None
    period_end: datetime | None = None


def kind_of_move(before: int, after: int) -> Move:
    """How a move between plans of these monthly prices is made; for another plan of the same price: at once."""
    return "downgrade" if after < before else "upgrade"


def count(known: Known | None, told: Told) -> Counting:
    """The plan that counts now."""
    if known is None or known.status in NEVER_PAID:
        return Counting(plan_id=told.plan_id)
    before = known.counting
    if told.plan_id == before.plan_id:
        waits = told.pending and before.next_plan_at is None
        return Counting(plan_id=told.plan_id, next_plan_id=before.next_plan_id if waits else None)
    if before.next_plan_at is not None and told.plan_id == before.next_plan_id:
        begun = told.period_start is not None and told.period_start >= before.next_plan_at
        return Counting(plan_id=told.plan_id) if begun else before
    if kind_of_move(known.monthly_cents, told.monthly_cents) == "upgrade":
        if told.unpaid or told.pending or told.status in UNPAID:
            return Counting(plan_id=before.plan_id, next_plan_id=told.plan_id)
        return Counting(plan_id=told.plan_id)
    if told.period_end is None:
        return Counting(plan_id=told.plan_id)
    return Counting(plan_id=before.plan_id, next_plan_id=told.plan_id, next_plan_at=told.period_end)
