"""What others tell about an order's payment: their own charge, their attempts, a customer's proof."""

from typing import Any, TypeVar
from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.resolver import Kind
from app.db.rows import one
from app.features.caller import AnyCtx, Caller
from app.features.orders import rules
from app.features.orders.jobs import withdraw_soon
from app.features.orders.moves import LockedOrder, add_event, load_order, lock_order, move, raise_attention, refused
from app.features.orders.refunds import count_logged_refund
from app.features.orders.types import AttachProof, LogPaymentAttempt, Order, PaymentAttempt, SaveCheckout
from app.web.errors import Conflict, NotFound
from app.web.patch import changes, is_empty
from app.web.replies import Reply
from app.web.types import UnsetType

T = TypeVar("T")
_PROOF_OF_ANOTHER = "This message is the proof of another order."


async def attach_proof(ctx: AnyCtx, caller: Caller, order_id: UUID, body: AttachProof) -> Order:
    """Attach a picture of the payment; the same gateway message again changes nothing.

    Raises NotFound; InvalidTransition unless the order awaits a proof; Conflict when the message is another order's.
    """
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, order_id)
        if body.message_id is not None and await _is_known(ctx, tx, caller, order, body.message_id):
            return await load_order(ctx, tx, caller, order.id)
        if order.status != "awaiting_proof":
            raise refused(order, "awaiting_proof", f"An order takes a proof while it awaits one: it is {order.status}.")
        if body.message_id is not None:
            await _keep_message(ctx, tx, caller, order, body.message_id)
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
            actor_id=caller.company_id,
        )
        said = {name: value for name, value in data.items() if value is not None}
        await add_event(ctx, tx, caller, order.id, "proof_attached", said)
        return await load_order(ctx, tx, caller, order.id)


async def _is_known(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, message_id: str) -> bool:
    """Whether this order has the message already. Raises Conflict when another order of the store has it."""
    found = await ctx.q.payments.find_proof_order(
        tx, store_id=order.store_id, gateway_message_id=message_id, actor_id=caller.company_id
    )
    if found not in (None, order.id):
        raise Conflict(_PROOF_OF_ANOTHER)
    return found is not None


async def _keep_message(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, message_id: str) -> None:
    """Write down which order has it. Raises Conflict when another one has come to have it since it was looked for."""
    kept = await ctx.q.payments.keep_proof_message(
        tx, order_id=order.id, gateway_message_id=message_id, actor_id=caller.company_id
    )
    if kept is None:
        raise Conflict(_PROOF_OF_ANOTHER)


async def save_checkout(ctx: AnyCtx, caller: Caller, order_id: UUID, body: SaveCheckout) -> Order:
    """Keep what the caller's own charge gave; a pending or expired PIX order then awaits its payment.

    It takes the place of the charge before: its expiry is what this call says, and a charge made here is withdrawn.
    Raises NotFound, InvalidTransition (already paid or closed), Conflict (the charge belongs to another order),
    InsufficientStock (an expired order's goods are gone).
    """
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, order_id)
        if order.status not in rules.UNPAID:
            raise refused(
                order, "awaiting_payment", f"An order takes a charge while it is unpaid: it is {order.status}."
            )
        parameters = changes(body)
        if not is_empty(body):
            if isinstance(body.payment_external_id, str) and body.payment_external_id != order.payment_external_id:
                charge: list[tuple[Kind, object]] = [("charge", body.payment_external_id)]
                await ctx.services.resolver.take(tx, caller.company_id, charge, again=True)
            if _is_new_charge(body, order):
                parameters |= await _replace_charge(ctx, tx, caller, order, body)
            if parameters["set_payment_external_id"]:
                await keep_charge(ctx, tx, caller, order, parameters["payment_external_id"])
            await ctx.q.payments.save_checkout(tx, order_id=order.id, actor_id=caller.company_id, **parameters)
            if order.status in ("pending", "expired") and order.payment_method != "cod":
                await move(ctx, tx, caller, order, "awaiting_payment", data={"checkout": True})
            else:
                await add_event(ctx, tx, caller, order.id, "checkout_saved", {})
        return await load_order(ctx, tx, caller, order.id)


async def keep_charge(ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, following: object) -> None:
    """Write down the charge that another one takes the place of: its money still finds the order."""
    if order.payment_external_id in (None, following) or order.charged_here:
        return
    await ctx.q.payments.add_payment_attempt(
        tx,
        new_id=uuid7(),
        order_id=order.id,
        provider="pixprovider",
        attempt_status="created",
        amount_cents=order.total_cents,
        external_id=order.payment_external_id,
        error_code=None,
        error_message=None,
        actor_id=caller.company_id,
    )


def _is_new_charge(body: SaveCheckout, order: LockedOrder) -> bool:
    named = body.payment_external_id
    if isinstance(named, str):
        return named != order.payment_external_id or isinstance(body.br_code, str)
    return isinstance(body.br_code, str) or isinstance(body.payment_link_url, str)


async def _replace_charge(
    ctx: AnyCtx, tx: Executor, caller: Caller, order: LockedOrder, body: SaveCheckout
) -> dict[str, Any]:
    """What a new charge leaves of the old one: nothing; ours is withdrawn, so that nobody pays it."""
    fresh: dict[str, Any] = {"set_expires_at": True, "expires_at": _given(body.expires_at)}
    if body.payment_external_id != order.payment_external_id:
        fresh |= {"set_br_code": True, "br_code": _given(body.br_code)}
        fresh |= {"set_payment_link_url": True, "payment_link_url": _given(body.payment_link_url)}
    if (
        order.charged_here
        and order.payment_external_id is not None
        and (body.payment_external_id != order.payment_external_id)
    ):
        fresh |= {"set_payment_external_id": True, "payment_external_id": _given(body.payment_external_id)}
        await withdraw_soon(ctx, tx, caller, order.id, order.payment_external_id)
    return fresh


def _given(value: T | None | UnsetType) -> T | None:
    return None if isinstance(value, UnsetType) else value


async def log_payment_attempt(
    ctx: AppCtx, caller: Caller, order_id: UUID, body: LogPaymentAttempt
) -> Reply[PaymentAttempt]:
    """Write a try to collect down; the same one again is answered with 200. Raises NotFound, Conflict.

    What it says was given back counts as a refund; success over another amount than the order's is for a person.
    """
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
        data = {"provider": body.provider, "amount_cents": body.amount_cents}
        await add_event(ctx, tx, caller, order.id, f"payment_{body.status}", data)
        if body.status == "refunded":
            await count_logged_refund(ctx, tx, caller, order, body.provider)
        elif body.status == "succeeded" and body.amount_cents != order.total_cents:
            detail = f"{body.amount_cents} cents are logged as paid, {order.total_cents} were due"
            await raise_attention(ctx, tx, caller, order.id, "amount_mismatch", detail)
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
    if found is None:
        found = await ctx.q.payments.find_order_by_charge(
            ctx.db, payment_external_id=external_id, actor_id=caller.company_id
        )
    if found is None:
        raise NotFound("order")
    return await load_order(ctx, ctx.db, caller, found)
