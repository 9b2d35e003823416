"""Recording and adding up token usage; the drawing itself is the quota's. SQL: sql/token_usage.sql."""

from datetime import date, timedelta
from uuid import UUID

from app.clients.llm import Usage
from app.context import AppCtx
from app.db.rows import many, one
from app.features.quota import service as quota
from app.features.token_usage.types import (
    CreateTokenUsage,
    ModelUsage,
    TokenUsage,
    TokenUsageFilter,
    TokenUsageMonth,
    TokenUsageSummary,
)
from app.web.decode import validation_failed
from app.web.errors import NotFound

# A list without pages must end somewhere; the summary covers the rest.
MOST_ROWS = 10_000
# Our own embedding model costs nothing per token.
_FREE_OPERATIONS = frozenset({"embedding"})


async def create_token_usage(ctx: AppCtx, body: CreateTokenUsage) -> tuple[TokenUsage, bool]:
    """Record a call, and whether it is new. Raises NotFound (company, store, agent, lead)."""
    _require_own(ctx, body.company_id)
    queries, actor_id = ctx.q.token_usage, ctx.actor_id
    place = await queries.find_usage_place(
        ctx.db, actor_id=actor_id, store_id=body.store_id, agent_id=body.agent_id, lead_id=body.lead_id
    )
    if place is None:
        raise NotFound("company, store, agent or lead")
    usage_id = await _record(ctx, body, place["store_id"])
    if usage_id is not None:
        return one(await queries.get_token_usage(ctx.db, usage_id=usage_id, actor_id=actor_id), TokenUsage), True
    known = await queries.find_token_usage(ctx.db, actor_id=actor_id, request_id=body.request_id)
    return one(known, TokenUsage), False


async def _record(ctx: AppCtx, body: CreateTokenUsage, store_id: UUID | None) -> int | None:
    """The new row's id; None when the request id is known. Billed like the chat's own calls, but for free ones."""
    total = body.prompt_tokens + body.completion_tokens if body.total_tokens is None else body.total_tokens
    if body.operation_type in _FREE_OPERATIONS:
        clock = await _clock(ctx)
        return await ctx.q.quota.create_usage(
            ctx.db,
            actor_id=ctx.actor_id,
            period=clock[1],
            store_id=store_id,
            agent_id=body.agent_id,
            lead_id=body.lead_id,
            model=body.model,
            operation_type=body.operation_type,
            prompt_tokens=body.prompt_tokens,
            completion_tokens=body.completion_tokens,
            total_tokens=total,
            from_included=0,
            from_topup=0,
            from_overage=0,
            request_id=body.request_id,
        )
    used = Usage(prompt_tokens=body.prompt_tokens, completion_tokens=body.completion_tokens, total_tokens=total)
    by = quota.UsedBy(
        operation_type=body.operation_type,
        store_id=store_id,
        agent_id=body.agent_id,
        lead_id=body.lead_id,
        request_id=body.request_id,
    )
    return await quota.record(ctx.services, ctx.db, ctx.actor_id, used, body.model, by)


async def list_token_usage(ctx: AppCtx, query: TokenUsageFilter) -> list[TokenUsage]:
    """The newest rows of the days asked for. Raises NotFound (company)."""
    _require_own(ctx, query.company_id)
    today, month = await _clock(ctx)
    start = query.period_start or month
    end = query.period_end or max(start, today + timedelta(days=1))
    rows = await ctx.q.token_usage.list_token_usage(
        ctx.db, actor_id=ctx.actor_id, period_start=start, period_end=end, most=MOST_ROWS
    )
    return many(rows, TokenUsage)


async def summarise(ctx: AppCtx, query: TokenUsageMonth) -> TokenUsageSummary:
    """A month by model and kind of call. Raises NotFound (company), ValidationFailed (year 0)."""
    _require_own(ctx, query.company_id)
    _, month = await _clock(ctx)
    if query.period is not None:
        try:
            month = date.fromisoformat(f"{query.period}-01")
        except ValueError:
            raise validation_failed("/period", "not a month") from None
    items = many(await ctx.q.token_usage.sum_token_usage(ctx.db, actor_id=ctx.actor_id, period=month), ModelUsage)
    return TokenUsageSummary(f"{month:%Y-%m}", sum(item.total_tokens for item in items), items)


async def _clock(ctx: AppCtx) -> tuple[date, date]:
    row = await ctx.q.token_usage.get_usage_clock(ctx.db, actor_id=ctx.actor_id, moment=ctx.now())
    if row is None:
        raise NotFound("company")
    return row["today"], row["period"]


def _require_own(ctx: AppCtx, company_id: str | None) -> None:
    if company_id not in (None, ctx.actor_id):
        raise NotFound("company")
