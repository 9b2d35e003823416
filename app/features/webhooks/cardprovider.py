"""The card provider's webhook: signature first, then inbox row and effect in one transaction.

Only a stored effect is answered with 2xx; anything else makes the provider deliver again for days. Effects:
app/features/billing/events.py.
"""

from datetime import UTC, datetime

import msgspec

from app.clients.cardprovider_payloads import Event
from app.clients.cardprovider_signature import BadCardSignature, verify
from app.context import PublicCtx, Services
from app.db.pool import Executor
from app.features.billing.events import Outcome, apply_event, company_of_event
from app.features.inbox.service import InboxEvent, once, replayed_by
from app.features.webhooks.types import CardEventReceipt
from app.ops.log import log
from app.web.decode import json_body
from app.web.errors import Conflict, InvalidCardSignature
from app.web.routing import Group
from app.web.scopes import Scope

card_webhook = Group("/webhooks/cardprovider", Scope.PUBLIC, tag="webhooks")

_event = msgspec.json.Decoder(Event)


@card_webhook.post("", errors=(InvalidCardSignature, Conflict), signatures=("cardSignature",))
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
    outcome = await _apply_once(ctx.services, event, msgspec.Raw(body))
    log.info("card_event", kind=event.type, outcome=outcome.status, note=outcome.note)
    if outcome.status == "failed":
        raise Conflict(f"The event cannot be applied: {outcome.note}")
    return CardEventReceipt(received=True, status=outcome.status)


@replayed_by("cardprovider")
async def replay_card_event(services: Services, stored: InboxEvent) -> None:
    """Run a kept event again."""
    event = json_body(_event, bytes(stored.payload))
    outcome = await _apply_once(services, event, stored.payload)
    log.info("card_event_replayed", kind=event.type, outcome=outcome.status, note=outcome.note)


async def _apply_once(services: Services, event: Event, payload: msgspec.Raw) -> Outcome:
    company_id = await company_of_event(services, services.db, event)
    entry = InboxEvent(
        provider="cardprovider",
        company_id=company_id,
        event_id=event.id,
        type=event.type,
        payload=payload,
        object_id=_object_id(event),
        occurred_at=None if event.created is None else datetime.fromtimestamp(event.created, UTC),
    )

    async def effect(tx: Executor, row: int) -> Outcome:
        outcome = await apply_event(services, tx, event)
        await services.q.inbox.note_event(tx, company_id=company_id, id=row, status=outcome.status, note=outcome.note)
        return outcome

    return await once(services, entry, effect) or Outcome("duplicate")


class _Identified(msgspec.Struct):
    id: str = ""


def _object_id(event: Event) -> str | None:
    """What the event is about; None when its object has no id."""
    try:
        return msgspec.json.decode(event.data.object, type=_Identified).id[:255] or None
    except msgspec.DecodeError:
        return None
