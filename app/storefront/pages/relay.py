"""The relays of the PIX provider's notifications and of an ERP's stock to the backend, which judges them.

The provider's address holds a key made from AUTH_SECRET: only whoever was shown it (/instance-settings) can make the
storefront speak with the webhook token. An ERP signs what it sends, and no token is added. Tests: test_relay.py.
"""

import hmac
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.storefront.backend import ApiError
from app.storefront.limits import RateLimiter
from app.storefront.pages.common import address_of, record_id
from app.storefront.rendering import problem_response
from app.storefront.site import site_of

_LIMIT, _STOCK_LIMIT = 64 * 1024, 1024 * 1024
_SIGNATURES = ("x-webhook-signature", "x-openpix-signature")
_ERP_SIGNATURES = ("x-signature-256", "webhook-id", "webhook-timestamp", "webhook-signature")
_per_address = RateLimiter(600, 60.0)


def relay_path(auth_secret: str) -> str:
    """The path the provider is told to call."""
    key = hmac.new(auth_secret.encode(), b"pixprovider-relay", sha256).hexdigest()[:32]
    return f"/api/webhooks/pixprovider/{key}"


async def relay_pix(request: Request) -> Response:
    """Hand a notification on, byte for byte, with the webhook token; answer what the backend says."""
    expected = relay_path(site_of(request).settings.auth_secret.reveal())
    if not hmac.compare_digest(request.url.path.encode(), expected.encode()):
        return problem_response(404, "not-found", "No such address.")
    body, refused = await _taken(request, _LIMIT)
    if refused is not None:
        return refused
    headers = {name: request.headers[name] for name in _SIGNATURES if name in request.headers}
    answer = await site_of(request).backend.webhook.relay("/webhooks/pixprovider", body, headers)
    return JSONResponse(answer)


async def relay_stock(request: Request) -> Response:
    """Hand an ERP's stock on, byte for byte, with its signature; answer what the backend says."""
    store_id = record_id(request)
    body, refused = await _taken(request, _STOCK_LIMIT)
    if refused is not None:
        return refused
    headers = {name: request.headers[name] for name in _ERP_SIGNATURES if name in request.headers}
    try:
        answer = await site_of(request).backend.public.relay(f"/webhooks/stock-sync/{store_id}", body, headers)
    except ApiError as error:
        return JSONResponse(error.problem, status_code=error.status, media_type="application/problem+json")
    return JSONResponse(answer)


async def _taken(request: Request, limit: int) -> tuple[bytes, Response | None]:
    """The body, or why it is not taken."""
    wait = _per_address.hit(address_of(request))
    if wait:
        response = problem_response(429, "rate-limited", "Too many notifications.")
        response.headers["Retry-After"] = str(round(wait))
        return b"", response
    body = await request.body()
    if len(body) > limit:
        return b"", problem_response(413, "too-large", f"A notification is at most {limit >> 10} KiB.")
    return body, None


routes = [
    Route("/api/webhooks/pixprovider/{key}", relay_pix, methods=["POST"]),
    Route("/api/webhooks/stock-sync/{id}", relay_stock, methods=["POST"]),
]
