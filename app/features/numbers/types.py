"""The numbers of a store over a range of days."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from app.web.types import Query, Resource


class NumbersFilter(Query):
    """The days, both included, in the company's zone; without `from` as many as `days`. At most 366."""

    from_: date | None = msgspec.field(name="from", default=None)
    to: date | None = None
    days: Annotated[int, Meta(ge=1, le=366)] = 30
    lists: Annotated[bool, Meta(description="With channels, customers and interests; else these are empty")] = True


class Sums(Resource):
    """A range in sums. Revenue is by the day of confirmation, less the refunds of the day they were made.

    `ordering`: of the conversations begun in the range, those in which an order was made; answers are theirs, too.
    """

    orders: int
    revenue_cents: int
    sold: int
    conversations: int
    ordering: int
    agent_answers: int
    human_answers: int
    attended: int
    new_leads: int


class NumbersDay(Resource):
    """A day of the range."""

    date: date
    orders: int
    revenue_cents: int


class ChannelRevenue(Resource):
    """What was sold through a channel; `desk`: orders of no lead."""

    channel: str
    orders: int
    revenue_cents: int


class BestCustomer(Resource):
    """A lead that bought, and for how much."""

    lead_id: UUID
    name: str | None
    phone: str | None
    orders: int
    revenue_cents: int


class Interest(Resource):
    """What leads that came in the range are interested in."""

    interest: str
    leads: int


class Numbers(Resource):
    """Sums, their comparison with as many days before, and what they are made of."""

    from_: date = msgspec.field(name="from")
    to: date
    timezone: str
    now: Sums
    before: Sums
    by_day: Sequence[NumbersDay]
    by_channel: Sequence[ChannelRevenue]
    customers: Sequence[BestCustomer]
    interests: Sequence[Interest]
