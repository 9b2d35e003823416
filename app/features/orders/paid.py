"""Money that arrived at the PIX provider, and what becomes of its order. Tests: tests/features/test_orders_paid.py.

Every payment is written down once (payment_attempts: provider, charge, succeeded), whatever becomes of the order.
"""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID, uuid4

from asyncpg import Record
from msgspec import Struct
from msgspec.structs import replace

from app.clients.pixprovider import PixError
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.caller import AnyCtx, Caller
from app.features.orders import rules
from app.features.orders.charges import api_key_aad
from app.features.orders.moves import LockedOrder, add_event, lock_order, move, raise_attention
from app.features.orders.types import Status
from app.ops.log import log
from app.ops.secret_box import SecretBoxError
from app.web.errors import InsufficientStock, InvalidTransition, ProviderError

PaidResult = Literal["confirmed", "already_confirmed", "ignored", "amount_mismatch", "out_of_stock"]


class PaidOrder(Struct, frozen=True):
    """The order a charge belongs to; `caller` acts for its company."""

    id: UUID
    store_id: UUID
    company_id: str

    @property
    def caller(self) -> Caller:
        """The webhook, limited to the order's company."""
        return Caller(company_id=self.company_id, kind="webhook")


class Payment(Struct, frozen=True, kw_only=True):
    """What the provider says was paid. `external_id` is the charge; `reference` the payment itself (endToEndId)."""

    external_id: str
    amount_cents: int
    reference: str | None = None


class Paid(Struct, frozen=True):
    """What came of a payment."""

    order_id: UUID
    status: Status
    result: PaidResult


async def find_paid_order(ctx: AnyCtx, db: Executor, external_id: str) -> PaidOrder | None:
    """The order of a charge, also of one that a later charge has replaced."""
    company_id = await ctx.services.resolver.company_of(db, "charge", external_id)
    if company_id is None:
        return None
    row = await ctx.q.payments.find_paid_order(db, company_id=company_id, payment_external_id=external_id)
    return maybe(row, PaidOrder)


async def is_known(ctx: AnyCtx, order: PaidOrder, payment: Payment) -> bool:
    """Whether a payment of this charge and amount is written down already."""
    known = await _same(ctx, ctx.db, order.caller, order.id, payment)
    return known is not None and known["amount_cents"] == payment.amount_cents


async def check_at_provider(ctx: AnyCtx, order: PaidOrder, payment: Payment, *, doubtful: bool) -> Payment | None:
    """Ask the provider itself, with the store's key, what was paid of this charge; call it outside transactions.

    The payment with the provider's own amount; None when it is not paid. When the store has no key the relay's word is
    all there is, and a `doubtful` one (its status and its kind disagree) counts for nothing. Raises ProviderError when
    the provider cannot be asked (the webhook is then delivered again).
    """
    row = await ctx.q.payments.get_payment_settings(ctx.db, store_id=order.store_id, actor_id=order.company_id)
    if row is None or row["pix_provider_api_key_enc"] is None:
        return None if doubtful else payment
    try:
        api_key = ctx.services.secret_box.open(row["pix_provider_api_key_enc"], api_key_aad(order.store_id))
        charge = await ctx.services.pixprovider.get_charge(api_key, payment.external_id)
    except (PixError, SecretBoxError) as error:
        raise ProviderError("The PIX provider could not be asked about this payment.") from error
    if charge is None or charge.status != "COMPLETED":
        return None
    return replace(payment, amount_cents=charge.amount_cents)


