"""The alert at alert_pct of what is paid: mail and audit row, once per company and month."""

from datetime import date

import msgspec

from app.context import Services
from app.db.rows import many
from app.features.billing.mails import Notice
from app.features.billing.notices import SendNotice, send_billing_notice
from app.ops.log import log

ALERTS_PER_RUN = 500


class Alert(msgspec.Struct, frozen=True):
    """A company that has reached its threshold."""

    company_id: str
    period: date
    used: int
    prepaid: int
    alert_pct: int


async def raise_alerts(services: Services) -> int:
    """Mark, note and enqueue the mails of the alerts that are due, in one transaction; how many there were."""
    queries = services.q.billing_worker
    async with services.db.transaction() as tx:
        rows = await queries.raise_usage_alerts(tx, moment=services.clock.now(), max_rows=ALERTS_PER_RUN)
        alerts = many(rows, Alert)
        for alert in alerts:
            await queries.write_audit(
                tx,
                company_id=alert.company_id,
                action="billing.usage_alert",
                target_type="company",
                target_id=alert.company_id,
                changes={"used": [None, alert.used], "alert_pct": [None, alert.alert_pct]},
            )
            notice = Notice(kind="usage-alert", period=f"{alert.period:%m/%Y}", used=alert.used, prepaid=alert.prepaid)
            key = f"usage-alert/{alert.company_id}/{alert.period:%Y-%m}"
            args = SendNotice(company_id=alert.company_id, key=key, notice=notice)
            await services.jobs.enqueue(tx, send_billing_notice, args, company_id=alert.company_id)
    if alerts:
        log.info("usage_alerts_raised", count=len(alerts))
    return len(alerts)
