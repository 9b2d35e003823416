"""/agents: persona, channels, limits, knowledge, what they write first, on and off, copies. Templates: agents/.

The chat is in tryout.py, the history in agent_history.py, tests in agent_tests.py.
"""

import re
from collections.abc import Collection
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.desk import go_to_store, open_desk
from app.storefront.edits import edits, relinked, said
from app.storefront.forms import Form, FormError, read_form, submits
from app.storefront.labels import label
from app.storefront.pages.common import agent_types, page_of, record_id, together
from app.storefront.rendering import done, language_of, render, text

CHANNELS = ("whatsapp", "web", "instagram", "telegram")
# Documents offered beside the linked ones; a search finds the others.
_DOCUMENTS = 50
_TALKS = 8
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
TIMES_A_DAY = 2
_CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
# Reminders, with the fewest minutes of each, and the hours at which nobody is written to unless the agent says others.
REMINDERS = {"unpaid_pix_minutes": 5, "abandoned_cart_minutes": 15}
QUIET = {"quiet_from": 21, "quiet_until": 8}
LANGUAGES = {"pt-BR": "Português", "en": "Inglês", "es": "Espanhol"}
PERSONA_FIELDS = ("tone", "greeting", "instructions", "language")
LIMITS = ("messages_per_minute", "messages_per_day")
# Field of the form → its name for people.
NAMES = {
    "name": "Nome",
    "type": "Tipo",
    "tone": "Jeito de falar",
    "language": "Idioma",
    "greeting": "Saudação",
    "instructions": "Instruções",
    "channels": "Canais",
    "hours": "Horário",
    "messages_per_minute": "Mensagens por minuto",
    "messages_per_day": "Mensagens por dia",
    "model": "Modelo",
}
FOLLOW_UP_NAMES = {
    "unpaid_pix_minutes": "Minutos antes de vencer",
    "abandoned_cart_minutes": "Minutos depois da última mensagem",
    "back_in_stock": "Avisar quem pediu quando um produto volta ao estoque",
    "quiet_from": "Silêncio a partir de",
    "quiet_until": "Silêncio até",
}


async def list_agents(request: Request) -> Response:
    """The store's agents as cards."""
    desk = await open_desk(request)
    answer, types = await together(desk.backend.get("/internal/agents", store_id=desk.store_id), agent_types(request))
    archived = request.query_params.get("archived", "")
    titles = {one["type"]: one["title"] for one in types}
    return render(request, "agents/list.html", agents=page_of(answer).rows, titles=titles, archived=archived)


async def new_agent(request: Request) -> Response:
    """The form for a new agent."""
    desk = await open_desk(request)
    types = await agent_types(request)
    return render(request, "agents/new.html", types=types, store=desk.store, days=DAYS, languages=_languages(request))


@submits(new_agent)
async def create_agent(request: Request) -> Response:
    """Create an agent; the backend makes its messaging instance."""
    desk, form = await open_desk(request), await read_form(request)
    body = {
        "store_id": desk.store_id,
        "name": form.text("name", required=True, limit=120),
        "type": form.text("type", required=True, limit=64),
        "persona": _persona(form),
        "channels": _channels(form, CHANNELS),
        "hours": _hours(form),
    }
    agent = await desk.backend.post("/internal/agents", body, key=form.key())
    return done(request, f"/agents/{agent['id']}", "Agente criado. Confira, teste e ligue.")


