"""Reading, changing and testing the link. SQL: sql/stock_sync.sql; tests/features/test_stock_sync_settings.py."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET

from app.clients.outbound_guard import HostUnknown, OutboundRefused
from app.clients.standard_webhooks import make_secret
from app.context import AppCtx
from app.db import Executor, uuid7
from app.db.rows import one
from app.features.stock_sync.secrets import inbound_aad, last4, outbound_aad
from app.features.stock_sync.types import (
    OutboundTest,
    Push,
    PushedData,
    StockSyncSettings,
    UpdateStockSyncSettings,
)
from app.features.webhook_endpoints.jobs import wake
from app.features.webhook_endpoints.sending import Target, send
from app.web.decode import validation_failed
from app.web.errors import Forbidden, NotFound
from app.web.patch import is_empty

OVERLAP = timedelta(hours=24)


async def get(ctx: AppCtx, store_id: UUID) -> StockSyncSettings:
    """The settings without secrets. Raises NotFound."""
    return _settings(ctx, await _row(ctx, ctx.db, store_id))


async def update(ctx: AppCtx, store_id: UUID, body: UpdateStockSyncSettings) -> StockSyncSettings:
    """Change what is given. Raises NotFound, Forbidden, ValidationFailed.

    The URL is judged first, for that asks DNS, which no transaction waits for.
    """
    row = await _row(ctx, ctx.db, store_id)
    if is_empty(body):
        return _settings(ctx, row)
    if isinstance(body.outbound_url, str):
        await _judge(ctx, body.outbound_url)
    async with ctx.transaction() as tx:
        await ctx.q.stock_sync.lock_settings(tx, store_id=store_id, actor_id=ctx.actor_id)
        before = await _row(ctx, tx, store_id)
        if ctx.member is not None and _makes_outbound(body, before):
            raise Forbidden(
                "Only the owner may enable outbound while there is no outbound_secret: this makes and shows one."
            )
        inbound, outbound = _new_secrets(body, before)
        _require_url(body, before)
        await _write(ctx, tx, store_id, body, inbound, outbound)
        after = await _row(ctx, tx, store_id)
        if after["outbound_enabled"] and any(
            value is not UNSET for value in (body.outbound_enabled, body.outbound_url, body.outbound_secret)
        ):
            await _release(ctx, tx, store_id)
    shown = {} if body.outbound_secret is not UNSET or outbound is None else {"outbound_secret": outbound}
    return _settings(ctx, after, **shown, **({} if inbound is None else {"inbound_secret": inbound}))


async def test_outbound(ctx: AppCtx, store_id: UUID) -> OutboundTest:
    """Push a `ping` and say what came of it; nothing of the ERP's answer but its status. Raises NotFound."""
    row = await _row(ctx, ctx.db, store_id)
    if row["outbound_url"] is None:
        return OutboundTest(ok=False, status_code=None, latency_ms=0, error="outbound_url is not set")
    target = await ctx.q.webhook_endpoints.get_target(ctx.db, company_id=ctx.actor_id, endpoint_id=store_id)
    now, message_id = ctx.now(), uuid7()
    ping = Push(id=message_id, type="ping", timestamp=now, data=PushedData(store_id=store_id, order_id=None, items=[]))
    answer = await send(ctx.services, one(target, Target), message_id, msgspec.json.encode(ping), now)
    async with ctx.transaction() as tx:
        await ctx.q.stock_sync.record_test(
            tx,
            store_id=store_id,
            tested_at=now,
            status=answer.status_code,
            error=answer.error,
            actor_id=ctx.actor_id,
        )
        if answer.ok and row["outbound_enabled"]:
            await _release(ctx, tx, store_id)
    return OutboundTest(ok=answer.ok, status_code=answer.status_code, latency_ms=answer.latency_ms, error=answer.error)


async def _release(ctx: AppCtx, tx: Executor, store_id: UUID) -> None:
    """What waited for its next try leaves at once: the link was mended, or is seen to work."""
    await ctx.q.webhook_endpoints.release_deliveries(tx, company_id=ctx.actor_id, endpoint_id=store_id, at=ctx.now())
    await wake(ctx, tx, ctx.actor_id, store_id)


