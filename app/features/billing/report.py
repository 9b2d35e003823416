"""The usage report: overage at the price of a company's meter as meter events, each token exactly once.

Three steps, each safe to die after: claim rows into a batch (one transaction), note that it is being sent, send it and
note that it was. A batch is sent again with the same identifier until the provider has it. An outage of the provider
stops the run; an error about this very batch leaves it to a person, and the next one is tried. The provider forgets
identifiers after a day, and counts nothing into what it has invoiced: a batch that may have reached it before is then
looked for in what the meter has counted. One that has not gone while the meter's price changed is dropped, and its rows
are charged.
"""

from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from app.clients.cardprovider import MINUTE_S, CardError
from app.context import Services
from app.db.ids import uuid7
from app.db.rows import many
from app.features.billing.openings import Meter, OpenOverage, each_company, meter_of
from app.features.billing.types import BatchStatus, UsageReportRun
from app.features.housekeeping import apart
from app.ops.log import log

DEDUPLICATED_FOR = timedelta(hours=23)
"""The provider promises 24 hours; an hour is left for clocks and for the way there."""
ADDED_UP_AFTER = timedelta(minutes=10)
"""Until then the meter may not show yet what it was sent."""
ROWS_PER_BATCH = 10_000
MINUTE = timedelta(seconds=MINUTE_S)


class Batch(msgspec.Struct, frozen=True):
    """A batch on its way to the provider."""

    id: UUID
    company_id: str
    identifier: str
    tokens: int
    price: int
    event_at: datetime
    first_sent_at: datetime | None
    customer: str | None


async def report_usage(services: Services, company_id: str | None = None) -> UsageReportRun:
    """Claim what is open, then send what is pending; of one company, or of all. Safe on several machines at once."""
    run = UsageReportRun(claimed=await each_company(services, company_id, _claim), sent=0, failed=0, waiting=0)
    batches = many(
        await services.q.billing_overage.list_pending_batches(services.db, company_id=company_id),
        Batch,
    )
    for place, batch in enumerate(batches):
        status = None
        with apart(services.metrics, "usage", batch.company_id):
            try:
                status = await _report(services, batch)
            except CardError as error:
                if error.misshapen:
                    raise
                # The provider or our access to it is down: the rest would only wait for it, one after the other.
                log.warning("usage_report_waits", batch_id=str(batch.id), reason=str(error))
                services.metrics.billing_outages.labels("usage").inc()
                run.waiting = len(batches) - place
                break
        run.sent += status == "sent"
        run.failed += status == "needs_attention"
    if run.claimed or batches:
        log.info("usage_reported", claimed=run.claimed, sent=run.sent, failed=run.failed, waiting=run.waiting)
    return run


async def _claim(services: Services, company: str, items: list[OpenOverage]) -> int:
    """Batches made of a company's months: a batch never spans two, it is dated by its newest row."""
    made = 0
    for item in items:
        while await _batch(services, company, item):
            made += 1
    return made


async def _batch(services: Services, company: str, item: OpenOverage) -> bool:
    queries, batch = services.q.billing_overage, uuid7()
    async with services.db.transaction() as tx:
        # The meter keeps its price while this transaction runs (sync.py).
        await queries.lock_billing(tx, company_id=company)
        meter = await meter_of(services, tx, company)
        if meter is None or meter.price != item.price:
            return False
        rows = await queries.claim_rows(
            tx,
            company_id=company,
            batch_id=batch,
            from_period=item.period,
            through=item.period,
            price=item.price,
            max_rows=ROWS_PER_BATCH,
        )
        if not rows:
            return False
        ids = [row["id"] for row in rows]
        await queries.create_batch(
            tx,
            id=batch,
            company_id=company,
            min_id=min(ids),
            max_id=max(ids),
            tokens=sum(row["from_overage"] for row in rows),
            price=item.price,
            event_at=max(row["created_at"] for row in rows),
        )
    return True