async def show_agent(request: Request) -> Response:
    """One agent: everything about it, and its documents."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full", conversations=_TALKS)
    go_to_store(request, desk, agent["store_id"])
    sought = request.query_params.get("q", "").strip()[:200]
    types, documents = await together(
        agent_types(request),
        desk.backend.get("/internal/documents", store_id=agent["store_id"], limit=_DOCUMENTS, q=sought or None),
    )
    linked = knowledge_ids(agent)
    return render(
        request,
        "agents/detail.html",
        agent=agent,
        types=types,
        days=DAYS,
        languages=_languages(request),
        opened=_opened(agent),
        follow_ups=_follow_ups(agent, types),
        others=[row for row in page_of(documents).rows if str(row["id"]) not in linked],
        more=page_of(documents).total > _DOCUMENTS,
        sought=sought,
        talks=agent["conversations"],
        store_switch_path="/agents",
    )


def knowledge_ids(agent: Json) -> set[str]:
    """Ids of the documents an agent may use, from its full detail."""
    links = agent.get("knowledge_base") or []
    return {str(row.get("document_id") or row.get("id")) if isinstance(row, dict) else str(row) for row in links}


@submits(show_agent)
async def update_agent(request: Request) -> Response:
    """Save what was changed of persona, channels and limits."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    fields = {
        "name": form.text("name", required=True, limit=120),
        "type": form.text("type", required=True, limit=64),
        **{name: form.optional(name, limit=8_000) for name in PERSONA_FIELDS},
        "channels": _channels(form, (*CHANNELS, *agent["channels"])),
        "hours": _hours(form),
        "messages_per_minute": form.integer("messages_per_minute", low=1, high=10_000),
        "messages_per_day": form.integer("messages_per_day", low=1, high=1_000_000),
        "model": form.optional("model", limit=128),
    }
    body = await edits(request, fields, _opened(agent), NAMES, _said)
    for whole, names in (("persona", PERSONA_FIELDS), ("rate_limits", LIMITS)):
        parts = {name: body.pop(name) for name in names if name in body}
        if parts:
            body[whole] = {name: value for name, value in (agent[whole] | parts).items() if value is not None}
    await desk.backend.patch(f"/internal/agents/{agent_id}", body)
    return done(request, f"/agents/{agent_id}", "Agente salvo.")


def _opened(agent: Json) -> Json:
    """An agent as its form shows it."""
    persona, limits = agent["persona"] or {}, agent["rate_limits"] or {}
    parts = {name: persona.get(name) for name in PERSONA_FIELDS} | {name: limits.get(name) for name in LIMITS}
    parts["language"] = parts["language"] or next(iter(LANGUAGES))
    # In the form's order, and as many as it has room for: what the API has set otherwise is not changed by that.
    known, hours = agent["channels"], agent["hours"] or []
    parts["channels"] = [one for one in CHANNELS if one in known] + [one for one in known if one not in CHANNELS]
    parts["hours"] = [slot for day in DAYS for slot in [one for one in hours if one["day"] == day][:TIMES_A_DAY]]
    return {name: parts[name] if name in parts else agent[name] for name in NAMES}


def _said(request: Request, name: str, value: Any) -> str:
    if name == "hours":
        return said_hours(request, value)
    return text(request, LANGUAGES[value]) if name == "language" and value in LANGUAGES else said(request, name, value)


def said_hours(request: Request, hours: list[Json]) -> str:
    """When an agent attends, in words."""
    language = language_of(request)
    times = [f"{label(language, 'day_' + one['day'])} {one['opens']}–{one['closes']}" for one in hours or []]
    return ", ".join(times) or text(request, "a qualquer hora")


def _languages(request: Request) -> list[tuple[str, str]]:
    return [(code, text(request, name)) for code, name in LANGUAGES.items()]


def _persona(form: Form) -> dict[str, Any]:
    persona = {name: form.optional(name, limit=8_000) for name in PERSONA_FIELDS}
    return {key: value for key, value in persona.items() if value}


def _channels(form: Form, known: Collection[str]) -> list[str]:
    """The channels that were ticked: those we offer, and what somebody has given the agent by the API."""
    chosen = [channel for channel in form.many("channels") if channel in known]
    if not chosen:
        raise FormError("channels", "Escolha pelo menos um canal.")
    return chosen


def _hours(form: Form) -> list[Json]:
    """The times of the week that were filled in; of each both ends."""
    found: list[Json] = []
    for day in DAYS:
        for slot in range(1, TIMES_A_DAY + 1):
            name = f"hours-{day}-opens-{slot}"
            opens, closes = form.text(name, limit=8), form.text(f"hours-{day}-closes-{slot}", limit=8)
            if not opens and not closes:
                continue
            if not (_CLOCK.fullmatch(opens) and _CLOCK.fullmatch(closes)):
                raise FormError(name, "Diga de quando até quando, como 09:00 e 18:00.")
            found.append({"day": day, "opens": opens, "closes": closes})
    return found


