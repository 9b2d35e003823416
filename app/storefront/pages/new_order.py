"""/orders/new: an order typed in by hand (phone, counter). Template: orders/new.html, tests: test_new_order.py.

The page keeps nothing: what was chosen so far travels in the form, each button sends all of it, and prices, shipping
and totals come from the backend each time.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import refusals
from app.storefront.backend import ApiError, Json, segment
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import Form, FormError, parse_reais, read_count, read_form, submits
from app.storefront.pages.common import UUID_TEXT, page_of, together
from app.storefront.rendering import done, render
from app.storefront.spreadsheets import address_line

METHODS = ("pix", "manual_pix", "cod")
_OFFERED, _PEOPLE = 12, 8
_MOST_LINES, _MOST_PIECES = 200, 100_000


@dataclass
class _Draft:
    """What has been chosen so far: quantities by product id, other fields as they were typed."""

    lines: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)

    def items(self) -> list[dict[str, Any]]:
        """The lines as the backend wants them; what is no number is left to the form's own check."""
        return [
            {"product_id": product_id, "quantity": count}
            for product_id, text in self.lines.items()
            if 1 <= (count := read_count(text) or 0) <= _MOST_PIECES
        ]


async def new_order(request: Request) -> Response:
    """The form, empty or for a lead."""
    desk = await open_desk(request)
    draft = _Draft()
    lead_id = request.query_params.get("lead", "")
    if UUID_TEXT.fullmatch(lead_id):
        await _take_customer(desk, draft, lead_id)
    return await _page(request, desk, draft)


async def rework(request: Request) -> Response:
    """The form again after one of its buttons: a search, a product, a customer, the total."""
    desk, form = await open_desk(request), await read_form(request)
    draft, action = _read(form), form.raw("act")
    added = form.raw("add")
    if UUID_TEXT.fullmatch(added) and len(draft.lines) < _MOST_LINES:
        draft.lines[added] = str(min(read_count(draft.lines.get(added, "")) or 0, _MOST_PIECES - 1) + 1)
        draft.names[added] = form.text(f"offer-{added}", limit=300)
    chosen = form.raw("customer")
    if UUID_TEXT.fullmatch(chosen):
        await _take_customer(desk, draft, chosen)
    elif action == "no-customer":
        for name in ("lead_id", "name", "phone", "address", "cep"):
            draft.fields.pop(name, None)
    return await _page(request, desk, draft, find=action)


def _read(form: Form) -> _Draft:
    draft = _Draft(fields=form.draft())
    for name, value in form.draft().items():
        product_id = name.removeprefix("quantity-")
        if product_id != name and UUID_TEXT.fullmatch(product_id) and value.strip() not in ("", "0"):
            draft.lines[product_id] = value.strip()[:12]
            draft.names[product_id] = form.raw(f"name-{product_id}")[:300]
    return draft


async def _take_customer(desk: Desk, draft: _Draft, lead_id: str) -> None:
    lead = await desk.backend.maybe(f"/internal/leads/{segment(lead_id)}")
    if lead is None:
        return
    address = lead.get("address") if isinstance(lead.get("address"), dict) else {}
    draft.fields |= {
        "lead_id": lead["id"],
        "name": lead.get("name") or "",
        "phone": lead.get("phone") or "",
        "address": address_line({key: value for key, value in address.items() if key not in ("zip", "cep")}),
        "cep": str(address.get("zip") or address.get("cep") or ""),
    }


async def _page(request: Request, desk: Desk, draft: _Draft, find: str = "") -> Response:
    words = draft.fields.get("pq", "").strip()[:200]
    # Enter in the customer's field presses the form's first button where there are no scripts.
    sought = find in ("find-customer", "find-product") and not draft.fields.get("lead_id")
    who = draft.fields.get("cq", "").strip()[:200] if sought else ""
    methods, products, people = await together(
        usable_methods(desk),
        desk.backend.get("/internal/products", store_id=desk.store_id, q=words or None, active=True, limit=_OFFERED),
        _people(desk, who),
    )
    preview, problems = await _preview(desk, draft, methods)
    return render(
        request,
        "orders/new.html",
        draft=draft,
        # What has no price cannot be sold.
        offered=[row for row in page_of(products).rows if row.get("price_cents") is not None],
        people=people,
        searched=who,
        methods=methods,
        preview=preview,
        problems=problems,
        store_switch_path="/orders/new",
    )


