"""/developers: webhook endpoints, their secrets and deliveries; events and the way to the API. Beside them stand the
pages of channels, data and administration. Templates: developers/. Tests: test_developer_pages.py.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.desk import Desk, open_desk
from app.storefront.edits import edits, said
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.labels import label
from app.storefront.pages.common import PAGE_SIZE, link_base, offset_of, page_of, record_id, together
from app.storefront.rendering import done, language_of, render
from app.storefront.site import site_of

TYPES = (
    "order.created",
    "order.confirmed",
    "order.shipped",
    "order.cancelled",
    "order.expired",
    "order.attention",
    "payment.received",
    "conversation.waiting",
    "conversation.closed",
    "message.outgoing",
    "stock.changed",
    "usage.alert",
)
# Field of the form → its name for people.
NAMES = {"url": "Endereço", "types": "Avisar de", "store_id": "Loja", "description": "Descrição", "active": "Ligado"}
STATUSES = ("pending", "failing", "delivered", "dead")
_PATH = "/internal/webhook-endpoints"
# Behind every event there can be.
_NOW = 2**63 - 1


async def list_endpoints(request: Request) -> Response:
    """The company's endpoints, and the form for a new one."""
    desk = await open_desk(request)
    endpoints = await desk.backend.get(_PATH)
    return render(request, "developers/list.html", endpoints=endpoints, types=TYPES, desk_stores=_stores(desk))


async def show_api(request: Request) -> Response:
    """What has happened, the latest first, and what a system needs that calls the service itself."""
    desk = await open_desk(request)
    asked = request.query_params.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < len(str(_NOW)) else _NOW
    answer = await desk.backend.get("/internal/events", before=before, limit=PAGE_SIZE)
    events = [event | {"page": _page_of(event)} for event in answer["items"]]
    older = events[-1]["seq"] if len(events) == PAGE_SIZE else None
    api_url = site_of(request).settings.backend_url
    return render(request, "developers/api.html", events=events, older=older, newest=before == _NOW, api_url=api_url)


def _page_of(event: Json) -> str:
    """The page of what an event is about; empty for the company."""
    kind, data = event["type"].partition(".")[0], event["data"]
    if kind in ("order", "payment"):
        return f"/orders/{event['subject_id']}"
    if kind == "stock":
        items = data["items"] or []
        return f"/products/{items[0]['product_id']}" if len(items) == 1 else "/products"
    return f"/inbox/{event['subject_id']}" if kind in ("conversation", "message") else ""


@submits(list_endpoints)
async def create_endpoint(request: Request) -> Response:
    """Create an endpoint; the page that follows is the only one that shows its secret."""
    desk, form = await open_desk(request), await read_form(request)
    return _secret(request, await desk.backend.post(_PATH, _fields(form)))


async def show_endpoint(request: Request) -> Response:
    """An endpoint and what it was sent."""
    desk, endpoint_id = await open_desk(request), record_id(request)
    status = request.query_params.get("status", "")
    status = status if status in STATUSES else ""
    endpoint, deliveries = await together(
        desk.backend.get(f"{_PATH}/{endpoint_id}"),
        desk.backend.get(
            f"{_PATH}/{endpoint_id}/deliveries", status=status or None, limit=PAGE_SIZE, offset=offset_of(request)
        ),
    )
    return render(
        request,
        "developers/endpoint.html",
        endpoint=endpoint,
        opened=_opened(endpoint),
        page=page_of(deliveries),
        base=link_base(f"/developers/{endpoint_id}", status=status),
        chosen=status,
        statuses=STATUSES,
        types=TYPES,
        desk_stores=_stores(desk),
    )


@submits(show_endpoint)
async def update_endpoint(request: Request) -> Response:
    """Change address, events, store; switch on and off."""
    desk, form, endpoint_id = await open_desk(request), await read_form(request), record_id(request)
    path, names = f"{_PATH}/{endpoint_id}", dict(_stores(desk))

    def say(request: Request, name: str, value: Any) -> str:
        if name == "types":
            return ", ".join(label(language_of(request), f"event_{code}") for code in value)
        return said(request, name, names.get(value, value) if name == "store_id" else value)

    fields = _fields(form) | {"active": form.flag("active")}
    await desk.backend.patch(path, await edits(request, fields, _opened(await desk.backend.get(path)), NAMES, say))
    return done(request, f"/developers/{endpoint_id}", "Endereço salvo.")


def _opened(endpoint: Json) -> Json:
    """An endpoint as its form shows it."""
    return {name: endpoint[name] for name in NAMES} | {"types": [code for code in TYPES if code in endpoint["types"]]}


@submits(show_endpoint)
async def test_endpoint(request: Request) -> Response:
    """Send a signed ping and say what came of it."""
    desk, endpoint_id = await open_desk(request), record_id(request)
    came = await desk.backend.post(f"{_PATH}/{endpoint_id}/test")
    if not came["ok"]:
        raise FormError("url", "O endereço não aceitou o teste. Confira se ele responde com 2xx.")
    return done(request, f"/developers/{endpoint_id}", "O endereço respondeu em %(n)s ms.", n=came["latency_ms"])


@submits(show_endpoint)
@confirmed("Trocar o segredo? O atual ainda assina por 24 horas.")
async def roll_secret(request: Request) -> Response:
    """Make a new secret and show it, this once."""
    desk, endpoint_id = await open_desk(request), record_id(request)
    return _secret(request, await desk.backend.post(f"{_PATH}/{endpoint_id}/roll-secret"))


@confirmed("Remover este endereço? Os avisos que esperam por ele se perdem.")
async def delete_endpoint(request: Request) -> Response:
    """Delete an endpoint with its deliveries."""
    desk = await open_desk(request)
    await desk.backend.delete(f"{_PATH}/{record_id(request)}")
    return done(request, "/developers", "Endereço removido.")


@submits(show_endpoint)
async def replay_delivery(request: Request) -> Response:
    """Send a delivery again."""
    desk, endpoint_id = await open_desk(request), record_id(request)
    await desk.backend.post(f"{_PATH}/{endpoint_id}/deliveries/{record_id(request, 'delivery_id')}/replay")
    return done(request, f"/developers/{endpoint_id}", "O aviso vai de novo.")


def _stores(desk: Desk) -> list[tuple[str, str]]:
    return [(store["id"], store["name"]) for store in desk.stores]


def _fields(form: Form) -> dict[str, Any]:
    types = [name for name in form.many("types") if name in TYPES]
    if not types:
        raise FormError("types", "Escolha ao menos um aviso.")
    return {
        "url": form.text("url", required=True, limit=2048),
        "types": types,
        "store_id": form.text("store_id") or None,
        "description": form.optional("description", limit=200),
    }


def _secret(request: Request, endpoint: dict[str, Any]) -> Response:
    response = render(request, "developers/secret.html", endpoint=endpoint)
    response.headers["Cache-Control"] = "no-store"
    return response


routes = [
    Route("/developers", list_endpoints, methods=["GET"]),
    Route("/developers", create_endpoint, methods=["POST"]),
    Route("/developers/api", show_api, methods=["GET"]),
    Route("/developers/{id}", show_endpoint, methods=["GET"]),
    Route("/developers/{id}", update_endpoint, methods=["POST"]),
    Route("/developers/{id}/test", test_endpoint, methods=["POST"]),
    Route("/developers/{id}/secret", roll_secret, methods=["POST"]),
    Route("/developers/{id}/delete", delete_endpoint, methods=["POST"]),
    Route("/developers/{id}/deliveries/{delivery_id}/replay", replay_delivery, methods=["POST"]),
]