async def confirm_paid(ctx: AnyCtx, tx: Executor, order: PaidOrder, payment: Payment) -> Paid:
    """Confirm the order of a payment, in the transaction of the webhook's inbox row. Safe to repeat.

    A wrong amount, a closed order and too little stock confirm nothing: they are written down for a person.
    Raises NotFound when the order is gone.
    """
    caller = order.caller
    locked = await lock_order(ctx, tx, caller, order.id)
    vouched = await _vouched_for(ctx, tx, caller, locked, payment)
    # A caller may have logged this very payment before the provider told of it: while nothing is counted, this is it.
    first_time = await _write_down(ctx, tx, caller, locked, payment) or locked.paid_cents == 0
    if first_time and not vouched:
        await _count(ctx, tx, caller, locked, payment)
    if payment.amount_cents != locked.total_cents:
        detail = f"{payment.amount_cents} cents came, {locked.total_cents} were due"
        await _note(ctx, tx, caller, locked, payment, "payment_amount_mismatch", expected=locked.total_cents)
        await raise_attention(ctx, tx, caller, locked.id, "amount_mismatch", detail)
        return Paid(locked.id, locked.status, "amount_mismatch")
    if locked.status in rules.PAID:
        if first_time:
            await _note(ctx, tx, caller, locked, payment, "payment_received")
        return Paid(locked.id, locked.status, "already_confirmed")
    if locked.status in ("cancelled", "expired"):
        if first_time:
            await _note(ctx, tx, caller, locked, payment, "paid_after_close")
            detail = f"{payment.amount_cents} cents came when the order was {locked.status}"
            await raise_attention(ctx, tx, caller, locked.id, "paid_after_close", detail)
        return Paid(locked.id, locked.status, "ignored")
    if not first_time and locked.refunded_cents >= locked.paid_cents:
        return Paid(locked.id, locked.status, "ignored")  # it went back meanwhile
    try:
        data = {"payment": payment.external_id}
        await move(ctx, tx, caller, locked, "confirmed", paid=True, data=data)
    except (InsufficientStock, InvalidTransition) as problem:
        # Both are raised before anything is written. The money is there, the goods are not: a person decides.
        if first_time:
            await _note(ctx, tx, caller, locked, payment, "paid_but_out_of_stock", **_short(problem))
            await raise_attention(ctx, tx, caller, locked.id, "out_of_stock", "paid, but the goods are gone")
        return Paid(locked.id, locked.status, "out_of_stock")
    return Paid(locked.id, "confirmed", "confirmed")


async def _vouched_for(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, payment: Payment) -> bool:
    """Whether a person who confirmed the order has counted this money before the provider told of it."""
    if order.payment_method != "pix":
        return False
    told = await ctx.q.payments.sum_payments_told(tx, order_id=order.id, actor_id=caller.company_id)
    return order.paid_cents - (told or 0) >= payment.amount_cents


async def _count(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, payment: Payment) -> None:
    """Add it to what has come in; beside the whole price of an order that stands, it is to be given back."""
    await ctx.q.orders.count_money(
        tx, order_id=order.id, paid_cents=payment.amount_cents, refunded_cents=0, actor_id=caller.company_id
    )
    twice = rules.price_has_come(order.status, order.total_cents, order.paid_cents, order.refunded_cents)
    if twice and order.status not in ("cancelled", "expired"):
        detail = f"paid twice: {payment.amount_cents} cents are to be given back"
        await raise_attention(ctx, tx, caller, order.id, "refund_due", detail)


async def _write_down(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, payment: Payment) -> bool:
    """Whether the payment is news. A charge that was paid with two amounts was paid twice."""
    known = await _same(ctx, tx, caller, order.id, payment)
    same = known is None or known["amount_cents"] == payment.amount_cents
    row = await ctx.q.payments.add_payment_attempt(
        tx,
        new_id=uuid4(),
        order_id=order.id,
        provider="pixprovider",
        attempt_status="succeeded",
        amount_cents=payment.amount_cents,
        external_id=payment.external_id if same else f"{payment.external_id[:200]}={payment.amount_cents}",
        error_code=None,
        error_message=None,
        actor_id=caller.company_id,
    )
    return row is not None


async def _same(ctx: AnyCtx, db: Executor, caller: Caller, order_id: UUID, payment: Payment) -> Record | None:
    return await ctx.q.payments.get_same_attempt(
        db,
        order_id=order_id,
        provider="pixprovider",
        attempt_status="succeeded",
        external_id=payment.external_id,
        actor_id=caller.company_id,
    )


async def _note(
    ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, payment: Payment, kind: str, **more: Any
) -> None:
    """Into the order's history and, because a person has to act, into the log."""
    data = {"payment": payment.external_id, "amount_cents": payment.amount_cents, "reference": payment.reference}
    await add_event(ctx, tx, caller, order.id, kind, data | more)
    if kind != "payment_received":
        log.error(kind, order_id=str(order.id), store_id=str(order.store_id), order_status=order.status)


def _short(problem: InsufficientStock | InvalidTransition) -> Mapping[str, Any]:
    return {"items": problem.members["items"]} if isinstance(problem, InsufficientStock) else {}
