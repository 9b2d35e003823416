"""/internal/email: mails that carry a link. Each leaves as a job (jobs.py); tests/features/test_email.py."""

from app.context import WebhookCtx
from app.features.email.jobs import sealed_mail, send_link_mail
from app.features.email.rules import Purpose, is_trusted, link_key
from app.features.email.types import MailAccepted, SendConfirmEmail, SendResetPassword
from app.web.decode import validation_failed
from app.web.routing import Group
from app.web.scopes import Scope

email = Group("/internal/email", Scope.WEBHOOK, tag="email")


@email.post("/send-reset-password", status=202)
async def send_reset_password(ctx: WebhookCtx, body: SendResetPassword) -> MailAccepted:
    """Send the password-reset mail.

    `reset_url` must begin with AUTH_URL or one of AUTH_TRUSTED_ORIGINS. The same link is mailed once.
    """
    _check_origin(ctx, "/reset_url", body.reset_url)
    return await _send(ctx, "reset-password", body.to, body.reset_url, body.name)


@email.post("/send-confirm-email", status=202)
async def send_confirm_email(ctx: WebhookCtx, body: SendConfirmEmail) -> MailAccepted:
    """Send the mail that confirms a new e-mail address, to that address.

    `confirm_url` must begin with AUTH_URL or one of AUTH_TRUSTED_ORIGINS. The same link is mailed once.
    """
    _check_origin(ctx, "/confirm_url", body.confirm_url)
    return await _send(ctx, "confirm-email", body.to, body.confirm_url, body.name)


def _check_origin(ctx: WebhookCtx, field: str, link: str) -> None:
    settings = ctx.settings
    if not is_trusted(link, (settings.auth_url, settings.public_auth_url, *settings.auth_trusted_origins)):
        raise validation_failed(field, "its origin is neither AUTH_URL nor in AUTH_TRUSTED_ORIGINS")


async def _send(ctx: WebhookCtx, purpose: Purpose, to: str, link: str, name: str | None) -> MailAccepted:
    args = sealed_mail(ctx.services.vault, purpose, to, link, name)
    async with ctx.transaction() as tx:
        job_id = await ctx.jobs.enqueue(tx, send_link_mail, args, unique_key=link_key(purpose, link))
    return MailAccepted(accepted=True, id=job_id, mode=ctx.services.email.mode)
