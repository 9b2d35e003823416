"""What happens to orders in the background. Tests: tests/features/test_orders_pix.py, _uncharged.py, _paid.py."""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from msgspec import Struct

from app.clients.pixprovider import PixError
from app.context import JobCtx
from app.db.pool import Executor
from app.db.rows import RowMissing
from app.features.caller import AnyCtx, Caller
from app.features.housekeeping import apart, companies
from app.features.orders import charges, refunding
from app.features.orders.moves import lock_order, move, raise_attention
from app.jobs import GiveUp, RetryLater, job, schedule
from app.ops.log import log
from app.ops.secret_box import SecretBoxError
from app.web.errors import ProviderError

FIRST_RETRY = timedelta(seconds=10)
# A payment of the last second is still on its way: its notification comes before the order is closed.
GRACE = timedelta(seconds=30)
BATCH = 500
# An order whose charge could not be made holds its goods no longer than this.
UNCHARGED_FOR = timedelta(hours=1)
CHARGE_DELAYS_S = (10, 30, 120, 300, 600)
CHARGE_TRIES = len(CHARGE_DELAYS_S) + 1
REFUND_DELAYS_S = (10, 30, 120, 300, 600, 1800, 3600)
REFUND_TRIES = len(REFUND_DELAYS_S) + 1
# All those tries are over by then: what ended them was no answer of the provider.
UNSETTLED_FOR = timedelta(hours=3)


class ChargeOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The order to charge, for its company; `charge_id` is the charge it was given."""

    order_id: UUID
    company_id: str
    charge_id: str | None = None


class CloseUncharged(Struct, frozen=True, forbid_unknown_fields=True):
    """The order whose charge could not be made, and which charge that is."""

    order_id: UUID
    company_id: str
    charge_id: str | None


class RefundCharge(Struct, frozen=True, forbid_unknown_fields=True):
    """The refund to make at the provider."""

    refund_id: UUID
    company_id: str


class WithdrawCharge(Struct, frozen=True, forbid_unknown_fields=True):
    """The charge to take back."""

    order_id: UUID
    charge_id: str
    company_id: str


@job("charge_order", args=ChargeOrder, max_attempts=CHARGE_TRIES, timeout_s=45, delays_s=CHARGE_DELAYS_S)
async def charge_order(ctx: JobCtx, args: ChargeOrder) -> None:
    """Make the charge of an order that still waits for it; in vain, a person has to see to the order."""
    caller = Caller(company_id=args.company_id, kind="system")
    try:
        await charges.charge_if_due(ctx, caller, args.order_id, args.charge_id)
    except ProviderError as problem:
        if problem.members["error_code"] not in charges.HOPELESS and ctx.run.attempts < CHARGE_TRIES:
            raise RetryLater(str(problem)) from problem
        await _leave_uncharged(ctx, caller, args.order_id, args.charge_id)
        raise GiveUp(str(problem)) from problem


@job("close_uncharged", args=CloseUncharged)
async def close_uncharged(ctx: JobCtx, args: CloseUncharged) -> None:
    """Let an order expire that nobody can pay, because its charge could not be made until now."""
    caller = Caller(company_id=args.company_id, kind="system")
    await _leave_uncharged(ctx, caller, args.order_id, args.charge_id, over=True)


async def _leave_uncharged(
    ctx: JobCtx, caller: Caller, order_id: UUID, charge_id: str | None, *, over: bool = False
) -> None:
    """Put an order that got no charge before a person.

    One that awaits it expires, from where it can be charged anew; one that is pending does when its time is `over`.
    """
    async with ctx.transaction() as tx:
        found = await ctx.q.payments.find_uncharged_order(
            tx, order_id=order_id, charge_id=charge_id, actor_id=caller.company_id
        )
        if found is None:
            return
        order = await lock_order(ctx, tx, caller, order_id)
        if over and order.status == "pending":
            await move(ctx, tx, caller, order, "awaiting_payment")
            order = await lock_order(ctx, tx, caller, order_id)
        if order.status == "awaiting_payment":
            await move(ctx, tx, caller, order, "expired", reason="no charge could be made")
        await raise_attention(ctx, tx, caller, order_id, "charge_failed", charges.NO_CHARGE)
    log.error("pix_charge_given_up", order_id=str(order_id), store_id=str(order.store_id))


@job("withdraw_charge", args=WithdrawCharge, max_attempts=6, timeout_s=45, delays_s=(10, 30, 120, 300, 600))
async def withdraw_charge(ctx: JobCtx, args: WithdrawCharge) -> None:
    """Take a cancelled order's charge back, so that nobody pays it."""
    caller = Caller(company_id=args.company_id, kind="system")
    try:
        await charges.withdraw_charge(ctx, caller, args.order_id, args.charge_id)
    except (SecretBoxError, RowMissing) as error:
        raise GiveUp(str(error)) from error
    except PixError as error:
        raise (RetryLater if error.retry else GiveUp)(str(error)) from error


