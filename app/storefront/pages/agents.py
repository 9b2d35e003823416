"""/agents: persona, channels, limits, knowledge, on and off. Templates: agents/. The chat is in tryout.py."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.desk import open_desk
from app.storefront.forms import Form, FormError, read_form, submits
from app.storefront.pages.common import page_of, record_id, together
from app.storefront.rendering import done, render
from app.storefront.site import site_of

CHANNELS = ("whatsapp", "web", "instagram", "telegram")
PERSONA_FIELDS = ("tone", "greeting", "instructions", "language")


async def list_agents(request: Request) -> Response:
    """The store's agents as cards."""
    desk = await open_desk(request)
    answer, types = await together(desk.backend.get("/internal/agents", store_id=desk.store_id), _types(request))
    return render(request, "agents/list.html", agents=page_of(answer).rows, types=types)


async def _types(request: Request) -> list[Json]:
    answer = await site_of(request).backend.public.get("/agents")
    if isinstance(answer, dict):
        answer = answer.get("agents") or answer.get("items") or answer.get("types") or []
    return list(answer)


async def new_agent(request: Request) -> Response:
    """The form for a new agent."""
    desk = await open_desk(request)
    types = await _types(request)
    return render(request, "agents/new.html", types=types, store=desk.store)


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
    }
    agent = await desk.backend.post("/internal/agents", body)
    return done(request, f"/agents/{agent['id']}", "Agente criado. Confira, teste e ligue.")


async def show_agent(request: Request) -> Response:
    """One agent: everything about it, and its documents."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    types, documents, talks = await together(
        _types(request),
        desk.backend.get("/internal/documents", store_id=agent["store_id"], limit=200),
        desk.backend.get(f"/internal/agents/{agent_id}/conversations", limit=8),
    )
    return render(
        request,
        "agents/detail.html",
        agent=agent,
        types=types,
        documents=page_of(documents).rows,
        linked=knowledge_ids(agent),
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


@submits(show_agent)
async def set_knowledge(request: Request) -> Response:
    """Replace the documents the agent may use."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    body = {"document_ids": form.many("document_ids")}
    await desk.backend.put(f"/internal/agents/{agent_id}/knowledge-base", body)
    return done(request, f"/agents/{agent_id}", "Conhecimento atualizado.")


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
    Route("/agents/{id}/toggle", toggle_agent, methods=["POST"]),
]
