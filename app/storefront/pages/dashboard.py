"""/dashboard: figures and charts of the store, and what to do next. Templates: dashboard.html."""

from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.charts import Point
from app.storefront.desk import Desk, open_desk
from app.storefront.i18n import SAO_PAULO, Language, money, number
from app.storefront.labels import ORDER_STATUSES
from app.storefront.pages.common import fill_days, together
from app.storefront.rendering import language_of, render


async def show_dashboard(request: Request) -> Response:
    """The store at a glance; a fresh account gets the steps to its first sale."""
    desk = await open_desk(request)
    if desk.chosen is None:
        return render(request, "dashboard.html", figures=None, steps=_steps(desk, {}, [], {}))
    figures, agents, payment, usage = await together(
        desk.backend.get(f"/internal/dashboard/{desk.store_id}"),
        desk.backend.get("/internal/agents", store_id=desk.store_id),
        desk.backend.get(f"/internal/orders/store/{desk.store_id}/payment-settings"),
        desk.backend.get("/internal/billing/usage-this-month"),
    )
    language = language_of(request)
    days = fill_days(figures["orders"].get("last_30_days", []), datetime.now(SAO_PAULO).date(), 30)
    return render(
        request,
        "dashboard.html",
        figures=figures,
        agents=agents,
        usage=usage,
        steps=_steps(desk, figures, agents, payment),
        revenue=[_point(language, day, row, "revenue_cents") for day, row in days],
        orders_by_day=[_point(language, day, row, "count") for day, row in days],
        by_status=_by_status(figures),
    )


def _point(language: Language, day: Any, row: Any, key: str) -> Point:
    value = row.get(key, 0) or 0
    shown = money(language, value) if key == "revenue_cents" else number(language, value)
    label = day.strftime("%d/%m" if language == "pt" else "%b %d")
    return (label, value, f"{label}: {shown}")


def _by_status(figures: Json) -> list[tuple[str, int]]:
    counts = figures["orders"].get("by_status", {})
    return [(status, counts[status]) for status in ORDER_STATUSES if counts.get(status)]


def _steps(desk: Desk, figures: Json, agents: list[Json], payment: Json) -> list[tuple[str, str, str, bool]]:
    """(title, why, link, done) of each step of a new shop; the texts are Portuguese source."""
    products = (figures.get("products") or {}).get("total", 0)
    orders = sum((figures.get("orders") or {}).get("by_status", {}).values())
    pix = bool(payment.get("pix_api_key_set") or payment.get("manual_pix_enabled"))
    active = next((agent for agent in agents if agent.get("active")), None)
    agent_link = f"/agents/{agents[0]['id']}" if agents else "/agents/new"
    try_link = f"/agents/{(active or agents[0])['id']}/try" if agents else "/agents/new"
    return [
        ("Criar a loja", "Tudo pertence a uma loja.", "/stores/new", bool(desk.stores)),
        ("Importar o catálogo", "De uma planilha CSV ou XLSX.", "/products/import", products > 0),
        ("Escolher como receber", "PIX, PIX manual ou na entrega.", "/settings/payments", pix),
        ("Criar e ligar um agente", "É ele quem atende.", agent_link, active is not None),
        ("Conversar e fazer o primeiro pedido", "Teste como se fosse um cliente.", try_link, orders > 0),
    ]


routes = [Route("/dashboard", show_dashboard, methods=["GET"])]
