"""The card provider's webhook: signature first, then inbox row and effect in one transaction.

Only a stored effect is answered with 2xx; anything else makes the provider deliver again for days. Effects:
app/features/billing/events.py.
"""

from datetime import UTC, datetime

import msgspec

from app.clients.cardprovider_payloads import Event
from app.clients.cardprovider_signature import BadCardSignature, verify
from app.context import PublicCtx
from app.db.pool import Executor
from app.features.billing.events import Outcome, apply_event
from app.features.webhooks.types import CardEventReceipt
from app.ops.log import log
from app.web.decode import json_body
from app.web.errors import Conflict, InvalidCardSignature
from app.web.routing import Group
from app.web.scopes import Scope

card_webhook = Group("/webhooks/cardprovider", Scope.PUBLIC, tag="webhooks")

_event = msgspec.json.Decoder(Event)


@card_webhook.post("", errors=(InvalidCardSignature, Conflict))
async def receive_card_event(ctx: PublicCtx, body: bytes) -> CardEventReceipt:
    """An event of the card provider, signed."""
    settings = ctx.settings
    try:
        verify(
            ctx.request.header(settings.cardprovider_signature_header),
            body,
            secrets=settings.cardprovider_webhook_secret.reveal(),
            now=ctx.now().timestamp(),
        )
    except BadCardSignature as error:
        raise InvalidCardSignature(str(error)) from None
    event = json_body(_event, body)
    outcome = await _store(ctx, event, body)
    log.info("card_event", kind=event.type, outcome=outcome.status, note=outcome.note)
    if outcome.status == "failed":
        raise Conflict(f"The event cannot be applied: {outcome.note}")
    return CardEventReceipt(received=True, status=outcome.status)


async def _store(ctx: PublicCtx, event: Event, body: bytes) -> Outcome:
    async with ctx.transaction() as tx:
        row = await _take(ctx, tx, event, body)
        if row is None:
            return Outcome("duplicate")
        outcome = await apply_event(ctx.services, tx, event)
        await ctx.q.webhooks.settle_event(tx, id=row, status=outcome.status, error=outcome.note)
    return outcome


async def _take(ctx: PublicCtx, tx: Executor, event: Event, body: bytes) -> int | None:
    """The inbox row, locked until the transaction ends; None when the event has had its effect."""
    return await ctx.q.webhooks.take_event(
        tx,
        provider="cardprovider",
        event_id=event.id,
        store_id=None,
        type=event.type,
        object_id=None,
        occurred_at=datetime.fromtimestamp(event.created, UTC),
        payload=msgspec.Raw(body),
    )
