"""Forgot and reset password. Templates: auth/. Tests: test_reset_pages.py."""

import asyncio

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import cookies, sessions
from app.storefront.backend import ApiError, segment
from app.storefront.forms import FormError, read_form, submits
from app.storefront.mailed_links import MAX_TOKEN, end_links, make, private, use_up
from app.storefront.pages.auth import parse_email
from app.storefront.pages.common import address_of, together, too_many
from app.storefront.passwords import password_problem
from app.storefront.rendering import done, render
from app.storefront.site import Site, site_of

log = structlog.get_logger("storefront")

# Known and unknown addresses are answered after the same time: the slower path (three calls) fits in it.
_ANSWER_AFTER_S = 0.4


async def show_forgot(request: Request) -> Response:
    """The form that asks for a reset e-mail."""
    return render(request, "auth/forgot.html")


@submits(show_forgot)
async def request_reset(request: Request) -> Response:
    """Send a reset link when the account exists; the answer is the same when it does not."""
    site, form = site_of(request), await read_form(request)
    email = parse_email(form.raw("email"))
    wait = site.limits.forgot(email, address_of(request))
    if wait:
        return too_many(request, wait, "auth/forgot.html")
    await together(_send_link(site, email), asyncio.sleep(_ANSWER_AFTER_S))
    return render(request, "auth/forgot.html", sent=True)


async def _send_link(site: Site, email: str) -> None:
    auth = site.backend.auth
    try:
        user = await auth.maybe(f"/internal/auth/users/by-email/{segment(email)}")
        if user is None:
            return
        link = await make(site, "reset-password", user["id"])
        mail = {"to": user["email"], "reset_url": link, "name": user.get("name") or ""}
        await site.backend.webhook.post("/internal/email/send-reset-password", mail)
    except ApiError as error:
        # Told to the operator alone: an error here would tell a stranger that the account exists.
        log.error("reset_link_failed", status=error.status, slug=error.slug)


async def show_reset(request: Request) -> Response:
    """The form for a new password; the token stays in this page."""
    form = getattr(request.state, "form", None)
    token = form.raw("token") if form else request.query_params.get("token", "")
    return private(render(request, "auth/reset.html", token=token[:MAX_TOKEN]))


@submits(show_reset)
async def reset_password(request: Request) -> Response:
    """Set a new password: the link is used up first, in one atomic step; all others and every session end."""
    site, form = site_of(request), await read_form(request)
    token, password = form.raw("token"), form.raw("password")
    problem = password_problem(password)
    if problem:
        raise FormError("password", problem)
    wait = site.limits.reset(address_of(request))
    if wait:
        return private(too_many(request, wait, "auth/reset.html", token=token[:MAX_TOKEN]))
    hashed = await site.passwords.hash(password)
    used = await use_up(site, "reset-password", token)
    if used is None:
        return private(render(request, "auth/reset.html", status=400, expired=True, token=""))
    user_id, _ = used
    await end_links(site, user_id)
    await _set_hash(site, user_id, hashed)
    await sessions.tell(request, "password_changed", user_id)
    await sessions.end_all(request, user_id)
    response = done(request, "/login", "Senha alterada. Entre com a nova senha.")
    response.headers.append("set-cookie", cookies.clear_session(site.settings))
    return private(response)


async def _set_hash(site: Site, user_id: str, hashed: str) -> None:
    """Every credential account of the user gets the hash; a user who has none gets one."""
    auth = site.backend.auth
    accounts = await auth.get(f"/internal/auth/accounts/by-user/{segment(user_id)}")
    credentials = [account for account in accounts if account["provider_id"] == "credential"]
    for account in credentials:
        await auth.patch(f"/internal/auth/accounts/{segment(account['id'])}", {"password": hashed})
    if not credentials:
        made = {"user_id": user_id, "provider_id": "credential", "account_id": user_id, "password": hashed}
        await auth.post("/internal/auth/accounts", made)


routes = [
    Route("/forgot-password", show_forgot, methods=["GET"]),
    Route("/forgot-password", request_reset, methods=["POST"]),
    Route("/reset-password", show_reset, methods=["GET"]),
    Route("/reset-password", reset_password, methods=["POST"]),
]
