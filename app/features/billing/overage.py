"""The overage charge: overage without a metered price, paid with the card on file, each token at most once.

The charge is written, with its rows claimed, before the card is asked; its key is stable, and a charge that may have
been asked for before is first looked up at the provider. A company that does not pay makes no more overage.
"""

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from uuid import UUID

import msgspec

from app.clients.cardprovider import CardError, CardRefused, Payment
from app.clients.cardprovider_payloads import PaymentIntent
from app.context import Services
from app.db.ids import uuid7
from app.db.rows import many
from app.features.billing.mails import Notice, NoticeKind
from app.features.billing.notices import SendNotice, send_billing_notice
from app.features.billing.report import OpenOverage, open_overage
from app.features.billing.rules import month_of, overage_cents, should_charge
from app.features.billing.types import ChargeStatus, OverageChargeRun
from app.ops.log import log

CHARGES_PER_RUN = 200
PAID = ("succeeded", "processing")


class Charge(msgspec.Struct, frozen=True):
    """A charge that is to be paid."""

    id: UUID
    company_id: str
    period: date
    seq: int
    amount_cents: int
    customer: str | None


async def charge_overage(services: Services) -> OverageChargeRun:
    """Write the charges that are due, then pay what is pending. Safe to run on several machines at once."""
    due = [item for item in await open_overage(services) if not item.metered and item.price > 0]
    run = OverageChargeRun(made=0, succeeded=0, failed=0, waiting=0)
    for _, items in groupby(due, key=lambda item: item.company_id):
        run.made += await _claim(services, list(items))
    pending = await services.q.billing_worker.list_pending_charges(services.db, max_rows=CHARGES_PER_RUN)
    charges = many(pending, Charge)
    for place, charge in enumerate(charges):
        status = await _pay(services, charge)
        if status == "pending":
            run.waiting = len(charges) - place
            break
        run.succeeded += status == "succeeded"
        run.failed += status != "succeeded"
    if run.made or charges:
        log.info("overage_charged", made=run.made, succeeded=run.succeeded, failed=run.failed, waiting=run.waiting)
    return run


async def _claim(services: Services, items: list[OpenOverage]) -> bool:
    """Write the charge of a company when one is due; what is too small stays open and joins the next one."""
    price, timezone = items[0].price, items[0].timezone
    running = month_of(services.clock.now(), timezone).first
    closed = [item for item in items if item.period < running]
    if should_charge(_cents(closed, price), month_closed=True):
        through = max(item.period for item in closed)
    elif should_charge(_cents(items, price), month_closed=False):
        through = max(item.period for item in items)
    else:
        return False
    amount = await services.q.billing_worker.claim_overage(
        services.db, id=uuid7(), company_id=items[0].company_id, through=through, price=price
    )
    return amount is not None


def _cents(items: Iterable[OpenOverage], price: int) -> int:
    return overage_cents(sum(item.tokens for item in items), price)


async def _pay(services: Services, charge: Charge) -> ChargeStatus:
    """Pay one charge; its status afterwards."""
    try:
        intent = await _intent(services, charge)
    except CardRefused:
        return await _settle(services, charge, "failed", None)
    except CardError as error:
        if error.retry:
            log.warning("overage_charge_waits", charge_id=str(charge.id), reason=str(error))
            return "pending"
        log.error("overage_charge_refused", charge_id=str(charge.id), reason=str(error)[:500])
        return await _settle(services, charge, "failed", None)
    if intent is None:
        return await _settle(services, charge, "failed", None)
    if intent.status in PAID:
        return await _settle(services, charge, "succeeded", intent.id)
    return await _settle(services, charge, "requires_action", intent.id)


async def _intent(services: Services, charge: Charge) -> PaymentIntent | None:
    """The payment of a charge: one an earlier run began, tried again unless paid, else a new one. None: no card."""
    if charge.customer is None:
        return None
    provider = services.cardprovider
    begun = await provider.find_payment(charge.customer, name="overage_id", value=str(charge.id))
    if begun is not None and begun.status in PAID:
        return begun
    card = await provider.default_card(charge.customer)
    if card is None:
        return None
    if begun is not None:
        return await _retry(services, begun, card)
    metadata = {"kind": "overage", "company_id": charge.company_id, "overage_id": str(charge.id)}
    return await provider.pay(
        Payment(customer=charge.customer, amount_cents=charge.amount_cents, card=card, metadata=metadata),
        key=f"overage:{charge.company_id}:{charge.period:%Y-%m}:{charge.seq}",
    )


async def _retry(services: Services, begun: PaymentIntent, card: str) -> PaymentIntent:
    """The same payment with the present card; as it stands, when somebody else has just paid it."""
    provider = services.cardprovider
    try:
        return await provider.retry_payment(begun.id, card, key=f"retry:{begun.id}:{uuid7().hex}")
    except CardError as error:
        if error.code != "payment_intent_unexpected_state":
            raise
        return await provider.get_payment(begun.id)


async def _settle(services: Services, charge: Charge, status: ChargeStatus, intent: str | None) -> ChargeStatus:
    """Write the outcome; a failure also stops further overage and tells the company."""
    queries = services.q.billing_worker
    async with services.db.transaction() as tx:
        settled = await queries.settle_charge(
            tx, id=charge.id, company_id=charge.company_id, status=status, payment_intent_id=intent
        )
        if settled is None or status == "succeeded":
            return "succeeded"
        await queries.stop_overage(tx, company_id=charge.company_id)
        await queries.write_audit(
            tx,
            company_id=charge.company_id,
            action="billing.overage_failed",
            target_type="overage_charge",
            target_id=str(charge.id),
            changes={"status": ["pending", status], "auto_overage": [True, False]},
        )
        kind: NoticeKind = "overage-action" if status == "requires_action" else "overage-failed"
        notice = Notice(kind=kind, period=f"{charge.period:%m/%Y}", amount_cents=charge.amount_cents)
        args = SendNotice(company_id=charge.company_id, key=f"{kind}/{charge.id}", notice=notice)
        await services.jobs.enqueue(tx, send_billing_notice, args, company_id=charge.company_id)
    log.warning("overage_charge_failed", charge_id=str(charge.id), company_id=charge.company_id, status=status)
    return status
