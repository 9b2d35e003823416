"""Reserve tokens before a model call, settle what it really used. One row lock a company and month.

Settling splits a call's tokens by the ledger (billing/ledger.py) and writes the usage row with what it costs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec

from app.clients.llm import Usage
from app.context import Services
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.billing import ledger
from app.features.billing.ledger import TopupBalance, included_left
from app.features.billing.rows import UsageRow
from app.features.billing.rules import QuotaState, quota_state
from app.web.errors import NotFound

OperationType = Literal["chat", "embedding", "extract_lead", "process_file", "other"]
HELD_FOR = timedelta(seconds=120)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a company stands, by `usage`: `used` counts reserved tokens too; `limit` None means none."""

    state: QuotaState
    used: int
    limit: int | None
    usage: UsageRow


@dataclass(frozen=True, slots=True)
class Reservation:
    """Tokens set aside for one call, until settled, released, or 120 seconds old."""

    id: UUID
    company_id: str
    period: date
    tokens: int
    standing: Standing


class _Drawn(NamedTuple):
    """The usage row, None where its request was known, and what it adds to the bill in millionths of a cent."""

    usage_id: int | None
    micros: int


@dataclass(frozen=True, slots=True)
class Call:
    """One model call that was made."""

    model: str
    usage: Usage

    @property
    def model_label(self) -> str:
        """The model's name as usage rows keep it."""
        return self.model[:200] or "unknown"


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
    return standing(await _usage(services, services.db, company_id))


def standing(usage: UsageRow) -> Standing:
    """Where a company stands whose month is `usage`."""
    return _standing(usage, usage.used + usage.reserved)


def state_after(standing: Standing, *, own: int, drawn: int) -> QuotaState:
    """Where the company stands when `drawn` tokens have taken the place of the `own` ones reserved."""
    usage = standing.usage
    left = None if usage.left is None else usage.left - drawn
    others = max(standing.used - usage.used - own, 0)
    return quota_state(others, left, usage.prepaid_used + drawn, usage.prepaid, usage.alert_pct)


def reserved(reservation_id: UUID, company_id: str, usage: UsageRow, tokens: int, committed: int) -> Reservation:
    """A reservation that was written; `committed`: used and reserved tokens of the month, these included."""
    now = _standing(usage, committed)
    # The last tokens were given to this very call.
    now = replace(now, state="WARN") if now.state == "BLOCK" else now
    return Reservation(reservation_id, company_id, usage.period, tokens, now)


async def reserve(
    services: Services, company_id: str, *, wanted: int, least: int, known: Standing | None = None
) -> Reservation | Standing:
    """Set `wanted` tokens aside, or what is left if that is at least `least`; a Standing (BLOCK) when it is not.

    known: where the company stood when the turn began; its limit is tried first, without asking for it again.
    """
    if known is not None and (held := await _take(services, company_id, known.usage, wanted)):
        return held
    usage = await _usage(services, services.db, company_id)
    now = standing(usage)
    if now.state == "BLOCK":
        return now
    room = wanted if now.limit is None else now.limit - now.used
    for tokens in (wanted, min(wanted, room)):
        if least <= tokens <= room and (held := await _take(services, company_id, usage, tokens)):
            return held
    return replace(now, state="BLOCK")


async def _take(services: Services, company_id: str, usage: UsageRow, tokens: int) -> Reservation | None:
    """Reserve exactly `tokens` where the month's limit allows it."""
    reservation_id = uuid7()
    committed = await services.q.quota.reserve_tokens(
        services.db,
        actor_id=company_id,
        reservation_id=reservation_id,
        period=usage.period,
        tokens=tokens,
        most=usage.limit,
        expires_at=services.clock.now() + HELD_FOR,
    )
    return None if committed is None else reserved(reservation_id, company_id, usage, tokens, committed)


async def settle(
    services: Services,
    company_id: str,
    standing: Standing,
    held: Sequence[Reservation],
    calls: Sequence[Call],
    by: UsedBy,
) -> int:
    """Replace reservations by what the calls used, in one transaction; without calls they are only given back.

    `standing`: as reserving (or `standing_of`) told; it says which month and what the plan includes. Returns what the
    calls add to the bill, in millionths of a cent.
    """
    if held and not calls:
        ids = [one.id for one in held]
        await services.q.quota.release_reservations(services.db, reservation_ids=ids, actor_id=company_id)
        return 0
    micros = 0
    async with services.db.transaction() as tx:
        for number, call in enumerate(calls):
            ids = [one.id for one in held] if number == 0 else []
            drawn = await _draw(services, tx, company_id, standing.usage.period, call, by, reservation_ids=ids)
            micros += drawn.micros
    return micros


