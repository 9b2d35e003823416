"""Numbers of a store. SQL: sql/numbers.sql; tests/features/test_numbers.py."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

from app.context import AppCtx
from app.db.rows import many, one
from app.features.numbers.types import (
    BestCustomer,
    ChannelRevenue,
    Interest,
    Numbers,
    NumbersDay,
    NumbersFilter,
    Sums,
)
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

numbers = Group("/internal/numbers", Scope.APP, tag="numbers", reads=Role.ATTENDANT)

MOST_DAYS = 366
TOP = 10
# Far from both ends of the calendar: from each day others are reckoned back.
EARLIEST, LATEST = date(2000, 1, 1), date(8999, 12, 31)


@numbers.get("/{store_id}", replica=True)
async def get_numbers(ctx: AppCtx, store_id: UUID, query: NumbersFilter) -> Numbers:
    """Orders, revenue, conversations and answers of some days, compared with as many days before.

    Cost follows the days asked for, never the age of the store.
    """
    queries = ctx.q.numbers
    own: dict[str, Any] = {"store_id": store_id, "actor_id": ctx.actor_id}
    store = await queries.get_today(ctx.db, moment=ctx.now(), **own)
    if store is None:
        raise NotFound("store")
    first, last = _range(query, store["today"])
    days = (last - first).days + 1
    range_: dict[str, Any] = own | {"first": first, "last": last}
    before = own | {"first": first - timedelta(days=days), "last": first - timedelta(days=1)}
    answer = Numbers(
        from_=first,
        to=last,
        timezone=store["timezone"],
        now=one(await queries.get_sums(ctx.db, **range_), Sums),
        before=one(await queries.get_sums(ctx.db, **before), Sums),
        by_day=many(await queries.list_days(ctx.db, **range_), NumbersDay),
        by_channel=[],
        customers=[],
        interests=[],
    )
    if query.lists:
        answer.by_channel = many(await queries.list_channels(ctx.db, **range_), ChannelRevenue)
        answer.customers = many(await queries.list_customers(ctx.db, limit=TOP, **range_), BestCustomer)
        answer.interests = many(await queries.list_interests(ctx.db, limit=TOP, **range_), Interest)
    return answer


def _range(query: NumbersFilter, today: date) -> tuple[date, date]:
    """The first and the last day that are asked for. Raises ValidationFailed."""
    for name, day in (("from", query.from_), ("to", query.to)):
        if day is not None and not EARLIEST <= day <= LATEST:
            raise validation_failed(f"/{name}", f"days lie between {EARLIEST} and {LATEST}")
    last = query.to or today
    first = query.from_ or last - timedelta(days=query.days - 1)
    if not 0 <= (last - first).days < MOST_DAYS:
        raise validation_failed("/from", f"a range of 1 to {MOST_DAYS} days, not after its end")
    return first, last
