"""Templates: one Jinja environment per language, and the pages that say what went wrong."""

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import ChainableUndefined, Environment, FileSystemLoader, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.storefront import charts, cookies, i18n, labels, ranges, refusals
from app.storefront.backend import ApiError, request_id_var
from app.storefront.i18n import Language
from app.storefront.site import site_of

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
FLASH_COOKIE = "desk_flash"


@cache
def asset(path: str) -> str:
    """URL of a static file with a digest, so that browsers may keep it."""
    digest = hashlib.sha256((STATIC / path).read_bytes()).hexdigest()[:10]
    return f"/static/{path}?v={digest}"


def icon(name: str) -> Markup:
    """One icon of the sprite, as decoration."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>').format(asset("icons.svg"), name)


def once() -> Markup:
    """A form's own Idempotency-Key (`Form.key`): sent twice, it is carried out once."""
    return Markup('<input type="hidden" name="request_key" value="{}">').format(secrets.token_urlsafe(24))


def _environment(language: Language) -> Environment:
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=ChainableUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        _=lambda text, **values: _unbroken(i18n.translate(language, text, **values)),
        lang=language,
        asset=asset,
        icon=icon,
        once=once,
        label=partial(labels.label, language),
        noun=partial(labels.noun, language),
        buyer=partial(labels.buyer, language),
        deed=partial(labels.deed, language),
        actor=partial(labels.actor, language),
        tone=labels.tone,
        device=labels.device,
        call_message=refusals.call_message,
        tool_message=refusals.tool_message,
        charts=charts,
        change=partial(ranges.change, language),
        percent=partial(_percent, language),
    )
    for name in ("number", "compact", "readable", "month"):
        made.filters[name] = partial(getattr(i18n, name), language)
    made.filters["money"] = lambda cents: _unbroken(i18n.money(language, cents))
    made.filters["moment"] = _in_zone(partial(i18n.moment, language))
    made.filters["ago"] = _in_zone(partial(i18n.ago, language))
    made.filters["reais"] = _reais
    made.filters["address"] = _address
    made.filters["unbroken"] = _unbroken
    made.filters["json"] = partial(json.dumps, ensure_ascii=False)
    made.filters["pretty_json"] = partial(json.dumps, ensure_ascii=False, indent=2, default=str)
    return made


def _percent(language: Language, part: Any, whole: Any) -> str:
    """A part of a whole, as 12,5%; a dash of nothing."""
    found = ranges.share(part, whole)
    return "–" if found is None else f"{i18n.number(language, round(found, 1))}%"


def _in_zone(show: Callable[..., str]) -> Callable[..., str]:
    """A filter for instants, in the zone of the page that is rendered."""

    @pass_context
    def shown(context: Context, value: Any, *arguments: Any) -> str:
        return show(value, *arguments, zone=context.get("zone") or i18n.SAO_PAULO)

    return shown


def _unbroken(message: Any) -> str:
    """A text in which no line ends between `R$` and its amount."""
    return re.sub(r"R\$ (?=\d)", "R$\u00a0", str(message or ""))


def _address(lead: Mapping[str, Any]) -> str:
    """Where somebody writes from, as a person knows it: on the site that is a code of ours or of the shop's."""
    return lead.get("phone") or ("" if lead["channel"] == "web" else str(lead["external_id"]))


def _reais(cents: Any) -> str:
    """Cents as the value of a money field: 1234 → 12,34; empty for none."""
    return f"{cents // 100},{cents % 100:02d}" if isinstance(cents, int) else ""


_ENVIRONMENTS: Mapping[str, Environment] = {"pt": _environment("pt"), "en": _environment("en")}


def language_of(request: Request) -> Language:
    """The language that the visitor has chosen, else the one this browser asks for."""
    chosen = getattr(getattr(getattr(request.state, "visitor", None), "user", None), "language", "")
    if chosen in ("pt", "en"):
        return "en" if chosen == "en" else "pt"
    return i18n.choose_language(request.headers.get("accept-language", ""))


def text(request: Request, message: str, **values: Any) -> str:
    """A message in the request's language."""
    return i18n.translate(language_of(request), message, **values)


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A page. Shows and clears the flash message; sets the cookies that the page's code asked for."""
    state = request.state
    flash = _read_flash(request)
    desk = getattr(state, "desk", None)
    page = _ENVIRONMENTS[language_of(request)].get_template(template)
    html = page.render(
        request=request,
        path=request.url.path,
        visitor=getattr(state, "visitor", None),
        desk=desk,
        zone=desk.zone if desk else i18n.SAO_PAULO,
        may=desk.may if desk else _may_all,
        refusal=getattr(state, "refusal", None),
        flash=flash,
        site_url=site_of(request).public_url,
        development=site_of(request).settings.development,
        **context,
    )
    response = HTMLResponse(html, status_code=status, headers={"Vary": "Accept-Language, Cookie"})
    if flash:
        response.headers.append("set-cookie", cookies.set_small(site_of(request).settings, FLASH_COOKIE, "-", 0))
    _keep_cookies(request, response)
    return response


def _may_all(_path: str, _method: str = "GET") -> bool:
    return True


def done(request: Request, url: str, message: str = "", **values: Any) -> RedirectResponse:
    """Go on to `url` after a form was carried out, with a message shown there once."""
    response = RedirectResponse(url, status_code=303)
    if message:
        note = text(request, message, **values)
        settings = site_of(request).settings
        response.headers.append("set-cookie", cookies.set_small(settings, FLASH_COOKIE, note, 60))
    _keep_cookies(request, response)
    return response


def _keep_cookies(request: Request, response: Response) -> None:
    for cookie in getattr(request.state, "set_cookies", []):
        response.headers.append("set-cookie", cookie)


def message_page(request: Request, status: int, message: str) -> Response:
    """A short page (or a problem document under /api) for an expected refusal."""
    if request.url.path.startswith("/api/"):
        return problem_response(status, "refused", text(request, message))
    return render(request, "message.html", status=status, code=status, message=message)


def error_page(request: Request, error: ApiError) -> Response:
    """The page for a refusal of the backend that no form shows by itself."""
    if error.status == 403 and not request.url.path.startswith("/api/"):
        return render(request, "not_for_role.html", status=403)
    status, message = refusals.error_status(error.status), refusals.error_message(error)
    if error.status == 404:
        message = "Não encontramos o que você procura."
    response = message_page(request, status, message)
    if status == 503:
        response.headers["Retry-After"] = "5"
    return response


def problem_response(status: int, slug: str, detail: str, errors: Mapping[str, str] | None = None) -> JSONResponse:
    """A problem document in the backend's shape. errors: what is wrong, by field."""
    body: dict[str, Any] = {
        "type": f"/problems/{slug}",
        "title": slug.replace("-", " ").capitalize(),
        "status": status,
        "detail": detail,
        "request_id": request_id_var.get(),
    }
    if errors:
        body["errors"] = [{"pointer": f"/{field}" if field else "", "detail": said} for field, said in errors.items()]
    return JSONResponse(body, status_code=status, media_type="application/problem+json")


def _read_flash(request: Request) -> str | None:
    raw = request.cookies.get(FLASH_COOKIE)
    found = cookies.open_value(raw, site_of(request).settings.auth_secret.reveal()) if raw else None
    return found if found != "-" else None
