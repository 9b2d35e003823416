"""What others tell about an order's payment: their own charge, their attempts, a customer's proof."""

from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import one
from app.features.caller import AnyCtx, Caller
from app.features.orders import rules
from app.features.orders.moves import add_event, load_order, lock_order, move, refused
from app.features.orders.types import AttachProof, LogPaymentAttempt, Order, PaymentAttempt, SaveCheckout
from app.web.errors import Conflict, NotFound
from app.web.patch import changes
from app.web.replies import Reply
from app.web.types import UNSET


async def attach_proof(ctx: AnyCtx, caller: Caller, order_id: UUID, body: AttachProof) -> Order:
    """Attach a picture of the payment; the same gateway message again changes nothing.

    Raises NotFound; InvalidTransition unless the order awaits a proof.
    """
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, order_id)
        if body.message_id is not None and await ctx.q.payments.has_proof(
            tx, order_id=order.id, gateway_message_id=body.message_id, actor_id=caller.company_id
        ):
            return await load_order(ctx, tx, caller, order.id)
        if order.status != "awaiting_proof":
            raise refused(order, "awaiting_proof")
        data = {"message_id": body.message_id, "content_type": body.content_type, "proof_url": body.proof_url}
        await ctx.q.payments.attach_proof(
            tx,
            order_id=order.id,
            proof_url=body.proof_url,
            proof_content_type=body.content_type,
            file_name=body.file_name,
            size_bytes=body.size_bytes,
            gateway_message_id=body.message_id,
            at=ctx.now(),
            event_id=uuid7(),
            event_data={name: value for name, value in data.items() if value is not None},
            actor_type=caller.kind,
            user_id=caller.user_id,
            actor_id=caller.company_id,
        )
        return await load_order(ctx, tx, caller, order.id)


async def save_checkout(ctx: AnyCtx, caller: Caller, order_id: UUID, body: SaveCheckout) -> Order:
    """Keep what the caller's own charge gave; a pending or expired PIX order then awaits its payment.

    Raises NotFound, InvalidTransition (already paid or closed), Conflict (the charge belongs to another order).
    """
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, order_id)
        if order.status not in rules.UNPAID:
            raise refused(order, "awaiting_payment")
        parameters = changes(body)
        if any(getattr(body, name) is not UNSET for name in body.__struct_fields__):
            await ctx.q.payments.save_checkout(tx, order_id=order.id, actor_id=caller.company_id, **parameters)
            if order.status in ("pending", "expired") and order.payment_method != "cod":
                await move(ctx, tx, caller, order, "awaiting_payment", data={"checkout": True})
            else:
                await add_event(ctx, tx, caller, order.id, "checkout_saved", {})
        return await load_order(ctx, tx, caller, order.id)


async def log_payment_attempt(
    ctx: AppCtx, caller: Caller, order_id: UUID, body: LogPaymentAttempt
) -> Reply[PaymentAttempt]:
    """Write a try to collect down; the same one again is answered with 200. Raises NotFound, Conflict."""
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, order_id)
        row = await ctx.q.payments.add_payment_attempt(
            tx,
            new_id=uuid7(),
            order_id=order.id,
            provider=body.provider,
            attempt_status=body.status,
            amount_cents=body.amount_cents,
            external_id=body.external_id,
            error_code=body.error_code,
            error_message=body.error_message,
            actor_id=caller.company_id,
        )
        if row is None:
            same = await ctx.q.payments.get_same_attempt(
                tx,
                order_id=order.id,
                provider=body.provider,
                attempt_status=body.status,
                external_id=body.external_id,
                actor_id=caller.company_id,
            )
            if same is None:
                raise Conflict("This external_id is logged with another order.")
            return Reply(one(same, PaymentAttempt), status=200)
        await add_event(ctx, tx, caller, order.id, f"payment_{body.status}", {"provider": body.provider})
        return Reply(one(row, PaymentAttempt), status=201)


async def get_awaiting_proof_order(ctx: AppCtx, caller: Caller, lead_id: UUID) -> Order:
    """The newest order of a lead that awaits a proof. Raises NotFound."""
    order_id = await ctx.q.payments.find_awaiting_proof_order(ctx.db, lead_id=lead_id, actor_id=caller.company_id)
    if order_id is None:
        raise NotFound("order")
    return await load_order(ctx, ctx.db, caller, order_id)


async def get_order_by_payment(ctx: AppCtx, caller: Caller, external_id: str) -> Order:
    """The order of a charge, also of one that a later charge has replaced. Raises NotFound."""
    found = await ctx.q.payments.find_order_by_payment(
        ctx.db, payment_external_id=external_id, actor_id=caller.company_id
    )
    attempt_id = charge_uuid(external_id)
    if found is None and attempt_id is not None:
        found = await ctx.q.payments.find_order_by_charge(ctx.db, attempt_id=attempt_id, actor_id=caller.company_id)
    if found is None:
        raise NotFound("order")
    return await load_order(ctx, ctx.db, caller, found)


def charge_uuid(external_id: str) -> UUID | None:
    """A charge id as the attempt's id it is when the charge was made here."""
    try:
        return UUID(external_id) if len(external_id) == 36 else None
    except ValueError:
        return None
