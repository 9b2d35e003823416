"""A deleted company's subscription ends at the provider too, or its card would go on paying."""

import msgspec

from app.clients.cardprovider import CardError
from app.context import JobCtx
from app.db.pool import Executor
from app.db.queries import Queries
from app.jobs import GiveUp, JobQueue, job


class EndSubscription(msgspec.Struct, frozen=True, kw_only=True):
    """The subscription to end, by its id at the provider: its company is gone when the job runs."""

    subscription: str


@job("end_subscription", args=EndSubscription, max_attempts=20)
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
    for (subscription,) in rows:
        await jobs.enqueue(tx, end_subscription, EndSubscription(subscription=subscription))
