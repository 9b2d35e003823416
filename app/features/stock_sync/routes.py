"""The ERP link. SQL: sql/stock_sync.sql; tests/features/test_stock_sync_*.py."""

from uuid import UUID

from app.context import AppCtx, PublicCtx
from app.features.stock_sync import inbound, settings
from app.features.stock_sync.types import (
    OutboundTest,
    StockPush,
    StockReceived,
    StockSyncSettings,
    UpdateStockSyncSettings,
)
from app.web.errors import Conflict, Forbidden, InvalidSignature, MalformedJson, ValidationFailed
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

stock_sync_settings = Group(
    "/internal/stock-sync-settings", Scope.APP, tag="stock", reads=Role.MANAGER, writes=Role.MANAGER
)
stock_sync = Group("/internal/stock-sync", Scope.APP, tag="stock", reads=Role.MANAGER, writes=Role.MANAGER)
stock_sync_webhook = Group("/webhooks/stock-sync", Scope.PUBLIC, tag="webhooks")

GROUPS = (stock_sync_settings, stock_sync, stock_sync_webhook)


@stock_sync_settings.get("/{store_id}")
async def get_stock_sync_settings(ctx: AppCtx, store_id: UUID) -> StockSyncSettings:
    """The store's ERP link, without its secrets."""
    return await settings.get(ctx, store_id)


# Switching inbound on makes the secret that the answer shows. Where sales are told is the owner's, as with webhooks.
@stock_sync_settings.put(
    "/{store_id}",
    transaction=False,
    errors=(Conflict,),
    owner_fields=("outbound_url", "outbound_secret", "inbound_enabled", "roll_inbound_secret"),
)
async def update_stock_sync_settings(ctx: AppCtx, store_id: UUID, body: UpdateStockSyncSettings) -> StockSyncSettings:
    """Change the ERP link; a secret that is made here is in this answer and in no other.

    `inbound_secret` is made when inbound is first enabled and on `roll_inbound_secret`; the old one stays valid for
    24 hours. `outbound_secret` is made when outbound is enabled without one; the one before a new one signs along for
    24 hours.
    """
    return await settings.update(ctx, store_id, body)


@stock_sync.post("/test-outbound/{store_id}", transaction=False)
async def test_outbound(ctx: AppCtx, store_id: UUID) -> OutboundTest:
    """Push a signed `ping` to the ERP and say what came of it; 200 also when it fails."""
    return await settings.test_outbound(ctx, store_id)


@stock_sync_webhook.post(
    "/{store_id}",
    errors=(InvalidSignature, Forbidden, MalformedJson, ValidationFailed),
    holds=StockPush,
    signatures=("standardWebhooks", "bodySignature"),
)
async def receive_stock(ctx: PublicCtx, store_id: str, body: bytes) -> StockReceived:
    """Stock from the store's ERP, signed with the store's inbound_secret.

    Each item names its product by `product_id`, `external_id` or `sku`; a delta needs `event_id` or the header
    webhook-id.
    """
    return await inbound.receive(ctx, store_id, body)
