"""/leads: the people agents talk to, their profile and conversation. Templates: leads/. Tests: test_lead_pages.py."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import open_desk
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import PAGE_SIZE, link_base, offset_of, page_of, record_id, together
from app.storefront.rendering import done, render

STATUSES = ("new", "engaged", "qualified", "customer", "lost", "blocked")
CHANNELS = ("whatsapp", "web", "instagram", "telegram")
ADDRESS_FIELDS = ("street", "number", "complement", "district", "city", "state", "zip")


async def list_leads(request: Request) -> Response:
    """Leads of the store, filtered by status, channel and words."""
    desk = await open_desk(request)
    status = _one_of(request.query_params.get("status"), STATUSES)
    channel = _one_of(request.query_params.get("channel"), CHANNELS)
    sought = request.query_params.get("q", "").strip()[:200]
    answer = await desk.backend.get(
        "/internal/leads",
        store_ids=desk.store_id,
        status=status,
        channel=channel,
        q=sought or None,
        limit=PAGE_SIZE,
        offset=offset_of(request),
    )
    return render(
        request,
        "leads/list.html",
        page=page_of(answer),
        base=link_base("/leads", status=status, channel=channel, q=sought),
        chosen=status or "",
        channel=channel or "",
        sought=sought,
        statuses=STATUSES,
        channels=CHANNELS,
    )


def _one_of(value: str | None, allowed: tuple[str, ...]) -> str | None:
    return value if value in allowed else None


async def show_lead(request: Request) -> Response:
    """One lead: profile, conversation, events."""
    desk, lead_id = await open_desk(request), record_id(request)
    lead, messages = await together(
        desk.backend.get(f"/internal/leads/{lead_id}"),
        desk.backend.get("/internal/messages", lead_id=lead_id, limit=60),
    )
    proof = await desk.backend.maybe(f"/internal/orders/awaiting-proof-by-lead/{lead_id}")
    return render(
        request,
        "leads/detail.html",
        lead=lead,
        messages=list(reversed(page_of(messages).rows)),
        waiting=proof,
        opened=json.dumps(_opened(lead)),
        statuses=STATUSES,
        address_fields=ADDRESS_FIELDS,
        store_switch_path="/leads",
    )


@submits(show_lead)
async def update_lead(request: Request) -> Response:
    """Save what was changed in the form, and nothing else: the agent goes on learning meanwhile."""
    desk, form, path = await open_desk(request), await read_form(request), f"/internal/leads/{record_id(request)}"
    fields = _fields(form)
    body = {name: fields[name] for name in form.changed(fields)}
    parts = form.changed(f"address_{name}" for name in ADDRESS_FIELDS)
    if parts:
        address = dict(_address(await desk.backend.get(path)))
        address |= {name.removeprefix("address_"): form.optional(name, limit=300) for name in parts}
        body["address"] = {name: value for name, value in address.items() if value} or None
    await desk.backend.patch(path, body)
    return done(request, f"/leads/{record_id(request)}", "Lead salvo.")


def _fields(form: Form) -> dict[str, Any]:
    """The form but for the address. Raises FormError."""
    status = form.text("status")
    if status not in STATUSES:
        raise FormError("status", "Escolha uma situação.")
    return {
        "name": form.optional("name", limit=200),
        "phone": form.optional("phone", limit=20),
        "status": status,
        "interests": [word.strip() for word in form.text("interests", limit=2_000).split(",") if word.strip()],
        "profile_summary": form.optional("profile_summary", limit=10_000),
    }


def _opened(lead: Json) -> dict[str, str]:
    """What the form shows of a lead, by the names of its fields."""
    shown = {name: lead[name] or "" for name in ("name", "phone", "status", "profile_summary")}
    shown["interests"] = ", ".join(lead["interests"] or [])
    return shown | {f"address_{name}": _address(lead).get(name) or "" for name in ADDRESS_FIELDS}


def _address(lead: Json) -> dict[str, Any]:
    """A lead's address in parts, those that the form does not show too."""
    return lead["address"] if isinstance(lead["address"], dict) else {}


@submits(show_lead)
@confirmed("Apagar esta pessoa e tudo o que disse? Os pedidos ficam, sem o nome. Não tem volta.")
async def erase_lead(request: Request) -> Response:
    """Erase a person, as the law lets them ask; what lies elsewhere is named."""
    desk, lead_id = await open_desk(request), record_id(request)
    try:
        erased = await desk.backend.post(f"/internal/leads/{lead_id}/erase")
    except ApiError as error:
        if error.status == 409:
            raise FormError("erase", "Esta pessoa tem pedidos em aberto. Conclua ou cancele-os antes.") from error
        raise
    if erased["files"]:
        return render(request, "leads/erased.html", files=erased["files"])
    return done(request, "/leads", "Pessoa apagada.")


routes = [
    Route("/leads", list_leads, methods=["GET"]),
    Route("/leads/{id}", show_lead, methods=["GET"]),
    Route("/leads/{id}", update_lead, methods=["POST"]),
    Route("/leads/{id}/erase", erase_lead, methods=["POST"]),
]
