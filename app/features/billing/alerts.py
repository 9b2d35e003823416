"""Alerts about a month's tokens: at alert_pct, 90 % and 100 % of what is paid for, and when nothing is left.

Mail and audit row, each once per company and month, and again when what was paid for since (a plan, a top-up, more
overage) is used up in its turn. Each company is judged by itself: what fails for one stops no other.
"""

from functools import partial
from typing import Literal
from uuid import UUID

from app.context import Services
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.billing.mails import Notice
from app.features.billing.notices import notify
from app.features.billing.rows import UsageRow
from app.features.billing.rules import alert_reached
from app.features.housekeeping import apart, companies
from app.ops.log import log

AlertKind = Literal["usage-alert", "blocked"]
PAGE = 5_000


async def raise_alerts(services: Services) -> int:
    """Note and enqueue the mails of the alerts that are due; how many companies were told something."""
    find = partial(services.q.billing_worker.list_alert_companies, services.db, moment=services.clock.now())
    raised = 0
    async for (company,) in companies(find, batch=PAGE):
        with apart(services.metrics, "alerts", company):
            raised += await _judge(services, company)
    if raised:
        log.info("usage_alerts_raised", count=raised)
    return raised


async def _judge(services: Services, company: str) -> bool:
    queries, now = services.q.billing_worker, services.clock.now()
    async with services.db.transaction() as tx:
        usage = maybe(await services.q.billing.get_usage(tx, actor_id=company, moment=now), UsageRow)
        if usage is None:
            return False
        known = await queries.get_alerted(tx, company_id=company, period=usage.period)
        if known is None:
            return False
        alerted, blocked_at = known
        reached = alert_reached(usage.prepaid_used, usage.prepaid, usage.alert_pct)
        ended = usage.left is not None and usage.left <= 0
        news, blocked = reached > alerted, ended and blocked_at is None
        if reached == alerted and ended == (blocked_at is not None):
            return False
        await queries.note_alert(
            tx,
            company_id=company,
            period=usage.period,
            alerted_pct=reached,
            blocked_at=(blocked_at or now) if ended else None,
        )
        if not (news or blocked):
            return False
        await _tell(services, tx, company, usage, "blocked" if blocked else "usage-alert", reached if news else None)
    return True


async def _tell(
    services: Services, tx: Executor, company: str, usage: UsageRow, kind: AlertKind, due: int | None
) -> None:
    await services.q.billing_worker.write_audit(
        tx,
        company_id=company,
        action="billing.blocked" if kind == "blocked" else "billing.usage_alert",
        target_type="company",
        target_id=company,
        changes={"used": [None, usage.prepaid_used], "alert_pct": [None, due]},
    )
    await services.q.events.add_event(
        tx,
        company_id=company,
        store_id=None,
        type="usage.alert",
        subject_id=company,
        data={
            "kind": kind,
            "period": f"{usage.period:%Y-%m}",
            "used": usage.prepaid_used,
            "prepaid": usage.prepaid,
            "percent": due,
        },
    )
    notice = Notice(kind=kind, period=f"{usage.period:%m/%Y}", used=usage.prepaid_used, prepaid=usage.prepaid)
    key = f"{kind}/{company}/{usage.period:%Y-%m}/{due or ''}/{usage.prepaid}"
    await notify(services, tx, company, key, notice)


async def end_graces(services: Services) -> int:
    """Tell companies whose grace is over that they are on the free plan now, once; how many were told."""
    find = partial(services.q.billing_worker.list_graces_over, services.db, moment=services.clock.now())
    told = 0
    async for company, subscription, plan in companies(find, batch=PAGE):
        with apart(services.metrics, "graces", company):
            told += await _end_grace(services, company, subscription, plan)
    return told


async def _end_grace(services: Services, company: str, subscription: UUID, plan: str) -> bool:
    async with services.db.transaction() as tx:
        noted = await services.q.billing_worker.note_grace_over(tx, company_id=company, id=subscription)
        if noted is None:
            return False
        await notify(services, tx, company, f"plan-ended/{subscription}", Notice(kind="plan-ended", subject=plan))
    return True
