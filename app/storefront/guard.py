"""The one ASGI middleware in front of every page: headers, origin, body limit, protection, access line.

Tests: test_guard.py.
"""

import re
import secrets
import time
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.ops import probes
from app.storefront import cookies, rendering, sessions
from app.storefront.backend import ApiError, request_id_var
from app.storefront.desk import Desk
from app.storefront.security import (
    CONTENT_SECURITY_POLICY,
    ORIGIN_FREE_PREFIX,
    SAFE_METHODS,
    is_protected,
    login_url,
    origin_allowed,
    safe_redirect,
    trusted_origins,
)
from app.storefront.site import Site

log = structlog.get_logger("storefront")

_REQUEST_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_FORM_LIMIT = 2 * 1024 * 1024
_FILE_LIMIT = 51 * 1024 * 1024
# A document is a form like others, but may be as long as a book: it is told of its bounds, and keeps what was typed.
_FILE_PATHS = ("/upload", "/products/", "/orders/", "/inbox/", "/documents")


class BodyTooLargeError(Exception):
    """More bytes arrived than this path takes."""


class Guard:
    """Wraps the whole application. `site` carries settings and the backend."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app, self._site = app, site
        self._count = site.metrics.count_request
        self._trusted = trusted_origins(site.settings)
        self._headers = _security_headers(https=cookies.is_https(site.settings))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope["path"] in probes.PATHS:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(16)
        request_id_var.set(request_id)
        started, status, size = time.perf_counter(), 500, 0
        # The proxy's where there is one: the visitor's own takes its place further in (app.py).
        peer = scope.get("client")

        async def send_with_headers(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(scope, MutableHeaders(raw=message["headers"]), request_id)
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._serve(scope, _bounded(receive, scope["path"]), send_with_headers)
        finally:
            # The route's template, never the path or the query: reset links carry a token.
            route = getattr(scope.get("route"), "path", None) or "-"
            seconds = time.perf_counter() - started
            self._count(scope["method"], route, status, seconds)
            log.info(
                "request",
                method=scope["method"],
                route=route,
                status=status,
                ms=round(seconds * 1000, 1),
                bytes=size,
                company=_company(scope),
                client=peer[0] if peer else None,
                request_id=request_id,
            )

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = self._refusal(request)
        if response is None:
            try:
                response = await self._gate(request)
            except ApiError as error:
                response = rendering.error_page(request, error)
        if response is not None:
            await response(scope, receive, send)
            return
        try:
            await self._app(scope, receive, self._refreshing(request, send))
        except BodyTooLargeError:
            await rendering.message_page(request, 413, "O arquivo é grande demais.")(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        """The answer to a request that must not be served at all, or None."""
        if request.method not in SAFE_METHODS and not request.url.path.startswith(ORIGIN_FREE_PREFIX):
            origins, sites = request.headers.getlist("origin"), request.headers.getlist("sec-fetch-site")
            if not origin_allowed(self._trusted, origins, sites):
                return rendering.message_page(request, 403, "Este pedido não veio de uma página deste site.")
        length = request.headers.get("content-length", "0")
        if (
            not length.isascii()
            or not length.isdigit()
            or len(length) > 12
            or int(length) > _body_limit(request.url.path)
        ):
            return rendering.message_page(request, 413, "O arquivo é grande demais.")
        return None

    async def _gate(self, request: Request) -> Response | None:
        """Redirect to the login page when a protected path has no live session."""
        if not is_protected(request.url.path) or await sessions.look_up(request) is not None:
            return None
        return RedirectResponse(login_url(_page_of(request)), status_code=303)

    def _refreshing(self, request: Request, send: Send) -> Send:
        async def send_and_refresh(message: Message) -> None:
            visitor = getattr(request.state, "visitor", None)
            if message["type"] == "http.response.start" and isinstance(visitor, sessions.Visitor):
                headers = MutableHeaders(raw=message["headers"])
                signs_in_or_out = cookies.cookie_name(self._site.settings) in headers.get("set-cookie", "")
                cookie = None if signs_in_or_out else await sessions.refreshed_cookie(request, visitor)
                if cookie:
                    headers.append("set-cookie", cookie)
            await send(message)

        return send_and_refresh

    def _add_headers(self, scope: Scope, headers: MutableHeaders, request_id: str) -> None:
        for name, value in self._headers:
            headers.setdefault(name, value)
        headers["X-Request-Id"] = request_id
        headers.setdefault("Cache-Control", _kept(scope))


def _security_headers(*, https: bool) -> tuple[tuple[str, str], ...]:
    always = (
        ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
        ("Referrer-Policy", "same-origin"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"),
    )
    return (*always, ("Strict-Transport-Security", "max-age=31536000")) if https else always


def _page_of(request: Request) -> str:
    """Where to be after the login: at the page that was asked for, or at the one whose form was sent."""
    if request.method in SAFE_METHODS:
        return request.url.path
    try:
        page = urlsplit(request.headers.get("referer", "")).path
    except ValueError:  # `http://[`
        page = ""
    return safe_redirect(page, request.url.path)


def _company(scope: Scope) -> str | None:
    """For which company the visitor worked; None on pages that open no desk."""
    desk = scope.get("state", {}).get("desk")
    return desk.company.id if isinstance(desk, Desk) else None


def _kept(scope: Scope) -> str:
    """How long browsers keep an answer: a static file under its digest for ever, under its bare name for a day."""
    if not scope["path"].startswith("/static/"):
        return "no-store"
    digest = scope["query_string"].startswith(b"v=")
    return "public, max-age=31536000, immutable" if digest else "public, max-age=86400"


def _body_limit(path: str) -> int:
    return _FILE_LIMIT if path.startswith(_FILE_PATHS) else _FORM_LIMIT


def _bounded(receive: Receive, path: str) -> Receive:
    """Count the body as it arrives: Content-Length may be missing."""
    left = _body_limit(path)

    async def counted() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise BodyTooLargeError
        return message

    return counted
