"""Background work of billing: what runs by the clock, and the jobs of other modules here."""

from datetime import timedelta

import msgspec

from app.context import JobCtx
from app.features.billing.alerts import end_graces, raise_alerts
from app.features.billing.closing import end_subscription
from app.features.billing.customers import follow_customer
from app.features.billing.notices import send_billing_notice
from app.features.billing.overage import charge_overage
from app.features.billing.reconcile import reconcile
from app.features.billing.refunds import check_payment
from app.features.billing.report import report_usage
from app.features.billing.sync import match_meter, sync_subscription
from app.features.billing.unfinished import end_unfinished
from app.jobs import schedule
from app.ops.log import log

A_DAY = timedelta(hours=23)
COMPANIES_PER_HOUR = 1_000

__all__ = [
    "check_payment",
    "end_subscription",
    "follow_customer",
    "match_meter",
    "send_billing_notice",
    "sync_subscription",
]


@schedule("report_usage", every=timedelta(minutes=5), timeout_s=240)
async def report_usage_by_clock(ctx: JobCtx) -> None:
    """Overage of metered subscriptions to the provider's meter."""
    await report_usage(ctx.services)


@schedule("charge_overage", every=timedelta(minutes=30), timeout_s=600)
async def charge_overage_by_clock(ctx: JobCtx) -> None:
    """Overage without a metered price to the card on file."""
    await charge_overage(ctx.services)


@schedule("raise_usage_alerts", every=timedelta(minutes=1), timeout_s=600)
async def raise_alerts_by_clock(ctx: JobCtx) -> None:
    """Mails to companies that have used most of what they paid for."""
    await raise_alerts(ctx.services)


@schedule("reconcile_billing", every=timedelta(hours=1), timeout_s=3_000)
async def reconcile_by_clock(ctx: JobCtx) -> None:
    """Each company's rows against the provider's, once a day."""
    found = await reconcile(ctx.services, repair=True, before=ctx.now() - A_DAY, most=COMPANIES_PER_HOUR)
    for finding in found:
        log.warning("reconcile_found", **msgspec.structs.asdict(finding))


@schedule("end_unfinished_topups", every=timedelta(hours=1), timeout_s=600)
async def end_unfinished_by_clock(ctx: JobCtx) -> None:
    """Top-ups that were begun and never paid."""
    await end_unfinished(ctx.services)


@schedule("end_graces", every=timedelta(minutes=10), timeout_s=240)
async def end_graces_by_clock(ctx: JobCtx) -> None:
    """Mails to companies whose plan has ended because nothing was paid."""
    await end_graces(ctx.services)
