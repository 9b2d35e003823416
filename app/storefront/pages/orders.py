"""/orders/{id}: one order, its moves, money, parcel and PIX code. Template: orders/detail.html.

Lists are in order_lists.py, orders typed in by hand in new_order.py. Tests: test_order_pages.py.
"""

import io
from collections.abc import Mapping
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, go_to_store, open_desk
from app.storefront.edits import edits
from app.storefront.forms import FormError, confirmed, read_form, submits
from app.storefront.i18n import money
from app.storefront.pages.common import record_id, together
from app.storefront.pages.new_order import usable_methods
from app.storefront.rendering import done, language_of, render, text
from app.storefront.site import site_of
from app.storefront.spreadsheets import address_line
from app.storefront.uploads import kind_of

# Of the customer and of the parcel, as the forms show them: field → its name for people.
WHO = {"name": "Nome", "phone": "Telefone", "email": "E-mail", "document": "Documento", "address": "Endereço"}
PARCEL = {"carrier": "Transportadora", "code": "Código de rastreio", "url": "Link para acompanhar"}
_NOTES = {"notes": "Observações"}
_PROOF_KINDS = ("png", "jpg", "webp", "gif", "heic", "pdf")
# What every browser shows in a page; a photo in HEIC is opened beside it.
_SHOWN_TYPES = ("image/png", "image/jpeg", "image/webp", "image/gif")

# What the page offers; the backend decides. Moves into a payment status follow the charge, not a button.
_MOVES: Mapping[str, tuple[str, ...]] = {
    "pending": ("confirmed", "cancelled"),
    "awaiting_payment": ("confirmed", "awaiting_proof", "cancelled"),
    "awaiting_proof": ("confirmed", "cancelled"),
    "confirmed": ("preparing", "shipped", "cancelled"),
    "preparing": ("shipped", "cancelled"),
    "shipped": ("delivered", "cancelled"),
    "delivered": ("returned",),
    "expired": ("confirmed", "awaiting_payment", "awaiting_proof", "cancelled"),
}
_SOLD = ("confirmed", "preparing", "shipped", "delivered", "returned")
# Moves that ask for money, and how.
_PAID_BY = {"awaiting_payment": "pix", "awaiting_proof": "manual_pix"}


async def show_order(request: Request) -> Response:
    """One order: items, payment, proof, timeline, and where it can go."""
    desk = await open_desk(request)
    order = await desk.backend.get(f"/internal/orders/{record_id(request)}")
    go_to_store(request, desk, order["store_id"])
    talk, moves = await together(_talk(desk, order), _moves(desk, order))
    return render(
        request,
        "orders/detail.html",
        order=order,
        talk=talk,
        moves=moves,
        left_cents=(left := (order.get("paid_cents") or 0) - (order.get("refunded_cents") or 0)),
        # Of what was sold, what came beside its price is what goes back.
        due_cents=left - order["total_cents"] if order["status"] in _SOLD and left > order["total_cents"] else left,
        payment_text=_payment_text(request, order),
        proof=_proof(request, order),
        opened=_opened(order),
        parcel=_parcel(order),
        store_switch_path="/orders",
    )


async def _talk(desk: Desk, order: Json) -> Json | None:
    """The newest conversation with the order's customer."""
    if not order.get("lead_id"):
        return None
    answer = await desk.backend.get(
        "/internal/conversations", store_ids=order["store_id"], lead_id=order["lead_id"], limit=1
    )
    return next(iter(answer["items"]), None)


def _payment_text(request: Request, order: Json) -> str:
    """What the customer is sent to pay; empty when there is nothing to pay with."""
    ways = [order.get("br_code"), order.get("payment_link_url")]
    if order["status"] not in ("pending", "awaiting_payment", "awaiting_proof") or not any(ways):
        return ""
    total = money(language_of(request), order["total_cents"])
    said = text(
        request, "Pedido nº %(number)s: %(total)s. Pague com o Pix copia e cola:", number=order["number"], total=total
    )
    return "\n\n".join([said, *(str(way) for way in ways if way)])


