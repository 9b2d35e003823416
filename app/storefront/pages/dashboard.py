"""/dashboard: how the store did, and what wants to be done; a new shop gets its first steps. Template: dashboard.html.

Tests: test_numbers_pages.py.
"""

from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import ranges
from app.storefront.backend import Json
from app.storefront.charts import Point
from app.storefront.desk import Desk, open_desk
from app.storefront.i18n import Language, day_label, money, number
from app.storefront.labels import ORDER_STATUSES
from app.storefront.pages.common import together
from app.storefront.rendering import language_of, render
from app.storefront.sample import is_half_made, is_sample


async def show_dashboard(request: Request) -> Response:
    """The store at a glance; a fresh account gets the steps to its first sale."""
    desk = await open_desk(request)
    if desk.chosen is None:
        return render(request, "dashboard.html", figures=None, numbers=None, steps=_steps(desk, {}, [], {}))
    figures = await desk.backend.get(f"/internal/dashboard/{desk.store_id}")
    if not figures["orders"]["by_status"]:
        agents, payment = await together(
            desk.backend.get("/internal/agents", store_id=desk.store_id),
            _if_may(desk, "/settings/payments", f"/internal/orders/store/{desk.store_id}/payment-settings"),
        )
        steps = _steps(desk, figures, agents, payment or {})
        half_made = is_half_made(desk.store)
        return render(request, "dashboard.html", figures=figures, numbers=None, steps=steps, half_made=half_made)
    asked = ranges.asked(request.query_params)
    numbers, usage = await together(
        desk.backend.get(f"/internal/numbers/{desk.store_id}", **asked, lists="false"),
        _if_may(desk, "/settings/billing", "/internal/billing/usage-this-month"),
    )
    language = language_of(request)
    return render(
        request,
        "dashboard.html",
        figures=figures,
        numbers=numbers,
        usage=usage,
        asked=asked,
        steps=[],
        sample=is_sample(desk.store),
        half_made=is_half_made(desk.store),
        revenue=points(language, numbers["by_day"], "revenue_cents"),
        orders_by_day=points(language, numbers["by_day"], "orders"),
        by_status=_by_status(figures),
    )


async def _if_may(desk: Desk, page: str, path: str) -> Json | None:
    """What the backend says, to a role that has the page it is for."""
    return await desk.backend.get(path) if desk.may(page) else None


def points(language: Language, days: list[Json], key: str) -> list[Point]:
    """The days of a chart; so many that single ones could not be seen are summed by week."""
    size = 7 if len(days) > 100 else 1
    made: list[Point] = []
    for at in range(0, len(days), size):
        group = days[at : at + size]
        value = sum(row[key] or 0 for row in group)
        shown = money(language, value) if key == "revenue_cents" else number(language, value)
        label = day_label(language, date.fromisoformat(group[0]["date"]))
        made.append((label, value, f"{label}: {shown}"))
    return made


def _by_status(figures: Json) -> list[tuple[str, int]]:
    counts = figures["orders"].get("by_status", {})
    return [(status, counts[status]) for status in ORDER_STATUSES if counts.get(status)]


def _steps(desk: Desk, figures: Json, agents: list[Json], payment: Json) -> list[tuple[str, str, str, bool]]:
    """(title, why, link, done) of each step of a new shop; the texts are Portuguese source."""
    products = (figures.get("products") or {}).get("total", 0)
    orders: Any = (figures.get("orders") or {}).get("by_status", {})
    # Payment on delivery is on from the start: it counts once somebody has looked and saved.
    ways = [payment.get("pix_api_key_set"), payment.get("manual_pix_enabled")]
    paid = any(ways) or bool(payment.get("cod_enabled") and payment.get("updated_at"))
    active = next((agent for agent in agents if agent.get("active")), None)
    agent_link = f"/agents/{agents[0]['id']}" if agents else "/agents/new"
    documents_link = f"{agent_link}#knowledge" if agents else "/documents/new"
    shipping_link = f"/stores/{desk.store_id}/shipping" if desk.chosen else "/stores/new"
    shipping = bool((figures.get("shipping") or {}).get("in_use"))
    taught = bool((figures.get("documents") or {}).get("in_use"))
    try_link = f"/agents/{(active or agents[0])['id']}/try?mode=real" if agents else "/agents/new"
    steps = [
        ("Criar a loja", "Tudo pertence a uma loja.", "/stores/new", bool(desk.stores)),
        ("Importar o catálogo", "De uma planilha CSV ou XLSX.", "/products/import", products > 0),
        ("Escolher como receber", "PIX, PIX manual ou na entrega.", "/settings/payments", paid),
        ("Dizer como entrega", "Frete, retirada e prazos.", shipping_link, shipping),
        ("Criar e ligar um agente", "É ele quem atende.", agent_link, active is not None),
        ("Ensinar o que ele responde", "Prazo, troca e frete em um documento do agente.", documents_link, taught),
        ("Conversar e fazer o primeiro pedido", "Teste como se fosse um cliente.", try_link, sum(orders.values()) > 0),
    ]
    return [step for step in steps if desk.may(step[2])]


routes = [Route("/dashboard", show_dashboard, methods=["GET"])]
