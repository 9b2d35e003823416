"""/orders: board by status, list, one order, its moves, proof and PIX code. Templates: orders/.

New orders typed in by hand are in new_order.py. Tests: test_order_pages.py.
"""

import io
from collections.abc import Mapping

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.labels import ORDER_STATUSES
from app.storefront.pages.common import PAGE_SIZE, Page, link_base, offset_of, page_of, record_id, together
from app.storefront.rendering import done, render
from app.storefront.site import site_of
from app.storefront.uploads import kind_of

LANES = ("pending", "awaiting_payment", "awaiting_proof", "confirmed", "preparing", "shipped")
_PROOF_KINDS = ("png", "jpg", "webp", "pdf")
_LANE_SIZE = 20

# What the page offers; the backend decides. Moves into a payment status follow the charge, not a button.
_MOVES: Mapping[str, tuple[str, ...]] = {
    "pending": ("confirmed", "cancelled"),
    "awaiting_payment": ("confirmed", "awaiting_proof", "cancelled"),
    "awaiting_proof": ("confirmed", "cancelled"),
    "confirmed": ("preparing", "shipped", "cancelled"),
    "preparing": ("shipped", "cancelled"),
    "shipped": ("delivered", "cancelled"),
    "expired": ("awaiting_proof", "cancelled"),
}


async def list_orders(request: Request) -> Response:
    """The board of open orders, or a list filtered by status."""
    desk = await open_desk(request)
    status = request.query_params.get("status")
    if request.query_params.get("view") == "list" or status:
        return await _list(request, desk, status if status in ORDER_STATUSES else None)
    lanes = await together(
        desk.backend.get(f"/internal/orders/stats/{desk.store_id}"),
        *(_lane(desk, status) for status in LANES),
    )
    stats, pages = lanes[0], dict(zip(LANES, lanes[1:], strict=True))
    return render(request, "orders/board.html", stats=stats, lanes=pages)


async def _lane(desk: Desk, status: str) -> Page:
    return page_of(await desk.backend.get("/internal/orders", store_ids=desk.store_id, status=status, limit=_LANE_SIZE))


async def _list(request: Request, desk: Desk, status: str | None) -> Response:
    answer = await desk.backend.get(
        "/internal/orders", store_ids=desk.store_id, status=status, limit=PAGE_SIZE, offset=offset_of(request)
    )
    base = link_base("/orders", view="list", status=status)
    page = page_of(answer)
    return render(request, "orders/list.html", page=page, base=base, chosen=status or "", statuses=ORDER_STATUSES)


async def show_order(request: Request) -> Response:
    """One order: items, payment, proof, timeline, and where it can go."""
    desk = await open_desk(request)
    order = await desk.backend.get(f"/internal/orders/{record_id(request)}")
    lead = await desk.backend.maybe(f"/internal/leads/{order['lead_id']}") if order.get("lead_id") else None
    return render(
        request,
        "orders/detail.html",
        order=order,
        lead=lead,
        moves=_moves(order),
        proof=_proof(request, order),
        store_switch_path="/orders",
    )


def _moves(order: Json) -> list[str]:
    """The moves offered for this order: a PIX order leaves `pending` by its charge alone."""
    allowed = order.get("allowed")
    moves = allowed if isinstance(allowed, list) else list(_MOVES.get(order["status"], ()))
    if order["status"] == "pending" and order["payment_method"] != "cod":
        moves = [move for move in moves if move != "confirmed"]
    return [move for move in moves if move in (*_MOVES, "delivered", "cancelled") and move != "expired"]


def _proof(request: Request, order: Json) -> dict[str, str] | None:
    """The proof as the page can show it: our own files by path, foreign ones only over https."""
    url = order.get("proof_url") or ""
    if not url:
        return None
    own = f"{site_of(request).public_url}/documents/files/"
    source = url.removeprefix(site_of(request).public_url) if url.startswith(own) else url
    kind = str(order.get("proof_content_type") or "")
    shown = kind.startswith("image/") and source.startswith(("/documents/files/", "https://"))
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
        raise FormError("proof", "Envie uma foto (JPG, PNG, WebP) ou um PDF.")
    stored = site_of(request).files.save(desk.user.id, content, kind)
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
    Route("/orders", list_orders, methods=["GET"]),
    Route("/orders/{id}", show_order, methods=["GET"]),
    Route("/orders/{id}/move", move_order, methods=["POST"]),
    Route("/orders/{id}/proof", attach_proof, methods=["POST"]),
    Route("/orders/{id}/stock", move_stock, methods=["POST"]),
    Route("/orders/{id}/pix.svg", pix_code, methods=["GET"]),
]
