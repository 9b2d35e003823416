"""The PIX provider's notifications, relayed by the storefront. What a payment does: app/features/orders/paid.py.

The relay's token says who sends; whether the money is there, the provider itself is asked when the store has a key.
A payment's inbox key holds its own id, so a wrong payment never stands in the way of a right one of the same charge.
"""

from msgspec import Raw, Struct, field
from msgspec.json import Decoder

from app.context import Services, WebhookCtx, WorkCtx
from app.db.pool import Executor
from app.features.inbox.service import InboxEvent, once, replayed_by
from app.features.orders.paid import (
    Paid,
    PaidOrder,
    Payment,
    check_at_provider,
    confirm_paid,
    find_paid_order,
    is_known,
)
from app.features.orders.rules import PAID
from app.features.orders.service import load_order, lock_order, move
from app.features.orders.types import Order
from app.features.webhooks.types import PixReceipt
from app.ops.log import log
from app.web.decode import json_body
from app.web.errors import ProviderError
from app.web.routing import Group
from app.web.scopes import Scope
from app.web.types import Cents

pix_webhook = Group("/webhooks/pixprovider", Scope.WEBHOOK, tag="webhooks")
KEY_LENGTH = 200  # of each part of an inbox key


class _Charge(Struct, rename="camel"):
    correlation_id: str | None = field(name="correlationID", default=None)
    identifier: str | None = None
    transaction_id: str | None = field(name="transactionID", default=None)
    status: str | None = None
    value: Cents | None = None


class _Pix(Struct, rename="camel"):
    end_to_end_id: str | None = None
    transaction_id: str | None = field(name="transactionID", default=None)
    value: Cents | None = None


class _Notification(Struct):
    """The provider's own body: it may grow fields, so unknown ones are no error here."""

    event: str | None = None
    charge: _Charge | None = None
    pix: _Pix | None = None

    @property
    def kind(self) -> str:
        """CHARGE_COMPLETED, CHARGE_EXPIRED …; the part before the colon has been renamed once already."""
        if self.event is None and self.charge is not None and self.charge.status is not None:
            return f"CHARGE_{self.charge.status.upper()}"
        return (self.event or "").rpartition(":")[2].upper()

    @property
    def status(self) -> str | None:
        """What the charge's own status says, which may disagree with the kind."""
        told = self.charge.status if self.charge is not None else None
        return told.upper() if told is not None else None

    @property
    def references(self) -> list[str]:
        """The charge's names, the one we gave it first."""
        charge, pix = self.charge or _Charge(), self.pix or _Pix()
        names = [charge.correlation_id, charge.identifier, charge.transaction_id, pix.transaction_id]
        return [name for name in dict.fromkeys(names) if name and "\0" not in name]

    @property
    def amount_cents(self) -> int | None:
        """What was paid; the charge's value only where the payment itself is not described."""
        if self.pix is not None and self.pix.value is not None:
            return self.pix.value
        return self.charge.value if self.charge is not None else None


_decoder = Decoder(_Notification)


@pix_webhook.post("", errors=(ProviderError,))
async def receive_pix(ctx: WebhookCtx, body: bytes) -> PixReceipt:
    """Confirm a PIX payment: the provider's notification, its body as it came.

    A wrong amount, a closed order and too little stock confirm nothing and are kept for a person.
    """
    return await _process(ctx, json_body(_decoder, body), body)


@replayed_by("pixprovider")
async def replay(services: Services, event: InboxEvent) -> PixReceipt:
    """Run a stored notification again."""
    body = bytes(event.payload)
    return await _process(WorkCtx(services), json_body(_decoder, body), body)


async def _process(ctx: WebhookCtx | WorkCtx, told: _Notification, body: bytes) -> PixReceipt:
    found = await _find(ctx, told)
    if found is None:
        if told.references:
            log.warning("pix_charge_unknown", kind=told.kind)
        return PixReceipt(received=True, order_id=None, status=None, result="ignored")
    paid_order, reference = found
    order = await load_order(ctx, ctx.db, paid_order.caller, paid_order.id)
    if told.kind == "CHARGE_COMPLETED" and told.amount_cents is not None:
        payment = Payment(
            external_id=reference,
            amount_cents=told.amount_cents,
            reference=told.pix.end_to_end_id if told.pix else None,
        )
        outcome = await _paid(ctx, told, paid_order, order, payment, body)
        return PixReceipt(received=True, order_id=outcome.order_id, status=outcome.status, result=outcome.result)
    if told.kind == "CHARGE_EXPIRED":
        await _expired(ctx, paid_order, reference, _event(told, reference, None, paid_order, body))
        order = await load_order(ctx, ctx.db, paid_order.caller, paid_order.id)
    return PixReceipt(received=True, order_id=order.id, status=order.status, result="ignored")


async def _find(ctx: WebhookCtx | WorkCtx, told: _Notification) -> tuple[PaidOrder, str] | None:
    for reference in told.references:
        order = await find_paid_order(ctx, ctx.db, reference)
        if order is not None:
            return order, reference
    return None


async def _paid(
    ctx: WebhookCtx | WorkCtx, told: _Notification, paid_order: PaidOrder, order: Order, payment: Payment, body: bytes
) -> Paid:
    """Confirm once; a repeated notification is answered by the state of things, and adds no note of its own."""
    if order.status not in PAID or not await is_known(ctx, paid_order, payment):
        doubtful = told.status not in (None, "COMPLETED")
        checked = await check_at_provider(ctx, paid_order, payment, doubtful=doubtful)
        if checked is None:
            log.error("pix_payment_denied", order_id=str(order.id), store_id=str(order.store_id), doubtful=doubtful)
            return Paid(order.id, order.status, "ignored")
        payment = checked
    event = _event(told, payment.external_id, payment, paid_order, body)

    async def effect(tx: Executor, _row: int = 0) -> Paid:
        return await confirm_paid(ctx, tx, paid_order, payment)

    outcome = await once(ctx.services, event, effect)
    if outcome is not None:
        return outcome
    if payment.amount_cents != order.total_cents:
        return Paid(order.id, order.status, "amount_mismatch")
    # Asked again, not remembered: what was out of stock may have been filled up meanwhile.
    async with ctx.transaction() as tx:
        return await effect(tx)


async def _expired(ctx: WebhookCtx | WorkCtx, paid_order: PaidOrder, reference: str, event: InboxEvent) -> None:
    """Close an order that still waits for this very charge; a later charge of it may be paid yet."""

    async def effect(tx: Executor, _row: int) -> None:
        order = await lock_order(ctx, tx, paid_order.caller, paid_order.id)
        if order.status == "awaiting_payment" and order.payment_external_id == reference:
            await move(ctx, tx, paid_order.caller, order, "expired", data={"payment": reference})

    await once(ctx.services, event, effect)


def _event(told: _Notification, reference: str, payment: Payment | None, order: PaidOrder, body: bytes) -> InboxEvent:
    """The inbox row: charge, kind and, for money, which payment of it."""
    parts = [reference[:KEY_LENGTH], told.kind[:50]]
    if payment is not None:
        parts.append(f"{(payment.reference or '')[:KEY_LENGTH]}={payment.amount_cents}")
    return InboxEvent(
        provider="pixprovider",
        company_id=order.company_id,
        event_id=":".join(parts),
        type=told.kind[:50] or "unknown",
        payload=Raw(body),
        store_id=None,
        object_id=str(order.id),
    )
