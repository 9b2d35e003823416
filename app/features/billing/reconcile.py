"""Our rows against the provider's: payments, subscriptions, what the meter counted; what differs is found and mended.

Runs daily with repair, and on the command line. An outage of the provider ends the run; what fails for one company in
another way stops no other.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from app.clients.cardprovider import MINUTE_S, CardError
from app.clients.cardprovider_payloads import PaymentIntent
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import Services
from app.features.billing import grants
from app.features.billing.closing import EndSubscription, end_subscription
from app.features.billing.expiry import warn_of_expiry
from app.features.billing.lookup import plan_of
from app.features.billing.mirror import OVER, meter_price, moment, stored
from app.features.billing.refunds import follow_payment
from app.features.billing.settling import settle_charge
from app.features.billing.sync import take_over
from app.ops.log import log

PAYMENTS_FOR = timedelta(days=120)
METERED_FOR = timedelta(days=34)
SETTLED_AFTER = timedelta(hours=1)
"""The meter needs a moment to add up."""
MINUTE = timedelta(seconds=MINUTE_S)
LIVE = ("trialing", "active", "past_due", "unpaid", "paused")


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that differs. `mended`: it does no longer."""

    company_id: str
    kind: str
    subject: str
    detail: str
    mended: bool


class _Case(msgspec.Struct, kw_only=True):
    """One company at work."""

    services: Services
    company: str
    customer: str
    repair: bool
    findings: list[Finding]

    def found(self, kind: str, subject: str, detail: str, *, mended: bool) -> None:
        self.findings.append(Finding(company_id=self.company, kind=kind, subject=subject, detail=detail, mended=mended))


async def reconcile(
    services: Services,
    *,
    repair: bool,
    company_id: str | None = None,
    before: datetime | None = None,
    most: int = 100_000,
) -> list[Finding]:
    """Compare all companies, or one, that were not compared since `before`. Raises CardError during an outage."""
    findings: list[Finding] = []
    now = services.clock.now()
    rows = await services.q.billing_operator.list_customers(
        services.db, company_id=company_id, before=before or now + timedelta(days=1), max_rows=most
    )
    for company, customer, warned_for in rows:
        case = _Case(services=services, company=company, customer=customer, repair=repair, findings=findings)
        try:
            if repair:
                await services.q.billing_operator.note_reconcile_tried(services.db, company_id=company, moment=now)
            await _payments(case)
            await _subscriptions(case)
            await _meter(case)
            if repair:
                warned = await warn_of_expiry(services, company, customer, warned_for)
                await services.q.billing_operator.note_reconciled(
                    services.db, company_id=company, card_warned_for=warned, moment=now
                )
        except CardError as error:
            if error.retry and not error.misshapen:
                raise
            log.error("reconcile_refused", company_id=company, reason=str(error)[:300])
            case.found("refused", customer, str(error)[:300], mended=False)
        except Exception as error:  # whatever it is, it is this company's alone
            log.error("reconcile_failed", company_id=company, error=type(error).__name__, exc_info=error)
            services.metrics.company_failures.labels("reconcile").inc()
            case.found("failed", customer, type(error).__name__, mended=False)
    return findings


async def _payments(case: _Case) -> None:
    services = case.services
    now = services.clock.now()
    intents = await services.cardprovider.list_payments(case.customer, since=now - PAYMENTS_FOR)
    # Older ones matter while their tokens can be used: they may be given back as well.
    unused = await services.q.billing_operator.list_unused_payments(services.db, company_id=case.company, moment=now)
    recent = {intent.id for intent in intents}
    intents += [await services.cardprovider.get_payment(one) for (one,) in unused if one not in recent]
    rows = await services.q.billing_operator.list_known_payments(services.db, company_id=case.company, moment=now)
    by_intent = {row["payment_intent_id"]: row for row in rows if row["payment_intent_id"]}
    by_id = {str(row["id"]): row for row in rows}
    paid_for: dict[str, str] = {}
    for intent in reversed(intents):
        if intent.status != "succeeded" or intent.metadata.get("company_id", case.company) != case.company:
            continue
        charge = intent.metadata.get("overage_id", "")
        if intent.metadata.get("kind") == "topup":
            await _topup(case, intent, by_intent.get(intent.id))
        elif charge in by_id:
            if charge in paid_for:
                await _double(case, intent)
            else:
                paid_for[charge] = intent.id
                await _overage(case, intent, by_id[charge])


async def _topup(case: _Case, intent: PaymentIntent, known: Any) -> None:
    if (known is None or known["status"] != "succeeded") and grants.refusal(intent) is None:
        if case.repair:
            async with case.services.db.transaction() as tx:
                await grants.grant_paid(case.services, tx, case.company, intent)
        case.found("lost_topup", intent.id, f"{intent.amount_received} cents paid, nothing granted", mended=case.repair)
    await _refunds(case, intent, known)


async def _overage(case: _Case, intent: PaymentIntent, known: Any) -> None:
    if known["status"] != "succeeded":
        if case.repair:
            async with case.services.db.transaction() as tx:
                await settle_charge(case.services, tx, case.company, known["id"], "succeeded", intent=intent.id)
        detail = f"paid at the provider, {known['status']} here"
        case.found("lost_payment", str(known["id"]), detail, mended=case.repair)
    await _refunds(case, intent, known)


