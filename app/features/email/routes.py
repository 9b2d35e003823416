"""/internal/email: the reset mail. The mail leaves as a job (jobs.py); tests/features/test_email.py."""

from app.context import WebhookCtx
from app.features.email.jobs import sealed_mail, send_reset_mail
from app.features.email.rules import is_trusted, reset_key
from app.features.email.types import MailAccepted, SendResetPassword
from app.web.decode import validation_failed
from app.web.routing import Group
from app.web.scopes import Scope

email = Group("/internal/email", Scope.WEBHOOK, tag="email")


@email.post("/send-reset-password", status=202)
async def send_reset_password(ctx: WebhookCtx, body: SendResetPassword) -> MailAccepted:
    """Send the password-reset mail.

    `reset_url` must begin with AUTH_URL or one of AUTH_TRUSTED_ORIGINS. The same link is mailed once.
    """
    settings = ctx.settings
    if not is_trusted(body.reset_url, (settings.auth_url, settings.public_auth_url, *settings.auth_trusted_origins)):
        raise validation_failed("/reset_url", "its origin is neither AUTH_URL nor in AUTH_TRUSTED_ORIGINS")
    args = sealed_mail(ctx.services.vault, body.to, body.reset_url, body.name)
    async with ctx.transaction() as tx:
        job_id = await ctx.jobs.enqueue(tx, send_reset_mail, args, unique_key=reset_key(body.reset_url))
    return MailAccepted(accepted=True, id=job_id, mode=ctx.services.email.mode)
