"""/leads: the people agents talk to, their profile and conversation. Templates: leads/. Tests: test_lead_pages.py."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import go_to_store, open_desk
from app.storefront.edits import edits
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import PAGE_SIZE, link_base, offset_of, page_of, record_id, together
from app.storefront.rendering import done, render

STATUSES = ("new", "engaged", "qualified", "customer", "lost", "blocked")
CHANNELS = ("whatsapp", "web", "instagram", "telegram")
ADDRESS_FIELDS = {
    "street": "Rua",
    "number": "Número",
    "complement": "Complemento",
    "district": "Bairro",
    "city": "Cidade",
    "state": "Estado",
    "zip": "CEP",
}
# Field of the form → its name for people.
NAMES = {
    "name": "Nome",
    "phone": "Telefone",
    "status": "Situação",
    "interests": "Interesses",
    "profile_summary": "Resumo",
    **{f"address_{part}": word for part, word in ADDRESS_FIELDS.items()},
}


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
    go_to_store(request, desk, lead["store_id"])
    proof = await desk.backend.maybe(f"/internal/orders/awaiting-proof-by-lead/{lead_id}")
    return render(
        request,
        "leads/detail.html",
        lead=lead,
        messages=list(reversed(page_of(messages).rows)),
        waiting=proof,
        opened=_opened(lead),
        statuses=STATUSES,
        address_fields=ADDRESS_FIELDS,
        store_switch_path="/leads",
    )


@submits(show_lead)
async def update_lead(request: Request) -> Response:
    """Save what was changed in the form, and nothing else: the agent goes on learning meanwhile."""
    desk, form, path = await open_desk(request), await read_form(request), f"/internal/leads/{record_id(request)}"
    lead = await desk.backend.get(path)
    body = await edits(request, _fields(form), _opened(lead), NAMES)
    parts = {part: body.pop(name) for part in ADDRESS_FIELDS if (name := f"address_{part}") in body}
    if parts:
        body["address"] = {part: value for part, value in (_address(lead) | parts).items() if value} or None
    await desk.backend.patch(path, body)
    return done(request, f"/leads/{record_id(request)}", "Lead salvo.")


def _fields(form: Form) -> dict[str, Any]:
    """The form. Raises FormError."""
    status = form.text("status")
    if status not in STATUSES:
        raise FormError("status", "Escolha uma situação.")
    return {
        "name": form.optional("name", limit=200),
        "phone": form.optional("phone", limit=20),
        "status": status,
        "interests": [word.strip() for word in form.text("interests", limit=2_000).split(",") if word.strip()],
        "profile_summary": form.optional("profile_summary", limit=10_000),
        **{f"address_{part}": form.optional(f"address_{part}", limit=300) for part in ADDRESS_FIELDS},
    }


def _opened(lead: Json) -> dict[str, Any]:
    """A lead as its form shows it."""
    shown = {name: lead[name] for name in ("name", "phone", "status", "profile_summary")}
    shown["interests"] = lead["interests"] or []
    return shown | {f"address_{part}": _address(lead).get(part) for part in ADDRESS_FIELDS}


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
