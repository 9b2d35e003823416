"""/orders/new: an order typed in by hand (phone, counter). Template: orders/new.html."""

import re
import secrets
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.desk import open_desk
from app.storefront.forms import Form, FormError, read_form, submits
from app.storefront.pages.common import page_of, together
from app.storefront.rendering import done, render

METHODS = ("pix", "manual_pix", "cod")
_OFFERED = 200
_KEY = re.compile(r"[A-Za-z0-9_-]{20,64}")


async def new_order(request: Request) -> Response:
    """The form: products with quantities, payment, customer."""
    desk = await open_desk(request)
    words = request.query_params.get("q", "").strip()[:200]
    products, payment = await together(
        desk.backend.get("/internal/products", store_id=desk.store_id, q=words or None, limit=_OFFERED),
        desk.backend.get(f"/internal/orders/store/{desk.store_id}/payment-settings"),
    )
    usable = {
        "pix": payment.get("pix_api_key_set") or payment.get("manual_pix_enabled"),
        "manual_pix": payment.get("manual_pix_enabled"),
        "cod": payment.get("cod_enabled"),
    }
    return render(
        request,
        "orders/new.html",
        products=[row for row in page_of(products).rows if row.get("active", True)],
        methods=[method for method in METHODS if usable[method]],
        q=words,
        request_key=secrets.token_urlsafe(24),
    )


@submits(new_order)
async def create_order(request: Request) -> Response:
    """Create the order once, however often the form is sent: it carries its own Idempotency-Key."""
    desk, form = await open_desk(request), await read_form(request)
    key = form.text("request_key", limit=64)
    items = _items(form)
    if not items:
        raise FormError("items", "Escolha pelo menos um produto.")
    customer = {name: form.optional(name, limit=500) for name in ("name", "phone", "address")}
    body: dict[str, Any] = {
        "store_id": desk.store_id,
        "items": items,
        "payment_method": form.text("payment_method", required=True, limit=20),
        "customer_info": {name: value for name, value in customer.items() if value},
        "shipping_cents": form.cents("shipping") or 0,
        "discount_cents": form.cents("discount") or 0,
        "notes": form.optional("notes", limit=2_000),
    }
    body = {name: value for name, value in body.items() if value is not None}
    order = await desk.backend.post("/internal/orders", body, key=key if _KEY.fullmatch(key) else None)
    return done(request, f"/orders/{order['id']}", "Pedido criado.")


def _items(form: Form) -> list[dict[str, Any]]:
    made = []
    for name in form.draft():
        if name.startswith("quantity-"):
            quantity = form.integer(name, high=100_000)
            if quantity:
                made.append({"product_id": name.removeprefix("quantity-"), "quantity": quantity})
    return made


routes = [
    Route("/orders/new", new_order, methods=["GET"]),
    Route("/orders", create_order, methods=["POST"]),
]
