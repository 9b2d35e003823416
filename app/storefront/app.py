"""Composition of the storefront: `create_storefront` and the list of every page module."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import httpx
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount
from starlette.staticfiles import StaticFiles
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.ops.host import Disk, HostCollector
from app.ops.metrics import Metrics
from app.ops.probes import probe_routes
from app.settings import Settings
from app.storefront import rendering
from app.storefront.backend import ApiError, Backend
from app.storefront.desk import NoStoreError, NotForRoleError
from app.storefront.forms import FormError
from app.storefront.guard import Guard
from app.storefront.limits import SignInLimits
from app.storefront.pages import ALL_ROUTES
from app.storefront.passwords import Passwords
from app.storefront.sheets import KeptSheets
from app.storefront.site import Site
from app.storefront.updates import Updates
from app.storefront.uploads import open_file_store
from app.web.errors import Problem


def create_storefront(
    settings: Settings, *, transport: httpx.AsyncBaseTransport | None = None, bcrypt_rounds: int = 12
) -> Starlette:
    """The storefront as an ASGI app. `transport` lets tests put another backend behind it."""
    backend = Backend(settings, transport)
    site = Site(
        settings=settings,
        backend=backend,
        passwords=Passwords(bcrypt_rounds),
        limits=SignInLimits(),
        sheets=KeptSheets(settings.data_dir / "storefront" / "imports"),
        files=open_file_store(settings.data_dir),
        metrics=Metrics(),
        updates=Updates(backend),
    )
    site.metrics.add(HostCollector(settings, Disk(settings.data_dir)))
    routes: list[BaseRoute] = [
        *probe_routes(site.metrics, ready=lambda: True),
        *ALL_ROUTES,
        # Pages are not compressed: they carry what a visitor typed beside what others must not guess.
        Mount("/static", GZipMiddleware(StaticFiles(directory=rendering.STATIC), minimum_size=500), name="static"),
    ]
    app = Starlette(
        routes=routes,
        # Inside the guard, whose access line tells the proxy's address and not the visitor's.
        middleware=[
            Middleware(partial(Guard, site=site)),
            Middleware(ProxyHeadersMiddleware, trusted_hosts=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")),
        ],
        exception_handlers={
            HTTPException: _http_error,
            ApiError: _backend_error,
            NoStoreError: _no_store,
            NotForRoleError: _not_for_role,
            FormError: _form_error,
            Problem: _problem,
            Exception: _crash,
        },
        lifespan=partial(_lifespan, site),
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


@asynccontextmanager
async def _lifespan(site: Site, app: Starlette) -> AsyncIterator[None]:
    yield
    site.updates.close()
    await site.backend.close()
    site.passwords.close()


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 405 and request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/"):
        return RedirectResponse(_page_above(request), status_code=303)
    message = "Esta página não existe." if status == 404 else "Este pedido não pode ser atendido."
    return rendering.message_page(request, status, message)


def _page_above(request: Request) -> str:
    """The page that an address of a form belongs to: one comes there by a refused form that is read again."""
    path = request.url.path
    while path := path.rpartition("/")[0]:
        scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
        if any(route.matches(scope)[0] is Match.FULL for route in ALL_ROUTES):
            return f"{path}?{request.url.query}" if request.url.query else path
    return "/dashboard"


async def _backend_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)  # noqa: S101 - registered for this class only
    return rendering.error_page(request, error)


async def _form_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, FormError)  # noqa: S101 - registered for this class only
    return rendering.message_page(request, 422, error.message)


async def _no_store(request: Request, error: Exception) -> Response:
    return rendering.render(request, "no_store.html")


async def _not_for_role(request: Request, error: Exception) -> Response:
    return rendering.render(request, "not_for_role.html", status=403)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)  # noqa: S101 - registered for this class only
    return rendering.problem_response(error.status, error.slug, error.detail)


async def _crash(request: Request, error: Exception) -> Response:
    return rendering.message_page(request, 500, "Algo deu errado do nosso lado. Tente de novo.")
