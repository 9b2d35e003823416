"""/client-stats and /database-stats: who the customers are, and what is stored. Templates: stats/."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import ranges
from app.storefront.backend import ApiError, Json, Scope
from app.storefront.desk import Desk, open_desk
from app.storefront.pages.common import page_of, together
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
    """How much is stored for each store, and how the service is."""
    desk = await open_desk(request)
    public = site_of(request).backend.public
    health, cache, *stores = await together(
        public.get("/health"),
        _cache_stats(site_of(request).backend.auth),
        *(_store_counts(desk, store) for store in desk.stores[:20]),
    )
    return render(request, "stats/database.html", health=health, cache=cache, counts=stores)


async def _store_counts(desk: Desk, store: Json) -> dict[str, Any]:
    store_id = store["id"]
    products, leads, orders, documents, agents = await together(
        desk.backend.get(f"/internal/products/stats/{store_id}"),
        desk.backend.get("/internal/leads", store_ids=store_id, limit=1),
        desk.backend.get("/internal/orders", store_ids=store_id, limit=1),
        desk.backend.get("/internal/documents", store_id=store_id, limit=1),
        desk.backend.get("/internal/agents", store_id=store_id),
    )
    return {
        "store": store,
        "products": products,
        "leads": page_of(leads).total,
        "orders": page_of(orders).total,
        "documents": page_of(documents).total,
        "agents": page_of(agents).total,
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
