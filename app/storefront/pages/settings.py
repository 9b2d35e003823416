"""/settings: company, payments, stock sync. Templates: settings/. Billing, members: billing.py, members.py."""

from typing import Any
from zoneinfo import available_timezones

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.desk import Desk, open_desk
from app.storefront.edits import edits
from app.storefront.forms import Form, FormError, read_form, submits
from app.storefront.pages.account import REGIONS
from app.storefront.pages.common import leads_to
from app.storefront.rendering import done, render

# Fields of the forms → their names for people.
COMPANY = {
    "name": "Nome",
    "logo": "Logo",
    "slug": "Endereço curto",
    "timezone": "Fuso horário",
    "tax_id": "CPF ou CNPJ",
}
PAYMENTS = {
    "pix_expires_minutes": "Validade do código, em minutos",
    "manual_pix_enabled": "PIX manual",
    "manual_pix_key": "Chave PIX",
    "manual_pix_key_type": "Tipo da chave",
    "manual_pix_name": "Nome do recebedor",
    "manual_pix_city": "Cidade",
    "proof_expires_hours": "Prazo para o comprovante, em horas",
    "cod_enabled": "Pagamento na entrega",
    "cod_instructions": "O que dizer ao cliente",
    "reserve_stock": "Reservar o estoque assim que o pedido é feito",
}
STOCK = {
    "outbound_enabled": "Avisar o ERP quando o estoque mudar",
    "outbound_url": "Endereço do ERP",
    "inbound_enabled": "Receber estoque do ERP",
}
_BRAZIL = {
    "America/Sao_Paulo": "São Paulo (UTC-3)",
    "America/Manaus": "Manaus (UTC-4)",
    "America/Rio_Branco": "Rio Branco (UTC-5)",
    "America/Noronha": "Noronha (UTC-2)",
}
# Field of the form → the setting in seconds, the field's unit, and the most of them. What others have set may lie
# between two of them: a field that nobody touched changes nothing.
_TIMES = {
    "pix_expires_minutes": ("pix_expires_in", 60, 43_200),
    "proof_expires_hours": ("proof_expires_in", 3_600, 720),
}


async def show_company(request: Request) -> Response:
    """Name, logo, address of the company."""
    desk = await open_desk(request)
    company = await desk.backend.maybe("/internal/company") or {}
    opened = _company(desk, company)
    return render(
        request, "settings/company.html", company=company, opened=opened, zones=_zones(opened["timezone"] or "")
    )


def _company(desk: Desk, company: Json) -> Json:
    """A company as its form shows it; one without a name is called like its owner."""
    return {name: company.get(name) for name in COMPANY} | {"name": company.get("name") or desk.user.name}


def _zones(chosen: str) -> list[tuple[str, str]]:
    """Those of Brazil in words, then all others a company may be in; the chosen one, whatever it is called."""
    others = {name for name in available_timezones() if name.startswith(REGIONS)} | ({chosen} if chosen else set())
    return [*_BRAZIL.items(), *((name, name.replace("_", " ")) for name in sorted(others - _BRAZIL.keys()))]


@submits(show_company)
async def save_company(request: Request) -> Response:
    """Save what was changed of the company; made when it is missing."""
    desk, form = await open_desk(request), await read_form(request)
    logo = form.optional("logo", limit=2_048)
    if logo and not logo.startswith("https://"):
        raise FormError("logo", "O link precisa começar com https://")
    name = form.text("name", required=True, limit=200)
    company = await desk.backend.post("/internal/company/ensure", {"name": name})
    fields: dict[str, str | None] = {"name": name, "logo": logo, "slug": form.optional("slug", limit=63)}
    fields |= {field: form.optional(field, limit=64) for field in ("timezone", "tax_id") if field in form.draft()}
    body = await edits(request, fields, _company(desk, company), COMPANY)
    if body.get("timezone", "") is None:
        del body["timezone"]
    await desk.backend.patch("/internal/company", body)
    return done(request, "/settings", "Empresa salva.")


async def show_payments(request: Request) -> Response:
    """How the store is paid."""
    desk = await open_desk(request)
    payment = await desk.backend.get(f"/internal/orders/store/{desk.store_id}/payment-settings")
    return render(request, "settings/payments.html", payment=payment, opened=_payments(payment), store=desk.store)