def said_follow_ups(request: Request, chosen: Json) -> list[str]:
    """What an agent writes without being asked, in words; nothing when it only answers."""
    lines = []
    if minutes := chosen.get("unpaid_pix_minutes"):
        lines.append(text(request, "Lembra do PIX %(n)s min antes de vencer.", n=minutes))
    if minutes := chosen.get("abandoned_cart_minutes"):
        lines.append(text(request, "Lembra do carrinho parado há %(n)s min.", n=minutes))
    if chosen.get("back_in_stock"):
        lines.append(text(request, "Avisa quem pediu quando um produto volta ao estoque."))
    if lines:
        quiet = {name: chosen.get(name, hour) for name, hour in QUIET.items()}
        lines.append(text(request, "Nunca entre %(quiet_from)sh e %(quiet_until)sh.", **quiet))
    return lines


def _follow_ups(agent: Json, types: list[Json]) -> Json:
    """What the agent writes first: its own choice, else what its type says."""
    kind: Json = next((one for one in types if one["type"] == agent["type"]), {})
    chosen = agent.get("follow_ups")
    told = (kind.get("config") or {}).get("follow_ups") or {} if chosen is None else chosen
    return dict.fromkeys(REMINDERS) | {"back_in_stock": False} | QUIET | told


@submits(show_agent)
async def set_follow_ups(request: Request) -> Response:
    """Choose what the agent writes first, and when it never does."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    chosen: dict[str, Any] = {"back_in_stock": form.flag("back_in_stock")}
    for name, low in REMINDERS.items():
        minutes = form.integer(name, low=low, high=10_080)
        on = form.flag(f"{name}-on")
        if on and minutes is None:
            raise FormError(name, "Diga quantos minutos.")
        chosen[name] = minutes if on else None
    for name, hour in QUIET.items():
        given = form.integer(name, high=23)
        chosen[name] = hour if given is None else given
    agent, types = await together(desk.backend.get(f"/internal/agents/{agent_id}/full"), agent_types(request))
    now = _follow_ups(agent, types)
    if mine := await edits(request, chosen, now, FOLLOW_UP_NAMES):
        kept = {name: (now | mine)[name] for name in FOLLOW_UP_NAMES if (now | mine)[name] is not None}
        await desk.backend.patch(f"/internal/agents/{agent_id}", {"follow_ups": kept})
    return done(request, f"/agents/{agent_id}#follow-ups", "Guardado.")


@submits(show_agent)
async def set_knowledge(request: Request) -> Response:
    """Link and unlink the documents the form showed; of others it says nothing."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    linked = knowledge_ids(await desk.backend.get(f"/internal/agents/{agent_id}/full"))
    body = {"document_ids": relinked(linked, form, "document_ids")}
    await desk.backend.put(f"/internal/agents/{agent_id}/knowledge-base", body)
    return done(request, f"/agents/{agent_id}", "Conhecimento atualizado.")


@submits(show_agent)
async def copy_agent(request: Request) -> Response:
    """A second agent with the same settings and knowledge, switched off."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    body = {key: agent[key] for key in ("store_id", "type", "persona", "channels", "hours", "follow_ups", "model")}
    limits = {key: value for key, value in agent["rate_limits"].items() if value is not None}
    body |= {"name": text(request, "%(name)s (cópia)", name=agent["name"][:110]), "rate_limits": limits}
    copy = await desk.backend.post("/internal/agents", body, key=form.key())
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
    Route("/agents/{id}/follow-ups", set_follow_ups, methods=["POST"]),
    Route("/agents/{id}/copy", copy_agent, methods=["POST"]),
    Route("/agents/{id}/archive", archive_agent, methods=["POST"]),
    Route("/agents/{id}/restore", restore_agent, methods=["POST"]),
    Route("/agents/{id}/toggle", toggle_agent, methods=["POST"]),
]
