"""/agents/{id}/try: talk to an agent, as a dry run or with real orders. Template: agents/try.html, script: try.js.

A dry run keeps the conversation's id and texts in the page. A real one is the conversation of a lead of this desk, so
it shows in leads and counts as any customer's. Tests: test_try_pages.py.
"""

import json
import re
import secrets
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import sse
from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import FormError, read_form, read_json, submits
from app.storefront.labels import TOOLS
from app.storefront.pages.common import page_of, record_id
from app.storefront.refusals import error_message
from app.storefront.rendering import problem_response, render, text
from app.storefront.site import site_of
from app.web.replies import Streamed
from clients.python.storefront_client import Delta, ToolEvent
from clients.python.storefront_client.types import ChatAnswer

log = structlog.get_logger("storefront")

_NAMES: dict[type, str] = {Delta: "delta", ToolEvent: "tool", ChatAnswer: "done"}
_HISTORY = 40
_MESSAGE_LIMIT = 8_000


async def show_try(request: Request) -> Response:
    """The conversation so far, and a field for the next message."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    real = request.query_params.get("mode") == "real"
    turns = await _recorded(desk, agent) if real else []
    return _page(request, agent, real=real, turns=turns)


def _page(
    request: Request, agent: Json, *, real: bool, turns: list[Json], answer: Json | None = None, conversation: str = ""
) -> Response:
    return render(
        request,
        "agents/try.html",
        agent=agent,
        real=real,
        turns=turns,
        answer=answer,
        tools=TOOLS,
        conversation=conversation or secrets.token_hex(16),
        history=json.dumps(turns[-_HISTORY:], ensure_ascii=False),
        store_switch_path="/agents",
    )


@submits(show_try)
async def say(request: Request) -> Response:
    """One turn without scripts: the whole page comes back with the reply."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    message = form.text("message", required=True, limit=_MESSAGE_LIMIT)
    real = form.raw("mode") == "real"
    history = _history(form.raw("history"))
    conversation = _conversation(form.raw("conversation"))
    body, lead_id = await _turn(desk, agent, message, history, real=real, conversation=conversation)
    answer = await site_of(request).backend.public.post("/chat", body, slow=True)
    before = await _recorded(desk, agent) if real else history
    if lead_id:
        await _record(desk, agent, lead_id, message, answer["reply"])
    spoken = [{"role": "user", "content": message}, {"role": "assistant", "content": answer["reply"]}]
    return _page(request, agent, real=real, turns=[*before, *spoken], answer=answer, conversation=conversation)


async def stream_turn(request: Request) -> Response:
    """One turn for the script: the backend's events as they arrive. JSON in: message, mode, history, conversation."""
    desk, agent_id = await open_desk(request), record_id(request)
    asked, wrong = await _asked(request)
    if wrong:
        told = {field: text(request, said) for field, said in wrong.items()}
        return problem_response(422, "validation", " ".join(dict.fromkeys(told.values())), told)
    agent = await desk.backend.get(f"/internal/agents/{agent_id}/full")
    real = asked["mode"] == "real"
    body, lead_id = await _turn(
        desk, agent, asked["message"], asked["history"], real=real, conversation=asked["conversation"]
    )
    stream = _events(request, desk, agent, body, lead_id)
    return Streamed(stream, "text/event-stream", {"X-Accel-Buffering": "no"})


async def _events(
    request: Request, desk: Desk, agent: Json, body: dict[str, Any], lead_id: str | None
) -> AsyncGenerator[bytes, None]:
    try:
        async with aclosing(site_of(request).backend.chat(body)) as events:
            async for event in events:
                if isinstance(event, ChatAnswer) and lead_id:
                    await _record(desk, agent, lead_id, body["message"], event.reply)
                yield sse.event(_NAMES[type(event)], event)
    except ApiError as error:
        yield sse.event("error", {"detail": text(request, error_message(error))})


