"""/agents: persona, channels, limits, knowledge, on and off, copies, history. Templates: agents/.

The chat is in tryout.py.
"""

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.desk import open_desk
from app.storefront.forms import Form, FormError, read_form, submits
from app.storefront.pages.common import PAGE_SIZE, offset_of, page_of, record_id, together
from app.storefront.rendering import done, render, text
from app.storefront.site import site_of

CHANNELS = ("whatsapp", "web", "instagram", "telegram")
# Fields of an agent that nobody sets at the desk.
_UNTOLD = ("id", "store_id", "messaging_instance_id")
# Documents offered beside the linked ones; a search finds the others.
_DOCUMENTS = 50
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
TIMES_A_DAY = 2
_CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
PERSONA_FIELDS = ("tone", "greeting", "instructions", "language")


async def list_agents(request: Request) -> Response:
    """The store's agents as cards."""
    desk = await open_desk(request)
    answer, types = await together(desk.backend.get("/internal/agents", store_id=desk.store_id), _types(request))
    archived = request.query_params.get("archived", "")
    return render(request, "agents/list.html", agents=page_of(answer).rows, types=types, archived=archived)


async def _types(request: Request) -> list[Json]:
    answer = await site_of(request).backend.public.get("/agents")
    if isinstance(answer, dict):
        answer = answer.get("agents") or answer.get("items") or answer.get("types") or []
    return list(answer)


async def new_agent(request: Request) -> Response:
    """The form for a new agent."""
    desk = await open_desk(request)
    types = await _types(request)
    return render(request, "agents/new.html", types=types, store=desk.store, days=DAYS)


@submits(new_agent)
async def create_agent(request: Request) -> Response:
    """Create an agent; the backend makes its messaging instance."""
    desk, form = await open_desk(request), await read_form(request)
    body = {
        "store_id": desk.store_id,
        "name": form.text("name", required=True, limit=120),
        "type": form.text("type", required=True, limit=64),
        "persona": _persona(form),
        "channels": _channels(form),
        "hours": _hours(form),
    }
    agent = await desk.backend.post("/internal/agents", body)
    return done(request, f"/agents/{agent['id']}", "Agente criado. Confira, teste e ligue.")


async def show_agent(request: Request) -> Response:
    """One agent: everything about it, and its documents."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    sought = request.query_params.get("q", "").strip()[:200]
    types, documents, talks = await together(
        _types(request),
        desk.backend.get("/internal/documents", store_id=agent["store_id"], limit=_DOCUMENTS, q=sought or None),
        desk.backend.get(f"/internal/agents/{agent_id}/conversations", limit=8),
    )
    linked = knowledge_ids(agent)
    return render(
        request,
        "agents/detail.html",
        agent=agent,
        types=types,
        days=DAYS,
        follow_ups=_follow_ups(request, types, agent["type"]),
        others=[row for row in page_of(documents).rows if str(row["id"]) not in linked],
        more=page_of(documents).total > _DOCUMENTS,
        sought=sought,
        talks=page_of(talks).rows,
        store_switch_path="/agents",
    )


def knowledge_ids(agent: Json) -> set[str]:
    """Ids of the documents an agent may use, from its full detail."""
    links = agent.get("knowledge_base") or []
    return {str(row.get("document_id") or row.get("id")) if isinstance(row, dict) else str(row) for row in links}


@submits(show_agent)
async def update_agent(request: Request) -> Response:
    """Save persona, channels and limits."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    limits = {
        "messages_per_minute": form.integer("messages_per_minute", low=1, high=10_000),
        "messages_per_day": form.integer("messages_per_day", low=1, high=1_000_000),
    }
    body = {
        "name": form.text("name", required=True, limit=120),
        "type": form.text("type", required=True, limit=64),
        "persona": _other_persona(agent) | _persona(form),
        "channels": _channels(form),
        "hours": _hours(form),
        "rate_limits": {key: value for key, value in limits.items() if value is not None},
        "model": form.optional("model", limit=128),
    }
    await desk.backend.patch(f"/internal/agents/{agent_id}", body)
    return done(request, f"/agents/{agent_id}", "Agente salvo.")


def _persona(form: Form) -> dict[str, Any]:
    persona = {name: form.optional(name, limit=8_000) for name in PERSONA_FIELDS}
    return {key: value for key, value in persona.items() if value}


def _other_persona(agent: Json) -> dict[str, Any]:
    """What others keep in the persona: this form must not lose it."""
    return {key: value for key, value in (agent.get("persona") or {}).items() if key not in PERSONA_FIELDS}


def _channels(form: Form) -> list[str]:
    chosen = [channel for channel in form.many("channels") if channel in CHANNELS]
    if not chosen:
        raise FormError("channels", "Escolha pelo menos um canal.")
    return chosen


def _hours(form: Form) -> list[Json]:
    """The times of the week that were filled in; of each both ends."""
    found: list[Json] = []
    for day in DAYS:
        for slot in range(1, TIMES_A_DAY + 1):
            name = f"{day}_opens_{slot}"
            opens, closes = form.text(name, limit=8), form.text(f"{day}_closes_{slot}", limit=8)
            if not opens and not closes:
                continue
            if not (_CLOCK.fullmatch(opens) and _CLOCK.fullmatch(closes)):
                raise FormError(name, "Diga de quando até quando, como 09:00 e 18:00.")
            found.append({"day": day, "opens": opens, "closes": closes})
    return found


