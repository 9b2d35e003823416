"""Reserve tokens before a model call, settle what it really used. One row lock a company and month.

Settling draws from the plan, then from top-ups, then as overage (billing/rules.py), and writes the usage row.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal
from uuid import UUID

from app.clients.llm import Usage
from app.context import Services
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.billing.rows import UsageRow
from app.features.billing.rules import QuotaState, TopupBalance, draw, quota_state
from app.web.errors import NotFound

OperationType = Literal["chat", "embedding", "extract_lead", "process_file", "other"]
HELD_FOR = timedelta(seconds=120)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a company stands: `used` counts reserved tokens too; `limit` None means none."""

    state: QuotaState
    used: int
    limit: int | None
    period: date
    included_tokens: int


@dataclass(frozen=True, slots=True)
class Reservation:
    """Tokens set aside for one call, until settled, released, or 120 seconds old."""

    id: UUID
    company_id: str
    period: date
    tokens: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Call:
    """One model call that was made."""

    model: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedBy:
    """What a call was for."""

    operation_type: OperationType
    store_id: UUID | None = None
    agent_id: UUID | None = None
    lead_id: UUID | None = None
    request_id: str | None = None


async def standing_of(services: Services, company_id: str) -> Standing:
    """Where the company stands now. Raises NotFound without a company."""
    return _standing(await _usage(services, services.db, company_id))


async def reserve(services: Services, company_id: str, *, wanted: int, least: int) -> Reservation | Standing:
    """Set `wanted` tokens aside, or what is left if that is at least `least`; a Standing (BLOCK) when it is not."""
    usage = await _usage(services, services.db, company_id)
    standing = _standing(usage)
    if standing.state == "BLOCK":
        return standing
    limit = standing.limit
    room = wanted if limit is None else limit - standing.used
    for tokens in (wanted, min(wanted, room)):
        if tokens < least or (limit is not None and tokens > room):
            continue
        reservation_id = uuid7()
        row = await services.q.quota.reserve_tokens(
            services.db,
            reservation_id=reservation_id,
            actor_id=company_id,
            period=usage.period,
            tokens=tokens,
            most=limit,
            expires_at=services.clock.now() + HELD_FOR,
        )
        if row is not None:
            state = quota_state(row[0] + row[1], usage.allowance, usage.alert_pct)
            state = "WARN" if state == "BLOCK" else state
            now = Standing(state, row[0] + row[1], limit, usage.period, usage.included_tokens)
            return Reservation(reservation_id, company_id, usage.period, tokens, now)
    return replace(standing, state="BLOCK")


async def settle(
    services: Services,
    company_id: str,
    standing: Standing,
    held: Sequence[Reservation],
    calls: Sequence[Call],
    by: UsedBy,
) -> None:
    """Replace reservations by what the calls used, in one transaction; without calls they are only given back.

    `standing`: as reserving (or `standing_of`) told; it says which month and what the plan includes.
    """
    if held and not calls:
        ids = [one.id for one in held]
        await services.q.quota.release_reservations(services.db, reservation_ids=ids, actor_id=company_id)
        return
    period = standing.period
    if await _settle_included(services, company_id, standing, held, calls, by):
        return
    async with services.db.transaction() as tx:
        for number, call in enumerate(calls):
            ids = [one.id for one in held] if number == 0 else []
            await _draw(services, tx, company_id, period, call, by, reservation_ids=ids)


async def _settle_included(
    services: Services,
    company_id: str,
    standing: Standing,
    held: Sequence[Reservation],
    calls: Sequence[Call],
    by: UsedBy,
) -> bool:
    """The common case in one statement: the plan's own tokens suffice. False when they do not."""
    settled = await services.q.quota.settle_included(
        services.db,
        actor_id=company_id,
        period=standing.period,
        reservation_ids=[one.id for one in held],
        included_tokens=standing.included_tokens,
        store_id=by.store_id,
        agent_id=by.agent_id,
        lead_id=by.lead_id,
        operation_type=by.operation_type,
        models=[call.model[:200] or "unknown" for call in calls],
        prompts=[call.usage.prompt_tokens for call in calls],
        completions=[call.usage.completion_tokens for call in calls],
        totals=[call.usage.total_tokens for call in calls],
    )
    return settled is not None


async def release(services: Services, held: Reservation) -> None:
    """Give a reservation back unused."""
    await services.q.quota.release_reservations(services.db, reservation_ids=[held.id], actor_id=held.company_id)


async def record(services: Services, tx: Executor, company_id: str, used: Usage, model: str, by: UsedBy) -> int | None:
    """Count tokens that were used without a reservation; the usage row's id, None when request_id is known.

    Runs in the caller's transaction. Raises NotFound without a company.
    """
    usage = await _usage(services, tx, company_id)
    return await _draw(services, tx, company_id, usage.period, Call(model, used), by, reservation_ids=())


async def _draw(
    services: Services,
    tx: Executor,
    company_id: str,
    period: date,
    call: Call,
    by: UsedBy,
    *,
    reservation_ids: Sequence[UUID],
) -> int | None:
    used = call.usage
    q = services.q.quota
    counter = await q.lock_counter(tx, actor_id=company_id, period=period)
    released = 0
    if reservation_ids:
        ids = list(reservation_ids)
        released = await q.drop_reservations(tx, reservation_ids=ids, actor_id=company_id) or 0
    included = (await _usage(services, tx, company_id)).included_tokens
    included_left = included - (counter["included_used"] if counter else 0)
    topups: list[TopupBalance] = []
    if used.total_tokens > included_left:
        rows = await q.lock_topups(tx, actor_id=company_id, at=services.clock.now())
        topups = [TopupBalance(str(row["id"]), row["tokens_remaining"]) for row in rows]
    parts = draw(used.total_tokens, included_left, topups)
    split = {
        "total_tokens": used.total_tokens,
        "from_included": parts.from_included,
        "from_topup": parts.from_topup,
        "from_overage": parts.from_overage,
    }
    usage_id = await q.create_usage(
        tx,
        actor_id=company_id,
        period=period,
        store_id=by.store_id,
        agent_id=by.agent_id,
        lead_id=by.lead_id,
        model=call.model[:200] or "unknown",
        operation_type=by.operation_type,
        prompt_tokens=used.prompt_tokens,
        completion_tokens=used.completion_tokens,
        request_id=by.request_id,
        **split,
    )
    if usage_id is None:
        split = dict.fromkeys(split, 0)
    elif parts.from_topups:
        drawn = [UUID(part.id) for part in parts.from_topups]
        amounts = [part.remaining for part in parts.from_topups]
        await q.draw_topups(tx, actor_id=company_id, topup_ids=drawn, amounts=amounts)
    await q.add_usage(tx, actor_id=company_id, period=period, released=released, **split)
    return usage_id


async def _usage(services: Services, db: Executor, company_id: str) -> UsageRow:
    row = maybe(await services.q.billing.get_usage(db, actor_id=company_id, moment=services.clock.now()), UsageRow)
    if row is None:
        raise NotFound("company")
    return row


def _standing(usage: UsageRow) -> Standing:
    committed = usage.used + usage.reserved
    state = quota_state(committed, usage.allowance, usage.alert_pct)
    return Standing(state, committed, usage.allowance.limit, usage.period, usage.included_tokens)
