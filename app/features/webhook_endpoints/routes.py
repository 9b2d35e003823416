"""Webhook endpoints. SQL: sql/webhook_endpoints.sql; tests/features/test_webhook_endpoints.py."""

from uuid import UUID

from app.context import AppCtx
from app.features.webhook_endpoints import service
from app.features.webhook_endpoints.types import (
    CreateWebhookEndpoint,
    DeliveryFilter,
    UpdateWebhookEndpoint,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookTest,
)
from app.web.errors import Conflict, NotFound
from app.web.paging import Page
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

webhook_endpoints = Group("/internal/webhook-endpoints", Scope.APP, tag="webhook endpoints", reads=Role.MANAGER)


@webhook_endpoints.get("")
async def list_webhook_endpoints(ctx: AppCtx) -> list[WebhookEndpoint]:
    """The company's webhook endpoints, newest first."""
    return await service.list_endpoints(ctx)


@webhook_endpoints.post("", status=201, transaction=False, errors=(NotFound, Conflict), idempotent=True)
async def create_webhook_endpoint(ctx: AppCtx, body: CreateWebhookEndpoint) -> WebhookEndpoint:
    """Create an endpoint, 20 at most; its secret is in this answer and in no other, nor in one that is replayed."""
    return await service.create_endpoint(ctx, body)


@webhook_endpoints.get("/{endpoint_id}")
async def get_webhook_endpoint(ctx: AppCtx, endpoint_id: UUID) -> WebhookEndpoint:
    """An endpoint, without its secret."""
    return await service.get_endpoint(ctx, endpoint_id)


@webhook_endpoints.patch("/{endpoint_id}", transaction=False)
async def update_webhook_endpoint(ctx: AppCtx, endpoint_id: UUID, body: UpdateWebhookEndpoint) -> WebhookEndpoint:
    """Change an endpoint; while it is off, what was on its way waits."""
    return await service.update_endpoint(ctx, endpoint_id, body)


@webhook_endpoints.delete("/{endpoint_id}")
async def delete_webhook_endpoint(ctx: AppCtx, endpoint_id: UUID) -> None:
    """Delete an endpoint with its deliveries."""
    await service.delete_endpoint(ctx, endpoint_id)


@webhook_endpoints.post("/{endpoint_id}/roll-secret")
async def roll_webhook_secret(ctx: AppCtx, endpoint_id: UUID) -> WebhookEndpoint:
    """Make a new secret, shown in this answer alone; the old one signs along for 24 hours."""
    return await service.roll_secret(ctx, endpoint_id)


@webhook_endpoints.post("/{endpoint_id}/test", transaction=False)
async def test_webhook_endpoint(ctx: AppCtx, endpoint_id: UUID) -> WebhookTest:
    """Send a signed `ping` and say what came of it; 200 also when it fails."""
    return await service.test_endpoint(ctx, endpoint_id)


@webhook_endpoints.get("/{endpoint_id}/deliveries")
async def list_webhook_deliveries(ctx: AppCtx, endpoint_id: UUID, query: DeliveryFilter) -> Page[WebhookDelivery]:
    """What an endpoint was sent and is to be sent, newest first; kept for 30 days."""
    return await service.list_deliveries(ctx, endpoint_id, query)


@webhook_endpoints.post("/{endpoint_id}/deliveries/{delivery_id}/replay", errors=(Conflict,))
async def replay_webhook_delivery(ctx: AppCtx, endpoint_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Send a delivery again, under the same `webhook-id`."""
    return await service.replay_delivery(ctx, endpoint_id, delivery_id)
