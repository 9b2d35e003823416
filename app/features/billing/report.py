"""The usage report: overage of metered subscriptions as meter events, each token exactly once.

Three steps, each safe to die after: claim rows into a batch (one statement), note that it is being sent, send it and
note that it was. A batch is sent again with the same identifier until the provider has it; the provider forgets
identifiers after a day, so a batch that is older is left to a person instead of being counted twice.
"""

from datetime import date, datetime, timedelta
from uuid import UUID

import msgspec

from app.clients.cardprovider import CardError
from app.context import Services
from app.db.ids import uuid7
from app.db.rows import many
from app.features.billing.types import UsageReportRun
from app.ops.log import log

DEDUPLICATED_FOR = timedelta(hours=23)
"""The provider promises 24 hours; an hour is left for clocks and for the way there."""
ROWS_PER_BATCH = 10_000
BATCHES_PER_RUN = 200


class OpenOverage(msgspec.Struct, frozen=True):
    """Unclaimed overage of a company's month."""

    company_id: str
    period: date
    timezone: str
    metered: bool
    price: int
    tokens: int


class Batch(msgspec.Struct, frozen=True):
    """A batch on its way to the provider."""

    id: UUID
    company_id: str
    identifier: str
    tokens: int
    event_at: datetime
    customer: str | None


async def open_overage(services: Services) -> list[OpenOverage]:
    """What nobody has billed yet, per company and month."""
    return many(await services.q.billing_worker.list_open_overage(services.db), OpenOverage)


async def report_usage(services: Services) -> UsageReportRun:
    """Claim what is open, then send what is pending. Safe to run on several machines at once."""
    claimed = 0
    for item in await open_overage(services):
        if item.metered:
            claimed += await _claim(services, item)
    run = UsageReportRun(claimed=claimed, sent=0, failed=0, waiting=0)
    batches = many(await services.q.billing_worker.list_pending_batches(services.db, max_rows=BATCHES_PER_RUN), Batch)
    for place, batch in enumerate(batches):
        status = await _report(services, batch)
        if status == "pending":
            # The provider is not reachable: the rest would only wait for it, one after the other.
            run.waiting = len(batches) - place
            break
        run.sent += status == "sent"
        run.failed += status == "failed"
    if run.claimed or batches:
        log.info("usage_reported", claimed=run.claimed, sent=run.sent, failed=run.failed, waiting=run.waiting)
    return run


async def _claim(services: Services, item: OpenOverage) -> int:
    """Batches made of a company's month: a batch never spans two, it is dated by its newest row."""
    made = 0
    while await services.q.billing_worker.claim_usage(
        services.db, id=uuid7(), company_id=item.company_id, period=item.period, max_rows=ROWS_PER_BATCH
    ):
        made += 1
    return made


async def _report(services: Services, batch: Batch) -> str:
    """Send one batch; its status afterwards."""
    now = services.clock.now()
    first_sent_at = await services.q.billing_worker.begin_batch(services.db, id=batch.id, moment=now)
    if first_sent_at is None:
        return "taken"
    if batch.customer is None:
        return await _settle(services, batch, "failed", "the company is no customer of the provider")
    if now - first_sent_at > DEDUPLICATED_FOR:
        return await _settle(services, batch, "failed", "sent more than a day ago without an answer: check by hand")
    try:
        await services.cardprovider.send_meter_event(
            event_name=services.settings.cardprovider_meter_event,
            customer=batch.customer,
            value=batch.tokens,
            identifier=batch.identifier,
            at=int(batch.event_at.timestamp()),
        )
    except CardError as error:
        if error.retry:
            log.warning("usage_report_waits", batch_id=str(batch.id), reason=str(error))
            return "pending"
        return await _settle(services, batch, "failed", str(error)[:500])
    return await _settle(services, batch, "sent", None)


async def _settle(services: Services, batch: Batch, status: str, error: str | None) -> str:
    await services.q.billing_worker.settle_batch(services.db, id=batch.id, status=status, error=error)
    if status == "failed":
        log.error("usage_report_failed", batch_id=str(batch.id), company_id=batch.company_id, reason=error)
    return status
