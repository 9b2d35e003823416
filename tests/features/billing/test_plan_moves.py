"""Which plan counts when: paid before counted, cheaper at the period's end."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from app.features.billing.plan_moves import Counting, Known, Told, count

STARTER, PRO, SCALE = (UUID(int=number) for number in (1, 2, 3))
CENTS = {STARTER: 9_900, PRO: 29_900, SCALE: 99_900}
BEGINS = datetime(2026, 11, 5, tzinfo=UTC)
ENDS = BEGINS + timedelta(days=30)


def known(plan=PRO, following=None, at=None, status="active"):
    counting = Counting(plan_id=plan, next_plan_id=following, next_plan_at=at)
    return Known(counting=counting, monthly_cents=CENTS[plan], status=status)


def told(plan, status="active", **more):
    fields = {"period_start": BEGINS, "period_end": ENDS} | more
    return Told(plan_id=plan, monthly_cents=CENTS[plan], status=status, **fields)


@pytest.mark.parametrize(
    ("before", "after", "plan", "following", "at"),
    [
        (None, told(PRO), PRO, None, None),
        (known(STARTER, status="incomplete"), told(PRO), PRO, None, None),
        (known(PRO), told(PRO), PRO, None, None),
        (known(PRO), told(SCALE), SCALE, None, None),
        (known(PRO), told(SCALE, unpaid=True), PRO, SCALE, None),
        (known(PRO), told(SCALE, "past_due"), PRO, SCALE, None),
        (known(PRO, SCALE), told(PRO, pending=True), PRO, SCALE, None),
        (known(PRO, SCALE), told(PRO), PRO, None, None),
        (known(PRO, SCALE), told(SCALE), SCALE, None, None),
        (known(PRO), told(STARTER), PRO, STARTER, ENDS),
        (known(PRO, STARTER, ENDS), told(STARTER), PRO, STARTER, ENDS),
        (known(PRO, STARTER, ENDS), told(STARTER, "past_due"), PRO, STARTER, ENDS),
        (known(PRO, STARTER, ENDS), told(STARTER, period_start=ENDS), STARTER, None, None),
        (known(PRO, STARTER, ENDS), told(PRO), PRO, None, None),
        (known(PRO), told(STARTER, period_end=None), STARTER, None, None),
    ],
)
def test_plan_that_counts(before, after, plan, following, at):
    assert count(before, after) == Counting(plan_id=plan, next_plan_id=following, next_plan_at=at)
