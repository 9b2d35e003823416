"""Effects of the card provider's events, each inside the transaction of its inbox row.

Events come twice, late and out of order. Subscriptions follow the newest event by the provider's clock; where that
leaves doubt (two updates in one second, an invoice before its subscription) a job asks the provider how it stands.
The company is that of the customer, never what an event says about itself.
"""

from datetime import UTC, datetime
from typing import Literal, NamedTuple

import msgspec

from app.clients.cardprovider_payloads import Event, Invoice, PaymentIntent
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import Services
from app.db.ids import uuid7
from app.db.pool import Executor
from app.features.billing.lookup import company_of, plan_of, read_uuid
from app.features.billing.subscriptions import moment, subscription_fields
from app.features.billing.sync import SyncSubscription, sync_subscription
from app.web.decode import json_body

TOPUP_CENTS = range(3_000, 500_001)

_subscription = msgspec.json.Decoder(ProviderSubscription)
_invoice = msgspec.json.Decoder(Invoice)
_intent = msgspec.json.Decoder(PaymentIntent)


class Outcome(NamedTuple):
    """What became of an event; `note` says why it had no effect. `failed` is delivered again by the provider."""

    status: Literal["processed", "ignored", "failed", "duplicate"]
    note: str | None = None


PROCESSED = Outcome("processed")
STALE = Outcome("processed", "not newer than what is known")
FOREIGN = Outcome("ignored", "the customer belongs to no company here, or not to this one")


async def apply_event(services: Services, tx: Executor, event: Event) -> Outcome:
    """Apply one of the six kinds; others are ignored. Raises ValidationFailed for an object of another shape."""
    at = datetime.fromtimestamp(event.created, UTC)
    payload = bytes(event.data.object)
    match event.type:
        case "customer.subscription.created" | "customer.subscription.updated":
            first = event.type == "customer.subscription.created"
            return await _subscription_changed(services, tx, json_body(_subscription, payload), at, first=first)
        case "customer.subscription.deleted":
            return await _subscription_ended(services, tx, json_body(_subscription, payload))
        case "invoice.paid" | "invoice.payment_failed":
            return await _invoice_settled(services, tx, json_body(_invoice, payload), at, event.type == "invoice.paid")
        case "payment_intent.succeeded":
            return await _payment_succeeded(services, tx, json_body(_intent, payload))
        case _:
            return Outcome("ignored", "a kind without effect here")


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
    known = await queries.get_subscription_state(tx, cardprovider_subscription_id=found.id)
    alive = found.status not in ("canceled", "incomplete_expired")
    others = {"company_id": company, "cardprovider_subscription_id": found.id}
    if known is None and alive and await queries.has_other_subscription(tx, **others):
        return Outcome("ignored", "the company has another subscription")
    applied = await queries.apply_subscription(
        tx, id=uuid7(), company_id=company, plan_id=plan, event_at=at, first=first, **subscription_fields(found)
    )
    if not first and await queries.has_twin_event(tx, object_id=found.id, occurred_at=at):
        await _ask_again(services, tx, found.id, company)
    return PROCESSED if applied else STALE


async def _subscription_ended(services: Services, tx: Executor, found: ProviderSubscription) -> Outcome:
    known = await services.q.billing_worker.get_subscription_state(tx, cardprovider_subscription_id=found.id)
    if known is None or not await _belongs(services, tx, found.customer, known["company_id"]):
        return FOREIGN
    ended = await services.q.billing_worker.end_subscription(
        tx, cardprovider_subscription_id=found.id, ended_at=moment(found.ended_at)
    )
    return PROCESSED if ended else STALE


async def _invoice_settled(services: Services, tx: Executor, invoice: Invoice, at: datetime, paid: bool) -> Outcome:
    subscription = invoice.subscription_id
    if subscription is None:
        return Outcome("ignored", "an invoice without subscription")
    queries = services.q.billing_worker
    known = await queries.get_subscription_state(tx, cardprovider_subscription_id=subscription)
    if known is None:
        company = await company_of(services, tx, invoice.customer, {})
        if company is None:
            return FOREIGN
        await _ask_again(services, tx, subscription, company)
        return Outcome("processed", "the provider is asked about a subscription that is not known yet")
    if not await _belongs(services, tx, invoice.customer, known["company_id"]):
        return FOREIGN
    applied = await queries.apply_invoice(
        tx, company_id=known["company_id"], cardprovider_subscription_id=subscription, paid=paid, event_at=at
    )
    return PROCESSED if applied else STALE


async def _belongs(services: Services, tx: Executor, customer: str | None, company: str) -> bool:
    """Whether an event about a known subscription names no customer, or that of its company."""
    return customer is None or await company_of(services, tx, customer, {}) == company


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
        return await _grant(services, tx, intent, company)
    charge = read_uuid(intent.metadata.get("overage_id"))
    settled = charge and await services.q.billing_worker.settle_charge(
        tx, id=charge, company_id=company, status="succeeded", payment_intent_id=intent.id
    )
    return PROCESSED if settled else Outcome("processed", "no open charge")


async def _grant(services: Services, tx: Executor, intent: PaymentIntent, company: str) -> Outcome:
    """Tokens for a top-up: once per payment, whatever is delivered how often."""
    tokens = intent.metadata.get("tokens", "")
    if not (tokens.isascii() and tokens.isdigit() and len(tokens) <= 15 and int(tokens) > 0):
        return Outcome("ignored", "no number of tokens")
    if intent.amount not in (None, intent.amount_received) or intent.amount_received not in TOPUP_CENTS:
        return Outcome("ignored", "not the amount of a top-up")
    granted = await services.q.billing_worker.grant_topup(
        tx,
        id=uuid7(),
        company_id=company,
        payment_intent_id=intent.id,
        amount_cents=intent.amount_received,
        tokens=int(tokens),
        moment=services.clock.now(),
    )
    return PROCESSED if granted else Outcome("processed", "granted before")


async def _ask_again(services: Services, tx: Executor, subscription: str, company: str) -> None:
    args = SyncSubscription(subscription=subscription, company_id=company)
    await services.jobs.enqueue(tx, sync_subscription, args, company_id=company, unique_key=subscription)
