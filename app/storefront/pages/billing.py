"""/settings/billing: the plan and what it costs, top-ups, limits and alerts, charges and invoices.

Card data never passes here: cards are entered on the provider's own pages. A form may not lead there by a redirect
(the policy's form-action), so its answer is a page that goes on by itself and has a link. Templates:
settings/billing.html, settings/plan.html, settings/provider.html.
"""

import re
from collections.abc import Awaitable
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import NoStoreError, open_desk
from app.storefront.edits import edits
from app.storefront.forms import FormError, confirmed, read_form, submits
from app.storefront.pages.common import offset_of, page_of, together
from app.storefront.rendering import done, render

HOME = "/settings/billing"
# Field of the form → its name for people.
LIMITS = {
    "cap_cents": "Teto do excedente por mês",
    "auto_overage": "Continuar atendendo depois do incluído",
    "alert_pct": "Avisar por e-mail quando passar de (%)",
}
_SLUG = re.compile(r"[a-z0-9-]{1,64}")
_TOPUP_MIN, _TOPUP_MAX = 3_000, 500_000
_CHARGES = 10


async def show_billing(request: Request) -> Response:
    """Plan, next bill, top-up, limits, charges and invoices."""
    desk = await open_desk(request)
    summary, charges, invoices = await together(
        desk.backend.maybe("/internal/billing/summary"),
        desk.backend.maybe("/internal/billing/charges", limit=_CHARGES, offset=offset_of(request)),
        _unless_down(desk.backend.maybe("/internal/billing/invoices", limit=12)),
    )
    if summary is None:
        raise NoStoreError
    invoices = invoices and invoices["items"]
    return render(
        request,
        "settings/billing.html",
        summary=summary,
        opened=_limits(summary["settings"]),
        charges=page_of(charges),
        invoices=invoices,
        unpaid=next(
            (one for one in invoices or [] if one["status"] == "open" and _safe(one["hosted_invoice_url"])), None
        ),
    )


async def show_plans(request: Request) -> Response:
    """The plans; with `to`, what a move to that one would cost and mean."""
    desk = await open_desk(request)
    chosen = request.query_params.get("to", "")
    calls = [desk.backend.maybe("/internal/billing/summary"), desk.backend.get("/internal/billing/plans")]
    if _SLUG.fullmatch(chosen):
        body = {"plan_slug": chosen, "preview": True}
        calls.append(_unless_down(desk.backend.post("/internal/billing/subscriptions", body)))
    summary, plans, *previews = await together(*calls)
    if summary is None:
        raise NoStoreError
    return render(
        request,
        "settings/plan.html",
        summary=summary,
        plans=plans,
        chosen=next((plan for plan in plans if plan["slug"] == chosen), None),
        preview=previews[0]["preview"] if previews and previews[0] else None,
    )


async def _unless_down(call: Awaitable[Json]) -> Json | None:
    """The answer; None while the provider cannot be reached, which must not hide the rest."""
    try:
        return await call
    except ApiError as error:
        if error.status >= 500:
            return None
        raise


@submits(show_plans)
async def choose_plan(request: Request) -> Response:
    """Subscribe on the provider's page, or move the subscription to another plan."""
    desk, form = await open_desk(request), await read_form(request)
    slug, key = form.text("plan_slug", required=True, limit=64), form.key()
    present = (await desk.backend.get("/internal/billing/summary"))["subscription"]
    if present is None or present["status"] == "incomplete":
        body = {"kind": "plan", "plan_slug": slug, "return_path": HOME}
        page = await desk.backend.post("/internal/billing/checkout", body)
        return _to_provider(request, page["url"])
    answer = await desk.backend.post("/internal/billing/subscriptions", {"plan_slug": slug}, key=key)
    if answer.get("url"):
        return _to_provider(request, answer["url"])
    if answer["subscription"]["next_plan_slug"]:
        return done(request, "/settings/billing", "A mudança vale a partir do próximo período.")
    return done(request, "/settings/billing", "Plano atualizado.")