@job("refund_charge", args=RefundCharge, max_attempts=REFUND_TRIES, timeout_s=45, delays_s=REFUND_DELAYS_S)
async def refund_charge(ctx: JobCtx, args: RefundCharge) -> None:
    """Give a customer's money back through the provider that took it."""
    caller = Caller(company_id=args.company_id, kind="system")
    try:
        await refunding.refund_at_provider(ctx, caller, args.refund_id, last=ctx.run.attempts >= REFUND_TRIES)
    except PixError as error:
        raise (RetryLater if error.retry else GiveUp)(str(error)) from error


@schedule("settle_refunds", every=timedelta(hours=1))
async def settle_refunds(ctx: JobCtx) -> None:
    """Ask again for refunds whose tries have ended in anything but an answer, and put their orders before a person."""
    find = partial(ctx.q.refunds.list_unsettled_refunds, ctx.db, before=ctx.now() - UNSETTLED_FOR)
    async for company, refund_ids, order_ids in companies(find):
        caller = Caller(company_id=company, kind="system")
        for refund_id, order_id in zip(refund_ids, order_ids, strict=True):
            with apart(ctx.services.metrics, "refunds", company):
                async with ctx.transaction() as tx:
                    await lock_order(ctx, tx, caller, order_id)
                    await raise_attention(ctx, tx, caller, order_id, "refund_unsettled", refunding.UNSETTLED)
                    await refund_soon(ctx, tx, caller, refund_id)


async def refund_soon(ctx: AnyCtx, tx: Executor, caller: Caller, refund_id: UUID) -> None:
    """Have a refund made once `tx` commits."""
    args = RefundCharge(refund_id, caller.company_id)
    await ctx.jobs.enqueue(tx, refund_charge, args, company_id=caller.company_id, unique_key=str(refund_id))


async def charge_soon(
    ctx: AnyCtx,
    tx: Executor,
    caller: Caller,
    order_id: UUID,
    *,
    charge_id: str | None = None,
    after: timedelta = timedelta(),
) -> None:
    """Have the order charged once `tx` commits; in vain for an hour, it is closed."""
    args = ChargeOrder(order_id, caller.company_id, charge_id)
    at = ctx.now() + after if after else None
    key = charge_id or str(order_id)
    await ctx.jobs.enqueue(tx, charge_order, args, company_id=caller.company_id, unique_key=key, run_at=at)
    await close_unless_charged(ctx, tx, caller, order_id, charge_id)


async def close_unless_charged(
    ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID, charge_id: str | None
) -> None:
    """Have the order closed in an hour, should this charge not be made by then; a later one has an hour of its own."""
    args, at = CloseUncharged(order_id, caller.company_id, charge_id), ctx.now() + UNCHARGED_FOR
    key = charge_id or str(order_id)
    await ctx.jobs.enqueue(tx, close_uncharged, args, company_id=caller.company_id, unique_key=key, run_at=at)


async def withdraw_soon(ctx: AnyCtx, tx: Executor, caller: Caller, order_id: UUID, charge_id: str) -> None:
    """Have a charge taken back once `tx` commits."""
    args = WithdrawCharge(order_id, charge_id, caller.company_id)
    await ctx.jobs.enqueue(tx, withdraw_charge, args, company_id=caller.company_id, unique_key=charge_id)


@schedule("expire_orders", every=timedelta(minutes=1))
async def expire_orders(ctx: JobCtx) -> None:
    """Close orders whose PIX charge, or whose time for a proof, ran out unpaid. What they held goes back."""
    failed: list[str] = []
    full = True
    while full:
        at = ctx.now() - GRACE
        rows = await ctx.q.orders.list_expired_orders(ctx.db, at=at, without=failed, batch=BATCH)
        before, expired = len(failed), 0
        for row in rows:
            if (company := row["company_id"]) not in failed:  # its others would meet the same
                with apart(ctx.services.metrics, "orders", company, failed):
                    expired += await _expire(ctx, company, row["id"], at)
        if expired:
            log.info("orders_expired", count=expired)
        # Not again for orders that are being paid or moved at this moment: they would be found again and again.
        full = len(rows) == BATCH and (expired == BATCH or len(failed) > before)


async def _expire(ctx: JobCtx, company_id: str, order_id: UUID, at: datetime) -> bool:
    """Close one order, unless it is being paid or moved at this moment: it is left for the next round then."""
    caller = Caller(company_id=company_id, kind="system")
    async with ctx.transaction() as tx:
        if await ctx.q.orders.lock_expired_order(tx, order_id=order_id, at=at, actor_id=company_id) is None:
            return False
        order = await lock_order(ctx, tx, caller, order_id)
        await move(ctx, tx, caller, order, "expired")
    return True
