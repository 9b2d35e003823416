"""/client-stats and /database-stats: who the customers are, and what is stored. Templates: stats/."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import ranges
from app.storefront.backend import ApiError, Json, Scope
from app.storefront.desk import Desk, open_desk
from app.storefront.pages.common import together
from app.storefront.pages.leads import STATUSES
from app.storefront.rendering import render
from app.storefront.site import site_of


async def show_client_stats(request: Request) -> Response:
    """Customers of some days: who came, what they asked for, who bought most, how conversations ended."""
    desk = await open_desk(request)
    asked = ranges.asked(request.query_params)
    figures, numbers = await together(
        desk.backend.get(f"/internal/dashboard/{desk.store_id}"),
        desk.backend.get(f"/internal/numbers/{desk.store_id}", **asked),
    )
    counts = figures["leads"].get("by_status", {})
    return render(
        request,
        "stats/clients.html",
        asked=asked,
        numbers=numbers,
        total=figures["leads"]["total"],
        by_status=[(status, counts[status]) for status in STATUSES if counts.get(status)],
    )


async def show_database_stats(request: Request) -> Response:
    """How much is stored for the store, and how the service is."""
    desk = await open_desk(request)
    backend = site_of(request).backend
    health, cache, counts = await together(
        backend.public.get("/health"), _cache_stats(backend.auth), _counts(desk, desk.chosen)
    )
    return render(request, "stats/database.html", health=health, cache=cache, counts=counts)


async def _counts(desk: Desk, store: Json | None) -> dict[str, Any] | None:
    if store is None:
        return None
    figures = await desk.backend.get(f"/internal/dashboard/{store['id']}")
    return {
        "store": store,
        "products": figures["products"]["total"],
        "leads": figures["leads"]["total"],
        "orders": sum(figures["orders"]["by_status"].values()),
    }


async def _cache_stats(auth: Scope) -> Json | None:
    """The backend shows its caches in development only."""
    try:
        return await auth.maybe("/internal/auth/_cache-stats")
    except ApiError:
        return None


routes = [
    Route("/client-stats", show_client_stats, methods=["GET"]),
    Route("/database-stats", show_database_stats, methods=["GET"]),
]