async def _moves(desk: Desk, order: Json) -> list[str]:
    """The moves offered for this order: a PIX order leaves `pending` by its charge, asked for anew, or by a proof.

    None into a payment that the store cannot take.
    """
    moves = list(_MOVES.get(order["status"], ()))
    if order["status"] == "pending" and order["payment_method"] != "cod":
        moves = ["awaiting_payment", "awaiting_proof", *(move for move in moves if move != "confirmed")]
    if not _PAID_BY.keys() & set(moves):
        return moves
    methods = await usable_methods(desk, charged=True)
    return [move for move in moves if _PAID_BY.get(move) in (None, *methods)]


def _proof(request: Request, order: Json) -> dict[str, str] | None:
    """The proof as the page can show it: our own files by path, foreign ones only over https."""
    url = order.get("proof_url") or ""
    if not url:
        return None
    own = f"{site_of(request).public_url}/documents/files/"
    source = url.removeprefix(site_of(request).public_url) if url.startswith(own) else url
    shown = order.get("proof_content_type") in _SHOWN_TYPES and source.startswith(("/documents/files/", "https://"))
    linked = source if source.startswith(("/", "https://", "http://")) else ""
    return {"image": source if shown else "", "link": linked}


@submits(show_order)
async def move_order(request: Request) -> Response:
    """Move an order to another status."""
    desk, form, order_id = await open_desk(request), await read_form(request), record_id(request)
    target = form.text("to", required=True, limit=40)
    body: dict[str, str] = {"to": target}
    if form.text("from", limit=40):
        body["from"] = form.text("from", limit=40)
    reason = form.optional("reason", limit=500)
    if reason:
        body["reason"] = reason
    await desk.backend.post(f"/internal/orders/{order_id}/transition", body)
    return done(request, f"/orders/{order_id}", "Pedido atualizado.")


@submits(show_order)
async def attach_proof(request: Request) -> Response:
    """Keep a photo or PDF of the payment and attach it to the order."""
    desk, form, order_id = await open_desk(request), await read_form(request), record_id(request)
    upload = form.file("proof")
    if upload is None:
        raise FormError("proof", "Escolha um arquivo.")
    content = await upload.read()
    kind = kind_of(content)
    if kind not in _PROOF_KINDS:
        raise FormError("proof", "Envie uma foto (JPG, PNG, WebP, GIF, HEIC) ou um PDF.")
    stored = site_of(request).files.save(desk.company.id, content, kind)
    body = {
        "proof_url": f"{site_of(request).public_url}/documents/files/{stored.name}",
        "content_type": stored.content_type,
        "file_name": (upload.filename or stored.name)[:255],
        "size_bytes": len(content),
    }
    await desk.backend.post(f"/internal/orders/{order_id}/attach-proof", body)
    return done(request, f"/orders/{order_id}", "Comprovante anexado. Confira e confirme.")


@submits(show_order)
async def move_stock(request: Request) -> Response:
    """Take or give back the stock of an order by hand; each happens at most once."""
    desk, form, order_id = await open_desk(request), await read_form(request), record_id(request)
    action = "restore" if form.raw("action") == "restore" else "decrement"
    answer = await desk.backend.post(f"/internal/stock/{action}-for-order", {"order_id": order_id})
    if answer["applied"]:
        return done(request, f"/orders/{order_id}", "Estoque atualizado.")
    return done(request, f"/orders/{order_id}", "Nada a fazer no estoque deste pedido.")


@submits(show_order)
async def resend_payment(request: Request) -> Response:
    """Send the customer what to pay with, in their conversation."""
    desk, form, order_id = await open_desk(request), await read_form(request), record_id(request)
    order = await desk.backend.get(f"/internal/orders/{order_id}")
    content, talk = _payment_text(request, order), await _talk(desk, order)
    if not content:
        raise FormError("payment", "Este pedido não tem cobrança a pagar.")
    if talk is None:
        raise FormError("payment", "Este cliente não tem conversa. Copie o código e mande por onde falam.")
    await desk.backend.post(f"/internal/conversations/{talk['id']}/reply", {"content": content}, key=form.key())
    return done(request, f"/orders/{order_id}", "Cobrança enviada na conversa.")


