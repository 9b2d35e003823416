"""/account: one's own name, language, time zone, password, sessions, and the end of it. Templates: account/."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from zoneinfo import available_timezones

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from app.storefront import cookies, sessions
from app.storefront.backend import Json, segment
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.mailed_links import end_links
from app.storefront.pages.common import address_of
from app.storefront.passwords import password_problem
from app.storefront.rendering import done, render, text
from app.storefront.site import site_of
from app.web.replies import Streamed

LANGUAGES = ("", "pt", "en")
_SHOWN_SESSIONS = 50
REGIONS = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")


async def show_account(request: Request) -> Response:
    """Everything about the person, whatever company they work for."""
    desk = await open_desk(request)
    found = await site_of(request).backend.auth.get(
        f"/internal/auth/sessions/by-user/{segment(desk.user.id)}", limit=_SHOWN_SESSIONS
    )
    return render(request, "account/show.html", sessions=found, zones=_zones(request))


def _zones(request: Request) -> list[tuple[str, str]]:
    """The zones a person may choose; what they read is the city."""
    names = sorted(name for name in available_timezones() if name.startswith(REGIONS))
    return [("", text(request, "O da empresa")), *((name, name.replace("_", " ")) for name in names)]


@submits(show_account)
async def save_profile(request: Request) -> Response:
    """Name, language and time zone. What else the frontend keeps in the metadata stays."""
    desk, form = await open_desk(request), await read_form(request)
    name, language, zone = form.text("name", required=True, limit=200), form.text("language"), form.text("timezone")
    if language not in LANGUAGES:
        raise FormError("language", "Este valor não é aceito.")
    if zone and zone not in available_timezones():
        raise FormError("timezone", "Escolha um fuso horário da lista.")
    path = f"/internal/auth/users/{segment(desk.user.id)}"
    stored = await site_of(request).backend.auth.get(f"/internal/auth/users/by-id/{segment(desk.user.id)}")
    metadata = dict(stored.get("metadata") or {}) | {"language": language, "timezone": zone}
    await site_of(request).backend.auth.patch(path, {"name": name, "metadata": metadata})
    return done(request, "/account", "Conta salva.")


@submits(show_account)
async def change_password(request: Request) -> Response:
    """Change the password: the old one is asked for, every other session and mailed link ends."""
    desk, form, site = await open_desk(request), await read_form(request), site_of(request)
    problem = password_problem(form.raw("password"))
    if problem:
        raise FormError("password", problem)
    account = await require_password(request, desk)
    hashed = await site.passwords.hash(form.raw("password"))
    await end_links(site, desk.user.id)
    await site.backend.auth.patch(f"/internal/auth/accounts/{segment(account['id'])}", {"password": hashed})
    await sessions.tell(request, "password_changed", desk.user.id)
    await sessions.end_all(request, desk.user.id)
    response = done(request, "/account", "Senha alterada. As outras sessões foram encerradas.")
    response.headers.append("set-cookie", await sessions.start(request, desk.user.id))
    return response


async def require_password(request: Request, desk: Desk, field: str = "current_password") -> Json:
    """The credential account, when the field holds its password. Raises FormError."""
    site, form = site_of(request), await read_form(request)
    if site.limits.login(desk.user.email, address_of(request)):
        raise FormError(field, "Muitas tentativas em pouco tempo. Aguarde um pouco.")
    account = await site.backend.auth.maybe(f"/internal/auth/accounts/password-by-user/{segment(desk.user.id)}")
    stored = account.get("password") if account else None
    if not await site.passwords.matches(form.raw(field), stored) or account is None:
        raise FormError(field, "A senha atual não confere.")
    return account


@submits(show_account)
async def end_session(request: Request) -> Response:
    """End one of one's own sessions."""
    desk, form = await open_desk(request), await read_form(request)
    auth = site_of(request).backend.auth
    found = await auth.get(f"/internal/auth/sessions/by-user/{segment(desk.user.id)}", limit=_SHOWN_SESSIONS)
    wanted = form.text("session_id", limit=64)
    if any(session["id"] == wanted for session in found):
        await sessions.end(request, desk.user.id, wanted)
    return done(request, "/account", "Sessão encerrada.")


async def open_company(request: Request) -> Response:
    """A company of one's own, for somebody who has only worked for others."""
    desk = await open_desk(request)
    own = site_of(request).backend.actor(desk.user.id)
    await own.post("/internal/company/ensure", {"name": desk.user.name[:200]})
    return RedirectResponse(f"/stores/new?company={segment(desk.user.id)}", status_code=303)


async def show_deletion(request: Request) -> Response:
    """What would be gone, the export that comes before it, and the question."""
    desk = await open_desk(request)
    return render(request, "account/delete.html", owned=_owned(desk))


@submits(show_deletion)
async def delete_account(request: Request) -> Response:
    """Delete the person and, with them, the company that is theirs."""
    desk, form, site = await open_desk(request), await read_form(request), site_of(request)
    if not form.flag("understood"):
        raise FormError("understood", "Marque que você entendeu o que vai ser apagado.")
    await require_password(request, desk)
    # The files first: were this process to end in between, nobody could sign in to have them removed.
    site.files.erase(desk.user.id)
    await site.backend.auth.delete(f"/internal/auth/users/{segment(desk.user.id)}", slow=True)
    response = done(request, "/login", "Sua conta foi apagada.")
    response.headers.append("set-cookie", cookies.clear_session(site.settings))
    return response


async def export_company(request: Request) -> Response:
    """All that is kept of one's own company, as a file."""
    desk = await open_desk(request)
    pieces = site_of(request).backend.export(desk.user.id)
    first = await anext(pieces)

    async def whole() -> AsyncGenerator[bytes, None]:
        async with aclosing(pieces):
            yield first
            async for piece in pieces:
                yield piece

    headers = {"Content-Disposition": f'attachment; filename="{desk.user.id}.jsonl"', "Cache-Control": "no-store"}
    return Streamed(whole(), "application/x-ndjson", headers)


def _owned(desk: Desk) -> bool:
    return any(company.role == "owner" for company in desk.companies)


routes = [
    Route("/account", show_account, methods=["GET"]),
    Route("/account", save_profile, methods=["POST"]),
    Route("/account/password", change_password, methods=["POST"]),
    Route("/account/session", end_session, methods=["POST"]),
    Route("/account/company", open_company, methods=["POST"]),
    Route("/account/export", export_company, methods=["GET"]),
    Route("/account/delete", show_deletion, methods=["GET"]),
    Route("/account/delete", delete_account, methods=["POST"]),
]
