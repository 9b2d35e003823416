"""Rules of the chat log that need more than one query. SQL: sql/messages.sql; tests/features/test_messages.py."""

from typing import Any

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, maybe, one
from app.features.caller import app_caller
from app.features.leads.service import bring_back
from app.features.messages.types import CreateMessage, Message, MessageFilter
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.paging import Page
from app.web.patch import values


async def create_message(ctx: AppCtx, body: CreateMessage) -> tuple[Message, bool]:
    """Record a message, and whether it is new; an archived lead comes back with it.

    Raises NotFound, PlanLimit, ValidationFailed (neither lead nor agent; neither text nor media).
    """
    _require_owner(body.lead_id, body.agent_id)
    if body.media_url is None and not body.content.strip():
        raise validation_failed("/content", "a message without media needs a text")
    if (made := await _add(ctx, body)) is not None:
        return made, True
    if body.external_id is not None:
        known = await ctx.q.messages.find_message(
            ctx.db,
            actor_id=ctx.actor_id,
            store_id=body.store_id,
            lead_id=body.lead_id,
            agent_id=body.agent_id,
            external_id=body.external_id,
        )
        if known is not None:
            return one(known, Message), False
    if body.lead_id is not None and await bring_back(ctx, app_caller(ctx), body.lead_id):
        made = await _add(ctx, body)
    if made is None:
        raise NotFound("store, lead or agent")
    return made, True


async def _add(ctx: AppCtx, body: CreateMessage) -> Message | None:
    """None: what it names is not there, or the gateway has delivered it before."""
    row = await ctx.q.messages.create_message(ctx.db, id=uuid7(), actor_id=ctx.actor_id, **ctx.who(), **values(body))
    return maybe(row, Message)


async def list_messages(ctx: AppCtx, query: MessageFilter) -> Page[Message]:
    """A page of a conversation, newest first. Raises NotFound, ValidationFailed (neither lead nor agent)."""
    _require_owner(query.lead_id, query.agent_id)
    owner: dict[str, Any] = {"agent_id": query.agent_id, "actor_id": ctx.actor_id}
    page: dict[str, Any] = {"limit": query.limit, "offset": query.offset}
    queries = ctx.q.messages
    if query.lead_id is not None:
        owner["lead_id"] = query.lead_id
        counted = await queries.count_lead_messages(ctx.db, **owner)
        rows = await queries.list_lead_messages(ctx.db, **owner, **page) if counted else []
    else:
        counted = await queries.count_agent_messages(ctx.db, **owner)
        rows = await queries.list_agent_messages(ctx.db, **owner, **page) if counted else []
    if counted is None:
        raise NotFound("lead or agent")
    return Page(many(rows, Message), counted["total"], query.limit, query.offset)


def _require_owner(lead_id: object, agent_id: object) -> None:
    if lead_id is None and agent_id is None:
        raise validation_failed("/lead_id", "lead_id or agent_id is required")
