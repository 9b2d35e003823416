"""Sign-up, login, logout, logout everywhere. Templates: auth/. Tests: test_auth_pages.py."""

import re
from uuid import uuid4

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from app.storefront import cookies, second_factor, sessions
from app.storefront.backend import ApiError, Json, segment
from app.storefront.forms import FormError, read_form, submits
from app.storefront.pages.common import address_of, too_many
from app.storefront.pages.login_code import ask_for_code
from app.storefront.passwords import password_problem
from app.storefront.rendering import done, render, text
from app.storefront.security import safe_redirect
from app.storefront.site import Site, site_of

log = structlog.get_logger("storefront")

_EMAIL = re.compile(r"[^@\s\x00-\x1f\x7f]{1,256}@[^@\s\x00-\x1f\x7f]+\.[^@\s\x00-\x1f\x7f]+")


def parse_email(value: str) -> str:
    """A plausible address, folded as the backend folds it. Raises FormError."""
    folded = value.strip().lower()
    if len(folded) > 320 or not _EMAIL.fullmatch(folded):
        raise FormError("email", "Informe um e-mail válido.")
    return folded


async def show_login(request: Request) -> Response:
    """The login form; a visitor with a live session goes straight on."""
    target = safe_redirect(request.query_params.get("redirect"))
    if request.method == "GET" and await sessions.look_up(request):
        return RedirectResponse(target, status_code=303)
    return render(request, "auth/login.html", target=target)


async def log_in(request: Request) -> Response:
    """Check e-mail and password; equal work and the same words whichever of the two was wrong."""
    site, form = site_of(request), await read_form(request)
    target = safe_redirect(form.raw("redirect") or request.query_params.get("redirect"))
    email, password = form.raw("email").strip().lower()[:320], form.raw("password")
    wait = site.limits.login(email, address_of(request))
    if wait:
        return too_many(request, wait, "auth/login.html", target=target, email=email)
    user, stored = await _credential(site, email)
    if not await site.passwords.matches(password, stored) or user is None:
        await sessions.tell(request, "sign_in_failed", user["id"] if user else None)
        notice = text(request, "E-mail ou senha incorretos.")
        return render(request, "auth/login.html", status=401, notice=notice, target=target, email=email)
    if user.get("plugin_fields", {}).get(second_factor.ENABLED):
        return await ask_for_code(request, user["id"], target)
    response = RedirectResponse(target, status_code=303)
    response.headers.append("set-cookie", await sessions.start(request, user["id"]))
    return response


async def _credential(site: Site, email: str) -> tuple[Json | None, str | None]:
    """The user of an e-mail and their bcrypt hash. Unknown addresses cost the same two calls."""
    auth = site.backend.auth
    if not email or "\0" in email:
        return None, None
    user = await auth.maybe(f"/internal/auth/users/by-email/{segment(email)}")
    user_id = user["id"] if user else "unknown"
    account = await auth.maybe(f"/internal/auth/accounts/password-by-user/{segment(user_id)}")
    return user, account.get("password") if user and account else None


async def show_register(request: Request) -> Response:
    """The sign-up form."""
    if request.method == "GET" and await sessions.look_up(request):
        return RedirectResponse("/dashboard", status_code=303)
    return render(request, "auth/register.html")


@submits(show_register)
async def register(request: Request) -> Response:
    """Create user, credential account and session in one step; the company follows by ensure."""
    site, form = site_of(request), await read_form(request)
    name = form.text("name", required=True, limit=200)
    email, password = parse_email(form.raw("email")), form.raw("password")
    problem = password_problem(password)
    if problem:
        raise FormError("password", problem)
    wait = site.limits.register(address_of(request))
    if wait:
        return too_many(request, wait, "auth/register.html")
    hashed = await site.passwords.hash(password)
    user_id, cookie = await sign_up(request, name, email, hashed)
    try:
        await site.backend.actor(user_id).post("/internal/company/ensure", {"name": name})
    except ApiError as error:
        # The account is good without it: the stores page ensures the company again.
        log.warning("company_ensure_failed", status=error.status)
    response = done(request, "/dashboard", "Conta criada. Vamos montar sua loja.")
    response.headers.append("set-cookie", cookie)
    return response


async def sign_up(request: Request, name: str, email: str, hashed: str, *, verified: bool = False) -> tuple[str, str]:
    """User, credential account and session in one step; gives the user's id and the Set-Cookie header.

    Raises FormError for an address that is taken.
    """
    user_id = uuid4().hex
    session, cookie = sessions.begin(request, user_id)
    user = {"id": user_id, "name": name, "email": email, "email_verified": verified}
    account = {"user_id": user_id, "provider_id": "credential", "account_id": user_id, "password": hashed}
    body = {"user": user, "account": account, "session": session}
    try:
        await site_of(request).backend.auth.post("/internal/auth/sign-ups", body)
    except ApiError as error:
        if error.status == 409:
            raise FormError("email", "Já existe uma conta com este e-mail.") from error
        raise
    await sessions.tell(request, "sign_in", user_id)
    return user_id, cookie


async def log_out(request: Request) -> Response:
    """End this session. The cookie goes even when the session was dead already."""
    visitor = await sessions.look_up(request)
    if visitor:
        await sessions.end(request, visitor.user.id, visitor.session_id)
    return _signed_out(request, "Você saiu da sua conta.")


async def log_out_everywhere(request: Request) -> Response:
    """End every session of the user; 401 for an anonymous caller."""
    user = await sessions.require_user(request)
    await sessions.end_all(request, user.id)
    return _signed_out(request, "Todas as sessões foram encerradas.")


def _signed_out(request: Request, message: str) -> Response:
    response = done(request, "/login", message)
    response.headers.append("set-cookie", cookies.clear_session(site_of(request).settings))
    return response


async def auth_callback(request: Request) -> Response:
    """Where an OAuth provider would come back to; none is configured."""
    return render(request, "auth/callback.html")


async def current_user(request: Request) -> Response:
    """The signed-in user as JSON; 401 for an anonymous caller."""
    user = await sessions.require_user(request)
    return JSONResponse({"id": user.id, "email": user.email, "name": user.name})


routes = [
    Route("/login", show_login, methods=["GET"]),
    Route("/login", log_in, methods=["POST"]),
    Route("/register", show_register, methods=["GET"]),
    Route("/register", register, methods=["POST"]),
    Route("/logout", log_out, methods=["POST"]),
    Route("/logout/everywhere", log_out_everywhere, methods=["POST"]),
    Route("/auth/callback", auth_callback, methods=["GET"]),
    Route("/api/me", current_user, methods=["GET"]),
]
