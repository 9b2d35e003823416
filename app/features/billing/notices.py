"""The job that writes to a company about its bill (texts: mails.py)."""

import msgspec

from app.clients.email import EmailError
from app.context import JobCtx, Services
from app.db.pool import Executor
from app.db.rows import maybe
from app.features.billing.mails import Addressee, Notice, compose
from app.jobs import GiveUp, job
from app.ops.log import log


class SendNotice(msgspec.Struct, frozen=True, kw_only=True):
    """A mail about billing to a company. `key` makes it one mail, however often the job runs."""

    company_id: str
    key: str
    notice: Notice


@job("send_billing_notice", args=SendNotice)
async def send_billing_notice(ctx: JobCtx, args: SendNotice) -> None:
    """Write to the company's user."""
    row = await ctx.q.billing_worker.find_addressee(ctx.db, company_id=args.company_id)
    addressee = maybe(row, Addressee)
    if addressee is None:
        return
    try:
        await ctx.services.email.send(compose(args.notice, addressee, key=args.key))
    except EmailError as error:
        if error.permanent:
            raise GiveUp(str(error)) from error
        raise
    log.info("billing_notice_sent", kind=args.notice.kind, mode=ctx.services.email.mode)


async def notify(services: Services, tx: Executor, company: str, key: str, notice: Notice) -> None:
    """Let the mail leave, once this transaction is done."""
    args = SendNotice(company_id=company, key=key, notice=notice)
    await services.jobs.enqueue(tx, send_billing_notice, args, company_id=company)
