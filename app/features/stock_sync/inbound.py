"""What an ERP sends: signature, once per event, all items in one statement. tests/features/test_stock_sync_inbound.py.

An unknown store, a store without a secret and a wrong signature answer alike, after the same work.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec

from app.clients.standard_webhooks import BadSignature, make_secret, verify, verify_plain
from app.context import PublicCtx, Services
from app.db import Executor
from app.features.inbox.service import InboxEvent, once, replayed_by
from app.features.stock_sync.secrets import inbound_aad
from app.features.stock_sync.types import StockPush, StockReceived
from app.ops.secret_box import SecretBoxError
from app.web.decode import json_body, validation_failed
from app.web.errors import Forbidden, InvalidSignature, Unavailable

_decoder = msgspec.json.Decoder(StockPush)
_NOBODYS_SECRET = make_secret()
_KEY_LENGTH = 255
AHEAD = timedelta(days=1)


async def receive(ctx: PublicCtx, store_text: str, body: bytes) -> StockReceived:
    """Check, take once, apply. Raises InvalidSignature, Forbidden (inbound is off), Unavailable, ValidationFailed."""
    store_id = _uuid(store_text)
    company_id = None if store_id is None else await ctx.services.resolver.company_of(ctx.db, "store", store_id)
    row = None
    if company_id is not None:
        row = await ctx.q.stock_sync.get_inbound(ctx.db, company_id=company_id, store_id=store_id)
    secrets = [] if row is None or store_id is None else _secrets(ctx, store_id, row)
    message_id = _verify(ctx, secrets or [_NOBODYS_SECRET], body)
    if not secrets or company_id is None or row is None:
        raise InvalidSignature
    if not row["inbound_enabled"]:
        raise Forbidden("This store takes no stock from an ERP: inbound_enabled is false, or the store is archived.")
    push = json_body(_decoder, body)
    _require_plausible(push, ctx.now())
    event = InboxEvent(
        company_id=company_id,
        provider="erp",
        event_id=_event_key(push, message_id, body),
        type=f"stock.{push.mode}",
        payload=msgspec.Raw(body),
        store_id=store_id,
        occurred_at=push.occurred_at,
    )
    return await apply(ctx.services, event)


@replayed_by("erp")
async def apply(services: Services, event: InboxEvent) -> StockReceived:
    """Give one event its effect, unless it had it."""
    push = json_body(_decoder, bytes(event.payload))
    store_id = event.store_id
    assert store_id is not None  # noqa: S101 (receive enters no event without one)

    async def effect(tx: Executor, _: int) -> StockReceived:
        return await _apply(services, tx, event.company_id, store_id, push, event.event_id)

    return await once(services, event, effect) or StockReceived(received=True, duplicate=True)


async def _apply(
    services: Services, tx: Executor, company_id: str, store_id: UUID, push: StockPush, event_id: str
) -> StockReceived:
    store: dict[str, Any] = {"company_id": company_id, "store_id": store_id}
    await services.q.audit_context.act_as(tx, actor_id=company_id, kind="webhook", action="stock_sync.receive")
    await services.q.stock.set_stock_cause(tx, kind=f"erp_{push.mode}", order_id=None, event_id=event_id)
    row = await services.q.stock_sync.apply_stock(
        tx,
        **store,
        mode=push.mode,
        occurred_at=push.occurred_at,
        product_ids=[item.product_id for item in push.items],
        external_ids=[item.external_id for item in push.items],
        skus=[item.sku for item in push.items],
        quantities=[item.quantity for item in push.items],
        prices=[item.price_cents for item in push.items],
    )
    assert row is not None  # noqa: S101 (a SELECT of sums has a row)
    return StockReceived(
        received=True,
        duplicate=False,
        updated=row["updated"],
        stale=row["stale"],
        unknown=[push.items[place - 1].reference for place in row["unknown"]],
        clamped=row["clamped"],
        uncounted=row["uncounted"],
    )


def _require_plausible(push: StockPush, now: datetime) -> None:
    """Every item names a product, and the time is not so far ahead that it would make later values stale."""
    if push.occurred_at > now + AHEAD:
        raise validation_failed("/occurred_at", "more than a day ahead")
    for index, item in enumerate(push.items):
        if not item.reference:
            raise validation_failed(f"/items/{index}", "product_id, external_id or sku is needed")


def _verify(ctx: PublicCtx, secrets: list[str], body: bytes) -> str | None:
    """The message id of Standard Webhooks, or None for the plain form. Raises InvalidSignature."""
    header = ctx.request.header
    signature = header("webhook-signature")
    try:
        if signature is not None:
            message_id = header("webhook-id") or ""
            verify(
                secrets,
                message_id=message_id,
                timestamp=header("webhook-timestamp") or "",
                signature=signature,
                body=body,
                now=ctx.now().timestamp(),
            )
            return message_id
        verify_plain(secrets, signature=header("x-signature-256") or "", body=body)
    except BadSignature:
        raise InvalidSignature from None
    return None


def _secrets(ctx: PublicCtx, store_id: UUID, row: Any) -> list[str]:
    """The present secret and, for a day after a roll, the one before."""
    sealed = [row["inbound_secret_enc"]]
    expires = row["inbound_prev_expires_at"]
    if expires is not None and expires > ctx.now():
        sealed.append(row["inbound_secret_prev_enc"])
    try:
        return ctx.services.secret_box.open_all(sealed, inbound_aad(store_id))
    except SecretBoxError as error:
        # Ours to mend, not the ERP's: it is to come again.
        raise Unavailable("The store's secret cannot be opened at the moment.") from error


def _event_key(push: StockPush, message_id: str | None, body: bytes) -> str:
    """What makes two deliveries the same. A difference applied twice is wrong, so it needs an id of its own."""
    key = message_id or push.event_id
    if key is None:
        if push.mode == "delta":
            raise validation_failed("/event_id", "a delta needs event_id or the header webhook-id")
        key = f"sha256:{sha256(body).hexdigest()}"
    return key if len(key) <= _KEY_LENGTH else f"sha256:{sha256(key.encode()).hexdigest()}"


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
