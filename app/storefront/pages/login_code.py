"""The second step of signing in: a code of the authenticator app, or a backup code. Templates: auth/code.html.

Tests: test_second_factor.py.
"""

import secrets
from datetime import UTC, datetime, timedelta

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from app.storefront import cookies, second_factor, sessions
from app.storefront.backend import ApiError, segment
from app.storefront.forms import read_form
from app.storefront.mailed_links import SECOND_STEP
from app.storefront.pages.common import address_of, too_many
from app.storefront.rendering import done, render, text
from app.storefront.security import safe_redirect
from app.storefront.site import Site, site_of

_COOKIE = "desk_second_step"
_PREFIX = f"{SECOND_STEP}:"
_LIFETIME = timedelta(minutes=10)


async def ask_for_code(request: Request, user_id: str, target: str) -> Response:
    """Whoever gave the right password is sent on to the code; the step is a record of the backend, used up once."""
    site = site_of(request)
    if await second_factor.find(site, user_id) is None:
        notice = text(request, "Esta conta usa verificação em duas etapas. Entre pela loja onde ela foi ativada.")
        return render(request, "auth/login.html", status=401, notice=notice, target=target)
    token = secrets.token_urlsafe(32)
    expires_at = (datetime.now(UTC) + _LIFETIME).isoformat()
    record = {"identifier": f"{_PREFIX}{user_id}", "value": token, "expires_at": expires_at}
    await site.backend.auth.post("/internal/auth/verifications", record)
    response = RedirectResponse("/login/code", status_code=303)
    _keep(site, response, f"{token} {target}", int(_LIFETIME.total_seconds()))
    return response


async def show_code(request: Request) -> Response:
    """The form for the code; without a step under way, the sign-in form."""
    return render(request, "auth/code.html") if _step(request) else RedirectResponse("/login", status_code=303)


async def take_code(request: Request) -> Response:
    """Judge the code; a right one signs in, and ends the step."""
    site, form, step = site_of(request), await read_form(request), _step(request)
    if step is None:
        return RedirectResponse("/login", status_code=303)
    token, target = step
    record = await site.backend.auth.maybe(f"/internal/auth/verifications/by-value/{segment(token)}")
    if record is None or not str(record["identifier"]).startswith(_PREFIX):
        return _over(request)
    user_id = str(record["identifier"]).removeprefix(_PREFIX)
    wait = site.limits.login(f"code {user_id}", address_of(request))
    if wait:
        return too_many(request, wait, "auth/code.html")
    verdict = await second_factor.check(site, user_id, form.raw("code"))
    if verdict != "right":
        await sessions.tell(request, "sign_in_failed", user_id)
        closed = "Códigos errados demais. Tente de novo em alguns minutos."
        notice = text(request, closed if verdict == "closed" else "O código não confere.")
        return render(request, "auth/code.html", status=429 if verdict == "closed" else 401, notice=notice)
    try:
        await site.backend.auth.post("/internal/auth/verifications/consume", _named(user_id, token))
    except ApiError as error:
        if error.status == 404:
            return _over(request)
        raise
    response = RedirectResponse(target, status_code=303)
    response.headers.append("set-cookie", await sessions.start(request, user_id))
    _keep(site, response, "-", 0)
    return response


def _named(user_id: str, token: str) -> dict[str, str]:
    return {"identifier": f"{_PREFIX}{user_id}", "value": token}


def _over(request: Request) -> Response:
    response = done(request, "/login", "Passou muito tempo. Entre de novo.")
    _keep(site_of(request), response, "-", 0)
    return response


def _step(request: Request) -> tuple[str, str] | None:
    """The step's token and where to go after it, as the cookie of the first step has them."""
    raw = request.cookies.get(_COOKIE)
    found = cookies.open_value(raw, site_of(request).settings.auth_secret.reveal()) if raw else None
    token, _, target = (found or "").partition(" ")
    return (token, safe_redirect(target)) if target else None


def _keep(site: Site, response: Response, value: str, max_age: int) -> None:
    response.headers.append("set-cookie", cookies.set_small(site.settings, _COOKIE, value, max_age))


routes = [
    Route("/login/code", show_code, methods=["GET"]),
    Route("/login/code", take_code, methods=["POST"]),
]
