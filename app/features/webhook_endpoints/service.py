"""Endpoints kept, tried and looked into. SQL: sql/webhook_endpoints.sql; tests/features/test_webhook_endpoints.py."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec

from app.clients.outbound_guard import HostUnknown, OutboundRefused
from app.clients.standard_webhooks import make_secret
from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, maybe, one
from app.features.stock_sync.secrets import last4
from app.features.stores.service import require_store
from app.features.webhook_endpoints.jobs import wake
from app.features.webhook_endpoints.sending import Target, endpoint_aad, send
from app.features.webhook_endpoints.types import (
    CreateWebhookEndpoint,
    DeliveryFilter,
    UpdateWebhookEndpoint,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookTest,
)
from app.web.decode import validation_failed
from app.web.errors import Conflict, NotFound
from app.web.paging import Page
from app.web.patch import changes

OVERLAP = timedelta(hours=24)
MOST_ENDPOINTS = 20


async def list_endpoints(ctx: AppCtx) -> list[WebhookEndpoint]:
    """The company's, newest first."""
    return [_shown(ctx, row) for row in await ctx.q.webhook_endpoints.list_endpoints(ctx.db, actor_id=ctx.actor_id)]


async def get_endpoint(ctx: AppCtx, endpoint_id: UUID) -> WebhookEndpoint:
    """One of them. Raises NotFound."""
    row = await ctx.q.webhook_endpoints.get_endpoint(ctx.db, endpoint_id=endpoint_id, actor_id=ctx.actor_id)
    return _found(ctx, row)


async def create_endpoint(ctx: AppCtx, body: CreateWebhookEndpoint) -> WebhookEndpoint:
    """Make one, with its secret. Raises NotFound (the store), Conflict (too many), ValidationFailed.

    The URL is judged first, for that asks DNS, which no transaction waits for.
    """
    if body.store_id is not None:
        await require_store(ctx, body.store_id)
    await _judge(ctx, body.url)
    endpoint_id, secret = uuid7(), make_secret()
    async with ctx.transaction() as tx:
        if await ctx.q.webhook_endpoints.lock_company(tx, actor_id=ctx.actor_id) is None:
            raise Conflict("Create the company first.")
        if len(await ctx.q.webhook_endpoints.list_endpoints(tx, actor_id=ctx.actor_id)) >= MOST_ENDPOINTS:
            raise Conflict(f"A company has at most {MOST_ENDPOINTS} webhook endpoints.")
        row = await ctx.q.webhook_endpoints.create_endpoint(
            tx,
            id=endpoint_id,
            store_id=body.store_id,
            url=body.url,
            types=_types(body.types),
            description=body.description,
            active=body.active,
            secret_enc=ctx.services.secret_box.seal(secret, endpoint_aad(endpoint_id)),
            actor_id=ctx.actor_id,
        )
    return _found(ctx, row, secret=secret)


async def update_endpoint(ctx: AppCtx, endpoint_id: UUID, body: UpdateWebhookEndpoint) -> WebhookEndpoint:
    """Change what is given; one that is switched on gets what waits for it. Raises NotFound, ValidationFailed."""
    before = await get_endpoint(ctx, endpoint_id)
    if isinstance(body.store_id, UUID):
        await require_store(ctx, body.store_id)
    if isinstance(body.url, str):
        await _judge(ctx, body.url)
    fields = changes(body)
    fields["types"] = _types(fields["types"] or [])
    async with ctx.transaction() as tx:
        row = await ctx.q.webhook_endpoints.update_endpoint(
            tx, endpoint_id=endpoint_id, actor_id=ctx.actor_id, **fields
        )
        after = _found(ctx, row)
        if after.active and not before.active:
            await ctx.q.webhook_endpoints.release_deliveries(
                tx, company_id=ctx.actor_id, endpoint_id=endpoint_id, at=ctx.now()
            )
            await wake(ctx, tx, ctx.actor_id, endpoint_id)
    return after


async def delete_endpoint(ctx: AppCtx, endpoint_id: UUID) -> None:
    """Remove it with what is on its way to it. Raises NotFound."""
    whose: dict[str, Any] = {"endpoint_id": endpoint_id, "actor_id": ctx.actor_id}
    # First, so that nothing is laid out for it meanwhile.
    await ctx.q.webhook_endpoints.lock_deliveries(ctx.db, actor_id=ctx.actor_id)
    if await ctx.q.webhook_endpoints.delete_endpoint(ctx.db, **whose) is None:
        raise NotFound("webhook endpoint")
    await ctx.q.webhook_endpoints.delete_deliveries(ctx.db, **whose)


