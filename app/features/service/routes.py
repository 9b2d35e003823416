"""GET /, health and readiness, metrics, the OpenAPI document and its page. No SQL; tests/features/test_service.py."""

from pathlib import Path

from app import __version__
from app.context import PublicCtx
from app.features.service import health
from app.features.service.types import Health, Liveness, ServiceInfo
from app.web.errors import NotFound, Unavailable
from app.web.replies import Content
from app.web.routing import Group
from app.web.scopes import Scope

service = Group("", Scope.PUBLIC, tag="service")

_STATIC = Path(__file__).parents[2] / "web" / "static"
_MEDIA = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".png": "image/png"}
_CACHED = {"Cache-Control": "public, max-age=86400"}


@service.get("/")
async def get_service_info() -> ServiceInfo:
    """Name, version and links."""
    links = {"docs": "/docs", "openapi": "/openapi.json", "health": "/health", "metrics": "/metrics"}
    return ServiceInfo(name="storefront-backend", version=__version__, links=links)


@service.get("/health")
async def get_health(ctx: PublicCtx) -> Health:
    """State of language model, database, embedding and agents; `degraded` when any is down."""
    return await health.report(ctx.services)


@service.get("/livez")
async def get_liveness() -> Liveness:
    """The process is alive."""
    return Liveness(status="ok")


@service.get("/readyz", errors=(Unavailable,))
async def get_readiness(ctx: PublicCtx) -> Liveness:
    """The process takes requests; 503 while it starts or drains."""
    if not ctx.services.ready:
        raise Unavailable("Starting or draining.")
    return Liveness(status="ok")


@service.get("/metrics", media=("text/plain",))
async def get_metrics(ctx: PublicCtx) -> Content:
    """Prometheus metrics of this process."""
    body, media_type = ctx.services.metrics.render()
    return Content(body, media_type)


@service.get("/openapi.json", media=("application/json",))
async def get_openapi(ctx: PublicCtx) -> Content:
    """This API's OpenAPI 3.1 document."""
    return Content(ctx.services.openapi(), "application/json")


@service.get("/docs", media=("text/html",))
async def get_docs() -> Content:
    """Interactive documentation, served from here alone."""
    return Content((_STATIC / "docs.html").read_bytes(), "text/html; charset=utf-8")


@service.get("/docs/static/{name}", media=("text/javascript", "text/css", "image/png"))
async def get_docs_asset(name: str) -> Content:
    """A file of the documentation page."""
    path = _STATIC / "swagger" / name
    if "/" in name or path.suffix not in _MEDIA or not path.is_file():
        raise NotFound("file")
    return Content(path.read_bytes(), _MEDIA[path.suffix], headers=_CACHED)
