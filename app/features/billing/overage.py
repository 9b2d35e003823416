"""The overage charge: overage that no meter bills, paid with the card on file, each token at most once.

The charge is written, with its rows claimed, before the card is asked; its key is stable, and a charge that may have
been asked for before is first looked up at the provider. A company that does not pay makes no more overage. An outage
stops the run; an error about this very charge leaves it to a person, and the next one is tried.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

import msgspec

from app.clients.cardprovider import CardError, CardRefused, Payment
from app.clients.cardprovider_payloads import PaymentIntent
from app.context import Services
from app.db.ids import uuid7
from app.db.rows import many
from app.features.billing.ledger import cents
from app.features.billing.openings import OpenOverage, each_company, meter_of
from app.features.billing.rules import month_of, should_charge
from app.features.billing.settling import settle_charge
from app.features.billing.types import ChargeStatus, OverageChargeRun
from app.features.housekeeping import apart
from app.ops.log import log

ROWS_PER_CHARGE = 1_000_000
PAID = ("succeeded", "processing")
_EARLY = date(2000, 1, 1)


class Charge(msgspec.Struct, frozen=True):
    """A charge that is to be paid."""

    id: UUID
    company_id: str
    period: date
    seq: int
    amount_cents: int
    page_id: str | None
    customer: str | None


async def charge_overage(services: Services, company_id: str | None = None) -> OverageChargeRun:
    """Write the charges that are due, then pay what is pending; of one company, or of all.

    Safe to run on several machines at once.
    """
    made = await each_company(services, company_id, _claim)
    run = OverageChargeRun(made=made, succeeded=0, failed=0, waiting=0)
    charges = many(
        await services.q.billing_overage.list_pending_charges(services.db, company_id=company_id),
        Charge,
    )
    for place, charge in enumerate(charges):
        with apart(services.metrics, "overage", charge.company_id):
            status = await _pay(services, charge)
            if status == "pending":
                run.waiting = len(charges) - place
                break
            run.succeeded += status == "succeeded"
            run.failed += status != "succeeded"
    if run.made or charges:
        log.info("overage_charged", made=run.made, succeeded=run.succeeded, failed=run.failed, waiting=run.waiting)
    return run


async def _claim(services: Services, company: str, items: list[OpenOverage]) -> int:
    """Write the charge of a company when one is due; what is too small stays open and joins the next one."""
    meter = await meter_of(services, services.db, company)
    items = [item for item in items if meter is None or item.price != meter.price]
    if not items:
        return 0
    running = month_of(services.clock.now(), items[0].timezone).first
    closed = [item for item in items if item.period < running]
    if should_charge(_cents(closed), month_closed=True):
        through = max(item.period for item in closed)
    elif should_charge(_cents(items), month_closed=False):
        through = max(item.period for item in items)
    else:
        return 0
    prices = sorted({item.price for item in items})
    return int(await _write(services, company, through, prices))


async def _write(services: Services, company: str, through: date, prices: list[int]) -> bool:
    """Claim the open rows until that month and write their charge, in one transaction.

    Amounts are rounded up over all charges of a month together, not each by itself: their sum never exceeds the cap.
    """
    queries, charge = services.q.billing_overage, uuid7()
    async with services.db.transaction() as tx:
        await queries.lock_billing(tx, company_id=company)
        rows = []
        for price in prices:
            rows += await queries.claim_rows(
                tx,
                company_id=company,
                batch_id=charge,
                from_period=_EARLY,
                through=through,
                price=price,
                max_rows=ROWS_PER_CHARGE,
            )
        if not rows:
            return False
        micros = sum(row["from_overage"] * row["overage_price"] for row in rows)
        charged = await queries.get_charged(tx, company_id=company, period=through)
        last, earlier_micros, earlier_cents = charged if charged is not None else (0, 0, 0)
        await queries.create_charge(
            tx,
            id=charge,
            company_id=company,
            period=through,
            seq=last + 1,
            tokens=sum(row["from_overage"] for row in rows),
            micros=micros,
            # A cent at least: a charge over nothing cannot be made.
            amount_cents=max(cents(earlier_micros + micros) - earlier_cents, 1),
        )
    return True


def _cents(items: Iterable[OpenOverage]) -> int:
    return cents(sum(item.tokens * item.price for item in items))


async def _pay(services: Services, charge: Charge) -> ChargeStatus:
    """Pay one charge; its status afterwards, `pending` in an outage. Raises CardError for a misshapen answer."""
    try:
        intent = await _intent(services, charge)
    except CardRefused as error:
        return await _settle(services, charge, "failed", None, error.decline_code)
    except CardError as error:
        if error.misshapen:
            raise
        if error.retry:
            log.warning("overage_charge_waits", charge_id=str(charge.id), reason=str(error))
            services.metrics.billing_outages.labels("overage").inc()
            return "pending"
        log.error("overage_charge_needs_attention", charge_id=str(charge.id), reason=str(error)[:500])
        return await _settle(services, charge, "needs_attention", None, str(error)[:500])
    if intent is None:
        return await _settle(services, charge, "failed", None, "no card on file")
    if intent.status in PAID:
        return await _settle(services, charge, "succeeded", intent.id, None)
    return await _settle(services, charge, "requires_action", intent.id, None)


async def _intent(services: Services, charge: Charge) -> PaymentIntent | None:
    """The payment of a charge: one an earlier run began, tried again unless paid, else a new one. None: no card."""
    if charge.customer is None:
        return None
    provider = services.cardprovider
    if charge.page_id is not None:
        await provider.close_checkout(charge.page_id, key=f"close:{charge.page_id}:{uuid7().hex}")
    # No payment of a charge is older than the month in which it was made, whatever zone that began in.
    since = datetime.combine(charge.period, time(), UTC) - timedelta(days=1)
    made = [
        intent
        for intent in await provider.list_payments(charge.customer, since=since)
        if intent.metadata.get("overage_id") == str(charge.id)
    ]
    paid = next((intent for intent in made if intent.status in PAID), None)
    if paid is not None:
        return paid
    card = await provider.default_card(charge.customer)
    if card is None:
        return None
    begun = next((intent for intent in made if intent.status != "canceled"), None)
    if begun is not None:
        return await _retry(services, begun, card)
    metadata = {"kind": "overage", "company_id": charge.company_id, "overage_id": str(charge.id)}
    key = f"overage:{charge.company_id}:{charge.period:%Y-%m}:{charge.seq}"
    return await provider.pay(
        Payment(customer=charge.customer, amount_cents=charge.amount_cents, card=card, metadata=metadata),
        # After one that was given up this is another payment.
        key=f"{key}:{len(made)}" if made else key,
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


async def _settle(
    services: Services, charge: Charge, status: ChargeStatus, intent: str | None, error: str | None
) -> ChargeStatus:
    async with services.db.transaction() as tx:
        settled = await settle_charge(services, tx, charge.company_id, charge.id, status, intent=intent, error=error)
    return status if settled else "succeeded"
