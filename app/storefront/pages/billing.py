"""/settings/billing: plan, top-up, limits, invoices. Template: settings/billing.html.

Card data never passes here: a plan or top-up that needs the customer's card is finished on the provider's own
page, reached by the invoice's link.
"""

import re
import secrets
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json, Scope
from app.storefront.desk import open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.pages.common import together
from app.storefront.rendering import done, render

_KEY = re.compile(r"[A-Za-z0-9_-]{20,64}")
_TOPUP_MIN, _TOPUP_MAX = 3_000, 500_000


async def show_billing(request: Request) -> Response:
    """Plan, usage, limits, top-up and invoices."""
    return await _page(request)


async def _page(request: Request, **more: Any) -> Response:
    desk = await open_desk(request)
    summary, plans, invoices = await together(
        desk.backend.get("/internal/billing/summary"),
        desk.backend.get("/internal/billing/plans"),
        _invoices(desk.backend),
    )
    return render(
        request,
        "settings/billing.html",
        summary=summary,
        plans=plans,
        invoices=invoices,
        request_key=secrets.token_urlsafe(24),
        **more,
    )


async def _invoices(backend: Scope) -> list[Json] | None:
    """The provider's invoices; None while the provider cannot be reached, which must not hide the rest."""
    try:
        answer = await backend.get("/internal/billing/invoices", limit=12)
    except ApiError as error:
        if error.status >= 500:
            return None
        raise
    return list(answer["items"])


@submits(show_billing)
async def choose_plan(request: Request) -> Response:
    """Subscribe or switch plan."""
    desk, form = await open_desk(request), await read_form(request)
    body = {"plan_slug": form.text("plan_slug", required=True, limit=64)}
    answer = await desk.backend.post("/internal/billing/subscriptions", body, key=_key(form.raw("request_key")))
    if answer.get("client_secret"):
        return await _page(request, pending="plan")
    return done(request, "/settings/billing", "Plano atualizado.")


@submits(show_billing)
async def cancel_plan(request: Request) -> Response:
    """Cancel at the end of the paid period."""
    desk = await open_desk(request)
    await desk.backend.delete("/internal/billing/subscriptions")
    return done(request, "/settings/billing", "O plano termina no fim do período pago.")


@submits(show_billing)
async def top_up(request: Request) -> Response:
    """Buy tokens once; they arrive when the provider confirms the payment."""
    desk, form = await open_desk(request), await read_form(request)
    cents = form.cents("amount")
    if cents is None or not _TOPUP_MIN <= cents <= _TOPUP_MAX:
        raise FormError("amount", "O valor vai de R$ 30,00 a R$ 5.000,00.")
    answer = await desk.backend.post(
        "/internal/billing/topup", {"amount_cents": cents}, key=_key(form.raw("request_key"))
    )
    if answer["status"] == "succeeded":
        return done(request, "/settings/billing", "Pagamento aprovado. Os tokens entram em instantes.")
    return await _page(request, pending="topup", topup=answer)


@submits(show_billing)
async def save_limits(request: Request) -> Response:
    """Save cap, automatic overage and alert."""
    desk, form = await open_desk(request), await read_form(request)
    alert = form.integer("alert_pct", low=1, high=100)
    body: dict[str, Any] = {"cap": form.cents("cap"), "auto_overage": form.flag("auto_overage")}
    if alert is not None:
        body["alert_pct"] = alert
    await desk.backend.patch("/internal/billing/settings", body)
    return done(request, "/settings/billing", "Limites salvos.")


def _key(value: str) -> str | None:
    return value if _KEY.fullmatch(value) else None


routes = [
    Route("/settings/billing", show_billing, methods=["GET"]),
    Route("/settings/billing/plan", choose_plan, methods=["POST"]),
    Route("/settings/billing/cancel", cancel_plan, methods=["POST"]),
    Route("/settings/billing/topup", top_up, methods=["POST"]),
    Route("/settings/billing/limits", save_limits, methods=["POST"]),
]