async def _asked(request: Request) -> tuple[dict[str, Any], dict[str, str]]:
    """What the script asks, and what of it is wrong, by field."""
    try:
        asked = read_json(await request.body())
    except ValueError:
        asked = None
    if not isinstance(asked, dict):
        return {}, {"": "O pedido não pôde ser lido. Recarregue a página."}
    message, mode, history = asked.get("message"), asked.get("mode"), asked.get("history")
    wrong: dict[str, str] = {}
    if not isinstance(message, str) or not message.strip():
        wrong["message"] = "Escreva uma mensagem."
    elif len(message) > _MESSAGE_LIMIT:
        wrong["message"] = "A mensagem pode ter até 8.000 caracteres."
    if mode not in (None, "dry", "real"):
        wrong["mode"] = "O modo é dry ou real."
    if history is not None and not isinstance(history, list):
        wrong["history"] = "A conversa não pôde ser lida. Recarregue a página."
    if not isinstance(asked.get("conversation"), str | None):
        wrong["conversation"] = "A conversa não pôde ser lida. Recarregue a página."
    return {
        "message": str(message).strip(),
        "mode": mode,
        "history": _turns(history),
        "conversation": _conversation(asked.get("conversation")),
    }, wrong


def _conversation(value: Any) -> str:
    """The id of the page's rehearsal; a new one when the page has none of our making."""
    known = isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32}", value) is not None
    return str(value) if known else secrets.token_hex(16)


async def _turn(
    desk: Desk, agent: Json, message: str, history: list[Json], *, real: bool, conversation: str
) -> tuple[dict[str, Any], str | None]:
    """The body of POST /chat, and the lead's id when the conversation is to be recorded."""
    body = {
        "type": agent["type"],
        "message": message,
        "agent_id": agent["id"],
        "store_id": agent["store_id"],
        "dry_run": not real,
    }
    if not real:
        return body | {"conversation_history": history, "conversation_id": f"dry:{conversation}"}, None
    lead_id = str((await _lead(desk, agent))["id"])
    return body | {"lead_id": lead_id}, lead_id


async def _lead(desk: Desk, agent: Json) -> Json:
    """The lead that stands for the person at this desk, on a channel that the agent is on for."""
    channels = agent.get("channels") or []
    body = {
        "store_id": agent["store_id"],
        "channel": channels[0] if channels and "web" not in channels else "web",
        "external_id": f"desk-{desk.user.id}",
        "name": desk.user.name[:200],
    }
    return await desk.backend.post("/internal/leads/ensure", body)


async def _recorded(desk: Desk, agent: Json) -> list[Json]:
    """What was said so far; somebody who has not yet spoken is no lead."""
    own = f"desk-{desk.user.id}"
    found = await desk.backend.get("/internal/leads", store_ids=agent["store_id"], q=own, limit=_HISTORY)
    lead = next((one for one in page_of(found).rows if one["external_id"] == own), None)
    if lead is None:
        return []
    answer = await desk.backend.get("/internal/messages", lead_id=lead["id"], limit=_HISTORY)
    rows = [row for row in reversed(page_of(answer).rows) if row["role"] in ("user", "assistant")]
    return [{"role": row["role"], "content": row["content"]} for row in rows]


async def _record(desk: Desk, agent: Json, lead_id: str, message: str, reply: str) -> None:
    """Both sides of a turn: the chat leaves this to its caller when there is a lead."""
    common = {"store_id": agent["store_id"], "lead_id": lead_id, "agent_id": agent["id"]}
    try:
        await desk.backend.post("/internal/messages", common | {"role": "user", "content": message})
        if reply:  # a person attends the conversation: nothing was said
            await desk.backend.post("/internal/messages", common | {"role": "assistant", "content": reply})
    except ApiError as error:
        log.warning("turn_not_recorded", status=error.status, slug=error.slug)


def _history(raw: str) -> list[Json]:
    try:
        return _turns(read_json(raw or "[]"))
    except ValueError as error:
        raise FormError("message", "A conversa não pôde ser lida. Recarregue a página.") from error


def _turns(value: Any) -> list[Json]:
    rows = value if isinstance(value, list) else []
    return [
        {"role": row["role"], "content": row["content"][:_MESSAGE_LIMIT]}
        for row in rows[-_HISTORY:]
        if isinstance(row, dict)
        and row.get("role") in ("user", "assistant")
        and isinstance(row.get("content"), str)
        and row["content"]
    ]


routes = [
    Route("/agents/{id}/try", show_try, methods=["GET"]),
    Route("/agents/{id}/try", say, methods=["POST"]),
    Route("/api/agents/{id}/chat", stream_turn, methods=["POST"]),
]
