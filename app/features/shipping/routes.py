"""Shipping rules of a store. SQL: sql/shipping.sql; tests/features/test_shipping_rules.py."""

from uuid import UUID

from app.context import AppCtx
from app.features.shipping import service
from app.features.shipping.types import AskShippingQuote, ReplaceShippingRules, ShippingQuote, ShippingRules
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

shipping = Group("/internal/stores", Scope.APP, tag="shipping", reads=Role.ATTENDANT, writes=Role.MANAGER)


@shipping.get("/{store_id}/shipping-rules")
async def get_shipping_rules(ctx: AppCtx, store_id: UUID) -> ShippingRules:
    """The ways to get an order, in the order they are offered."""
    return await service.get_rules(ctx, store_id)


@shipping.put("/{store_id}/shipping-rules")
async def replace_shipping_rules(ctx: AppCtx, store_id: UUID, body: ReplaceShippingRules) -> ShippingRules:
    """Replace a store's shipping rules.

    `pickup` costs nothing unless it names a price; `fixed` always costs its price; `free_above` is free from
    `above_cents` on, and below it costs its price or is not offered; `cep_range` holds between two postal codes.
    """
    return await service.replace_rules(ctx, store_id, body)


@shipping.post("/{store_id}/shipping-quote", role=Role.ATTENDANT)
async def ask_shipping_quote(ctx: AppCtx, store_id: UUID, body: AskShippingQuote) -> ShippingQuote:
    """What the store offers for an order of this total to this postal code."""
    return await service.ask_quote(ctx, store_id, body)
