"""The job that asks the provider how a subscription stands, when events leave doubt."""

import msgspec

from app.clients.cardprovider import CardError
from app.context import JobCtx
from app.db.ids import uuid7
from app.features.billing.lookup import company_of, plan_of
from app.features.billing.subscriptions import subscription_fields
from app.jobs import GiveUp, job


class SyncSubscription(msgspec.Struct, frozen=True, kw_only=True):
    """The subscription to ask the provider about."""

    subscription: str
    company_id: str


@job("sync_subscription", args=SyncSubscription)
async def sync_subscription(ctx: JobCtx, args: SyncSubscription) -> None:
    """Take over the provider's present state, unless a newer event has been applied meanwhile."""
    queries = ctx.q.billing_worker
    before = await queries.get_subscription_state(ctx.db, cardprovider_subscription_id=args.subscription)
    if before is not None and before["status"] == "canceled":
        return
    try:
        found = await ctx.services.cardprovider.get_subscription(args.subscription)
    except CardError as error:
        if error.retry:
            raise
        raise GiveUp(f"the provider refused: {error.code}") from error
    async with ctx.transaction() as tx:
        company = await company_of(ctx.services, tx, found.customer, found.metadata)
        plan = await plan_of(ctx.services, tx, found)
        if company != args.company_id or plan is None:
            raise GiveUp("the subscription is not of this company, or has the price of no plan")
        fields = subscription_fields(found)
        if before is not None:
            await queries.refresh_subscription(
                tx, company_id=company, plan_id=plan, seen_event_at=before["last_event_at"], **fields
            )
        elif not await queries.has_other_subscription(
            tx, company_id=company, cardprovider_subscription_id=args.subscription
        ):
            # No event of it has come yet: without a time of its own, the first one that comes is the newer one.
            await queries.apply_subscription(
                tx, id=uuid7(), company_id=company, plan_id=plan, event_at=None, first=True, **fields
            )
