"""Subscribe, move to another plan, cancel and resume at the card provider, and keep what it answers.

A plan counts once it is paid (plan_moves.py): a dearer one is invoiced at once and waits for that, a cheaper one waits
for the end of the period that is paid for.
"""

from uuid import UUID

import asyncpg

from app.clients.cardprovider import CardError, Prices
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import maybe, one
from app.features.billing.closing import EndSubscription, end_subscription
from app.features.billing.mirror import OVER, moment, note_beginning, stored, subscription_fields
from app.features.billing.payments import attempt_key, ensure_customer, find_payer
from app.features.billing.plan_moves import Counting, kind_of_move
from app.features.billing.preview import preview_of
from app.features.billing.sync import ask_again, hold_meter, match_later
from app.features.billing.types import CreateSubscription, Plan, Subscription, SubscriptionStarted
from app.web.errors import Conflict, NotFound, ValidationFailed
from app.web.replies import Reply


async def subscribe(ctx: AppCtx, body: CreateSubscription) -> Reply[SubscriptionStarted]:
    """Begin a subscription (201), or move the present one to the plan (200); `preview` only says what it would cost.

    Raises NotFound (no such plan), Conflict (the plan is not sold, or another request is subscribing), CardError.
    """
    plan = await find_plan(ctx, plan_id=body.plan_id, plan_slug=body.plan_slug)
    prices = prices_of(plan)
    await find_payer(ctx)
    current = await present(ctx)
    if current is None:
        return await _begin(ctx, plan, prices, preview=body.preview)
    found = await ctx.services.cardprovider.get_subscription(current.cardprovider_subscription_id)
    if body.preview:
        return Reply(await _preview(ctx, current, found, plan), 200)
    if found.status == "incomplete" and current.plan_id != plan.id:
        # The provider changes nothing on a subscription whose first payment is open: it is given up instead.
        found = await ctx.services.cardprovider.end_subscription(found.id)
    if found.status in OVER:
        await _save(ctx, found, Counting(plan_id=current.plan_id))
        return await _begin(ctx, plan, prices, preview=False)
    if found.status == "incomplete":
        return Reply(_started(await _save(ctx, found, Counting(plan_id=plan.id)), found), 200)
    return await _move(ctx, current, found, plan, prices)


async def cancel(ctx: AppCtx) -> Subscription:
    """End the subscription with its paid period; at once when nothing has been paid yet.

    Raises NotFound without a subscription, CardError.
    """
    current = await _required(ctx)
    provider = ctx.services.cardprovider
    if current.status == "incomplete":
        ended = await provider.end_subscription(current.cardprovider_subscription_id)
        return await _save(ctx, ended, Counting(plan_id=current.plan_id))
    # A key of its own each time: cancelled, taken back and cancelled again in one period are three different calls.
    found = await provider.cancel_subscription(
        current.cardprovider_subscription_id, key=f"cancel:{current.cardprovider_subscription_id}:{uuid7().hex}"
    )
    return await _keep(ctx, found)


async def resume(ctx: AppCtx) -> Subscription:
    """Take back a cancellation that has not come about. Raises NotFound without a subscription, CardError."""
    current = await _required(ctx)
    if not current.cancel_at_period_end:
        return current
    found = await ctx.services.cardprovider.resume_subscription(
        current.cardprovider_subscription_id, key=f"resume:{current.cardprovider_subscription_id}:{uuid7().hex}"
    )
    return await _keep(ctx, found)


async def present(ctx: AppCtx) -> Subscription | None:
    """The subscription that is not over."""
    return maybe(await ctx.q.billing.get_subscription(ctx.db, actor_id=ctx.actor_id), Subscription)


async def find_plan(ctx: AppCtx, *, plan_id: UUID | None, plan_slug: str | None) -> Plan:
    """The plan on sale that exactly one of the two names. Raises NotFound, ValidationFailed."""
    if (plan_id is None) == (plan_slug is None):
        detail = "exactly one of plan_id and plan_slug is required"
        raise ValidationFailed(detail, errors=[{"pointer": "/plan_id", "detail": detail}])
    row = await ctx.q.billing.find_plan(ctx.db, plan_id=plan_id, plan_slug=plan_slug)
    return one(row, Plan)


def prices_of(plan: Plan) -> Prices:
    """Its prices at the provider. Raises Conflict for a plan that is not sold."""
    if not plan.cardprovider_price_id:
        raise Conflict(f"The plan {plan.slug} has no price: cancel the subscription to get it.")
    return Prices(recurring=plan.cardprovider_price_id, metered=plan.cardprovider_metered_price_id)


async def trial_of(ctx: AppCtx, plan: Plan) -> int:
    """Days to try the plan: only for a company that never had one."""
    if not plan.trial_days or await ctx.q.billing.has_subscribed(ctx.db, actor_id=ctx.actor_id):
        return 0
    return plan.trial_days


async def _preview(ctx: AppCtx, current: Subscription, found: ProviderSubscription, plan: Plan) -> SubscriptionStarted:
    """What a move would cost, and what of the company would not fit into the plan."""
    now = one(await ctx.q.billing.get_plan(ctx.db, plan_id=current.plan_id), Plan)
    if found.status in (*OVER, "incomplete"):
        return await preview_of(ctx, plan, current, "new", due=plan.monthly_cents)
    if plan.id == now.id:
        return await preview_of(ctx, plan, current, "same", due=0)
    move = kind_of_move(now.monthly_cents, plan.monthly_cents)
    if move == "downgrade":
        return await preview_of(ctx, plan, current, move, due=0, at=moment(found.period_end))
    provider, key = ctx.services.cardprovider, uuid7().hex
    due = (await provider.preview_upgrade(found, prices_of(plan), key=f"preview:{key}")).amount_due
    if current.next_plan_at is not None:
        # The provider has the cheaper price of a downgrade already, which would be taken back first.
        due -= (await provider.preview_upgrade(found, prices_of(now), key=f"preview-back:{key}")).amount_due
    return await preview_of(ctx, plan, current, move, due=max(due, 0))


