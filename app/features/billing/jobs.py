"""Background work of billing: what runs by the clock, and the jobs of sync.py, notices.py and closing.py."""

from datetime import timedelta

from app.context import JobCtx
from app.features.billing.alerts import raise_alerts
from app.features.billing.closing import end_subscription
from app.features.billing.notices import send_billing_notice
from app.features.billing.overage import charge_overage
from app.features.billing.report import report_usage
from app.features.billing.sync import sync_subscription
from app.jobs import schedule

__all__ = ["end_subscription", "send_billing_notice", "sync_subscription"]


@schedule("report_usage", every=timedelta(minutes=5), timeout_s=240)
async def report_usage_by_clock(ctx: JobCtx) -> None:
    """Overage of metered subscriptions to the provider's meter."""
    await report_usage(ctx.services)


@schedule("charge_overage", every=timedelta(minutes=30), timeout_s=600)
async def charge_overage_by_clock(ctx: JobCtx) -> None:
    """Overage without a metered price to the card on file."""
    await charge_overage(ctx.services)


@schedule("raise_usage_alerts", every=timedelta(minutes=1))
async def raise_alerts_by_clock(ctx: JobCtx) -> None:
    """Mails to companies that have used most of what they paid for."""
    await raise_alerts(ctx.services)