async def _row(ctx: AppCtx, db: Executor, store_id: UUID) -> Any:
    row = await ctx.q.stock_sync.get_settings(db, store_id=store_id, actor_id=ctx.actor_id)
    if row is None:
        raise NotFound("store")
    return row


async def _judge(ctx: AppCtx, url: str) -> None:
    """Refuse a URL that must not be called. A name that does not resolve yet may: each push judges anew."""
    try:
        await ctx.services.receivers.check_url(url)
    except HostUnknown:
        return
    except OutboundRefused as refused:
        raise validation_failed("/outbound_url", str(refused)) from None


def _new_secrets(body: UpdateStockSyncSettings, before: Any) -> tuple[str | None, str | None]:
    """Secrets to store now, inbound and outbound. Both directions are always signed: a missing one is made."""
    turned_on = body.inbound_enabled is True and before["inbound_secret_enc"] is None
    inbound = make_secret() if body.roll_inbound_secret or turned_on else None
    if isinstance(body.outbound_secret, str):
        return inbound, body.outbound_secret
    return inbound, make_secret() if _makes_outbound(body, before) else None


def _makes_outbound(body: UpdateStockSyncSettings, before: Any) -> bool:
    """Whether a change of the outbound link finds it enabled and without a secret."""
    if body.outbound_enabled is UNSET and body.outbound_url is UNSET and body.outbound_secret is UNSET:
        return False
    enabled = before["outbound_enabled"] if body.outbound_enabled is UNSET else body.outbound_enabled
    missing = body.outbound_secret is None or before["outbound_secret_enc"] is None
    return enabled is True and missing and not isinstance(body.outbound_secret, str)


def _require_url(body: UpdateStockSyncSettings, before: Any) -> None:
    url = before["outbound_url"] if body.outbound_url is UNSET else body.outbound_url
    enabled = before["outbound_enabled"] if body.outbound_enabled is UNSET else body.outbound_enabled
    if enabled and url is None:
        raise validation_failed("/outbound_url", "needed while outbound_enabled is true")


async def _write(
    ctx: AppCtx,
    tx: Executor,
    store_id: UUID,
    body: UpdateStockSyncSettings,
    inbound: str | None,
    outbound: str | None,
) -> None:
    box = ctx.services.secret_box
    await ctx.q.stock_sync.update_settings(
        tx,
        store_id=store_id,
        actor_id=ctx.actor_id,
        set_outbound_enabled=body.outbound_enabled is not UNSET,
        outbound_enabled=body.outbound_enabled is True,
        set_outbound_url=body.outbound_url is not UNSET,
        outbound_url=body.outbound_url if isinstance(body.outbound_url, str) else None,
        set_outbound_secret=outbound is not None or body.outbound_secret is None,
        outbound_secret_enc=None if outbound is None else box.seal(outbound, outbound_aad(store_id)),
        set_inbound_enabled=body.inbound_enabled is not UNSET,
        inbound_enabled=body.inbound_enabled is True,
        set_inbound_secret=inbound is not None,
        inbound_secret_enc=None if inbound is None else box.seal(inbound, inbound_aad(store_id)),
        prev_expires_at=ctx.now() + OVERLAP,
    )


def _settings(ctx: AppCtx, row: Any, **shown: str) -> StockSyncSettings:
    box, store_id = ctx.services.secret_box, row["store_id"]
    return StockSyncSettings(
        store_id=store_id,
        outbound_enabled=row["outbound_enabled"],
        outbound_url=row["outbound_url"],
        outbound_secret_set=row["outbound_secret_enc"] is not None,
        outbound_secret_last4=last4(box, row["outbound_secret_enc"], outbound_aad(store_id)),
        outbound_prev_expires_at=row["outbound_prev_expires_at"],
        inbound_enabled=row["inbound_enabled"],
        inbound_secret_set=row["inbound_secret_enc"] is not None,
        inbound_secret_last4=last4(box, row["inbound_secret_enc"], inbound_aad(store_id)),
        inbound_prev_expires_at=row["inbound_prev_expires_at"],
        last_test_at=row["last_test_at"],
        last_test_status=row["last_test_status"],
        last_error=row["last_error"],
        updated_at=row["updated_at"],
        **shown,
    )