@submits(show_order)
@confirmed("Devolver este valor ao cliente?", amount="amount")
async def refund(request: Request) -> Response:
    """Give money back, and goods to the shelf where they came back."""
    desk, form, order_id = await open_desk(request), await read_form(request), record_id(request)
    amount = form.cents("amount")
    if not amount:
        raise FormError("amount", "Informe quanto devolver.")
    items = [
        {"product_id": name.removeprefix("back-"), "quantity": quantity}
        for name in form.draft()
        if name.startswith("back-") and (quantity := form.integer(name, high=100_000))
    ]
    body: dict[str, Any] = {"amount_cents": amount, "reason": form.optional("reason", limit=500)}
    body = {name: value for name, value in body.items() if value is not None}
    if items:
        body |= {"items": items, "restock": True}
    await desk.backend.post(f"/internal/orders/{order_id}/refunds", body, key=form.key())
    return done(request, f"/orders/{order_id}", "Reembolso registrado.")


@submits(show_order)
async def edit_order(request: Request) -> Response:
    """Save what was changed of who the order is for, and of what was noted."""
    desk, form, path = await open_desk(request), await read_form(request), f"/internal/orders/{record_id(request)}"
    order = await desk.backend.get(path)
    fields = {name: form.optional(name, limit=500) for name in WHO} | {"notes": form.optional("notes", limit=4_000)}
    body = await edits(request, fields, _opened(order), WHO | _NOTES)
    if changed := {name: body.pop(name) for name in WHO if name in body}:
        # What the form does not show stays as it is.
        who = (order.get("customer_info") or {}) | changed
        body["customer_info"] = {name: value for name, value in who.items() if value}
    await desk.backend.patch(path, body)
    return done(request, f"/orders/{order['id']}", "Pedido atualizado.")


def _opened(order: Json) -> dict[str, str]:
    """Customer and notes as their form shows them."""
    who = order.get("customer_info") or {}
    return {name: address_line(who.get(name)) for name in WHO} | {"notes": order.get("notes") or ""}


@submits(show_order)
async def track_order(request: Request) -> Response:
    """Save how the parcel is followed."""
    desk, form, path = await open_desk(request), await read_form(request), f"/internal/orders/{record_id(request)}"
    fields = {name: form.optional(name, limit=2_000 if name == "url" else 200) for name in PARCEL}
    parcel = _parcel(await desk.backend.get(path))
    tracking = parcel | await edits(request, fields, parcel, PARCEL)
    await desk.backend.patch(path, {"tracking": {name: value for name, value in tracking.items() if value} or None})
    return done(request, f"/orders/{record_id(request)}", "Rastreio guardado.")


def _parcel(order: Json) -> dict[str, Any]:
    """How the parcel is followed, as its form shows it."""
    return {name: (order.get("tracking") or {}).get(name) for name in PARCEL}


@submits(show_order)
async def resolve_attention(request: Request) -> Response:
    """Say that what waited at the order has been dealt with."""
    desk, form, order_id = await open_desk(request), await read_form(request), record_id(request)
    body = {"kind": form.text("kind", required=True, limit=40), "note": form.optional("note", limit=500)}
    body = {name: value for name, value in body.items() if value is not None}
    await desk.backend.post(f"/internal/orders/{order_id}/resolve-attention", body)
    return done(request, f"/orders/{order_id}", "Resolvido.")


async def pix_code(request: Request) -> Response:
    """The QR picture of the order's PIX code."""
    desk = await open_desk(request)
    order = await desk.backend.get(f"/internal/orders/{record_id(request)}")
    code = order.get("br_code")
    if not code:
        raise ApiError(404, {"type": "/problems/not-found"})
    picture = io.BytesIO()
    segno.make(code, error="m", micro=False).save(picture, kind="svg", border=2, scale=4, xmldecl=True)
    return Response(picture.getvalue(), media_type="image/svg+xml")


routes = [
    Route("/orders/{id}", show_order, methods=["GET"]),
    Route("/orders/{id}/move", move_order, methods=["POST"]),
    Route("/orders/{id}/proof", attach_proof, methods=["POST"]),
    Route("/orders/{id}/stock", move_stock, methods=["POST"]),
    Route("/orders/{id}/resend", resend_payment, methods=["POST"]),
    Route("/orders/{id}/refunds", refund, methods=["POST"]),
    Route("/orders/{id}/edit", edit_order, methods=["POST"]),
    Route("/orders/{id}/tracking", track_order, methods=["POST"]),
    Route("/orders/{id}/attention", resolve_attention, methods=["POST"]),
    Route("/orders/{id}/pix.svg", pix_code, methods=["GET"]),
]
