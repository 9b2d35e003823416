"""/orders: board and table, saved views, work on many at once, printing, export. Templates: orders/.

Tests: test_order_lists.py.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from app.storefront import spreadsheets
from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import FormError, confirmed, read_form, submits
from app.storefront.i18n import zone_of
from app.storefront.labels import ORDER_STATUSES
from app.storefront.pages.common import (
    PAGE_SIZE,
    UUID_TEXT,
    leads_to,
    link_base,
    offset_of,
    page_of,
    record_id,
    together,
)
from app.storefront.refusals import error_message
from app.storefront.rendering import done, language_of, render

LANES = ("pending", "awaiting_payment", "awaiting_proof", "confirmed", "preparing", "shipped")
METHODS = ("pix", "manual_pix", "cod")
PAYMENT_STATUSES = ("unpaid", "paid", "partially_refunded", "refunded", "refund_due")
SORTS = {
    "-created_at": "Mais novos",
    "created_at": "Mais antigos",
    "-updated_at": "Mexidos por último",
    "-total": "Maior valor",
    "total": "Menor valor",
}
VIEWS = (
    ("A conferir", "status=awaiting_proof%2Cpending"),
    ("A enviar", "status=confirmed%2Cpreparing"),
    ("Precisam de atenção", "attention=1"),
    ("Enviados", "status=shipped"),
)
_FILTERS = ("q", "status", "payment_method", "payment_status", "from", "to", "attention", "sort")
_BULK = ("confirmed", "preparing", "shipped", "delivered")
MOST_AT_ONCE = 100
_AT_ONCE = 4
_EXPORTED = 500


async def list_orders(request: Request) -> Response:
    """The board of open orders; as a table once it is asked for or filtered."""
    desk = await open_desk(request)
    if request.query_params.get("view") == "list" or any(request.query_params.get(name) for name in _FILTERS):
        return await show_table(request)
    stats, board, views = await together(
        desk.backend.get(f"/internal/orders/stats/{desk.store_id}"),
        desk.backend.get("/internal/orders/board", store_id=desk.store_id, status=",".join(LANES)),
        _saved(desk),
    )
    return render(request, "orders/board.html", stats=stats, lanes=board["lanes"], built_in=VIEWS, views=views)


async def show_table(request: Request) -> Response:
    """Orders by any filters, with work on those that are ticked."""
    desk = await open_desk(request)
    chosen = _chosen(request)
    wanted = _wanted(desk, chosen)
    answer, views = await together(
        desk.backend.get("/internal/orders", **wanted, limit=PAGE_SIZE, offset=offset_of(request)), _saved(desk)
    )
    return render(
        request,
        "orders/list.html",
        page=page_of(answer),
        base=link_base("/orders", view="list", **chosen),
        query=urlencode(chosen),
        chosen=chosen,
        built_in=VIEWS,
        views=views,
        statuses=ORDER_STATUSES,
        methods=METHODS,
        payment_statuses=PAYMENT_STATUSES,
        sorts=SORTS,
    )


async def _saved(desk: Desk) -> Json:
    return await desk.backend.get("/internal/saved-views", page="orders")


def _chosen(request: Request) -> dict[str, str]:
    """The filters of the query that mean something; what does not is left out. A refused form brings its own."""
    form = getattr(request.state, "form", None)
    query = dict(parse_qsl(form.raw("query"))) if form else request.query_params
    found = {name: query.get(name, "").strip()[:200] for name in _FILTERS}
    statuses = [code for code in found["status"].split(",") if code in ORDER_STATUSES]
    found["status"] = ",".join(dict.fromkeys(statuses))
    for name, known in (("payment_method", METHODS), ("payment_status", PAYMENT_STATUSES), ("sort", tuple(SORTS))):
        found[name] = found[name] if found[name] in known else ""
    for name in ("from", "to"):
        found[name] = found[name] if _day(found[name]) else ""
    if found["from"] > found["to"] > "":
        found["from"], found["to"] = found["to"], found["from"]
    return {name: value for name, value in found.items() if value}


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2000 <= day.year < 9000 else None


def _wanted(desk: Desk, chosen: dict[str, str]) -> dict[str, Any]:
    """The backend's parameters of these filters; days are the company's."""
    wanted: dict[str, Any] = {"store_ids": desk.store_id}
    wanted |= {
        name: chosen[name] for name in ("q", "status", "payment_method", "payment_status", "sort") if name in chosen
    }
    if "attention" in chosen:
        wanted["attention"] = True
    first, last = _day(chosen.get("from", "")), _day(chosen.get("to", ""))
    if first or last:
        zone = zone_of(desk.company.timezone)
        if first:
            wanted["created_from"] = datetime(first.year, first.month, first.day, tzinfo=zone).isoformat()
        if last:
            after = last + timedelta(days=1)
            wanted["created_to"] = datetime(after.year, after.month, after.day, tzinfo=zone).isoformat()
    return wanted


@submits(show_table)
async def save_view(request: Request) -> Response:
    """Keep the filters on the screen under a name."""
    desk, form = await open_desk(request), await read_form(request)
    query = urlencode([pair for pair in parse_qsl(form.text("query", limit=2_000)) if pair[0] in _FILTERS])
    body = {"page": "orders", "name": form.text("name", required=True, limit=60), "query": query}
    await desk.backend.post("/internal/saved-views", body)
    return done(request, f"/orders?view=list&{query}", "Vista guardada.")


@confirmed("Apagar esta vista?")
async def delete_view(request: Request) -> Response:
    """Forget a view."""
    desk = await open_desk(request)
    await desk.backend.delete(f"/internal/saved-views/{record_id(request)}")
    return done(request, "/orders?view=list", "Vista apagada.")


def _ids(values: Iterable[str]) -> list[str]:
    """The orders that were ticked. Raises FormError when there are none, or too many."""
    ids = list(dict.fromkeys(value for value in values if UUID_TEXT.fullmatch(value)))
    if not ids:
        raise FormError("id", "Escolha pelo menos um pedido.")
    if len(ids) > MOST_AT_ONCE:
        raise FormError("id", "Escolha no máximo 100 pedidos de cada vez.")
    return ids


@submits(show_table)
async def move_many(request: Request) -> Response:
    """Move every ticked order; those that cannot be moved are listed with the reason."""
    desk, form = await open_desk(request), await read_form(request)
    target = form.text("to", required=True, limit=40)
    if target not in _BULK:
        raise FormError("to", "Escolha o que fazer.")
    ids = _ids(form.many("id"))
    gate = asyncio.Semaphore(_AT_ONCE)

    async def move(order_id: str) -> tuple[str, str]:
        async with gate:
            try:
                await desk.backend.post(f"/internal/orders/{order_id}/transition", {"to": target})
            except ApiError as error:
                return order_id, error_message(error)
        return order_id, ""

    results = await together(*(move(order_id) for order_id in ids))
    refused = {order_id: reason for order_id, reason in results if reason}
    back = "/orders?view=list&" + urlencode([p for p in parse_qsl(form.text("query", limit=2_000)) if p[0] in _FILTERS])
    if not refused:
        return done(request, back, "%(n)s pedidos atualizados.", n=len(ids))
    sheets = await _sheets(desk, list(refused))
    return render(
        request,
        "orders/refused.html",
        moved=len(ids) - len(refused),
        target=target,
        refused=[(sheet, refused[sheet["id"]]) for sheet in sheets],
        back=back,
        store_switch_path="/orders",
    )


async def _sheets(desk: Desk, ids: list[str]) -> list[Json]:
    answer = await desk.backend.get(
        "/internal/orders/sheets", store_ids=desk.store_id, order_ids=ids, limit=MOST_AT_ONCE
    )
    return list(answer["items"])


async def print_orders(request: Request) -> Response:
    """The ticked orders on paper: what to pick, or labels for the parcels."""
    desk = await open_desk(request)
    ids = _ids(request.query_params.getlist("id"))
    sheets = await _sheets(desk, ids)
    what = "labels" if request.query_params.get("what") == "labels" else "picking"
    goods: dict[tuple[str, str], int] = {}
    for sheet in sheets:
        for item in sheet["items"]:
            key = (item["sku"] or "", item["name"])
            goods[key] = goods.get(key, 0) + item["quantity"]
    return render(
        request,
        "orders/print.html",
        sheets=sorted(sheets, key=lambda sheet: int(sheet["number"])),
        goods=sorted(goods.items(), key=lambda entry: (entry[0][1].lower(), entry[0][0])),
        what=what,
        other=urlencode([("id", value) for value in ids]),
        store=desk.store,
    )


async def export_orders(request: Request) -> Response:
    """Every order of the filters as a CSV file, written while it is read."""
    desk = await open_desk(request)
    wanted = _wanted(desk, _chosen(request))
    wanted.pop("sort", None)
    first = await desk.backend.get("/internal/orders/sheets", **wanted, limit=_EXPORTED)
    name = f"pedidos-{datetime.now(desk.zone):%Y-%m-%d}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    rows = _exported(desk, wanted, first)
    table = spreadsheets.orders_csv(rows, language_of(request), desk.zone)
    return StreamingResponse(table, media_type="text/csv; charset=utf-8", headers=headers)


async def _exported(desk: Desk, wanted: dict[str, Any], part: Json) -> AsyncIterator[list[Json]]:
    yield part["items"]
    while part["next"]:
        part = await desk.backend.get("/internal/orders/sheets", **wanted, limit=_EXPORTED, after_id=part["next"])
        yield part["items"]


routes = [
    Route("/orders", list_orders, methods=["GET"]),
    Route("/orders/views", save_view, methods=["POST"]),
    Route("/orders/views/{id}/delete", delete_view, methods=["POST"]),
    Route("/orders/bulk", move_many, methods=["POST"]),
    Route("/orders/views", leads_to("/orders?view=list"), methods=["GET"]),
    Route("/orders/bulk", leads_to("/orders?view=list"), methods=["GET"]),
    Route("/orders/print", print_orders, methods=["GET"]),
    Route("/orders/export.csv", export_orders, methods=["GET"]),
]
