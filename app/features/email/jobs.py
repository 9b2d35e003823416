"""The mail on its way: tried again while the provider is away, never sent twice, never after the link has expired."""

from datetime import timedelta

import msgspec

from app.clients.email import EmailError
from app.context import JobCtx
from app.features.email.rules import reset_mail
from app.jobs import GiveUp, RetryLater, job
from app.ops.vault import Vault

LINK_LIFETIME = timedelta(hours=1)


class SendResetMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the mail is made of. The link opens an account: it lies sealed, for this address alone."""

    to: str
    reset_url_enc: bytes
    name: str | None


def sealed_mail(vault: Vault, to: str, reset_url: str, name: str | None) -> SendResetMail:
    """The job of a mail."""
    return SendResetMail(to, vault.seal(reset_url, _aad(to)), name)


@job("send_reset_mail", args=SendResetMail, max_attempts=12, timeout_s=30)
async def send_reset_mail(ctx: JobCtx, args: SendResetMail) -> None:
    """Send it. The provider knows the mail by its key, so a repeated attempt is one mail."""
    if ctx.now() - ctx.run.created_at > LINK_LIFETIME:
        raise GiveUp("the link has expired")
    reset_url = ctx.services.vault.open(args.reset_url_enc, _aad(args.to))
    if reset_url is None:
        raise GiveUp("no key of SECRETS_KEY opens the link")
    try:
        await ctx.services.email.send(reset_mail(args.to, reset_url, args.name))
    except EmailError as error:
        if error.permanent:
            raise GiveUp(str(error)) from error
        raise RetryLater(str(error)) from error


def _aad(to: str) -> str:
    return f"reset_mail:{to}"
