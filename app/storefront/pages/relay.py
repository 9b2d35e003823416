"""The relay of the PIX provider's notifications to the backend, which decides what they are worth.

Its address holds a key made from AUTH_SECRET: only whoever was shown it (/instance-settings) can make the storefront
speak with the webhook token. Tests: test_relay.py.
"""

import hmac
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.storefront.limits import RateLimiter
from app.storefront.pages.auth import address_of
from app.storefront.rendering import problem_response
from app.storefront.site import site_of

_LIMIT = 64 * 1024
_SIGNATURES = ("x-webhook-signature", "x-openpix-signature")
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
    wait = _per_address.hit(address_of(request))
    if wait:
        response = problem_response(429, "rate-limited", "Too many notifications.")
        response.headers["Retry-After"] = str(round(wait))
        return response
    body = await request.body()
    if len(body) > _LIMIT:
        return problem_response(413, "too-large", "A notification is at most 64 KiB.")
    headers = {name: request.headers[name] for name in _SIGNATURES if name in request.headers}
    answer = await site_of(request).backend.webhook.relay("/webhooks/pixprovider", body, headers)
    return JSONResponse(answer)


routes = [Route("/api/webhooks/pixprovider/{key}", relay_pix, methods=["POST"])]