async def release(services: Services, held: Reservation) -> None:
    """Give a reservation back unused."""
    await services.q.quota.release_reservations(services.db, reservation_ids=[held.id], actor_id=held.company_id)


async def record(services: Services, tx: Executor, company_id: str, used: Usage, model: str, by: UsedBy) -> int | None:
    """Count tokens that were used without a reservation; the usage row's id, None when request_id is known.

    Runs in the caller's transaction. Raises NotFound without a company.
    """
    usage = await _usage(services, tx, company_id)
    drawn = await _draw(services, tx, company_id, usage.period, Call(model, used), by, reservation_ids=())
    return drawn.usage_id


async def _draw(
    services: Services,
    tx: Executor,
    company_id: str,
    period: date,
    call: Call,
    by: UsedBy,
    *,
    reservation_ids: Sequence[UUID],
) -> _Drawn:
    """Split one call by the ledger, with the plan, the price and the settings of this moment, and write it down."""
    used = call.usage
    q = services.q.quota
    counter = await q.lock_counter(tx, actor_id=company_id, period=period)
    released = 0
    if reservation_ids:
        ids = list(reservation_ids)
        released = await q.drop_reservations(tx, reservation_ids=ids, actor_id=company_id) or 0
    usage = await _usage(services, tx, company_id)
    # The counter of the call's own month, which may be over by now, read under its lock.
    included_used, overage_micros = (counter["included_used"], counter["overage_micros"]) if counter else (0, 0)
    usage = msgspec.structs.replace(usage, included_used=included_used, overage_micros=overage_micros)
    topups: list[TopupBalance] = []
    if used.total_tokens > included_left(usage.standing(()), usage.plan):
        rows = await q.lock_topups(tx, actor_id=company_id, at=services.clock.now())
        topups = [TopupBalance(str(row["id"]), row["tokens_remaining"]) for row in rows]
    parts = ledger.settle(used.total_tokens, usage.standing(topups), usage.plan, usage.agreed)
    split = {
        "total_tokens": used.total_tokens,
        "from_included": parts.from_included,
        "from_topup": parts.from_topup,
        "from_overage": parts.from_overage,
        "from_absorbed": parts.from_absorbed,
    }
    usage_id = await q.create_usage(
        tx,
        actor_id=company_id,
        period=period,
        store_id=by.store_id,
        agent_id=by.agent_id,
        lead_id=by.lead_id,
        model=call.model_label,
        operation_type=by.operation_type,
        prompt_tokens=used.prompt_tokens,
        completion_tokens=used.completion_tokens,
        overage_price=parts.overage_price,
        plan_id=usage.plan_id if parts.plan_version is not None else None,
        plan_version=parts.plan_version,
        request_id=by.request_id,
        moment=services.clock.now(),
        **split,
    )
    micros = parts.overage_micros
    if usage_id is None:
        split, micros = dict.fromkeys(split, 0), 0
    elif parts.from_topups:
        drawn = [UUID(part.id) for part in parts.from_topups]
        amounts = [part.remaining for part in parts.from_topups]
        await q.draw_topups(tx, actor_id=company_id, topup_ids=drawn, amounts=amounts)
    await q.add_usage(tx, actor_id=company_id, period=period, released=released, overage_micros=micros, **split)
    return _Drawn(usage_id, micros)


async def _usage(services: Services, db: Executor, company_id: str) -> UsageRow:
    row = maybe(await services.q.billing.get_usage(db, actor_id=company_id, moment=services.clock.now()), UsageRow)
    if row is None:
        raise NotFound("company")
    return row


def _standing(usage: UsageRow, committed: int) -> Standing:
    """`committed`: used and reserved tokens of the month, as the reservation found them."""
    reserved = committed - usage.used
    state = quota_state(reserved, usage.left, usage.prepaid_used, usage.prepaid, usage.alert_pct)
    return Standing(state, committed, usage.limit, usage)
