"""The company as the provider's customer: name, e-mail and tax id follow there, by a job."""

import msgspec

from app.clients.cardprovider import CardError, Payer
from app.context import JobCtx, Services
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.billing.rows import PayerRow
from app.features.billing.sync import ASKED_FOR_A_MONTH
from app.jobs import GiveUp, job


class FollowCustomer(msgspec.Struct, frozen=True, kw_only=True):
    """The company whose record at the provider is to be brought up to date."""

    company_id: str


@job("follow_customer", args=FollowCustomer, max_attempts=ASKED_FOR_A_MONTH)
async def follow_customer(ctx: JobCtx, args: FollowCustomer) -> None:
    """Tell the provider who the company is now. Without a customer there is nobody to tell of."""
    row = maybe(await ctx.q.billing.get_payer(ctx.db, actor_id=args.company_id), PayerRow)
    if row is None or row.customer is None:
        return
    provider, attempt = ctx.services.cardprovider, uuid7().hex
    payer = Payer(company_id=args.company_id, email=row.email, name=row.name)
    try:
        await provider.update_customer(row.customer, payer, key=f"customer:{row.customer}:{attempt}")
        await provider.set_tax_id(row.customer, row.tax_id, key=f"tax-id:{row.customer}:{attempt}")
    except CardError as error:
        if error.retry:
            raise
        raise GiveUp(f"the provider refused: {error.code}") from error


async def follow_later(services: Services, tx: Executor, company: str) -> None:
    """Call in the transaction that changes who the company is."""
    args = FollowCustomer(company_id=company)
    await services.jobs.enqueue(tx, follow_customer, args, company_id=company, unique_key=company)
