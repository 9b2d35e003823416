"""Top-ups that nobody finished end with the time to pay them; what was paid all the same brings its tokens, once."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

import msgspec

from app.clients.cardprovider import CardError
from app.clients.cardprovider_payloads import PaymentIntent
from app.context import Services
from app.db.ids import uuid7
from app.db.rows import many
from app.features.billing import grants
from app.features.housekeeping import apart, companies
from app.ops.log import log

OPEN_FOR = timedelta(days=1)
"""How long a top-up without a page may be paid, as the provider keeps its pages open."""
ON_ITS_WAY = timedelta(hours=1)
"""What was paid at the last moment is told first."""
SKEW = timedelta(days=1)


class Unfinished(msgspec.Struct, frozen=True):
    """A top-up whose time is over."""

    id: UUID
    attempt: str
    payment_intent_id: str | None
    created_at: datetime


async def end_unfinished(services: Services) -> int:
    """End the top-ups whose time is over; how many did. An outage of the provider ends the run."""
    ended, until = 0, services.clock.now() - ON_ITS_WAY
    find = partial(
        services.q.billing_worker.list_unfinished_companies, services.db, until=until, begun_before=until - OPEN_FOR
    )
    async for company, customer in companies(find):
        with apart(services.metrics, "topups", company):
            try:
                ended += await _of_company(services, company, customer, until)
            except CardError as error:
                if error.misshapen or not error.retry:
                    raise
                log.warning("unfinished_topups_wait", reason=str(error))
                services.metrics.billing_outages.labels("topups").inc()
                break
    if ended:
        log.info("topups_ended", count=ended)
    return ended


async def _of_company(services: Services, company: str, customer: str | None, until: datetime) -> int:
    rows = await services.q.billing_worker.list_unfinished_topups(
        services.db, company_id=company, until=until, begun_before=until - OPEN_FOR
    )
    topups = many(rows, Unfinished)
    made: list[PaymentIntent] = []
    if topups and customer is not None:
        since = min(topup.created_at for topup in topups) - SKEW
        made = await services.cardprovider.list_payments(customer, since=since)
    ended = 0
    for topup in topups:
        # Also one whose answer got lost, or that was begun on a page.
        its = [one for one in made if topup.payment_intent_id == one.id or one.metadata.get("attempt") == topup.attempt]
        ended += await _end(services, company, topup, its)
    return ended


async def _end(services: Services, company: str, topup: Unfinished, made: Iterable[PaymentIntent]) -> bool:
    """Give up its payments; False when one has gone through, or may yet."""
    paid = [intent for intent in made if intent.status == "succeeded"]
    if paid:
        async with services.db.transaction() as tx:
            for intent in paid:
                if grants.refusal(intent) is None:
                    await grants.grant_paid(services, tx, company, intent)
        return False
    for intent in made:
        if intent.status == "processing":
            return False
        if intent.status != "canceled" and not await _give_up(services, intent.id):
            return False
    await services.q.billing_worker.end_topup(services.db, company_id=company, id=topup.id)
    return True


async def _give_up(services: Services, intent: str) -> bool:
    """Let a payment never go through; False when it has moved on since it was listed. Raises CardError."""
    try:
        await services.cardprovider.cancel_payment(intent, key=f"give-up:{intent}:{uuid7().hex}")
    except CardError as error:
        if error.code != "payment_intent_unexpected_state":
            raise
        return False
    return True
