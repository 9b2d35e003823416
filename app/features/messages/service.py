"""Rules of the chat log that need more than one query. SQL: sql/messages.sql; tests/features/test_messages.py."""

from typing import Any

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, one
from app.features.messages.types import CreateMessage, Message, MessageFilter
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.paging import Page
from app.web.patch import values


async def create_message(ctx: AppCtx, body: CreateMessage) -> tuple[Message, bool]:
    """Record a message, and whether it is new. Raises NotFound, ValidationFailed (neither lead nor agent)."""
    _require_owner(body.lead_id, body.agent_id)
    row = await ctx.q.messages.create_message(ctx.db, id=uuid7(), actor_id=ctx.actor_id, **ctx.who(), **values(body))
    if row is not None:
        return one(row, Message), True
    if body.external_id is None:
        raise NotFound("store, lead or agent")
    known = await ctx.q.messages.find_message(
        ctx.db,
        actor_id=ctx.actor_id,
        store_id=body.store_id,
        lead_id=body.lead_id,
        agent_id=body.agent_id,
        external_id=body.external_id,
    )
    if known is None:
        raise NotFound("store, lead or agent")
    return one(known, Message), False


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
