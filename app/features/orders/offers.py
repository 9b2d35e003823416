"""How a store can be paid, as its payment settings stand."""

from uuid import UUID

from msgspec import Struct

from app.db.pool import Executor
from app.db.rows import maybe
from app.features.caller import AnyCtx, Caller
from app.features.orders.brcode import static_br_code
from app.web.errors import NotFound


class Offer(Struct, frozen=True):
    """How a store can be paid."""

    store_id: UUID
    has_api_key: bool
    manual_pix_enabled: bool
    cod_enabled: bool
    cod_instructions: str | None
    manual_pix_key: str | None
    manual_pix_name: str | None
    manual_pix_city: str | None
    active: bool
    reserve_stock: bool
    proof_expires_in_s: int


async def read_offer(
    ctx: AnyCtx,
    tx: Executor,
    caller: Caller,
    store_id: UUID,
    *,
    lead_id: UUID | None = None,
    agent_id: UUID | None = None,
) -> Offer:
    """The store's offer. Raises NotFound, also for a lead or agent that is not of this store."""
    row = await ctx.q.payments.get_offer(
        tx, store_id=store_id, lead_id=lead_id, agent_id=agent_id, actor_id=caller.company_id
    )
    offer = maybe(row, Offer)
    if offer is None:
        raise NotFound("store, lead or agent")
    return offer


def manual_code(offer: Offer, number: int, total_cents: int) -> str | None:
    """The store's static PIX code for an order; None when manual PIX is not set up or there is nothing to pay."""
    if (
        total_cents == 0
        or not offer.manual_pix_enabled
        or not (offer.manual_pix_key and offer.manual_pix_name and offer.manual_pix_city)
    ):
        return None
    return static_br_code(
        key=offer.manual_pix_key,
        name=offer.manual_pix_name,
        city=offer.manual_pix_city,
        amount_cents=total_cents,
        txid=f"ORD{number}",
    )
