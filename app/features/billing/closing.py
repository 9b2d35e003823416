"""A subscription that must not go on ends at the provider too, or its card would go on paying; a job sees to it."""

import msgspec

from app.clients.cardprovider import CardError
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import JobCtx, Services
from app.db.pool import Executor
from app.db.queries import Queries
from app.jobs import GiveUp, JobQueue, job

UNTIL_IT_HAS = 100_000
"""Attempts, an hour apart in the end."""


class EndSubscription(msgspec.Struct, frozen=True, kw_only=True):
    """The subscription to end, by its id at the provider: its company may be gone when the job runs."""

    subscription: str


@job("end_subscription", args=EndSubscription, max_attempts=UNTIL_IT_HAS)
async def end_subscription(ctx: JobCtx, args: EndSubscription) -> None:
    """End it at once. One that has ended already is fine."""
    try:
        await ctx.services.cardprovider.end_subscription(args.subscription)
    except CardError as error:
        if error.code == "resource_missing":
            return
        if error.retry:
            raise
        raise GiveUp(f"the provider refused: {error.code}") from error


async def end_billing(q: Queries, jobs: JobQueue, tx: Executor, company_id: str) -> None:
    """Call in the transaction that deletes the company, before the deletion."""
    rows = await q.billing_worker.list_live_subscriptions(tx, company_id=company_id)
    for subscription, _ in rows:
        await jobs.enqueue(tx, end_subscription, EndSubscription(subscription=subscription))


async def make_way(services: Services, tx: Executor, company: str, found: ProviderSubscription) -> bool:
    """Of two subscriptions of a company one stays: that which was paid first. Whether the newly found one does.

    The other ends at the provider by a job.
    """
    queries = services.q.billing_worker
    others = [row for row in await queries.list_live_subscriptions(tx, company_id=company) if row[0] != found.id]
    if not others:
        return True
    stays = found.status in ("active", "trialing") and all(status == "incomplete" for _, status in others)
    for subscription in [other for other, _ in others] if stays else [found.id]:
        if stays:
            await queries.end_subscription(
                tx, company_id=company, cardprovider_subscription_id=subscription, ended_at=services.clock.now()
            )
        args = EndSubscription(subscription=subscription)
        await services.jobs.enqueue(tx, end_subscription, args, company_id=company, unique_key=subscription)
    return stays
