"""The usage report: overage of metered subscriptions as meter events, each token exactly once.

Three steps, each safe to die after: claim rows into a batch (one transaction), note that it is being sent, send it and
note that it was. A batch is sent again with the same identifier until the provider has it. An outage of the provider
stops the run; an error about this very batch leaves it to a person, and the next one is tried. The provider forgets
identifiers after a day: a batch that may have reached it longer ago is looked for in what the meter has counted.
"""

from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from app.clients.cardprovider import MINUTE_S, CardError
from app.context import Services
from app.db.ids import uuid7
from app.db.rows import many
from app.features.billing.openings import OpenOverage, each_company
from app.features.billing.types import BatchStatus, UsageReportRun
from app.ops.log import log

DEDUPLICATED_FOR = timedelta(hours=23)
"""The provider promises 24 hours; an hour is left for clocks and for the way there."""
ROWS_PER_BATCH = 10_000
BATCHES_PER_RUN = 200
MINUTE = timedelta(seconds=MINUTE_S)


class Batch(msgspec.Struct, frozen=True):
    """A batch on its way to the provider."""

    id: UUID
    company_id: str
    identifier: str
    tokens: int
    event_at: datetime
    customer: str | None


async def report_usage(services: Services, company_id: str | None = None) -> UsageReportRun:
    """Claim what is open, then send what is pending; of one company, or of all. Safe on several machines at once."""
    run = UsageReportRun(claimed=await each_company(services, company_id, _claim), sent=0, failed=0, waiting=0)
    batches = many(
        await services.q.billing_overage.list_pending_batches(
            services.db, company_id=company_id, max_rows=BATCHES_PER_RUN
        ),
        Batch,
    )
    for place, batch in enumerate(batches):
        try:
            status = await _report(services, batch)
        except CardError as error:
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
        while item.metered and await _batch(services, company, item):
            made += 1
    return made


async def _batch(services: Services, company: str, item: OpenOverage) -> bool:
    queries, batch = services.q.billing_overage, uuid7()
    async with services.db.transaction() as tx:
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
    """Send one batch; its status afterwards, None when another run has it. Raises CardError during an outage."""
    now = services.clock.now()
    began = await services.q.billing_overage.begin_batch(
        services.db, company_id=batch.company_id, id=batch.id, moment=now
    )
    if began is None:
        return None
    if batch.customer is None:
        return await _settle(services, batch, "needs_attention", "the company is no customer of the provider")
    if now - began > DEDUPLICATED_FOR and (known := await _look(services, batch, batch.customer)) is not False:
        if known:
            return await _settle(services, batch, "sent", None)
        return await _settle(services, batch, "needs_attention", "sent long ago, and the meter does not tell whether")
    try:
        await services.cardprovider.send_meter_event(
            event_name=services.settings.cardprovider_meter_event,
            customer=batch.customer,
            value=batch.tokens,
            identifier=batch.identifier,
            at=int(batch.event_at.timestamp()),
        )
    except CardError as error:
        if not error.retry:
            return await _settle(services, batch, "needs_attention", str(error)[:500])
        # What has certainly not been counted may be sent again at any time.
        unsent = error.untouched and began == now
        await _settle(services, batch, "pending", str(error)[:500], unsent=unsent)
        raise
    return await _settle(services, batch, "sent", None)


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
