"""The mail on its way: tried again while the provider is away, never sent twice, never after the link has expired."""

from datetime import timedelta

import msgspec

from app.clients.email import EmailError
from app.context import JobCtx
from app.features.email.rules import reset_mail
from app.jobs import GiveUp, RetryLater, job

LINK_LIFETIME = timedelta(hours=1)


class SendResetMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the mail is made of."""

    to: str
    reset_url: str
    name: str | None


@job("send_reset_mail", args=SendResetMail, max_attempts=12, timeout_s=30)
async def send_reset_mail(ctx: JobCtx, args: SendResetMail) -> None:
    """Send it. The provider knows the mail by its key, so a repeated attempt is one mail."""
    if ctx.now() - ctx.run.created_at > LINK_LIFETIME:
        raise GiveUp("the link has expired")
    try:
        await ctx.services.email.send(reset_mail(args.to, args.reset_url, args.name))
    except EmailError as error:
        if error.permanent:
            raise GiveUp(str(error)) from error
        raise RetryLater(str(error)) from error
