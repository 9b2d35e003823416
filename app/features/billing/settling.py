"""How a charge of overage ends, whoever learns of it: the worker, the webhook, the operator's reconcile."""

from datetime import date
from uuid import UUID

from app.context import Services
from app.db.pool import Executor
from app.features.billing.mails import Notice, NoticeKind
from app.features.billing.notices import notify
from app.features.billing.types import ChargeStatus
from app.ops.log import log


async def settle_charge(
    services: Services,
    tx: Executor,
    company: str,
    charge: UUID,
    status: ChargeStatus,
    *,
    intent: str | None,
    received: int | None = None,
    error: str | None = None,
) -> bool:
    """Write the outcome. A failure stops further overage; the company is told. False: it was paid before.

    `received`: what the provider says was paid; another amount than was asked for settles nothing.
    """
    row = await services.q.billing_overage.settle_charge(
        tx,
        id=charge,
        company_id=company,
        status=status,
        payment_intent_id=intent,
        amount_cents=received,
        error=error,
        moment=services.clock.now(),
    )
    if row is None:
        return False
    period, cents = row
    if status == "succeeded":
        notice = Notice(kind="overage-receipt", period=_month(period), amount_cents=cents)
        await notify(services, tx, company, f"receipt/{charge}", notice)
    elif status in ("failed", "requires_action"):
        await _stop(services, tx, company, charge, status, period, cents)
    return True


async def _stop(
    services: Services, tx: Executor, company: str, charge: UUID, status: ChargeStatus, period: date, cents: int
) -> None:
    """A company that does not pay makes no more debt."""
    await services.q.billing_overage.stop_overage(tx, company_id=company)
    await services.q.billing_worker.write_audit(
        tx,
        company_id=company,
        action="billing.overage_failed",
        target_type="charge",
        target_id=str(charge),
        changes={"status": ["pending", status], "auto_overage": [True, False]},
    )
    kind: NoticeKind = "overage-action" if status == "requires_action" else "overage-failed"
    await notify(
        services, tx, company, f"{kind}/{charge}", Notice(kind=kind, period=_month(period), amount_cents=cents)
    )
    log.warning("overage_charge_failed", charge_id=str(charge), company_id=company, status=status)


def _month(period: date) -> str:
    return f"{period:%m/%Y}"
