"""Subscribe, switch and cancel at the card provider, and keep what it answers."""

from datetime import UTC, datetime
from typing import Any

import asyncpg

from app.clients.cardprovider import Prices
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import maybe, one
from app.features.billing.payments import attempt_key, ensure_customer, find_payer
from app.features.billing.types import CreateSubscription, Plan, Subscription, SubscriptionStarted
from app.web.errors import Conflict, NotFound, ValidationFailed
from app.web.replies import Reply

_OVER = ("canceled", "incomplete_expired")


async def subscribe(ctx: AppCtx, body: CreateSubscription) -> Reply[SubscriptionStarted]:
    """Begin a subscription (201), or move the present one to the plan (200).

    Raises NotFound (no such plan), Conflict (the plan is not sold, or another request is subscribing), CardError.
    """
    plan = await _plan(ctx, body)
    prices = _prices(plan)
    await find_payer(ctx)
    current = maybe(await ctx.q.billing.get_subscription(ctx.db, actor_id=ctx.actor_id), Subscription)
    if current is None:
        return await _begin(ctx, plan, prices)
    found = await ctx.services.cardprovider.get_subscription(current.cardprovider_subscription_id)
    if found.status == "incomplete" and current.plan_id != plan.id:
        # The provider changes nothing on a subscription whose first payment is open: it is given up instead.
        found = await ctx.services.cardprovider.end_subscription(found.id)
    if found.status in _OVER:
        await _save(ctx, found, current.plan_id)
        return await _begin(ctx, plan, prices)
    if current.plan_id != plan.id or found.cancel_at_period_end:
        found = await ctx.services.cardprovider.switch_subscription(
            found,
            prices,
            metadata={"company_id": ctx.actor_id, "plan_id": str(plan.id)},
            key=f"switch:{found.id}:{plan.id}:{attempt_key(ctx)}",
        )
    saved = await _save(ctx, found, plan.id)
    return Reply(SubscriptionStarted(subscription=saved, client_secret=found.client_secret), 200)


async def cancel(ctx: AppCtx) -> Subscription:
    """End the subscription with its paid period; at once when nothing has been paid yet.

    Raises NotFound without a subscription, CardError.
    """
    current = maybe(await ctx.q.billing.get_subscription(ctx.db, actor_id=ctx.actor_id), Subscription)
    if current is None:
        raise NotFound("subscription")
    provider = ctx.services.cardprovider
    if current.status == "incomplete":
        return await _save(ctx, await provider.end_subscription(current.cardprovider_subscription_id), current.plan_id)
    # A key of its own each time: cancelled, taken back and cancelled again in one period are three different calls.
    found = await provider.cancel_subscription(
        current.cardprovider_subscription_id, key=f"cancel:{current.cardprovider_subscription_id}:{uuid7().hex}"
    )
    return await _save(ctx, found, current.plan_id)


async def _begin(ctx: AppCtx, plan: Plan, prices: Prices) -> Reply[SubscriptionStarted]:
    provider = ctx.services.cardprovider
    made = await provider.create_subscription(
        await ensure_customer(ctx),
        prices,
        metadata={"company_id": ctx.actor_id, "plan_id": str(plan.id)},
        key=f"sub:{ctx.actor_id}:{plan.id}:{attempt_key(ctx)}",
    )
    try:
        saved = await _save(ctx, made, plan.id)
    except asyncpg.UniqueViolationError:
        # Two requests began at once, and the other one's subscription stands.
        await provider.end_subscription(made.id)
        raise Conflict("Another request has just subscribed this company.") from None
    return Reply(SubscriptionStarted(subscription=saved, client_secret=made.client_secret), 201)


async def _plan(ctx: AppCtx, body: CreateSubscription) -> Plan:
    if (body.plan_id is None) == (body.plan_slug is None):
        detail = "exactly one of plan_id and plan_slug is required"
        raise ValidationFailed(detail, errors=[{"pointer": "/plan_id", "detail": detail}])
    row = await ctx.q.billing.find_plan(ctx.db, plan_id=body.plan_id, plan_slug=body.plan_slug)
    return one(row, Plan)


def _prices(plan: Plan) -> Prices:
    if not plan.cardprovider_price_id:
        raise Conflict(f"The plan {plan.slug} has no price: cancel the subscription to get it.")
    return Prices(recurring=plan.cardprovider_price_id, metered=plan.cardprovider_metered_price_id)


async def _save(ctx: AppCtx, found: ProviderSubscription, plan_id: Any) -> Subscription:
    """Keep what the provider answered. Raises NotFound when the subscription has ended in the meantime."""
    async with ctx.transaction() as tx:
        row = await ctx.q.billing.save_subscription(
            tx, id=uuid7(), actor_id=ctx.actor_id, plan_id=plan_id, **subscription_fields(found)
        )
    return one(row, Subscription)


def subscription_fields(found: ProviderSubscription) -> dict[str, Any]:
    """The provider's subscription as query parameters."""
    recurring, metered = found.recurring_item, found.metered_item
    return {
        "cardprovider_subscription_id": found.id,
        "recurring_item_id": recurring.id if recurring else None,
        "metered_item_id": metered.id if metered else None,
        "status": found.status,
        "cancel_at_period_end": found.cancel_at_period_end,
        "current_period_start": moment(found.period_start),
        "current_period_end": moment(found.period_end),
        "ended_at": moment(found.ended_at),
    }


def moment(seconds: int | None) -> datetime | None:
    """The provider's unix time."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