async def _report(services: Services, batch: Batch) -> BatchStatus | None:
    """Send one batch; its status afterwards, None when it has to wait or is dropped. Raises CardError in an outage."""
    if batch.customer is None:
        return await _settle(services, batch, "needs_attention", "the company is no customer of the provider")
    now = services.clock.now()
    meter = await meter_of(services, services.db, batch.company_id)
    if batch.first_sent_at is not None and _too_late(batch, batch.first_sent_at, meter, now):
        if now - batch.first_sent_at < ADDED_UP_AFTER:
            return None
        known = await _look(services, batch, batch.customer)
        if known is None:
            return await _settle(
                services, batch, "needs_attention", "sent long ago, and the meter does not tell whether"
            )
        if known:
            return await _settle(services, batch, "sent", None)
        await services.q.billing_overage.forget_sending(services.db, company_id=batch.company_id, id=batch.id)
    event_at = await _begin(services, batch, now)
    if event_at is None:
        return None
    try:
        await services.cardprovider.send_meter_event(
            event_name=services.settings.cardprovider_meter_event,
            customer=batch.customer,
            value=batch.tokens,
            identifier=batch.identifier,
            at=int(event_at.timestamp()),
        )
    except CardError as error:
        if not error.retry:
            return await _settle(services, batch, "needs_attention", str(error)[:500])
        # What has certainly not been counted may be sent again at any time.
        unsent = error.untouched and batch.first_sent_at is None
        await _settle(services, batch, "pending", str(error)[:500], unsent=unsent)
        raise
    return await _settle(services, batch, "sent", None)


def _too_late(batch: Batch, first_sent_at: datetime, meter: Meter | None, now: datetime) -> bool:
    """Whether sending it again could count it twice, or not at all."""
    if now - first_sent_at > DEDUPLICATED_FOR or meter is None:
        return True
    return meter.since is not None and batch.event_at < meter.since


async def _begin(services: Services, batch: Batch, now: datetime) -> datetime | None:
    """Note that the batch is being sent; what it is dated with. None: another run has it, or it is dropped."""
    queries, company = services.q.billing_overage, batch.company_id
    async with services.db.transaction() as tx:
        await queries.lock_billing(tx, company_id=company)
        meter = await meter_of(services, tx, company)
        if meter is None or meter.price != batch.price:
            dropped = await queries.drop_batch(tx, company_id=company, id=batch.id)
            if dropped is not None:
                await queries.open_rows(tx, company_id=company, batch_id=batch.id, min_id=dropped[0], max_id=dropped[1])
                log.info("usage_batch_dropped", batch_id=str(batch.id), company_id=company)
                return None
        return await queries.begin_batch(
            tx, company_id=company, id=batch.id, counted_since=meter.since if meter else None, moment=now
        )


async def _look(services: Services, batch: Batch, customer: str) -> bool | None:
    """Whether the meter has counted this batch, by the minute it is dated with; None: that does not tell."""
    start = batch.event_at.replace(second=0, microsecond=0)
    others = await services.q.billing_overage.sum_sent(
        services.db, company_id=batch.company_id, start_at=start, end_at=start + MINUTE
    )
    counted = await services.cardprovider.metered(
        event_name=services.settings.cardprovider_meter_event,
        customer=customer,
        start=int(start.timestamp()),
        end=int((start + MINUTE).timestamp()),
    )
    missing = (others or 0) + batch.tokens - counted
    return True if missing <= 0 else False if missing >= batch.tokens else None


async def _settle(
    services: Services, batch: Batch, status: BatchStatus, error: str | None, *, unsent: bool = False
) -> BatchStatus:
    await services.q.billing_overage.settle_batch(
        services.db, company_id=batch.company_id, id=batch.id, status=status, unsent=unsent, error=error
    )
    if status == "needs_attention":
        log.error("usage_batch_needs_attention", batch_id=str(batch.id), company_id=batch.company_id, reason=error)
    return status
