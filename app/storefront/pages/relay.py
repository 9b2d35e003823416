"""The relay of the PIX provider's notifications to the backend, which decides what they are worth.

Tests: test_relay.py.
"""

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


async def relay_pix(request: Request) -> Response:
    """Hand a notification on, byte for byte, with the webhook token; answer what the backend says."""
    wait = _per_address.hit(address_of(request))
    if wait:
        response = problem_response(429, "rate-limited", "Too many notifications.")
        response.headers["Retry-After"] = str(round(wait))
        return response
    body = await request.body()
    if len(body) > _LIMIT:
        return problem_response(413, "too-large", "A notification is at most 64 KiB.")
    headers = {name: request.headers[name] for name in _SIGNATURES if name in request.headers}
    headers["Content-Type"] = "application/json"
    answer = await site_of(request).backend.webhook.call("POST", "/webhooks/pixprovider", content=body, headers=headers)
    return JSONResponse(answer)


routes = [Route("/api/webhooks/pixprovider", relay_pix, methods=["POST"])]
