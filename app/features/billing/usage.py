"""The running month of a company: what is used, what is left, what overage costs."""

from zoneinfo import ZoneInfo

import msgspec

from app.context import AppCtx
from app.db.rows import many, maybe, one
from app.features.billing.ledger import cents
from app.features.billing.payments import topup_price
from app.features.billing.rows import UsageRow
from app.features.billing.rules import month_from, quota_state
from app.features.billing.types import (
    BillingSettings,
    BillingSummary,
    NextBill,
    Plan,
    Subscription,
    Usage,
    UsageDay,
    UsageWithDays,
)
from app.web.errors import NotFound


async def usage_row(ctx: AppCtx) -> UsageRow:
    """The raw numbers of the month. Raises NotFound without a company."""
    row = maybe(await ctx.q.billing.get_usage(ctx.db, actor_id=ctx.actor_id, moment=ctx.now()), UsageRow)
    if row is None:
        raise NotFound("company")
    return row


async def usage_this_month(ctx: AppCtx) -> Usage:
    """The month so far. Raises NotFound without a company."""
    return _usage(await usage_row(ctx))


def _usage(row: UsageRow) -> Usage:
    period = month_from(row.period, row.timezone)
    return Usage(
        period=period.label,
        period_start=period.start,
        period_end=period.end,
        included_tokens=row.included_tokens,
        used=row.used,
        # After a switch to a smaller plan more may be used than the new plan includes.
        included_remaining=max(row.included_tokens - row.included_used, 0),
        topup_remaining=row.topup_remaining,
        overage_tokens=row.overage_tokens,
        overage_cents=cents(row.overage_micros),
        absorbed_tokens=row.absorbed_tokens,
        cap=row.cap,
        state=quota_state(row.reserved, row.left, row.prepaid_used, row.prepaid, row.alert_pct),
    )


async def summary(ctx: AppCtx) -> BillingSummary:
    """Plan, subscription, settings and usage with its days. Raises NotFound without a company."""
    row = await usage_row(ctx)
    today = ctx.now().astimezone(ZoneInfo(row.timezone)).date()
    days = await ctx.q.billing.list_usage_by_day(
        ctx.db, actor_id=ctx.actor_id, period=row.period, timezone=row.timezone, today=today
    )
    usage = msgspec.structs.asdict(_usage(row))
    return BillingSummary(
        plan=maybe(await ctx.q.billing.get_current_plan(ctx.db, actor_id=ctx.actor_id, moment=ctx.now()), Plan),
        subscription=maybe(await ctx.q.billing.get_subscription(ctx.db, actor_id=ctx.actor_id), Subscription),
        settings=one(await ctx.q.billing.get_settings(ctx.db, actor_id=ctx.actor_id), BillingSettings),
        usage=UsageWithDays(**usage, by_day=many(days, UsageDay)),
        topup_per_million_cents=await topup_price(ctx),
        card_payments=bool(ctx.settings.cardprovider_api_key.reveal()),
        next_bill=await next_bill(ctx),
    )


async def next_bill(ctx: AppCtx) -> NextBill | None:
    """What will be asked for next; None: nothing."""
    row = await ctx.q.billing.get_next_bill(ctx.db, actor_id=ctx.actor_id)
    if row is None or (row[0] is None and not row[3]):
        return None
    return NextBill(due_at=row[0], plan_slug=row[1], plan_cents=row[2] or 0, overage_cents=cents(row[3] or 0))
