"""What nobody has billed yet, company by company: what fails for one of them stops no other."""

from collections.abc import Awaitable, Callable
from datetime import date

import msgspec

from app.context import Services
from app.db.rows import many
from app.ops.log import log


class OpenOverage(msgspec.Struct, frozen=True):
    """Unclaimed overage of a company's month at one price; `metered`: the provider's meter bills that very price."""

    period: date
    timezone: str
    price: int
    metered: bool
    tokens: int


Claim = Callable[[Services, str, list[OpenOverage]], Awaitable[int]]


async def each_company(services: Services, company_id: str | None, claim: Claim) -> int:
    """Let `claim` work on the open overage of each company, or of the one that is named; the sum of what it did."""
    queries, done = services.q.billing_overage, 0
    for (company,) in await queries.list_open_companies(services.db, company_id=company_id):
        try:
            items = many(await queries.list_open_overage(services.db, company_id=company), OpenOverage)
            done += await claim(services, company, items)
        except Exception as error:  # whatever it is, it is this company's alone
            log.error("overage_claim_failed", company_id=company, error=type(error).__name__, exc_info=error)
            services.metrics.company_failures.labels("overage").inc()
    return done
