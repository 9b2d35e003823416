"""The mail on its way: tried again while the provider is away, never sent twice, never after the link has expired."""

from datetime import timedelta

import msgspec

from app.clients.email import EmailError
from app.context import JobCtx
from app.features.email.rules import Purpose, link_mail
from app.jobs import GiveUp, RetryLater, job
from app.ops.vault import Vault

LINK_LIFETIME = timedelta(hours=1)


class SendLinkMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the mail is made of. The link opens an account: it lies sealed, for this address and purpose alone."""

    purpose: Purpose
    to: str
    link_enc: bytes
    name: str | None


def sealed_mail(vault: Vault, purpose: Purpose, to: str, link: str, name: str | None) -> SendLinkMail:
    """The job of a mail."""
    return SendLinkMail(purpose, to, vault.seal(link, _aad(purpose, to)), name)


@job("send_link_mail", args=SendLinkMail, max_attempts=12, timeout_s=30)
async def send_link_mail(ctx: JobCtx, args: SendLinkMail) -> None:
    """Send it. The provider knows the mail by its key, so a repeated attempt is one mail."""
    if ctx.now() - ctx.run.created_at > LINK_LIFETIME:
        raise GiveUp("the link has expired")
    link = ctx.services.vault.open(args.link_enc, _aad(args.purpose, args.to))
    if link is None:
        raise GiveUp("no key of SECRETS_KEY opens the link")
    try:
        await ctx.services.email.send(link_mail(args.purpose, args.to, link, args.name))
    except EmailError as error:
        if error.permanent:
            raise GiveUp(str(error)) from error
        raise RetryLater(str(error)) from error


def _aad(purpose: Purpose, to: str) -> str:
    return f"{purpose}:{to}"
