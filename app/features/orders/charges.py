"""The PIX charge of an order, made with the store's own key. No transaction is open while the provider is called."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from msgspec import Struct

from app.clients.pixprovider import NewCharge, PixCharge, PixError
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.caller import AnyCtx, Caller
from app.features.orders.moves import LockedOrder, add_event, load_order, lock_order, move
from app.ops.log import log
from app.ops.secret_box import SecretBoxError
from app.web.errors import ProviderError

RETRY_AFTER_S = 5
# Trying again cannot help until somebody mends the store's settings.
HOPELESS = frozenset({"api_key_refused", "api_key_unreadable"})
NO_CHARGE = "the provider has made no charge: the payment attempts say why"


class DueCharge(Struct, frozen=True):
    """An order that waits for its charge."""

    order_id: UUID
    store_id: UUID
    number: int
    total_cents: int
    correlation_id: str
    api_key_enc: bytes
    expires_in_s: int


def api_key_aad(store_id: UUID) -> str:
    """What a store's sealed PIX key is bound to."""
    return f"store_payment_settings:{store_id}:pix_provider_api_key"


async def charge_if_due(ctx: AnyCtx, caller: Caller, order_id: UUID, charge_id: str | None = None) -> None:
    """Make the charge of a PIX order that has none yet and whose store has a key. Repeating it makes no second one.

    charge_id: the charge that is meant, as it was given to the order; without it the order must be pending, since one
    that awaits its payment may have a charge of the caller's. Raises ProviderError (with `order_id`): the failure is
    then in the order's attempts, and the order stays as it was.
    """
    row = await ctx.q.payments.get_due_charge(
        ctx.db, order_id=order_id, charge_id=charge_id, actor_id=caller.company_id
    )
    due = maybe(row, DueCharge)
    if due is None:
        return
    wanted = NewCharge(
        correlation_id=due.correlation_id,
        amount_cents=due.total_cents,
        expires_in_s=due.expires_in_s,
        comment=f"Pedido {due.number}",
    )
    try:
        api_key = ctx.services.secret_box.open(due.api_key_enc, api_key_aad(due.store_id))
        charge = await ctx.services.pixprovider.create_charge(api_key, wanted)
    except (PixError, SecretBoxError) as error:
        await _failed(ctx, caller, due, error)
        raise _explained(due, error) from error
    if not await _charged(ctx, caller, due, charge):
        await _withdraw(ctx, api_key, due)


async def _charged(ctx: AnyCtx, caller: Caller, due: DueCharge, charge: PixCharge) -> bool:
    """Save the charge; False when the order was closed, paid in another way or given another charge meanwhile."""
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, due.order_id)
        if order.status not in ("pending", "awaiting_payment") or order.payment_external_id != due.correlation_id:
            return False
        await ctx.q.payments.save_checkout(
            tx,
            order_id=order.id,
            set_br_code=True,
            br_code=charge.br_code,
            set_payment_link_url=True,
            payment_link_url=charge.payment_link_url,
            set_payment_external_id=False,
            payment_external_id=None,
            set_expires_at=True,
            expires_at=charge.expires_at or ctx.now() + timedelta(seconds=due.expires_in_s),
            actor_id=caller.company_id,
        )
        await _log_attempt(ctx, tx, caller, due, order, "pending")
        if order.status == "pending":
            await move(ctx, tx, caller, order, "awaiting_payment")
        return True


async def _failed(ctx: AnyCtx, caller: Caller, due: DueCharge, error: Exception) -> None:
    code = _code(error)
    log.warning("pix_charge_failed", order_id=str(due.order_id), store_id=str(due.store_id), code=code)
    async with ctx.transaction() as tx:
        order = await lock_order(ctx, tx, caller, due.order_id)
        await _log_attempt(ctx, tx, caller, due, order, "failed", code, str(error))
        await add_event(ctx, tx, caller, order.id, "payment_failed", {"provider": "pixprovider", "error_code": code})


async def _log_attempt(
    ctx: AnyCtx,
    tx: Executor,
    caller: Caller,
    due: DueCharge,
    order: LockedOrder,
    status: str,
    code: str | None = None,
    message: str | None = None,
) -> None:
    await ctx.q.payments.add_payment_attempt(
        tx,
        # A charge that was made is found by its own id later, when the order may have another one.
        new_id=UUID(due.correlation_id) if status == "pending" else uuid4(),
        order_id=order.id,
        provider="pixprovider",
        attempt_status=status,
        amount_cents=due.total_cents,
        external_id=due.correlation_id,
        error_code=code,
        error_message=message,
        actor_id=caller.company_id,
    )


async def withdraw_charge(ctx: AnyCtx, caller: Caller, order_id: UUID, charge_id: str) -> None:
    """Take back the charge of an order that is closed or has another one now, so that nobody pays it.

    Raises PixError, SecretBoxError.
    """
    order = await load_order(ctx, ctx.db, caller, order_id)
    row = await ctx.q.payments.get_payment_settings(ctx.db, store_id=order.store_id, actor_id=caller.company_id)
    is_open = (
        order.status in ("pending", "awaiting_payment", "awaiting_proof") and order.payment_external_id == charge_id
    )
    if is_open or row is None or row["pix_provider_api_key_enc"] is None:
        return
    api_key = ctx.services.secret_box.open(row["pix_provider_api_key_enc"], api_key_aad(order.store_id))
    await _take_back(ctx, api_key, charge_id)


async def _take_back(ctx: AnyCtx, api_key: str, charge_id: str) -> None:
    """Delete a charge. One that was paid meanwhile stays, so that its payment can be asked about, and given back."""
    charge = await ctx.services.pixprovider.get_charge(api_key, charge_id)
    if charge is not None and charge.status == "ACTIVE":
        await ctx.services.pixprovider.delete_charge(api_key, charge_id)


async def _withdraw(ctx: AnyCtx, api_key: str, due: DueCharge) -> None:
    try:
        await _take_back(ctx, api_key, due.correlation_id)
    except PixError as error:
        log.warning("pix_charge_not_withdrawn", order_id=str(due.order_id), code=_code(error))


def _code(error: Exception) -> str:
    if isinstance(error, SecretBoxError):
        return "api_key_unreadable"
    status = getattr(error, "status", None)
    if status in (401, 403):
        return "api_key_refused"
    return f"provider_{status}" if status else "provider_unreachable"


def _explained(due: DueCharge, error: Exception) -> ProviderError:
    code = _code(error)
    members: dict[str, Any] = {"order_id": due.order_id, "order_number": due.number, "error_code": code}
    if code in HOPELESS:
        return ProviderError(
            "The order stands, but the PIX provider does not accept the store's key.", retry_after=None, **members
        )
    return ProviderError(
        "The order stands, but its PIX charge could not be made; repeat the request with the same Idempotency-Key.",
        retry_after=RETRY_AFTER_S,
        **members,
    )
