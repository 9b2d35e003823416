"""What nobody has billed yet, company by company: what fails for one of them stops no other."""

from collections.abc import Awaitable, Callable
from datetime import date, datetime

import msgspec

from app.context import Services
from app.db.pool import Executor
from app.db.rows import many, maybe
from app.features.housekeeping import apart


class OpenOverage(msgspec.Struct, frozen=True):
    """Unclaimed overage of a company's month at one price."""

    period: date
    timezone: str
    price: int
    tokens: int


class Meter(msgspec.Struct, frozen=True):
    """The price a company's meter bills at, and since when it counts what has not been invoiced."""

    price: int
    since: datetime | None


Claim = Callable[[Services, str, list[OpenOverage]], Awaitable[int]]


async def each_company(services: Services, company_id: str | None, claim: Claim) -> int:
    """Let `claim` work on the open overage of each company, or of the one that is named; the sum of what it did."""
    queries, done = services.q.billing_overage, 0
    for (company,) in await queries.list_open_companies(services.db, company_id=company_id):
        with apart(services.metrics, "overage", company):
            items = many(await queries.list_open_overage(services.db, company_id=company), OpenOverage)
            done += await claim(services, company, items)
    return done


async def meter_of(services: Services, db: Executor, company: str) -> Meter | None:
    """The meter that bills the company now. Only overage at its very price goes there; all other is charged."""
    row = await services.q.billing_overage.get_meter(db, company_id=company, moment=services.clock.now())
    return maybe(row, Meter)
