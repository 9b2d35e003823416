"""What a move to another plan would cost and mean, before it is made."""

from datetime import datetime
from typing import get_args

from app.context import AppCtx
from app.features.billing.plan_moves import Move
from app.features.billing.types import OverLimit, Plan, PlanPreview, Subscription, SubscriptionStarted
from app.features.company.limits import count_used
from app.features.company.types import Limited


async def preview_of(
    ctx: AppCtx, plan: Plan, current: Subscription | None, move: Move, *, due: int, at: datetime | None = None
) -> SubscriptionStarted:
    """`due`: cents to pay now; `at`: when the plan begins, at once when it is None.

    Nothing of what does not fit is deleted, but it is named.
    """
    over = []
    for what in get_args(Limited):
        allowed: int | None = getattr(plan, f"max_{what}")
        if allowed is not None and (used := await count_used(ctx, ctx.db, ctx.actor_id, what)) > allowed:
            over.append(OverLimit(limit=f"max_{what}", allowed=allowed, used=used))
    preview = PlanPreview(
        plan_slug=plan.slug,
        kind=move,
        amount_due_cents=due,
        monthly_cents=plan.monthly_cents,
        included_tokens=plan.included_tokens,
        effective_at=at or ctx.now(),
        over_limits=over,
    )
    return SubscriptionStarted(subscription=current, client_secret=None, preview=preview)
