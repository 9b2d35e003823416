"""Recording token usage: once per request id, drawn from plan, top-ups, then overage. SQL: sql/token_usage.sql."""

from datetime import date, timedelta

from app.context import AppCtx
from app.db.rows import many, one
from app.features.billing.rules import Draw, TopupBalance, draw
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
    counter = await ctx.q.token_usage.lock_counter(ctx.db, actor_id=ctx.actor_id, moment=ctx.now())
    if counter is None:
        raise NotFound("company")
    if body.request_id is not None:
        known = await ctx.q.token_usage.find_token_usage(ctx.db, actor_id=ctx.actor_id, request_id=body.request_id)
        if known is not None:
            return one(known, TokenUsage), False
    total = body.prompt_tokens + body.completion_tokens if body.total_tokens is None else body.total_tokens
    billable = 0 if body.operation_type in _FREE_OPERATIONS else total
    parts = await _draw(ctx, counter["period"], counter["included_used"], billable)
    row = await ctx.q.token_usage.create_token_usage(
        ctx.db,
        actor_id=ctx.actor_id,
        store_id=body.store_id,
        agent_id=body.agent_id,
        lead_id=body.lead_id,
        period=counter["period"],
        model=body.model,
        operation_type=body.operation_type,
        prompt_tokens=body.prompt_tokens,
        completion_tokens=body.completion_tokens,
        total_tokens=total,
        from_included=parts.from_included,
        from_topup=parts.from_topup,
        from_overage=parts.from_overage,
        request_id=body.request_id,
    )
    if row is None:
        raise NotFound("store, agent or lead")
    return one(row, TokenUsage), True


async def _draw(ctx: AppCtx, period: date, included_used: int, tokens: int) -> Draw:
    """Take the tokens from where they come from; the counter is locked."""
    queries, actor_id = ctx.q.token_usage, ctx.actor_id
    included = await queries.get_included_tokens(ctx.db, actor_id=actor_id) or 0
    topups = await queries.lock_topups(ctx.db, actor_id=actor_id, moment=ctx.now())
    balances = [TopupBalance(str(row["id"]), row["tokens_remaining"]) for row in topups]
    by_id = {str(row["id"]): row["id"] for row in topups}
    parts = draw(tokens, included - included_used, balances)
    for part in parts.from_topups:
        await queries.draw_topup(ctx.db, topup_id=by_id[part.id], actor_id=actor_id, tokens=part.remaining)
    if tokens:
        await queries.add_to_counter(
            ctx.db,
            actor_id=actor_id,
            period=period,
            used=tokens,
            from_included=parts.from_included,
            from_topup=parts.from_topup,
            from_overage=parts.from_overage,
        )
    return parts


async def list_token_usage(ctx: AppCtx, query: TokenUsageFilter) -> list[TokenUsage]:
    """The newest rows of the days asked for. Raises NotFound (company)."""
    _require_own(ctx, query.company_id)
    today, month = await _clock(ctx)
    start = query.period_start or month
    end = query.period_end or max(today, start) + timedelta(days=1)
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
