"""Recording and adding up token usage; the drawing itself is the quota's. SQL: sql/token_usage.sql."""

from collections.abc import AsyncGenerator
from datetime import date, datetime, timedelta
from typing import Any
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
    UsedOn,
)
from app.web.decode import convert_texts, validation_failed
from app.web.errors import NotFound, ValidationFailed
from app.web.replies import JsonStream, encode_json
from app.web.types import Struct, Timestamp

# Rows that are read, and leave, at once.
PAGE = 5_000
# Our own embedding model costs nothing per token.
_FREE_OPERATIONS = frozenset({"embedding"})


async def create_token_usage(ctx: AppCtx, body: CreateTokenUsage) -> tuple[TokenUsage, bool]:
    """Record a call, and whether it is new. Raises NotFound (company, store, agent, lead)."""
    _require_own(ctx, body.company_id)
    if body.total_tokens is not None and body.total_tokens < body.prompt_tokens + body.completion_tokens:
        raise validation_failed("/total_tokens", "less than prompt_tokens and completion_tokens together")
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
            from_absorbed=0,
            overage_price=None,
            plan_id=None,
            plan_version=None,
            request_id=body.request_id,
            moment=ctx.now(),
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


async def list_token_usage(ctx: AppCtx, query: TokenUsageFilter) -> list[TokenUsage] | JsonStream:
    """All rows of the time asked for, newest first; many leave page by page. Raises NotFound (company)."""
    _require_own(ctx, query.company_id)
    today, month = await _clock(ctx)
    start = _edge("/period_start", query.period_start) or month
    end = _edge("/period_end", query.period_end) or max(_day(start), today + timedelta(days=1))
    # Where the one is a day and the other a time, a day beside them both may be meant.
    leeway = timedelta(days=isinstance(start, datetime) != isinstance(end, datetime))
    if _day(start) > _day(end) + leeway or (isinstance(start, datetime) and isinstance(end, datetime) and start > end):
        raise validation_failed("/period_end", "before period_start")
    bounds: dict[str, Any] = {"actor_id": ctx.actor_id}
    for name, edge in (("start", start), ("end", end)):
        bounds |= {f"{name}_at": edge if isinstance(edge, datetime) else None}
        bounds |= {f"{name}_day": None if isinstance(edge, datetime) else edge}
    first = await _page(ctx, bounds, None, query.limit or PAGE)
    if query.limit is not None or len(first) < PAGE:
        return first
    return JsonStream(_pages(ctx, bounds, first))


async def _page(ctx: AppCtx, bounds: dict[str, Any], last: TokenUsage | None, most: int) -> list[TokenUsage]:
    rows = await ctx.q.token_usage.list_token_usage(
        ctx.db, last_at=last.created_at if last else None, last_id=last.id if last else None, most=most, **bounds
    )
    return many(rows, TokenUsage)


async def _pages(ctx: AppCtx, bounds: dict[str, Any], rows: list[TokenUsage]) -> AsyncGenerator[bytes, None]:
    """The rows as one JSON array. No connection is held while a page is on its way."""
    before = b"["
    while rows:
        yield before + encode_json(rows)[1:-1]
        before = b","
        rows = await _page(ctx, bounds, rows[-1], PAGE) if len(rows) == PAGE else []
    yield b"]"


def _edge(pointer: str, text: str | None) -> date | datetime | None:
    """A day of the company's, or a moment. Raises ValidationFailed."""
    if text is None:
        return None
    try:
        if len(text) == 10:
            return date.fromisoformat(text)
        return convert_texts({"at": text}, _Moment).at
    except (ValueError, ValidationFailed):
        raise validation_failed(pointer, "neither a date nor a time") from None


class _Moment(Struct):
    """A time with its zone, as everywhere."""

    at: Timestamp


def _day(edge: date | datetime) -> date:
    return edge.date() if isinstance(edge, datetime) else edge


async def summarise(ctx: AppCtx, query: TokenUsageMonth) -> TokenUsageSummary:
    """A month by model and kind of call, and by day. Raises NotFound (company), ValidationFailed (year 0)."""
    _require_own(ctx, query.company_id)
    _, month = await _clock(ctx)
    if query.period is not None:
        try:
            month = date.fromisoformat(f"{query.period}-01")
        except ValueError:
            raise validation_failed("/period", "not a month") from None
    items = many(await ctx.q.token_usage.sum_token_usage(ctx.db, actor_id=ctx.actor_id, period=month), ModelUsage)
    days = many(await ctx.q.token_usage.sum_token_usage_by_day(ctx.db, actor_id=ctx.actor_id, period=month), UsedOn)
    return TokenUsageSummary(month.isoformat()[:7], sum(item.total_tokens for item in items), items, days)


async def _clock(ctx: AppCtx) -> tuple[date, date]:
    row = await ctx.q.token_usage.get_usage_clock(ctx.db, actor_id=ctx.actor_id, moment=ctx.now())
    if row is None:
        raise NotFound("company")
    return row["today"], row["period"]


def _require_own(ctx: AppCtx, company_id: str | None) -> None:
    if company_id not in (None, ctx.actor_id):
        raise NotFound("company")
