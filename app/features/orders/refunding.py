"""A refund at the PIX provider. No transaction is open while it is called; repeating it gives nothing back twice."""

from uuid import UUID

from msgspec import Struct

from app.clients.pixprovider import NewRefund, PixError
from app.db.rows import maybe
from app.features.caller import AnyCtx, Caller
from app.features.orders.charges import api_key_aad
from app.features.orders.moves import add_event, lock_order, raise_attention
from app.ops.log import log
from app.ops.secret_box import SecretBoxError

UNSETTLED = "the provider has not said whether it gave the money back: it is asked again every hour"


class DueRefund(Struct, frozen=True):
    """A refund that waits for the provider."""

    id: UUID
    order_id: UUID
    store_id: UUID
    amount_cents: int
    external_id: str
    reason: str | None
    api_key_enc: bytes | None


async def refund_at_provider(ctx: AnyCtx, caller: Caller, refund_id: UUID, *, last: bool) -> None:
    """Make the refund; what cannot be made, a person has to give back. Raises PixError to be tried again."""
    row = await ctx.q.refunds.get_due_refund(ctx.db, refund_id=refund_id, actor_id=caller.company_id)
    due = maybe(row, DueRefund)
    if due is None:
        return
    try:
        if due.api_key_enc is None:
            raise PixError("the store has no key any more", retry=False)
        api_key = ctx.services.secret_box.open(due.api_key_enc, api_key_aad(due.store_id))
        wanted = NewRefund(correlation_id=str(due.id), amount_cents=due.amount_cents, comment=due.reason or "")
        await ctx.services.pixprovider.refund_charge(api_key, due.external_id, wanted)
    except (PixError, SecretBoxError) as error:
        if isinstance(error, PixError) and error.retry and not last:
            raise
        log.error("pix_refund_failed", order_id=str(due.order_id), refund_id=str(due.id))
        await _settle(ctx, caller, due, str(error))
        return
    await _settle(ctx, caller, due, None)


async def _settle(ctx: AnyCtx, caller: Caller, due: DueRefund, error: str | None) -> None:
    async with ctx.transaction() as tx:
        await lock_order(ctx, tx, caller, due.order_id)
        status = "failed" if error else "succeeded"
        settled = await ctx.q.refunds.settle_refund(
            tx, refund_id=due.id, status=status, error_message=error, actor_id=caller.company_id
        )
        if settled is None:
            return
        if not await ctx.q.refunds.has_pending_refund(tx, order_id=due.order_id, actor_id=caller.company_id):
            kinds = ["refund_unsettled"]
            await ctx.q.orders.settle_attention(tx, order_id=due.order_id, kinds=kinds, actor_id=caller.company_id)
        if error is not None:
            await ctx.q.orders.count_money(
                tx,
                order_id=due.order_id,
                paid_cents=0,
                refunded_cents=-due.amount_cents,
                actor_id=caller.company_id,
            )
            detail = f"{due.amount_cents} cents could not be given back by the provider"
            await raise_attention(ctx, tx, caller, due.order_id, "refund_due", detail)
        data = {"refund_id": due.id, "amount_cents": due.amount_cents}
        await add_event(ctx, tx, caller, due.order_id, f"refund_{status}", data)