def _follow_ups(request: Request, types: list[Json], kind: str) -> list[str]:
    """What agents of a type write without being asked, in words."""
    config = next((one.get("config") for one in types if (one.get("type") or one.get("id")) == kind), None) or {}
    found = config.get("follow_ups") or {}
    lines = []
    if minutes := found.get("unpaid_pix_minutes"):
        lines.append(text(request, "Lembra do PIX %(n)s min antes de vencer.", n=minutes))
    if minutes := found.get("abandoned_cart_minutes"):
        lines.append(text(request, "Lembra do carrinho parado há %(n)s min.", n=minutes))
    if found.get("back_in_stock"):
        lines.append(text(request, "Avisa quem pediu quando um produto volta ao estoque."))
    if lines:
        quiet = {"a": found.get("quiet_from", 21), "b": found.get("quiet_until", 8)}
        lines.append(text(request, "Nunca entre %(a)sh e %(b)sh.", **quiet))
    return lines


@submits(show_agent)
async def set_knowledge(request: Request) -> Response:
    """Link and unlink the documents the form showed; of others it says nothing."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    linked = knowledge_ids(await desk.backend.get(f"/internal/agents/{agent_id}/full"))
    chosen = (linked - set(form.many("shown"))) | set(form.many("document_ids"))
    body = {"document_ids": sorted(chosen)}
    await desk.backend.put(f"/internal/agents/{agent_id}/knowledge-base", body)
    return done(request, f"/agents/{agent_id}", "Conhecimento atualizado.")


@submits(show_agent)
async def copy_agent(request: Request) -> Response:
    """A second agent with the same settings and knowledge, switched off."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    body = {key: agent[key] for key in ("store_id", "type", "persona", "channels", "hours", "model")}
    limits = {key: value for key, value in agent["rate_limits"].items() if value is not None}
    body |= {"name": text(request, "%(name)s (cópia)", name=agent["name"][:110]), "rate_limits": limits}
    copy = await desk.backend.post("/internal/agents", body)
    linked = {"document_ids": sorted(knowledge_ids(agent))}
    await desk.backend.put(f"/internal/agents/{copy['id']}/knowledge-base", linked)
    return done(request, f"/agents/{copy['id']}", "Cópia criada, desligada. Ajuste, teste e ligue.")


@submits(show_agent)
async def archive_agent(request: Request) -> Response:
    """Put an agent away; the list offers to take that back."""
    desk, agent_id = await open_desk(request), record_id(request)
    await desk.backend.delete(f"/internal/agents/{agent_id}")
    return done(request, f"/agents?archived={agent_id}", "Agente arquivado. As conversas dele ficam.")


@submits(list_agents)
async def restore_agent(request: Request) -> Response:
    """Bring an archived agent back, switched off."""
    desk, agent_id = await open_desk(request), record_id(request)
    await desk.backend.post(f"/internal/agents/{agent_id}/restore")
    return done(request, f"/agents/{agent_id}", "Agente de volta, desligado.")


async def show_history(request: Request) -> Response:
    """Who changed what of an agent, the latest first."""
    desk, agent_id = await open_desk(request), record_id(request)
    of_agent = {"target_type": "agent", "target_id": agent_id, "limit": PAGE_SIZE, "offset": offset_of(request)}
    agent, entries = await together(
        desk.backend.get(f"/internal/agents/{agent_id}/full"), desk.backend.get("/internal/audit", **of_agent)
    )
    page = page_of(entries)
    told = [
        entry | {"changes": _told(entry["changes"] or {}), "created": "id" in (entry["changes"] or {})}
        for entry in page.rows
    ]
    return render(request, "agents/history.html", agent=agent, entries=told, page=page, store_switch_path="/agents")


def _told(changes: Json) -> list[tuple[str, Any, Any]]:
    """Field, before and after of what a merchant set; an object by its parts that differ."""
    told: list[tuple[str, Any, Any]] = []
    for name, (before, after) in changes.items():
        if name in _UNTOLD:
            continue
        if isinstance(before, dict) or isinstance(after, dict):
            old, new = before or {}, after or {}
            told += [(key, old.get(key), new.get(key)) for key in {**old, **new} if old.get(key) != new.get(key)]
        else:
            told.append((name, before, after))
    return told


@submits(show_agent)
async def toggle_agent(request: Request) -> Response:
    """Switch on or off; switching one on switches the store's other one off."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent = await desk.backend.post(f"/internal/agents/{agent_id}/toggle-active")
    form = await read_form(request)
    back = "/agents" if form.raw("back") == "list" else f"/agents/{agent_id}"
    return done(request, back, "Agente ligado: ele já atende." if agent["active"] else "Agente desligado.")


routes = [
    Route("/agents", list_agents, methods=["GET"]),
    Route("/agents", create_agent, methods=["POST"]),
    Route("/agents/new", new_agent, methods=["GET"]),
    Route("/agents/{id}", show_agent, methods=["GET"]),
    Route("/agents/{id}", update_agent, methods=["POST"]),
    Route("/agents/{id}/knowledge", set_knowledge, methods=["POST"]),
    Route("/agents/{id}/copy", copy_agent, methods=["POST"]),
    Route("/agents/{id}/archive", archive_agent, methods=["POST"]),
    Route("/agents/{id}/restore", restore_agent, methods=["POST"]),
    Route("/agents/{id}/history", show_history, methods=["GET"]),
    Route("/agents/{id}/toggle", toggle_agent, methods=["POST"]),
]
