"""The jobs that ask the provider how a subscription stands, and that keep its meter at the price of its plan."""

import msgspec

from app.clients.cardprovider import CardError
from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import JobCtx, Services
from app.db.ids import uuid7
from app.db.pool import Executor
from app.features.billing.closing import make_way
from app.features.billing.lookup import company_of, plan_of
from app.features.billing.mirror import (
    OVER,
    State,
    counted,
    note_beginning,
    open_invoice,
    stored,
    subscription_fields,
)
from app.features.billing.plan_moves import Counting
from app.jobs import GiveUp, job

ASKED_FOR_A_MONTH = 750
"""Attempts, an hour apart in the end: an outage is waited for, however long it lasts."""


class SyncSubscription(msgspec.Struct, frozen=True, kw_only=True):
    """The subscription to ask the provider about."""

    subscription: str
    company_id: str


class MatchMeter(msgspec.Struct, frozen=True, kw_only=True):
    """The subscription whose metered item is to bill at its plan's price."""

    subscription: str
    company_id: str


@job("sync_subscription", args=SyncSubscription, max_attempts=ASKED_FOR_A_MONTH)
async def sync_subscription(ctx: JobCtx, args: SyncSubscription) -> None:
    """Take over the provider's present state, unless a newer event has been applied meanwhile."""
    before = await stored(ctx.services, ctx.db, args.company_id, args.subscription)
    if before is not None and before.status == "canceled":
        return
    try:
        found = await ctx.services.cardprovider.get_subscription(args.subscription)
    except CardError as error:
        if error.retry:
            raise
        raise GiveUp(f"the provider refused: {error.code}") from error
    if not await take_over(ctx.services, args.company_id, before, found):
        raise GiveUp("the subscription is not of this company, or has the price of no plan")


async def take_over(services: Services, company: str, before: State | None, found: ProviderSubscription) -> bool:
    """Write the provider's answer down; False when it is not the company's, or of no plan."""
    queries = services.q.billing_worker
    async with services.db.transaction() as tx:
        plan = await plan_of(services, tx, found)
        if plan is None or await company_of(services, tx, found.customer, found.metadata) != company:
            return False
        counting = await counted(services, tx, before, found, plan, status=found.status)
        fields = await subscription_fields(services, tx, found, counting)
        if before is not None:
            applied = await queries.refresh_subscription(
                tx, company_id=company, seen_event_at=before.last_event_at, **fields
            )
        elif found.status in OVER or not await make_way(services, tx, company, found):
            return True
        else:
            # No event of it has come yet: without a time of its own, the first one that comes is the newer one.
            applied = await queries.apply_subscription(
                tx,
                id=uuid7(),
                company_id=company,
                open_invoice_id=open_invoice(found),
                event_at=None,
                first=True,
                **fields,
            )
        if applied:
            await services.resolver.take(tx, company, [("subscription", found.id)], again=True)
            await note_beginning(services, tx, company, found.id)
            await match_later(services, tx, company, before, counting, found)
    return True


async def ask_again(services: Services, tx: Executor, subscription: str, company: str) -> None:
    """Let the provider be asked, once this transaction is done."""
    args = SyncSubscription(subscription=subscription, company_id=company)
    await services.jobs.enqueue(tx, sync_subscription, args, company_id=company, unique_key=subscription)


async def match_later(
    services: Services,
    tx: Executor,
    company: str,
    before: State | None,
    counting: Counting,
    found: ProviderSubscription,
) -> None:
    """Where the meter bills at the price of another plan than the one that counts, it follows."""
    if before is None or counting.next_plan_id is not None or found.status in OVER:
        return
    wanted = await services.q.billing_worker.get_metered_price(tx, plan_id=counting.plan_id)
    if wanted != (found.metered_item.price.id if found.metered_item else None):
        args = MatchMeter(subscription=found.id, company_id=company)
        await services.jobs.enqueue(tx, match_meter, args, company_id=company, unique_key=found.id)


@job("match_meter", args=MatchMeter, max_attempts=ASKED_FOR_A_MONTH)
async def match_meter(ctx: JobCtx, args: MatchMeter) -> None:
    """Give the subscription the metered price of the plan that counts.

    With usage of the running period on the meter it waits for the next one: what was counted before a change of price
    the provider does not bill, or bills at the new one. Overage at the new price is charged until then.
    """
    services = ctx.services
    before = await stored(services, ctx.db, args.company_id, args.subscription)
    if before is None or before.status in OVER or before.next_plan_id is not None:
        return
    wanted = await ctx.q.billing_worker.get_metered_price(ctx.db, plan_id=before.plan_id)
    try:
        found = await services.cardprovider.get_subscription(args.subscription)
        has = found.metered_item.price.id if found.metered_item else None
        if found.status in OVER or wanted == has or not await hold_meter(services, args.company_id, found.id):
            return
        key = f"meter:{found.id}:{wanted}:{uuid7().hex}"
        found = await services.cardprovider.set_metered_price(found, wanted, key=key)
    except CardError as error:
        if error.retry:
            raise
        raise GiveUp(f"the provider refused: {error.code}") from error
    await take_over(services, args.company_id, before, found)


async def hold_meter(services: Services, company: str, subscription: str) -> bool:
    """Stop metering, so that the price may change; False when the running period has usage on the meter.

    What the provider answers or tells next about the subscription starts it again.
    """
    queries = services.q.billing_overage
    async with services.db.transaction() as tx:
        await queries.lock_billing(tx, company_id=company)
        held = await queries.hold_meter(tx, company_id=company, cardprovider_subscription_id=subscription)
    return held is not None