async def roll_secret(ctx: AppCtx, endpoint_id: UUID) -> WebhookEndpoint:
    """A new secret; the old one signs along for a day. Raises NotFound."""
    secret = make_secret()
    row = await ctx.q.webhook_endpoints.roll_secret(
        ctx.db,
        endpoint_id=endpoint_id,
        secret_enc=ctx.services.secret_box.seal(secret, endpoint_aad(endpoint_id)),
        expires_at=ctx.now() + OVERLAP,
        actor_id=ctx.actor_id,
    )
    return _found(ctx, row, secret=secret)


async def test_endpoint(ctx: AppCtx, endpoint_id: UUID) -> WebhookTest:
    """Send a signed `ping` at once and say what came of it; also to one that is off. Raises NotFound."""
    await get_endpoint(ctx, endpoint_id)
    row = await ctx.q.webhook_endpoints.get_target(ctx.db, company_id=ctx.actor_id, endpoint_id=endpoint_id)
    now, message_id = ctx.now(), uuid7()
    ping = {"id": message_id, "type": "ping", "timestamp": now, "data": {"endpoint_id": endpoint_id}}
    receipt = await send(ctx.services, one(row, Target), message_id, msgspec.json.encode(ping), now)
    return WebhookTest(receipt.ok, receipt.status_code, receipt.latency_ms, receipt.error)


async def list_deliveries(ctx: AppCtx, endpoint_id: UUID, query: DeliveryFilter) -> Page[WebhookDelivery]:
    """A page of an endpoint's deliveries, newest first. Raises NotFound."""
    wanted: dict[str, Any] = {"endpoint_id": endpoint_id, "status": query.status, "actor_id": ctx.actor_id}
    total = await ctx.q.webhook_endpoints.count_deliveries(ctx.db, **wanted)
    if total is None:
        raise NotFound("webhook endpoint")
    rows = await ctx.q.webhook_endpoints.list_deliveries(ctx.db, **wanted, limit=query.limit, offset=query.offset)
    return Page(many(rows, WebhookDelivery), total, query.limit, query.offset)


async def replay_delivery(ctx: AppCtx, endpoint_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Send it again, whatever became of it, from the first try on. Raises NotFound, Conflict (the endpoint is off)."""
    endpoint = await get_endpoint(ctx, endpoint_id)
    row = await ctx.q.webhook_endpoints.replay_delivery(
        ctx.db, endpoint_id=endpoint_id, delivery_id=delivery_id, at=ctx.now(), actor_id=ctx.actor_id
    )
    delivery = maybe(row, WebhookDelivery)
    if delivery is None:
        raise NotFound("delivery")
    if not endpoint.active:
        raise Conflict("This endpoint is switched off.")
    await wake(ctx, ctx.db, ctx.actor_id, endpoint_id)
    return delivery


async def _judge(ctx: AppCtx, url: str) -> None:
    """Refuse a URL that must not be called. A name that does not resolve yet may: each try judges anew."""
    try:
        await ctx.services.receivers.check_url(url)
    except HostUnknown:
        return
    except OutboundRefused as refused:
        raise validation_failed("/url", str(refused)) from None


def _types(given: Sequence[str]) -> list[str]:
    """Each once, in the order given."""
    return list(dict.fromkeys(given))


def _found(ctx: AppCtx, row: Any, **shown: str) -> WebhookEndpoint:
    if row is None:
        raise NotFound("webhook endpoint")
    return _shown(ctx, row, **shown)


def _shown(ctx: AppCtx, row: Any, **shown: str) -> WebhookEndpoint:
    sealed = row["secret_enc"]
    return WebhookEndpoint(
        id=row["id"],
        store_id=row["store_id"],
        url=row["url"],
        types=row["types"],
        description=row["description"],
        active=row["active"],
        last_error=row["last_error"],
        secret_set=sealed is not None,
        secret_last4=last4(ctx.services.secret_box, sealed, endpoint_aad(row["id"])),
        secret_prev_expires_at=row["secret_prev_expires_at"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        **shown,
    )
