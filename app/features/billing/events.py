"""Effects of the card provider's events, each inside the transaction of its inbox row.

Events come twice, late and out of order. Subscriptions follow the newest event by the provider's clock; where that
leaves doubt (two updates in one second, an invoice before its subscription) a job asks the provider how it stands.
The company is that of the customer, never what an event says about itself. What cannot be read is kept and ignored.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple

import msgspec

from app.clients.cardprovider_payloads import Disputed, Event, Invoice, PaymentIntent
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import Services
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.resolver import Kind
from app.features.billing import grants
from app.features.billing.closing import make_way
from app.features.billing.lookup import company_of, company_of_subscription, plan_of, read_uuid
from app.features.billing.mails import Notice
from app.features.billing.mirror import (
    OVER,
    counted,
    moment,
    note_beginning,
    open_invoice,
    stored,
    subscription_fields,
)
from app.features.billing.notices import notify
from app.features.billing.refunds import check_later
from app.features.billing.settling import settle_charge
from app.features.billing.sync import ask_again, match_later

_subscription = msgspec.json.Decoder(ProviderSubscription)
_invoice = msgspec.json.Decoder(Invoice)
_intent = msgspec.json.Decoder(PaymentIntent)
_disputed = msgspec.json.Decoder(Disputed)


class Outcome(NamedTuple):
    """What became of an event; `note` says why it had no effect. `failed` is delivered again by the provider."""

    status: Literal["processed", "ignored", "failed", "duplicate"]
    note: str | None = None


PROCESSED = Outcome("processed")
STALE = Outcome("processed", "not newer than what is known")
FOREIGN = Outcome("ignored", "the customer belongs to no company here, or not to this one")
UNREADABLE = Outcome("ignored", "of a shape or with a status that is not known")


async def company_of_event(services: Services, db: Executor, event: Event) -> str:
    """Whom an event is about, by its customer, else its subscription; '' for nobody we know."""
    named = _named(event)
    names: tuple[tuple[Kind, Any], ...] = (
        ("customer", named.customer),
        ("subscription", named.id),
        ("subscription", named.subscription),
    )
    for kind, value in names:
        if isinstance(value, str) and (found := await services.resolver.company_of(db, kind, value)):
            return found
    return ""


class _Named(msgspec.Struct):
    id: Any = None
    customer: Any = None
    subscription: Any = None


def _named(event: Event) -> _Named:
    try:
        return msgspec.json.decode(event.data.object, type=_Named)
    except msgspec.DecodeError:
        return _Named()


async def apply_event(services: Services, tx: Executor, event: Event) -> Outcome:
    """Apply one of the six kinds; others are ignored, and so is what cannot be read."""
    at = services.clock.now() if event.created is None else datetime.fromtimestamp(event.created, UTC)
    payload = bytes(event.data.object)
    try:
        match event.type:
            case "customer.subscription.created" | "customer.subscription.updated":
                first = event.type == "customer.subscription.created"
                return await _subscription_changed(services, tx, _subscription.decode(payload), at, first=first)
            case "customer.subscription.deleted":
                return await _subscription_ended(services, tx, _subscription.decode(payload))
            case "invoice.paid" | "invoice.payment_failed":
                paid = event.type == "invoice.paid"
                return await _invoice_settled(services, tx, _invoice.decode(payload), at, paid=paid)
            case "payment_intent.succeeded":
                return await _payment_succeeded(services, tx, _intent.decode(payload))
            case "charge.refunded" | "charge.dispute.created":
                return await _given_back(services, tx, _disputed.decode(payload))
            case _:
                return Outcome("ignored", "a kind without effect here")
    except msgspec.DecodeError:
        return UNREADABLE


async def _subscription_changed(
    services: Services, tx: Executor, found: ProviderSubscription, at: datetime, *, first: bool
) -> Outcome:
    company = await company_of(services, tx, found.customer, found.metadata)
    if company is None:
        return FOREIGN
    plan = await plan_of(services, tx, found)
    if plan is None:
        return Outcome("failed", "no plan has the price of this subscription")
    queries = services.q.billing_worker
    before = await stored(services, tx, company, found.id)
    if before is None and found.status not in OVER and not await make_way(services, tx, company, found):
        return Outcome("ignored", "the company has another subscription; this one is ended")
    status: str = found.status
    if before is not None and before.last_invoice_at is not None and before.last_invoice_at > at:
        # An invoice newer than the event has the last word on what is overdue.
        status = before.status
    counting = await counted(services, tx, before, found, plan, status=status)
    fields = await subscription_fields(services, tx, found, counting)
    applied = await queries.apply_subscription(
        tx, id=uuid7(), company_id=company, open_invoice_id=open_invoice(found), event_at=at, first=first, **fields
    )
    await services.resolver.take(tx, company, [("subscription", found.id)], again=True)
    if not first and await queries.has_twin_event(tx, company_id=company, object_id=found.id, occurred_at=at):
        await ask_again(services, tx, found.id, company)
    if not applied:
        return STALE
    await note_beginning(services, tx, company, found.id)
    await match_later(services, tx, company, before, counting, found)
    return PROCESSED


async def _subscription_ended(services: Services, tx: Executor, found: ProviderSubscription) -> Outcome:
    company = await company_of_subscription(services, tx, found.id, found.customer)
    before = None if company is None else await stored(services, tx, company, found.id)
    if company is None or before is None:
        return FOREIGN
    ended = await services.q.billing_worker.end_subscription(
        tx, company_id=company, cardprovider_subscription_id=found.id, ended_at=moment(found.ended_at)
    )
    if not ended:
        return STALE
    if before.status != "incomplete":
        plan = await services.q.billing_worker.get_plan_name(tx, plan_id=before.plan_id) or ""
        await notify(services, tx, company, f"plan-ended/{found.id}", Notice(kind="plan-ended", subject=plan))
    return PROCESSED


async def _invoice_settled(services: Services, tx: Executor, invoice: Invoice, at: datetime, *, paid: bool) -> Outcome:
    subscription = invoice.subscription_id
    if subscription is None:
        return Outcome("ignored", "an invoice without subscription")
    company = await company_of_subscription(services, tx, subscription, invoice.customer)
    if company is None:
        return FOREIGN
    before = await stored(services, tx, company, subscription)
    if before is None:
        await ask_again(services, tx, subscription, company)
        return Outcome("processed", "the provider is asked about a subscription that is not known yet")
    applied = await services.q.billing_worker.apply_invoice(
        tx,
        company_id=company,
        cardprovider_subscription_id=subscription,
        invoice_id=invoice.id,
        paid=paid,
        event_at=at,
        grace_until=services.clock.now() + timedelta(days=services.settings.billing_grace_days),
    )
    if paid:
        await note_beginning(services, tx, company, subscription)
        if not applied or (before.next_plan_id is not None and before.next_plan_at is None):
            # Another invoice may still be open, or this is the one a dearer plan waits for: the provider knows.
            await ask_again(services, tx, subscription, company)
    await _tell_of_invoice(services, tx, company, invoice, paid=paid)
    return PROCESSED if applied else STALE


async def _tell_of_invoice(services: Services, tx: Executor, company: str, invoice: Invoice, *, paid: bool) -> None:
    if paid and invoice.amount_paid > 0:
        notice = Notice(kind="receipt", subject=invoice.number or invoice.id, amount_cents=invoice.amount_paid)
        notice = msgspec.structs.replace(notice, url=invoice.hosted_invoice_url)
        await notify(services, tx, company, f"receipt/{invoice.id}", notice)
    elif not paid:
        notice = Notice(kind="payment-failed", subject=invoice.number or invoice.id, amount_cents=invoice.amount_due)
        notice = msgspec.structs.replace(notice, url=invoice.hosted_invoice_url)
        await notify(services, tx, company, f"payment-failed/{invoice.id}/{invoice.attempt_count}", notice)


async def _payment_succeeded(services: Services, tx: Executor, intent: PaymentIntent) -> Outcome:
    kind = intent.metadata.get("kind")
    if kind not in ("topup", "overage"):
        return Outcome("ignored", "a payment of another kind")
    company = await company_of(services, tx, intent.customer, intent.metadata)
    if company is None:
        return Outcome("ignored", "the customer is not the company's")
    if intent.currency.lower() != "brl":
        return Outcome("ignored", "not in BRL")
    if kind == "topup":
        refused = grants.refusal(intent)
        if refused is not None:
            return Outcome("ignored", refused)
        if not await grants.grant_paid(services, tx, company, intent):
            return Outcome("processed", "granted before")
        await check_later(services, tx, intent.id)
        return PROCESSED
    charge = read_uuid(intent.metadata.get("overage_id"))
    settled = charge is not None and await settle_charge(
        services, tx, company, charge, "succeeded", intent=intent.id, received=intent.amount_received
    )
    # Also of a charge the worker knows to be paid: its receipt.
    await check_later(services, tx, intent.id)
    return PROCESSED if settled else Outcome("processed", "no open charge of this amount")


async def _given_back(services: Services, tx: Executor, found: Disputed) -> Outcome:
    """Money goes back: the event has no effect of its own, but a job asks the provider about this payment."""
    if found.payment_intent is not None:
        await check_later(services, tx, found.payment_intent)
    return Outcome("ignored", "the provider is asked about this payment")
