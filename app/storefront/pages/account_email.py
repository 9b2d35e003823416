"""/account/email and /confirm-email: another address to sign in with, taken once its mail has been read.

Templates: account/show.html, auth/confirm_email.html. Tests: test_email_change.py.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import sessions
from app.storefront.backend import ApiError, segment
from app.storefront.desk import open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.mailed_links import MAX_TOKEN, end_links, make, private, use_up
from app.storefront.pages.account import require_password, show_account
from app.storefront.pages.auth import parse_email
from app.storefront.pages.common import address_of, too_many
from app.storefront.rendering import done, render
from app.storefront.site import site_of

_VIEW = "auth/confirm_email.html"
_TAKEN = "Já existe uma conta com este e-mail."


@submits(show_account)
async def ask(request: Request) -> Response:
    """Mail a link to the new address; asks for the password. Until the link is opened nothing changes."""
    desk, form, site = await open_desk(request), await read_form(request), site_of(request)
    email = parse_email(form.raw("email"))
    await require_password(request, desk, "email_password")
    if await site.backend.auth.maybe(f"/internal/auth/users/by-email/{segment(email)}"):
        raise FormError("email", _TAKEN)
    if site.limits.forgot(email, address_of(request)):
        raise FormError("email", "Muitas tentativas em pouco tempo. Aguarde um pouco.")
    link = await make(site, "confirm-email", desk.user.id, email)
    mail = {"to": email, "confirm_url": link, "name": desk.user.name}
    await site.backend.webhook.post("/internal/email/send-confirm-email", mail)
    said = "Enviamos um link para %(email)s. O e-mail muda quando você o abrir e confirmar."
    return done(request, "/account", said, email=email)


async def show(request: Request) -> Response:
    """The question; who opens the link confirms nothing yet, for mail scanners open links too."""
    form = getattr(request.state, "form", None)
    token = form.raw("token") if form else request.query_params.get("token", "")
    return private(render(request, _VIEW, token=token[:MAX_TOKEN]))


@submits(show)
async def confirm(request: Request) -> Response:
    """The address is the user's now, and known to be theirs; their other sessions and links end."""
    site, token = site_of(request), (await read_form(request)).raw("token")
    wait = site.limits.reset(address_of(request))
    if wait:
        return private(too_many(request, wait, _VIEW, token=token[:MAX_TOKEN]))
    used = await use_up(site, "confirm-email", token)
    if used is None or not used[1]:
        return private(render(request, _VIEW, status=400, token=""))
    user_id, email = used
    await end_links(site, user_id)
    try:
        body = {"email": email, "email_verified": True}
        await site.backend.auth.patch(f"/internal/auth/users/{segment(user_id)}", body)
    except ApiError as error:
        if error.status not in (404, 409):
            raise
        return private(render(request, _VIEW, status=error.status, token="", taken=error.status == 409))
    visitor = await sessions.look_up(request)
    mine = visitor if visitor is not None and visitor.user.id == user_id else None
    await sessions.tell(request, "email_changed", user_id)
    await sessions.end_all(request, user_id, but=mine)
    return private(
        done(request, "/account" if mine else "/login", "E-mail alterado. As outras sessões foram encerradas.")
    )


routes = [
    Route("/account/email", ask, methods=["POST"]),
    Route("/confirm-email", show, methods=["GET"]),
    Route("/confirm-email", confirm, methods=["POST"]),
]
