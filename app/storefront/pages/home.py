"""The front page, open to everybody. Template: home.html."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from app.storefront import sessions
from app.storefront.backend import ApiError
from app.storefront.rendering import render
from app.storefront.site import site_of


async def show_home(request: Request) -> Response:
    """What this is, and the plans."""
    try:
        await sessions.look_up(request)
        plans = await site_of(request).backend.public.get("/billing/plans-public")
    except ApiError:
        # The front page stands even while the backend does not.
        plans = []
    return render(request, "home.html", plans=plans)


async def live(request: Request) -> Response:
    """Whether this process serves requests."""
    return PlainTextResponse("ok")


routes = [Route("/", show_home, methods=["GET"]), Route("/api/livez", live, methods=["GET"])]