def _payments(payment: Json) -> Json:
    """The settings as their form shows them."""
    times = {name: payment[of] // unit for name, (of, unit, _) in _TIMES.items()}
    return {name: times[name] if name in times else payment[name] for name in PAYMENTS}


@submits(show_payments)
async def save_payments(request: Request) -> Response:
    """Save what was changed of how the store is paid; an empty key field keeps the stored key."""
    desk, form = await open_desk(request), await read_form(request)
    path = f"/internal/orders/store/{desk.store_id}/payment-settings"
    body = await edits(request, _payment_fields(form, desk), _payments(await desk.backend.get(path)), PAYMENTS)
    for name, (of, unit, _) in _TIMES.items():
        if (units := body.pop(name, None)) is not None:
            body[of] = units * unit
    if desk.owns:
        if form.flag("remove_pix_api_key"):
            body["pix_api_key"] = None
        elif form.text("pix_api_key", limit=2_000):
            body["pix_api_key"] = form.text("pix_api_key")
    await desk.backend.put(path, body)
    if body.get("manual_pix_key") and not form.flag("manual_pix_enabled"):
        return done(request, "/settings/payments", "Pagamentos salvos. O PIX manual segue desligado.")
    return done(request, "/settings/payments", "Pagamentos salvos.")


def _payment_fields(form: Form, desk: Desk) -> dict[str, Any]:
    """The form but for the provider's key; where the money goes is the owner's to say. Raises FormError."""
    fields: dict[str, Any] = {
        "cod_enabled": form.flag("cod_enabled"),
        "cod_instructions": form.optional("cod_instructions", limit=2_000),
        "manual_pix_enabled": form.flag("manual_pix_enabled"),
        "manual_pix_name": form.optional("manual_pix_name", limit=25),
        "manual_pix_city": form.optional("manual_pix_city", limit=15),
        "reserve_stock": form.flag("reserve_stock"),
        **{name: form.integer(name, low=1, high=high) for name, (_, _, high) in _TIMES.items()},
    }
    if desk.owns:
        fields["manual_pix_key"] = form.optional("manual_pix_key", limit=77)
        fields["manual_pix_key_type"] = form.optional("manual_pix_key_type", limit=8)
    return fields


async def show_stock_sync(request: Request) -> Response:
    """The link to the store's ERP, both ways."""
    desk = await open_desk(request)
    sync = await desk.backend.get(f"/internal/stock-sync-settings/{desk.store_id}")
    return _stock_page(request, desk.store_id, sync)


def _stock_page(request: Request, store_id: str, sync: Any, **more: Any) -> Response:
    return render(
        request,
        "settings/stock.html",
        sync=sync,
        opened={name: sync[name] for name in STOCK},
        inbound_path=f"/api/webhooks/stock-sync/{store_id}",
        **more,
    )


@submits(show_stock_sync)
async def save_stock_sync(request: Request) -> Response:
    """Save what was changed of the link. A secret made by the backend is shown on this answer and never again."""
    desk, form = await open_desk(request), await read_form(request)
    path = f"/internal/stock-sync-settings/{desk.store_id}"
    fields: dict[str, Any] = {"outbound_enabled": form.flag("outbound_enabled")}
    if desk.owns:
        fields["outbound_url"] = form.optional("outbound_url", limit=2_048)
        fields["inbound_enabled"] = form.flag("inbound_enabled")
    body = await edits(request, fields, await desk.backend.get(path), STOCK)
    if desk.owns:
        if form.text("outbound_secret", limit=512):
            body["outbound_secret"] = form.text("outbound_secret")
        if form.flag("roll_inbound_secret"):
            body["roll_inbound_secret"] = True
    sync = await desk.backend.put(path, body)
    made = {name: sync[name] for name in ("inbound_secret", "outbound_secret") if sync.get(name)}
    if made:
        return _stock_page(request, desk.store_id, sync, **made)
    return done(request, "/settings/stock", "Ligação com o ERP salva.")


@submits(show_stock_sync)
async def test_stock_sync(request: Request) -> Response:
    """Send a signed ping to the ERP and show what came back."""
    desk = await open_desk(request)
    result = await desk.backend.post(f"/internal/stock-sync/test-outbound/{desk.store_id}")
    sync = await desk.backend.get(f"/internal/stock-sync-settings/{desk.store_id}")
    return _stock_page(request, desk.store_id, sync, test=result)


routes = [
    Route("/settings", show_company, methods=["GET"]),
    Route("/settings", save_company, methods=["POST"]),
    Route("/settings/payments", show_payments, methods=["GET"]),
    Route("/settings/payments", save_payments, methods=["POST"]),
    Route("/settings/stock", show_stock_sync, methods=["GET"]),
    Route("/settings/stock", save_stock_sync, methods=["POST"]),
    Route("/settings/stock/test", test_stock_sync, methods=["POST"]),
    # Old links to sessions and the password.
    Route("/settings/security", leads_to("/account"), methods=["GET"]),
]
