"""The provider's subscription as our row: which plan counts, what its meter bills, when grace ends.

Used by our own calls (subscriptions.py), by events (events.py) and by the job that asks again (sync.py).
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

from app.clients.cardprovider_payloads import LatestInvoice
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import Services
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.billing.plan_moves import Counting, Known, Told, count

OVER = ("canceled", "incomplete_expired")


class State(msgspec.Struct, frozen=True):
    """What is stored of a subscription."""

    id: UUID
    plan_id: UUID
    next_plan_id: UUID | None
    next_plan_at: datetime | None
    status: str
    last_event_at: datetime | None
    last_invoice_at: datetime | None
    monthly_cents: int

    @property
    def known(self) -> Known:
        """The same, as the rules take it."""
        counting = Counting(plan_id=self.plan_id, next_plan_id=self.next_plan_id, next_plan_at=self.next_plan_at)
        return Known(counting=counting, monthly_cents=self.monthly_cents, status=self.status)


async def stored(services: Services, db: Executor, company: str, subscription: str) -> State | None:
    """What is stored of this subscription of the company."""
    row = await services.q.billing_worker.get_subscription_plan(
        db, company_id=company, cardprovider_subscription_id=subscription
    )
    return maybe(row, State)


async def counted(
    services: Services, db: Executor, before: State | None, found: ProviderSubscription, plan: UUID, *, status: str
) -> Counting:
    """Which plan counts when the provider bills at the prices of `plan`. `status`: the one that holds."""
    told = Told(
        plan_id=plan,
        monthly_cents=await services.q.billing_worker.get_plan_cents(db, plan_id=plan) or 0,
        status=status,
        unpaid=found.unpaid,
        pending=found.pending_update is not None,
        period_start=moment(found.period_start),
        period_end=moment(found.period_end),
    )
    return count(before.known if before else None, told)


async def subscription_fields(
    services: Services, db: Executor, found: ProviderSubscription, counting: Counting
) -> dict[str, Any]:
    """The provider's subscription as query parameters."""
    recurring, metered = found.recurring_item, found.metered_item
    grace = timedelta(days=services.settings.billing_grace_days)
    return {
        "plan_id": counting.plan_id,
        "next_plan_id": counting.next_plan_id,
        "next_plan_at": counting.next_plan_at,
        "cardprovider_subscription_id": found.id,
        "recurring_item_id": recurring.id if recurring else None,
        "metered_item_id": metered.id if metered else None,
        "metered_price": await meter_price(services, db, found),
        "metered_since": services.clock.now(),
        "status": found.status,
        "grace_until": services.clock.now() + grace,
        "cancel_at_period_end": found.cancel_at_period_end,
        "current_period_start": moment(found.period_start),
        "current_period_end": moment(found.period_end),
        "ended_at": moment(found.ended_at),
    }


async def meter_price(services: Services, db: Executor, found: ProviderSubscription) -> int | None:
    """What the provider's meter bills a million tokens at, in cents; None: nothing may be metered.

    So it is while a change waits for its payment, which the provider makes at any moment.
    """
    metered = found.metered_item
    if metered is None or found.pending_update is not None:
        return None
    return await services.q.billing_worker.price_of_meter(db, metered_price_id=metered.price.id)


async def note_beginning(services: Services, tx: Executor, company: str, subscription: str) -> None:
    """When its first invoice has just been paid, the plan's included tokens begin anew."""
    queries = services.q.billing_worker
    now = services.clock.now()
    begun = await queries.begin_subscription(
        tx, company_id=company, cardprovider_subscription_id=subscription, moment=now
    )
    if begun is not None:
        await queries.begin_included(tx, company_id=company, moment=now)


def open_invoice(found: ProviderSubscription) -> str | None:
    """The invoice an overdue subscription waits for."""
    if found.status not in ("past_due", "unpaid"):
        return None
    newest = found.latest_invoice
    return newest.id if isinstance(newest, LatestInvoice) else newest


def moment(seconds: int | None) -> datetime | None:
    """The provider's unix time."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
