"""/agents/{id}/history: who changed what of an agent, in words. Template: agents/history.html.

Tests: test_agent_history.py.
"""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.desk import Desk, open_desk
from app.storefront.i18n import moment, readable
from app.storefront.labels import actor, label
from app.storefront.pages.agents import LANGUAGES, said_follow_ups, said_hours
from app.storefront.pages.common import PAGE_SIZE, agent_types, offset_of, page_of, record_id, together
from app.storefront.rendering import language_of, render, text

# Fields of an agent that nobody sets at the desk.
_UNTOLD = ("id", "agent_id", "store_id", "messaging_instance_id")
_DOCUMENTS = 200
Change = tuple[str, Any, Any]


async def show_history(request: Request) -> Response:
    """Who changed what of an agent, the latest first."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent, answer = await together(
        desk.backend.get(f"/internal/agents/{agent_id}/full"),
        desk.backend.get("/internal/audit", target_id=agent_id, limit=PAGE_SIZE, offset=offset_of(request)),
    )
    page = page_of(answer)
    entries = _joined(page.rows)
    names = await _names(request, desk, agent, entries)
    told = [_told(request, desk, entry, names) for entry in entries]
    return render(request, "agents/history.html", agent=agent, entries=told, page=page, store_switch_path="/agents")


def _joined(rows: list[Json]) -> list[Json]:
    """Entries with all their changes: what one request did is one entry, each linked document a change of it."""
    joined: list[Json] = []
    for row in rows:
        changes: list[Change] = [(name, *sides) for name, sides in (row["changes"] or {}).items()]
        if joined and row["request_id"] and joined[-1]["request_id"] == row["request_id"]:
            joined[-1]["changes"] += changes
        else:
            joined.append(row | {"changes": changes})
    return joined


async def _names(request: Request, desk: Desk, agent: Json, entries: list[Json]) -> Mapping[str, str]:
    """Names by id: people, agent types, documents; what the entries speak of and is not known yet is read."""
    names = {desk.company.id: text(request, "Dono da empresa"), desk.user.id: desk.user.name}
    names |= {row["document_id"]: row["title"] for row in agent["knowledge_base"]}
    changes = [change for entry in entries for change in entry["changes"]]
    documents = {side for name, *sides in changes if name == "document_id" for side in sides if side}
    # One call more than the page has: what matters most of what is missing.
    answer: Json = []
    if any(entry["actor_user_id"] not in (None, *names) for entry in entries):
        answer = await desk.backend.get("/internal/company/members")
    elif documents - set(names):
        answer = await desk.backend.get("/internal/documents", store_id=agent["store_id"], limit=_DOCUMENTS)
    elif any(name == "type" for name, *_ in changes):
        answer = await agent_types(request)
    if answer:
        for row in page_of(answer).rows:
            names[str(row.get("user_id") or row.get("id") or row.get("type"))] = (
                row.get("title") or row.get("name") or ""
            )
    return names


def _told(request: Request, desk: Desk, entry: Json, names: Mapping[str, str]) -> Json:
    """An entry as the page shows it: who, whether the agent was made then, and field, before, after in words."""
    person = names.get(entry["actor_user_id"] or "")
    created = any(name == "id" for name, *_ in entry["changes"])
    told = []
    for name, before, after in _parts(entry["changes"]):
        was, is_now = (_words(request, desk, name, side, names) for side in (before, after))
        if was != is_now and not (created and (after is False or is_now == "–")):
            field = label(language_of(request), f"agent_{name}").removeprefix("agent ")
            told.append((field, None if created or was == "–" else was, is_now))
    who = person or actor(language_of(request), entry["actor_type"])
    return {"who": who, "created": created, "created_at": entry["created_at"], "changes": told}


def _parts(changes: list[Change]) -> list[Change]:
    """What a merchant set; an object by its parts."""
    told: list[Change] = []
    for name, before, after in changes:
        if name in ("persona", "rate_limits"):
            old, new = before or {}, after or {}
            told += [(key, old.get(key), new.get(key)) for key in {**old, **new}]
        elif name not in _UNTOLD:
            told.append((name, before, after))
    return told


def _words(request: Request, desk: Desk, name: str, value: Any, names: Mapping[str, str]) -> str:
    """A value of a field as people say it."""
    language = language_of(request)
    if name == "follow_ups":
        if value is None:
            return text(request, "como o tipo diz")
        return " ".join(said_follow_ups(request, value)) or text(request, "nada")
    if name == "hours":
        return said_hours(request, value)
    if value in (None, "", [], {}):
        return "–"
    if name == "channels":
        return ", ".join(label(language, channel) for channel in value)
    if name == "language":
        return text(request, LANGUAGES[value]) if value in LANGUAGES else str(value)
    if name == "deleted_at":
        return moment(language, value, zone=desk.zone)
    if name == "type":
        return names.get(value) or label(language, value)
    if name == "document_id":
        return names.get(value) or text(request, "outro documento")
    return readable(language, value)


routes = [Route("/agents/{id}/history", show_history, methods=["GET"])]
