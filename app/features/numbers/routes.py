"""Numbers of a store. SQL: sql/numbers.sql; tests/features/test_numbers.py."""

from datetime import timedelta
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
    last = query.to or store["today"]
    if not 2000 <= last.year < 9000:
        raise validation_failed("/to", "a day of the years 2000 to 8999")
    first = query.from_ or last - timedelta(days=query.days - 1)
    days = (last - first).days + 1
    if not (1 <= days <= MOST_DAYS and first.year >= 2000):
        raise validation_failed("/from", f"a range of 1 to {MOST_DAYS} days, not after its end")
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
