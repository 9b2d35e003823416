"""Shipping rules kept and asked. SQL: sql/shipping.sql; tests/features/test_shipping_rules.py."""

from typing import Any
from uuid import UUID

from app.context import AppCtx
from app.db.pool import Executor
from app.db.rows import many
from app.features.caller import AnyCtx, Caller, app_caller
from app.features.shipping.rules import plain_cep, quote, wrong_with
from app.features.shipping.types import (
    AskShippingQuote,
    ReplaceShippingRules,
    ShippingQuote,
    ShippingRule,
    ShippingRules,
)
from app.features.stores.service import require_store
from app.web.decode import validation_failed


async def read_rules(ctx: AnyCtx, db: Executor, caller: Caller, store_id: UUID) -> list[ShippingRule]:
    """A store's rules, in the order they are offered."""
    rows = await ctx.q.shipping.list_shipping_rules(db, store_id=store_id, actor_id=caller.company_id)
    return many(rows, ShippingRule)


async def get_rules(ctx: AppCtx, store_id: UUID) -> ShippingRules:
    """A store's rules. Raises NotFound."""
    await require_store(ctx, store_id)
    return ShippingRules(await read_rules(ctx, ctx.db, app_caller(ctx), store_id))


async def replace_rules(ctx: AppCtx, store_id: UUID, body: ReplaceShippingRules) -> ShippingRules:
    """Put these rules in place of the store's. Raises NotFound, ValidationFailed naming the rule."""
    problem = wrong_with(body.rules)
    if problem is not None:
        raise validation_failed(*problem)
    await require_store(ctx, store_id, lock=True)
    owner: dict[str, Any] = {"store_id": store_id, "actor_id": ctx.actor_id}
    await ctx.q.shipping.clear_shipping_rules(ctx.db, **owner)
    await ctx.q.shipping.add_shipping_rules(
        ctx.db,
        names=[rule.name for rule in body.rules],
        kinds=[rule.kind for rule in body.rules],
        prices=[rule.price_cents for rule in body.rules],
        aboves=[rule.above_cents for rule in body.rules],
        cep_froms=[plain_cep(rule.cep_from) if rule.cep_from else None for rule in body.rules],
        cep_tos=[plain_cep(rule.cep_to) if rule.cep_to else None for rule in body.rules],
        days=[rule.days for rule in body.rules],
        **owner,
    )
    return await get_rules(ctx, store_id)


async def ask_quote(ctx: AppCtx, store_id: UUID, body: AskShippingQuote) -> ShippingQuote:
    """What the store offers for an order of this total to this address. Raises NotFound."""
    rules = (await get_rules(ctx, store_id)).rules
    return ShippingQuote(quote(rules, cep=body.cep, subtotal_cents=body.subtotal_cents))