async def _move(
    ctx: AppCtx, current: Subscription, found: ProviderSubscription, plan: Plan, prices: Prices
) -> Reply[SubscriptionStarted]:
    provider, attempt = ctx.services.cardprovider, attempt_key(ctx)
    now = one(await ctx.q.billing.get_plan(ctx.db, plan_id=current.plan_id), Plan)
    move = "same" if plan.id == now.id else kind_of_move(now.monthly_cents, plan.monthly_cents)
    if move == "upgrade" and found.status in ("past_due", "unpaid"):
        # First what is open is paid: its page is the answer, and nothing changes.
        return Reply(_started(await _keep(ctx, found), found), 200)
    if found.cancel_at_period_end:
        found = await provider.resume_subscription(found.id, key=f"resume:{found.id}:{attempt}")
    if current.next_plan_at is not None and move != "downgrade":
        # A downgrade is taken back: the period is paid for at the present plan's price already.
        found = await provider.downgrade_subscription(found, prices_of(now), key=f"back:{found.id}:{attempt}")
    key = f"switch:{found.id}:{plan.id}:{attempt}"
    counting = Counting(plan_id=now.id)
    if move == "downgrade":
        found = await provider.downgrade_subscription(found, prices, key=key)
        ends = moment(found.period_end) or ctx.now()
        counting = Counting(plan_id=now.id, next_plan_id=plan.id, next_plan_at=ends)
    elif move == "upgrade":
        found = await _upgrade(ctx, found, prices, key=key)
        waits = found.unpaid or found.pending_update is not None
        counting = Counting(plan_id=now.id, next_plan_id=plan.id) if waits else Counting(plan_id=plan.id)
    return Reply(_started(await _save(ctx, found, counting), found), 200)


async def _upgrade(ctx: AppCtx, found: ProviderSubscription, prices: Prices, *, key: str) -> ProviderSubscription:
    """Both prices at once, unless the running period has usage on the meter (sync.py)."""
    services = ctx.services
    if not await hold_meter(services, ctx.actor_id, found.id):
        prices = Prices(recurring=prices.recurring, metered=None)
    try:
        return await services.cardprovider.upgrade_subscription(found, prices, key=key)
    except CardError:
        async with ctx.transaction() as tx:
            # Metering goes on as the provider has it.
            await ask_again(services, tx, found.id, ctx.actor_id)
        raise


async def _begin(ctx: AppCtx, plan: Plan, prices: Prices, *, preview: bool) -> Reply[SubscriptionStarted]:
    provider = ctx.services.cardprovider
    trial_days = await trial_of(ctx, plan)
    if preview:
        due = 0 if trial_days else plan.monthly_cents
        return Reply(await preview_of(ctx, plan, None, "new", due=due), 200)
    made = await provider.create_subscription(
        await ensure_customer(ctx),
        prices,
        metadata={"company_id": ctx.actor_id, "plan_id": str(plan.id)},
        trial_days=trial_days,
        key=f"sub:{ctx.actor_id}:{plan.id}:{attempt_key(ctx)}",
    )
    try:
        saved = await _save(ctx, made, Counting(plan_id=plan.id))
    except asyncpg.UniqueViolationError:
        # Two requests began at once, and the other one's subscription stands. A job ends ours, until it has.
        async with ctx.transaction() as tx:
            args = EndSubscription(subscription=made.id)
            await ctx.services.jobs.enqueue(tx, end_subscription, args, company_id=ctx.actor_id)
        raise Conflict("Another request has just subscribed this company.") from None
    return Reply(_started(saved, made), 201)


async def _required(ctx: AppCtx) -> Subscription:
    current = await present(ctx)
    if current is None:
        raise NotFound("subscription")
    return current


async def _keep(ctx: AppCtx, found: ProviderSubscription) -> Subscription:
    """Keep what the provider answered; which plan counts is as it was."""
    before = await stored(ctx.services, ctx.db, ctx.actor_id, found.id)
    if before is None:
        raise NotFound("subscription")
    return await _save(ctx, found, before.known.counting)


async def _save(ctx: AppCtx, found: ProviderSubscription, counting: Counting) -> Subscription:
    """Keep what the provider answered. Raises NotFound when the subscription has ended in the meantime."""
    services = ctx.services
    fields = await subscription_fields(services, ctx.db, found, counting)
    before = await stored(services, ctx.db, ctx.actor_id, found.id)
    async with ctx.transaction() as tx:
        saved = await ctx.q.billing.save_subscription(tx, id=uuid7(), actor_id=ctx.actor_id, **fields)
        if saved is None:
            raise NotFound("subscription")
        await services.resolver.take(tx, ctx.actor_id, [("subscription", found.id)], again=True)
        await note_beginning(services, tx, ctx.actor_id, found.id)
        await match_later(services, tx, ctx.actor_id, before, counting, found)
        return one(await ctx.q.billing.get_saved_subscription(tx, id=saved, actor_id=ctx.actor_id), Subscription)


def _started(saved: Subscription, found: ProviderSubscription) -> SubscriptionStarted:
    return SubscriptionStarted(subscription=saved, client_secret=found.client_secret, url=found.page)