async def usable_methods(desk: Desk, *, charged: bool = False) -> list[str]:
    """How the store can be paid; a PIX order is one for manual PIX where there is no provider, unless it is `charged`.

    Who may not see the settings is offered all, and told by the backend what the store does not take.
    """
    if not desk.may("/settings/payments"):
        return list(METHODS)
    payment = await desk.backend.get(f"/internal/orders/store/{desk.store_id}/payment-settings")
    by_hand = payment.get("manual_pix_enabled")
    usable = {
        "pix": payment.get("pix_api_key_set") or (by_hand and not charged),
        "manual_pix": by_hand,
        "cod": payment.get("cod_enabled"),
    }
    return [method for method in METHODS if usable[method]]


async def _people(desk: Desk, words: str) -> list[Json]:
    if not words:
        return []
    return page_of(await desk.backend.get("/internal/leads", store_ids=desk.store_id, q=words, limit=_PEOPLE)).rows


async def _preview(desk: Desk, draft: _Draft, methods: list[str]) -> tuple[Json | None, Mapping[str, str]]:
    """What the order would come to, and what is wrong with its fields. One that is refused is left out of the sum."""
    items = draft.items()
    if not items or not methods:
        return None, {}
    body = {"store_id": desk.store_id, "items": items} | _terms(draft.fields, methods)
    problems: dict[str, str] = {}
    while True:
        try:
            return await desk.backend.post("/internal/orders/preview", body), problems
        except ApiError as error:
            named = {at.strip("/") for at in error.errors} & FIELD_PROBLEMS.keys() & body.keys()
            if error.status != 422 or not named:
                return None, problems | {"items": refusals.error_message(error), **_short(error)}
            for name in named:
                said = FIELD_PROBLEMS[name]
                if name == "coupon_code":
                    said = refusals.field_message(error.errors[f"/{name}"], otherwise=said)
                problems[name.removesuffix("_cents")] = said
                del body[name]


FIELD_PROBLEMS = {
    "coupon_code": "Este cupom não vale para este pedido.",
    "shipping_option": "Esta entrega não vale para este pedido ou CEP.",
    "cep": "Informe o CEP com oito números.",
    "discount_cents": "O desconto é maior do que o pedido.",
}


def _short(error: ApiError) -> dict[str, str]:
    """The products of which there is too little, under their ids."""
    items = error.problem.get("items") or []
    return {str(item["product_id"]): str(item["available"]) for item in items if isinstance(item, dict)}


def _terms(fields: Mapping[str, str], methods: list[str]) -> dict[str, Any]:
    """Payment, delivery and discount, as far as they can be read; the final check is the form's."""
    method = fields.get("payment_method", "")
    terms: dict[str, Any] = {"payment_method": method if method in methods else methods[0]}
    for name in ("shipping_option", "coupon_code", "cep"):
        value = fields.get(name, "").strip()
        if value:
            terms[name] = re.sub(r"[^0-9-]", "", value) if name == "cep" else value
    if "shipping_option" not in terms:
        terms["shipping_cents"] = _cents(fields, "shipping")
    terms["discount_cents"] = _cents(fields, "discount")
    return terms


def _cents(fields: Mapping[str, str], name: str) -> int:
    try:
        return parse_reais(name, fields[name]) if fields.get(name, "").strip() else 0
    except FormError:
        return 0


async def _again(request: Request) -> Response:
    """The form as it was sent, for a refusal."""
    desk, form = await open_desk(request), await read_form(request)
    return await _page(request, desk, _read(form))


@submits(_again)
async def create_order(request: Request) -> Response:
    """Create the order once, however often the form is sent: it carries its own Idempotency-Key."""
    desk, form = await open_desk(request), await read_form(request)
    draft = _read(form)
    for product_id in draft.lines:
        try:
            form.integer(f"quantity-{product_id}", low=1, high=_MOST_PIECES)
        except FormError as error:
            raise FormError(error.name, "A quantidade é um número inteiro, de 1 a 100.000.") from error
    if not draft.lines:
        raise FormError("items", "Escolha pelo menos um produto.")
    for name in ("shipping", "discount"):
        form.cents(name)
    customer = {name: form.optional(name, limit=500) for name in ("name", "phone", "email", "address")}
    method = form.text("payment_method", required=True, limit=20)
    body: dict[str, Any] = {"store_id": desk.store_id, "items": draft.items()} | _terms(draft.fields, [method])
    body["customer_info"] = {name: value for name, value in customer.items() if value}
    if UUID_TEXT.fullmatch(form.raw("lead_id")):
        body["lead_id"] = form.raw("lead_id")
    if notes := form.optional("notes", limit=2_000):
        body["notes"] = notes
    order = await desk.backend.post("/internal/orders", body, key=form.key())
    return done(request, f"/orders/{order['id']}", "Pedido criado.")


routes = [
    Route("/orders/new", new_order, methods=["GET"]),
    Route("/orders/new", rework, methods=["POST"]),
    Route("/orders", create_order, methods=["POST"]),
]
