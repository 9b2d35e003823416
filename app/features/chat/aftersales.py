"""get_order_status, resend_payment, cancel_order and transfer_to_human: for orders of this conversation alone."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec

from app.db.rows import RowMissing
from app.features.chat.checkout import Answer, caller_of, summary_of, told
from app.features.chat.toolbox import Toolbox, failure
from app.features.conversations import rules
from app.features.conversations.state import WaitingReason
from app.features.orders import service
from app.features.orders.types import Order, TransitionOrder
from app.web.errors import NotFound

UNPAID = ("pending", "awaiting_payment", "awaiting_proof", "expired")
# Waiting for the quota or the hours ends by itself: no call for a person is one of these.
_LASTING: Mapping[str, WaitingReason] = {"asked": "asked", "complaint": "complaint", "misunderstood": "misunderstood"}
PAYABLE = ("pending", "awaiting_payment", "awaiting_proof")


async def order_status(box: Toolbox, order_id: UUID | None) -> Answer:
    """How far the shopper's orders are, the newest first."""
    orders = [await _own(box, order_id)] if order_id else [await _load(box, known) for known in _ids(box)[:5]]
    return True, {"orders": [told(order) for order in orders]}


async def resend_payment(box: Toolbox, order_id: UUID | None) -> Answer:
    """How to pay an order that still can be paid."""
    order = await _own(box, order_id)
    if order.status not in PAYABLE:
        return False, failure("not-payable", f"the order is {order.status}", status=order.status, number=order.number)
    box.order = summary_of(order)
    return True, {"order": told(order)}


async def cancel_order(box: Toolbox, order_id: UUID | None) -> Answer:
    """Cancel an unpaid order once the shopper has said yes to that."""
    order = await _own(box, order_id)
    if order.status not in UNPAID:
        return False, failure("not-cancellable", f"the order is {order.status}", status=order.status)
    if box.cancellable != str(order.id):
        box.kept.state = msgspec.structs.replace(box.kept.state, cancelling=str(order.id))
        box.asks_to_cancel = order.number
        about = {"order_id": str(order.id), "number": order.number, "total": told(order)["total"]}
        return False, {"ok": False, "reason": "confirmation_required", **about}
    box.kept.state = rules.cancelled(box.kept.state, str(order.id))
    if box.dry_run:
        return True, {"order": told(order) | {"status": "cancelled", "simulated": True}}
    body = TransitionOrder("cancelled", from_=order.status, reason="cancelled by the customer")
    order = await service.transition(box.ctx, caller_of(box), order.id, body)
    box.order = summary_of(order)
    return True, {"order": told(order)}


def transfer(box: Toolbox, reason: str) -> Answer:
    """Call a person: the assistant is silent from the next message on."""
    box.kept.state = rules.handed_over(box.kept.state, _LASTING.get(reason, "model"))
    return True, {"ok": True, "state": box.kept.state.attended}


def _ids(box: Toolbox) -> Sequence[UUID]:
    return [UUID(made.order_id) for made in reversed(box.kept.state.orders) if made.order_id]


async def _own(box: Toolbox, order_id: UUID | None) -> Order:
    """An order of this conversation or its lead; the newest when none is named. Raises NotFound."""
    ids = _ids(box)
    if order_id is None:
        if not ids:
            raise NotFound("order")
        return await _load(box, ids[0])
    try:
        order = await _load(box, order_id)
    except RowMissing:
        raise NotFound("order") from None
    lead = box.scope.lead
    mine = order.id in ids or (lead is not None and order.lead_id == lead.id)
    if not mine or order.store_id != box.scope.store_id:
        raise NotFound("order")
    return order


async def _load(box: Toolbox, order_id: UUID) -> Order:
    return await service.load_order(box.ctx, box.ctx.db, caller_of(box), order_id)
