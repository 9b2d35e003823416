"""Whose chat this is: store, agent, lead and documents of the call, settled once. Tools see nothing else."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from app.context import PublicCtx
from app.db.rows import maybe
from app.features.chat.types import ChatAgent, ChatLead, ChatRequest
from app.ops.agent_types import AgentType
from app.web.errors import Conflict, NotFound, RateLimited

_agent = msgspec.json.Decoder(ChatAgent).decode
_lead = msgspec.json.Decoder(ChatLead).decode


class _Row(Struct, frozen=True):
    store_id: UUID
    company_id: str
    store_name: str
    store_description: str | None
    agent: Raw | None
    lead: Raw | None
    document_ids: list[UUID]


class ChatScope(Struct, frozen=True, kw_only=True):
    """The one store a turn may touch, for whom, and the documents it may quote."""

    store_id: UUID
    company_id: str
    store_name: str
    store_description: str | None
    agent: ChatAgent | None
    lead: ChatLead | None
    document_ids: list[UUID]


async def find_scope(ctx: PublicCtx, body: ChatRequest) -> ChatScope | None:
    """The scope of a call; None when it names no store, agent or lead. Raises NotFound, Conflict (inactive agent)."""
    if body.store_id is None and body.agent_id is None and body.lead_id is None:
        if body.document_ids or (
            body.user_id is not None and await ctx.q.chat.is_user(ctx.db, user_id=body.user_id) is None
        ):
            raise NotFound("user or document")
        return None
    row = maybe(
        await ctx.q.chat.get_chat_scope(
            ctx.db,
            store_id=body.store_id,
            agent_id=body.agent_id,
            lead_id=body.lead_id,
            user_id=body.user_id,
            document_ids=list(set(body.document_ids or ())),
        ),
        _Row,
    )
    if row is None:
        raise NotFound("store, agent, lead, document or user (they must belong together)")
    agent = _agent(row.agent) if row.agent is not None else None
    if agent is not None and not agent.active:
        raise Conflict("The agent is switched off; POST /internal/agents/{id}/toggle-active switches it on.")
    return ChatScope(
        store_id=row.store_id,
        company_id=row.company_id,
        store_name=row.store_name,
        store_description=row.store_description,
        agent=agent,
        lead=_lead(row.lead) if row.lead is not None else None,
        document_ids=row.document_ids,
    )


async def count_turn(ctx: PublicCtx, scope: ChatScope, kind: AgentType) -> None:
    """Count this message against the agent's limits, per lead (per agent without one). Raises RateLimited."""
    own = scope.agent.rate_limits if scope.agent else {}
    per_minute = own.get("messages_per_minute", kind.config.rate_limits.messages_per_minute)
    per_day = own.get("messages_per_day", kind.config.rate_limits.messages_per_day)
    who = scope.lead or scope.agent
    if who is None or (per_minute is None and per_day is None):
        return
    now = ctx.now()
    minute_at = now.replace(second=0, microsecond=0)
    day_at = minute_at.replace(hour=0, minute=0)
    subject: dict[str, Any] = {"store_id": scope.store_id, "actor_id": scope.company_id, "subject_id": who.id}
    counted = await ctx.q.chat.count_turn(
        ctx.db, minute_at=minute_at, day_at=day_at, per_minute=per_minute, per_day=per_day, **subject
    )
    if counted is not None:
        return
    whole_day = per_day is not None and await ctx.q.chat.is_day_used_up(
        ctx.db, day_at=day_at, per_day=per_day, **subject
    )
    opens = day_at + timedelta(days=1) if whole_day else minute_at + timedelta(minutes=1)
    raise RateLimited("This agent's message limit is reached.", retry_after=(opens - now).total_seconds() + 1)