@submits(show_billing)
@confirmed("Cancelar o plano no fim do período pago?")
async def cancel_plan(request: Request) -> Response:
    """Cancel at the end of the paid period."""
    desk = await open_desk(request)
    await desk.backend.delete("/internal/billing/subscriptions")
    return done(request, "/settings/billing", "O plano termina no fim do período pago.")


@submits(show_billing)
async def resume_plan(request: Request) -> Response:
    """Take a cancellation back."""
    desk = await open_desk(request)
    await desk.backend.post("/internal/billing/subscriptions/resume")
    return done(request, "/settings/billing", "O plano continua.")


@submits(show_billing)
async def top_up(request: Request) -> Response:
    """Buy tokens: with the card on file where that was asked for and works at once, else on the provider's page."""
    desk, form = await open_desk(request), await read_form(request)
    cents = form.cents("amount")
    if cents is None or not _TOPUP_MIN <= cents <= _TOPUP_MAX:
        raise FormError("amount", "O valor vai de R$ 30,00 a R$ 5.000,00.")
    if form.flag("saved_card"):
        key = form.key()
        answer = await desk.backend.post("/internal/billing/topup", {"amount_cents": cents}, key=key)
        if answer["status"] in ("succeeded", "processing"):
            return done(request, "/settings/billing", "Pagamento aprovado. Os tokens entram em instantes.")
    body = {"kind": "topup", "amount_cents": cents, "return_path": HOME}
    return _to_provider(request, (await desk.backend.post("/internal/billing/checkout", body))["url"])


@submits(show_billing)
async def add_card(request: Request) -> Response:
    """Put a card on file, on the provider's page."""
    desk = await open_desk(request)
    page = await desk.backend.post("/internal/billing/checkout", {"kind": "setup", "return_path": HOME})
    return _to_provider(request, page["url"])


@submits(show_billing)
async def open_portal(request: Request) -> Response:
    """Look after cards, address and invoices, on the provider's page."""
    desk = await open_desk(request)
    page = await desk.backend.post("/internal/billing/portal", {"return_path": HOME})
    return _to_provider(request, page["url"])


@submits(show_billing)
async def save_limits(request: Request) -> Response:
    """Save what was changed of cap, automatic overage and alert."""
    desk, form = await open_desk(request), await read_form(request)
    fields: dict[str, Any] = {"cap_cents": form.cents("cap"), "auto_overage": form.flag("auto_overage")}
    if (alert := form.integer("alert_pct", low=1, high=100)) is not None:
        fields["alert_pct"] = alert
    body = await edits(request, fields, _limits(await desk.backend.get("/internal/billing/settings")), LIMITS)
    await desk.backend.patch("/internal/billing/settings", {name.removesuffix("_cents"): body[name] for name in body})
    return done(request, "/settings/billing", "Limites salvos.")


def _limits(settings: Json) -> Json:
    """The limits as their form shows them."""
    return {name: settings[name.removesuffix("_cents")] for name in LIMITS}


def _to_provider(request: Request, url: str) -> Response:
    """A page that goes on to the provider's, by itself and by a link."""
    if not _safe(url):
        raise ApiError(502, {"type": "/problems/provider-error"})
    response = render(request, "settings/provider.html", url=url, host=urlsplit(url).hostname)
    response.headers["Refresh"] = f"1; url={url}"
    return response


def _safe(url: str | None) -> bool:
    """Whether a page may be linked to: the provider's are https, and no line of a header ends in one."""
    return bool(url) and re.fullmatch(r"https://[!-~]+", str(url)) is not None


routes = [
    Route("/settings/billing", show_billing, methods=["GET"]),
    Route("/settings/billing/plan", show_plans, methods=["GET"]),
    Route("/settings/billing/plan", choose_plan, methods=["POST"]),
    Route("/settings/billing/cancel", cancel_plan, methods=["POST"]),
    Route("/settings/billing/resume", resume_plan, methods=["POST"]),
    Route("/settings/billing/topup", top_up, methods=["POST"]),
    Route("/settings/billing/card", add_card, methods=["POST"]),
    Route("/settings/billing/portal", open_portal, methods=["POST"]),
    Route("/settings/billing/limits", save_limits, methods=["POST"]),
]