async def _double(case: _Case, intent: PaymentIntent) -> None:
    """A second payment of one charge is given back, unless it has been."""
    if intent.charge.amount_refunded >= intent.amount_received:
        return
    if case.repair:
        await case.services.cardprovider.refund(intent.id, key=f"refund:{intent.id}")
    case.found("double_charge", intent.id, f"{intent.amount_received} cents paid twice", mended=case.repair)


async def _refunds(case: _Case, intent: PaymentIntent, known: Any) -> None:
    before = (known["refunded_cents"], known["disputed"]) if known is not None else (0, False)
    news = (intent.charge.amount_refunded, intent.charge.disputed) != before
    if case.repair and (news or known is None or known["receipt_url"] != intent.charge.receipt_url):
        async with case.services.db.transaction() as tx:
            await follow_payment(case.services, tx, case.company, intent)
    if news:
        detail = "disputed" if intent.charge.disputed else f"{intent.charge.amount_refunded} cents given back"
        case.found("refund", intent.id, detail, mended=case.repair)


async def _subscriptions(case: _Case) -> None:
    services = case.services
    theirs = await services.cardprovider.list_subscriptions(case.customer)
    rows = await services.q.billing_operator.list_known_subscriptions(services.db, company_id=case.company)
    ours = {row["cardprovider_subscription_id"]: row for row in rows}
    for found in [one for one in theirs if one.status in LIVE]:
        known = ours.pop(found.id, None)
        if known is None and any(row["status"] != "incomplete" for row in ours.values()):
            await _second(case, found)
        elif known is None or await _differs(case, found, known):
            await _take_over(
                case, found, "unknown here" if known is None else f"{found.status}, {known['status']} here"
            )
    waiting = {one.id for one in theirs}
    for subscription in ours:
        if subscription not in waiting:
            await _take_over(case, await services.cardprovider.get_subscription(subscription), "over, alive here")


async def _differs(case: _Case, found: ProviderSubscription, known: Any) -> bool:
    sold = await plan_of(case.services, case.services.db, found)
    return (
        found.status != known["status"]
        or found.cancel_at_period_end != known["cancel_at_period_end"]
        or moment(found.period_end) != known["current_period_end"]
        or (sold is not None and sold not in (known["plan_id"], known["next_plan_id"]))
        or known["metered_price"] != await meter_price(case.services, case.services.db, found)
    )


async def _take_over(case: _Case, found: ProviderSubscription, detail: str) -> None:
    services, mended = case.services, False
    if case.repair:
        if found.status in OVER:
            async with services.db.transaction() as tx:
                ended = await services.q.billing_worker.end_subscription(
                    tx, company_id=case.company, cardprovider_subscription_id=found.id, ended_at=moment(found.ended_at)
                )
            mended = ended is not None
        else:
            found = await services.cardprovider.get_subscription(found.id)
            before = await stored(services, services.db, case.company, found.id)
            mended = await take_over(services, case.company, before, found)
    case.found("subscription_differs", found.id, detail, mended=mended)


async def _second(case: _Case, found: ProviderSubscription) -> None:
    if case.repair:
        async with case.services.db.transaction() as tx:
            args = EndSubscription(subscription=found.id)
            await case.services.jobs.enqueue(tx, end_subscription, args, company_id=case.company, unique_key=found.id)
    case.found("second_subscription", found.id, found.status, mended=case.repair)


async def _meter(case: _Case) -> None:
    """What the meter counted since a month, minute by minute where the sums differ."""
    services, now = case.services, case.services.clock.now()
    until = (now - SETTLED_AFTER).replace(second=0, microsecond=0)
    since = until - METERED_FOR
    batches = [
        row
        for row in await services.q.billing_operator.list_sent_batches(
            services.db, company_id=case.company, since=since
        )
        if row["event_at"] < until
    ]
    if not batches or await _counted(case, since, until) == sum(row["tokens"] for row in batches):
        return
    minutes: dict[datetime, list[Any]] = {}
    for row in batches:
        minutes.setdefault(row["event_at"].replace(second=0, microsecond=0), []).append(row)
    for start, rows in minutes.items():
        missing = sum(row["tokens"] for row in rows) - await _counted(case, start, start + MINUTE)
        if missing < 0:
            case.found("counted_twice", f"{start:%Y-%m-%dT%H:%MZ}", f"{-missing} tokens too many", mended=False)
        for row in rows:
            if 0 < row["tokens"] <= missing:
                missing -= row["tokens"]
                resent = case.repair and await services.q.billing_operator.resend_batch(
                    services.db, company_id=case.company, id=row["id"]
                )
                detail = f"{row['tokens']} tokens not counted"
                case.found("lost_meter_event", row["identifier"], detail, mended=bool(resent))


async def _counted(case: _Case, start: datetime, end: datetime) -> int:
    return await case.services.cardprovider.metered(
        event_name=case.services.settings.cardprovider_meter_event,
        customer=case.customer,
        start=int(start.timestamp()),
        end=int(end.timestamp()),
    )
