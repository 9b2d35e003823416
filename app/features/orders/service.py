"""Transitions as people and the chat ask for them, and what a move means for the payment. Usable with every context.

Webhooks and jobs move orders by `move` alone (app/features/orders/moves.py).
"""

from uuid import UUID, uuid4

from app.db.pool import Executor
from app.features.caller import AnyCtx, Caller
from app.features.orders import rules
from app.features.orders.jobs import charge_soon, withdraw_soon
from app.features.orders.moves import LockedOrder, load_order, lock_order, move, refused
from app.features.orders.offers import manual_code, read_offer
from app.features.orders.payments import keep_charge
from app.features.orders.types import Order, Status, TransitionOrder
from app.web.errors import PaymentMethodUnavailable

__all__ = ["load_order", "lock_order", "move", "transition"]


async def transition(ctx: AnyCtx, caller: Caller, order_id: UUID, body: TransitionOrder) -> Order:
    """Move an order as a person or the chat asks. Raises NotFound, InvalidTransition, InsufficientStock."""
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, order_id)
        if body.from_ not in (None, order.status):
            raise refused(order, body.to, f"This order is not {body.from_}: it is {order.status}.")
        if body.to in rules.NEXT[order.status]:
            await _require_method(ctx, tx, caller, order, body.to)
        await move(ctx, tx, caller, order, body.to, reason=body.reason)
        match body.to:
            case "awaiting_payment":
                await _arrange_charge(ctx, tx, caller, order)
            case "awaiting_proof":
                await _arrange_manual_pix(ctx, tx, caller, order)
            case "cancelled" | "confirmed" if order.status in rules.UNPAID and order.payment_external_id is not None:
                # Nor is what a person has seen the money of paid once more.
                await withdraw_soon(ctx, tx, caller, order.id, order.payment_external_id)
        return await load_order(ctx, tx, caller, order_id)


async def _require_method(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, to: Status) -> None:
    """Raises PaymentMethodUnavailable when the store cannot be paid in the way that `to` waits for."""
    if to not in ("awaiting_payment", "awaiting_proof"):
        return
    offer = await read_offer(ctx, tx, caller, order.store_id)
    if to == "awaiting_payment" and not offer.has_api_key and not _has_charge(ctx, order):
        problem = "The store has no provider key and the order no charge (checkout-state)."
    elif to == "awaiting_proof" and not offer.manual_pix_enabled:
        problem = "The store has not set up manual_pix."
    else:
        return
    available = rules.available_methods(
        has_api_key=offer.has_api_key, manual_pix=offer.manual_pix_enabled, cod=offer.cod_enabled
    )
    raise PaymentMethodUnavailable(problem, available=available)


def _has_charge(ctx: AnyCtx, order: LockedOrder) -> bool:
    """Whether the order carries a charge of the caller's, or one of ours that can still be paid."""
    if order.charged_here:
        return order.payment_expires_at is not None and order.payment_expires_at > ctx.now()
    return order.payment_external_id is not None


async def _arrange_charge(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder) -> None:
    """A new charge in the background when the store has a key; else the caller makes one (checkout-state)."""
    if order.payment_external_id is not None and order.payment_expires_at and order.payment_expires_at > ctx.now():
        return  # a charge that can still be paid, saved before the move
    offer = await read_offer(ctx, tx, caller, order.store_id)
    if not offer.has_api_key:
        return  # the caller's own charge, as _require_method has seen
    # What ran out is not shown any more, nor is its end taken for the new charge's.
    fresh = str(uuid4()) if order.status != "pending" or order.payment_external_id is None else None
    await _replace_code(ctx, tx, caller, order, None, charge_id=fresh)
    await charge_soon(ctx, tx, caller, order.id, charge_id=fresh or order.payment_external_id)


async def _arrange_manual_pix(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder) -> None:
    """The store's static code in place of the charge's; an old charge that is paid all the same still counts."""
    code = manual_code(await read_offer(ctx, tx, caller, order.store_id), order.number, order.total_cents)
    if code is not None:
        await _replace_code(ctx, tx, caller, order, code)


async def _replace_code(
    ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, br_code: str | None, *, charge_id: str | None = None
) -> None:
    if charge_id is not None:
        await ctx.services.resolver.take(tx, caller.company_id, [("charge", charge_id)])
        await keep_charge(ctx, tx, caller, order, charge_id)
        if order.charged_here and order.payment_external_id is not None:
            await withdraw_soon(ctx, tx, caller, order.id, order.payment_external_id)
    await ctx.q.payments.save_checkout(
        tx,
        order_id=order.id,
        set_br_code=True,
        br_code=br_code,
        set_payment_link_url=True,
        payment_link_url=None,
        set_payment_external_id=charge_id is not None,
        payment_external_id=charge_id,
        set_expires_at=True,
        expires_at=None,
        actor_id=caller.company_id,
    )
