"""/livez, /readyz and /metrics of a process that is not the API: the worker's and the storefront's.

tests/ops/test_probes.py. They ignore query parameters. /metrics is not for the public: behind a proxy it answers 404.
"""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from app.ops.metrics import Metrics

PATHS = ("/livez", "/readyz", "/metrics")
# What proxies add. Prometheus comes straight to the port.
_FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


def probe_routes(metrics: Metrics, ready: Callable[[], bool]) -> list[BaseRoute]:
    """The three routes. ready: whether the process does its work."""

    async def livez(_request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_request: Request) -> Response:
        if ready():
            return JSONResponse({"status": "ok"})
        return JSONResponse({"status": "starting or draining"}, 503, {"Retry-After": "2"})

    async def show(request: Request) -> Response:
        if any(name in request.headers for name in _FORWARDED):
            return Response(status_code=404)
        body, media_type = metrics.render()
        return Response(body, headers={"Content-Type": media_type})

    return [Route(path, endpoint) for path, endpoint in zip(PATHS, (livez, readyz, show), strict=True)]
