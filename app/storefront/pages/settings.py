"""/settings: company, payments, stock sync, account security. Templates: settings/. Billing is in billing.py."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from app.storefront import sessions
from app.storefront.backend import segment
from app.storefront.desk import open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.pages.auth import address_of
from app.storefront.passwords import password_problem
from app.storefront.rendering import done, render
from app.storefront.site import site_of

KEY_TYPES = ("", "cpf", "cnpj", "email", "phone", "evp")


async def show_company(request: Request) -> Response:
    """Name, logo, address of the company."""
    desk = await open_desk(request)
    company = await desk.backend.maybe("/internal/company")
    return render(request, "settings/company.html", company=company or {})


@submits(show_company)
async def save_company(request: Request) -> Response:
    """Save the company; made when it is missing."""
    desk, form = await open_desk(request), await read_form(request)
    logo = form.optional("logo", limit=2_048)
    if logo and not logo.startswith("https://"):
        raise FormError("logo", "O link precisa começar com https://")
    name = form.text("name", required=True, limit=200)
    await desk.backend.post("/internal/company/ensure", {"name": name})
    body = {"name": name, "logo": logo, "slug": form.optional("slug", limit=63)}
    timezone = form.optional("timezone", limit=64)
    await desk.backend.patch("/internal/company", body | ({"timezone": timezone} if timezone else {}))
    return done(request, "/settings", "Empresa salva.")


async def show_payments(request: Request) -> Response:
    """How the store is paid."""
    desk = await open_desk(request)
    payment = await desk.backend.get(f"/internal/orders/store/{desk.store_id}/payment-settings")
    return render(request, "settings/payments.html", payment=payment, key_types=KEY_TYPES, store=desk.store)


@submits(show_payments)
async def save_payments(request: Request) -> Response:
    """Save how the store is paid; an empty key field keeps the stored key."""
    desk, form = await open_desk(request), await read_form(request)
    minutes = form.integer("pix_expires_minutes", low=1, high=43_200)
    body: dict[str, Any] = {
        "cod_enabled": form.flag("cod_enabled"),
        "cod_instructions": form.optional("cod_instructions", limit=2_000),
        "manual_pix_enabled": form.flag("manual_pix_enabled"),
        "manual_pix_key": form.optional("manual_pix_key", limit=77),
        "manual_pix_key_type": form.optional("manual_pix_key_type", limit=8),
        "manual_pix_name": form.optional("manual_pix_name", limit=25),
        "manual_pix_city": form.optional("manual_pix_city", limit=15),
    }
    if minutes is not None:
        body["pix_expires_in"] = minutes * 60
    if form.flag("remove_pix_api_key"):
        body["pix_api_key"] = None
    elif form.text("pix_api_key", limit=2_000):
        body["pix_api_key"] = form.text("pix_api_key")
    await desk.backend.put(f"/internal/orders/store/{desk.store_id}/payment-settings", body)
    return done(request, "/settings/payments", "Pagamentos salvos.")


async def show_stock_sync(request: Request) -> Response:
    """The link to the store's ERP, both ways."""
    desk = await open_desk(request)
    sync = await desk.backend.get(f"/internal/stock-sync-settings/{desk.store_id}")
    return _stock_page(request, desk.store_id, sync)


def _stock_page(request: Request, store_id: str, sync: Any, **more: Any) -> Response:
    inbound = f"/webhooks/stock-sync/{store_id}"
    return render(request, "settings/stock.html", sync=sync, inbound_path=inbound, **more)


@submits(show_stock_sync)
async def save_stock_sync(request: Request) -> Response:
    """Save the link. A secret made by the backend is shown on this answer and never again."""
    desk, form = await open_desk(request), await read_form(request)
    body: dict[str, Any] = {
        "outbound_enabled": form.flag("outbound_enabled"),
        "outbound_url": form.optional("outbound_url", limit=2_048),
        "inbound_enabled": form.flag("inbound_enabled"),
    }
    if form.text("outbound_secret", limit=512):
        body["outbound_secret"] = form.text("outbound_secret")
    if form.flag("roll_inbound_secret"):
        body["roll_inbound_secret"] = True
    sync = await desk.backend.put(f"/internal/stock-sync-settings/{desk.store_id}", body)
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


async def show_security(request: Request) -> Response:
    """Open sessions and the password."""
    desk = await open_desk(request)
    auth = site_of(request).backend.auth
    found = await auth.get(f"/internal/auth/sessions/by-user/{segment(desk.user.id)}")
    return render(request, "settings/security.html", sessions=found[:50])


@submits(show_security)
async def end_session(request: Request) -> Response:
    """End one of one's own sessions."""
    desk, form = await open_desk(request), await read_form(request)
    auth = site_of(request).backend.auth
    found = await auth.get(f"/internal/auth/sessions/by-user/{segment(desk.user.id)}")
    wanted = form.text("session_id", limit=64)
    if any(session["id"] == wanted for session in found):
        await auth.delete(f"/internal/auth/sessions/{segment(wanted)}")
    return done(request, "/settings/security", "Sessão encerrada.")


@submits(show_security)
async def change_password(request: Request) -> Response:
    """Change the password: the old one is asked for, every other session ends."""
    desk, form, site = await open_desk(request), await read_form(request), site_of(request)
    current, new = form.raw("current_password"), form.raw("password")
    problem = password_problem(new)
    if problem:
        raise FormError("password", problem)
    if site.limits.login(desk.user.email, address_of(request)):
        raise FormError("current_password", "Muitas tentativas em pouco tempo. Aguarde um pouco.")
    account = await site.backend.auth.maybe(f"/internal/auth/accounts/password-by-user/{segment(desk.user.id)}")
    if not await site.passwords.matches(current, account.get("password") if account else None) or account is None:
        raise FormError("current_password", "A senha atual não confere.")
    hashed = await site.passwords.hash(new)
    await site.backend.auth.patch(f"/internal/auth/accounts/{segment(account['id'])}", {"password": hashed})
    await sessions.end_all(request, desk.user.id)
    response = done(request, "/settings/security", "Senha alterada. As outras sessões foram encerradas.")
    response.headers.append("set-cookie", await sessions.start(request, desk.user.id))
    return response


async def to_stock(request: Request) -> Response:
    """A refreshed result page of the test button goes back to the form."""
    return RedirectResponse("/settings/stock", status_code=303)


routes = [
    Route("/settings", show_company, methods=["GET"]),
    Route("/settings", save_company, methods=["POST"]),
    Route("/settings/payments", show_payments, methods=["GET"]),
    Route("/settings/payments", save_payments, methods=["POST"]),
    Route("/settings/stock", show_stock_sync, methods=["GET"]),
    Route("/settings/stock", save_stock_sync, methods=["POST"]),
    Route("/settings/stock/test", test_stock_sync, methods=["POST"]),
    Route("/settings/stock/test", to_stock, methods=["GET"]),
    Route("/settings/security", show_security, methods=["GET"]),
    Route("/settings/security/session", end_session, methods=["POST"]),
    Route("/settings/security/password", change_password, methods=["POST"]),
]
