"""/client-stats and /database-stats: who the customers are, and what is stored. Templates: stats/."""

from collections import Counter
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json, Scope
from app.storefront.desk import Desk, open_desk
from app.storefront.pages.common import page_of, together
from app.storefront.pages.leads import CHANNELS, STATUSES
from app.storefront.rendering import render
from app.storefront.site import site_of

_SAMPLE = 200
_PAID = ("confirmed", "preparing", "shipped", "delivered")


async def show_client_stats(request: Request) -> Response:
    """Customers by status and channel, what they ask for, who buys most."""
    desk = await open_desk(request)
    newest, orders, stats, *totals = await together(
        desk.backend.get("/internal/leads", store_ids=desk.store_id, limit=_SAMPLE),
        desk.backend.get("/internal/orders", store_ids=desk.store_id, limit=_SAMPLE),
        desk.backend.get(f"/internal/orders/stats/{desk.store_id}"),
        *(_count(desk, status=status) for status in STATUSES),
        *(_count(desk, channel=channel) for channel in CHANNELS),
    )
    leads = page_of(newest)
    return render(
        request,
        "stats/clients.html",
        total=leads.total,
        by_status=[pair for pair in zip(STATUSES, totals, strict=False) if pair[1]],
        by_channel=[pair for pair in zip(CHANNELS, totals[len(STATUSES) :], strict=True) if pair[1]],
        interests=_interests(leads.rows),
        buyers=_buyers(page_of(orders).rows, leads.rows),
        stats=stats,
    )


async def _count(desk: Desk, **filters: str) -> int:
    return page_of(await desk.backend.get("/internal/leads", store_ids=desk.store_id, limit=1, **filters)).total


def _interests(leads: list[Json]) -> list[tuple[str, int]]:
    """The most frequent interests of the newest leads."""
    return Counter(str(word).lower() for lead in leads for word in lead.get("interests") or []).most_common(8)


def _buyers(orders: list[Json], leads: list[Json]) -> list[dict[str, Any]]:
    """Who bought most in the newest orders that count as revenue."""
    names = {lead["id"]: lead.get("name") for lead in leads}
    found: dict[str, dict[str, Any]] = {}
    for order in orders:
        if order["status"] not in _PAID:
            continue
        name = (order.get("customer_info") or {}).get("name") or names.get(order.get("lead_id"))
        key = str(order.get("lead_id") or name or "?")
        row = found.setdefault(key, {"lead_id": order.get("lead_id"), "name": name, "orders": 0, "cents": 0})
        row["orders"] += 1
        row["cents"] += order["total_cents"]
    return sorted(found.values(), key=lambda row: -row["cents"])[:8]


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
