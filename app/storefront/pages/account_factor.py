"""/account/second-factor: enrol an authenticator app, keep backup codes, turn it off. Templates: account/.

Each step asks for the password again. Tests: test_second_factor.py.
"""

from datetime import UTC, datetime, timedelta

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from app.storefront import second_factor, sessions
from app.storefront.desk import open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.pages.account import require_password
from app.storefront.pages.common import address_of
from app.storefront.rendering import done, render, text
from app.storefront.second_factor import Factor
from app.storefront.site import site_of

_PAGE = "account/second_factor.html"
# A key that waits longer for its first code is not shown again.
_SHOWN_FOR = timedelta(minutes=15)


async def show_factor(request: Request) -> Response:
    """Off: how to turn it on. Waiting for its first code: the key. On: how many backup codes are left."""
    desk = await open_desk(request)
    factor = await second_factor.find(site_of(request), desk.user.id)
    if factor is None or factor.proven:
        return render(request, _PAGE, factor=factor)
    if datetime.now(UTC) - factor.created_at > _SHOWN_FOR:
        return render(request, _PAGE, factor=None)
    return _key_page(request, factor, desk.user.email)


def _key_page(request: Request, factor: Factor, email: str) -> Response:
    uri = factor.uri(email, "Balcão")
    title = text(request, "QR code para o aplicativo autenticador")
    qr = Markup(segno.make(uri, error="m").svg_inline(scale=5, border=3, light="#fff", title=title))  # noqa: S704 - segno's own
    return render(request, _PAGE, factor=factor, uri=uri, qr=qr)


@submits(show_factor)
async def begin(request: Request) -> Response:
    """A key for the app; nothing is asked for before a code of it was right."""
    desk, site = await open_desk(request), site_of(request)
    await require_password(request, desk)
    factor = await second_factor.find(site, desk.user.id)
    if factor is None or not factor.proven:
        await second_factor.enrol(site, desk.user.id)
    return RedirectResponse("/account/second-factor", status_code=303)


@submits(show_factor)
async def confirm(request: Request) -> Response:
    """The first code: from now on one is asked for. Shows the backup codes, this once."""
    desk, form, site = await open_desk(request), await read_form(request), site_of(request)
    if site.limits.login(f"code {desk.user.id}", address_of(request)):
        raise FormError("code", "Muitas tentativas em pouco tempo. Aguarde um pouco.")
    factor = await second_factor.prove(site, desk.user.id, form.raw("code"))
    if factor is None:
        raise FormError("code", "O código não confere. Veja se a hora do celular está certa.")
    await sessions.tell(request, "two_factor_enabled", desk.user.id)
    await sessions.end_all(request, desk.user.id, but=await sessions.look_up(request))
    return render(request, _PAGE, factor=factor, codes=factor.codes)


@submits(show_factor)
async def renew(request: Request) -> Response:
    """New backup codes; those from before are worth nothing."""
    desk = await open_desk(request)
    await _require_both(request)
    codes = await second_factor.renew_codes(site_of(request), desk.user.id)
    if codes is None:
        raise FormError("code", "O código não confere.")
    factor = await second_factor.find(site_of(request), desk.user.id)
    return render(request, _PAGE, factor=factor, codes=codes)


@submits(show_factor)
async def turn_off(request: Request) -> Response:
    """Ask for the password alone again."""
    desk = await open_desk(request)
    await _require_both(request)
    await second_factor.remove(site_of(request), desk.user.id)
    await sessions.tell(request, "two_factor_disabled", desk.user.id)
    return done(request, "/account", "Verificação em duas etapas desligada.")


async def _require_both(request: Request) -> None:
    """The password and a code. Raises FormError."""
    desk, form = await open_desk(request), await read_form(request)
    await require_password(request, desk)
    verdict = await second_factor.check(site_of(request), desk.user.id, form.raw("code"))
    if verdict == "closed":
        raise FormError("code", "Códigos errados demais. Tente de novo em alguns minutos.")
    if verdict != "right":
        raise FormError("code", "O código não confere.")


routes = [
    Route("/account/second-factor", show_factor, methods=["GET"]),
    Route("/account/second-factor", begin, methods=["POST"]),
    Route("/account/second-factor/confirm", confirm, methods=["POST"]),
    Route("/account/second-factor/codes", renew, methods=["POST"]),
    Route("/account/second-factor/off", turn_off, methods=["POST"]),
]
