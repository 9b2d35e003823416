"""Plan limits: is there room for one more? For every feature that creates what a plan counts. SQL: sql/company.sql."""

from collections.abc import Mapping
from typing import get_args

from app.context import AppCtx
from app.db.pool import Executor
from app.db.rows import maybe, one
from app.features.caller import AnyCtx
from app.features.company.types import Limited, PlanLimits
from app.web.errors import Conflict, PlanLimit


async def require_room(ctx: AppCtx, what: Limited, *, adding: int = 1) -> None:
    """Check the actor's plan before creating; call it in the transaction that creates.

    Raises PlanLimit (with limit and used) when `adding` do not fit, Conflict when the actor has no company yet.
    """
    await require_room_of(ctx, ctx.db, ctx.actor_id, what, adding=adding)


async def require_room_of(ctx: AnyCtx, tx: Executor, company_id: str, what: Limited, *, adding: int = 1) -> None:
    """The same for a company that is nobody's actor. Raises what `require_room` does."""
    limits = maybe(await ctx.q.company.get_plan_limits(tx, actor_id=company_id, moment=ctx.now()), PlanLimits)
    if limits is None:
        raise Conflict("There is no company yet; call POST /internal/company/ensure first.")
    limit: int | None = getattr(limits, what)
    if limit is None or adding == 0:
        return
    await ctx.q.company.lock_company(tx, actor_id=company_id)
    used = await count_used(ctx, tx, company_id, what)
    if used + adding > limit:
        raise PlanLimit(f"The plan allows {limit} {what}; {used} are in use.", limit=limit, used=used)


async def require_all_fit(ctx: AppCtx, before: Mapping[Limited, int]) -> None:
    """Check the actor's plan once something came back with all that is in it. `before`: what `count_all` told then.

    Raises PlanLimit for what grew beyond its limit.
    """
    limits = one(await ctx.q.company.get_plan_limits(ctx.db, actor_id=ctx.actor_id, moment=ctx.now()), PlanLimits)
    for what, used in (await count_all(ctx)).items():
        limit: int | None = getattr(limits, what)
        if limit is not None and limit < used > before[what]:
            raise PlanLimit(f"The plan allows {limit} {what}; it would be {used}.", limit=limit, used=before[what])


async def count_all(ctx: AppCtx) -> dict[Limited, int]:
    """How many of each kind the company has; nobody adds any until the transaction ends."""
    await ctx.q.company.lock_company(ctx.db, actor_id=ctx.actor_id)
    return {what: await count_used(ctx, ctx.db, ctx.actor_id, what) for what in get_args(Limited)}


async def count_used(ctx: AnyCtx, tx: Executor, company_id: str, what: Limited) -> int:
    """How many of these the company has."""
    queries = ctx.q.company
    count = {
        "stores": queries.count_stores,
        "agents": queries.count_agents,
        "products": queries.count_products,
        "documents": queries.count_documents,
        "leads": queries.count_leads,
    }[what]
    return await count(tx, actor_id=company_id) or 0
