"""What became of a payment: its receipt, and what was given back or disputed, which takes unused tokens back.

The provider is asked, payment by payment: events do not tell.
"""

from uuid import UUID

import msgspec

from app.clients.cardprovider import CardError
from app.clients.cardprovider_payloads import PaymentIntent
from app.context import JobCtx, Services
from app.db.pool import Executor
from app.features.billing.lookup import company_of
from app.features.billing.sync import ASKED_FOR_A_MONTH
from app.jobs import GiveUp, job
from app.ops.log import log


class CheckPayment(msgspec.Struct, frozen=True, kw_only=True):
    """The payment to ask the provider about."""

    payment_intent: str


@job("check_payment", args=CheckPayment, max_attempts=ASKED_FOR_A_MONTH)
async def check_payment(ctx: JobCtx, args: CheckPayment) -> None:
    """Ask for a payment's receipt and what was given back of it, and follow."""
    try:
        intent = await ctx.services.cardprovider.get_payment(args.payment_intent)
    except CardError as error:
        if error.retry:
            raise
        raise GiveUp(f"the provider refused: {error.code}") from error
    async with ctx.transaction() as tx:
        company = await company_of(ctx.services, tx, intent.customer, intent.metadata)
        if company is not None:
            await follow_payment(ctx.services, tx, company, intent)


async def check_later(services: Services, tx: Executor, payment_intent: str) -> None:
    """Let the provider be asked, once this transaction is done."""
    args = CheckPayment(payment_intent=payment_intent)
    await services.jobs.enqueue(tx, check_payment, args, unique_key=payment_intent)


async def follow_payment(services: Services, tx: Executor, company: str, intent: PaymentIntent) -> bool:
    """Write down receipt, refunds and disputes of a payment; take back the tokens nobody used. Whether it was news."""
    charge, queries = intent.charge, services.q.billing_worker
    changed = await queries.follow_charge(
        tx,
        company_id=company,
        payment_intent_id=intent.id,
        receipt_url=charge.receipt_url,
        refunded_cents=charge.amount_refunded,
        disputed=charge.disputed,
    )
    if not changed:
        return False
    share = intent.amount_received if charge.disputed else charge.amount_refunded
    if share and intent.amount_received:
        row = await queries.lock_topup(tx, company_id=company, payment_intent_id=intent.id)
        if row is not None:
            await _take_back(services, tx, company, row[0], due=row[1] * share // intent.amount_received - row[3])
    return True


async def _take_back(services: Services, tx: Executor, company: str, topup: UUID, *, due: int) -> None:
    if due <= 0:
        return
    taken = await services.q.billing_worker.take_back(tx, company_id=company, id=topup, tokens=due)
    log.info("topup_taken_back", company_id=company, tokens=taken)
    await services.q.billing_worker.write_audit(
        tx,
        company_id=company,
        action="billing.topup_taken_back",
        target_type="topup",
        target_id=str(topup),
        changes={"tokens": [None, taken]},
    )
