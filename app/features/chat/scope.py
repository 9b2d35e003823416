"""Whose chat this is: store, agent, lead and documents of the call, settled once. Tools see nothing else.

The same statement counts the message, reads the lead's history and reserves the first tokens.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from asyncpg import Record
from msgspec import Raw, Struct

from app.clients.llm import Message
from app.context import PublicCtx
from app.db.ids import uuid7
from app.db.resolver import Kind
from app.features.agents import hours
from app.features.agents.hours import OpeningHours
from app.features.billing.rows import UsageRow
from app.features.caller import Caller
from app.features.chat.types import ChatAgent, ChatLead, ChatRequest
from app.features.leads.service import bring_back
from app.features.orders.types import PaymentMethod
from app.features.quota import service as quota
from app.features.shipping.types import ShippingRule
from app.ops.agent_types import ALWAYS, AgentType, FollowUps
from app.web.errors import Conflict, NotFound, RateLimited

HISTORY = 20
AHEAD = 2_000
"""Tokens reserved for the prompt before it is written. What is missing is reserved before the model is called, what is
too much comes back with the turn's end."""
_agent = msgspec.json.Decoder(ChatAgent).decode
_lead = msgspec.json.Decoder(ChatLead).decode
_rules = msgspec.json.Decoder(list[ShippingRule]).decode
_messages = msgspec.json.Decoder(list[Message]).decode


class _Row(Struct, frozen=True):
    store_id: UUID
    company_id: str
    store_name: str
    store_description: str | None
    agent: Raw | None
    lead: Raw | None
    document_ids: list[UUID]
    shipping: Raw
    methods: list[PaymentMethod]
    history: Raw
    within_limits: bool | None
    committed: int | None


_COLUMNS = len(_Row.__struct_fields__)


class ChatScope(Struct, frozen=True, kw_only=True):
    """The one store a turn may touch, for whom, and the documents it may quote."""

    store_id: UUID
    company_id: str
    store_name: str
    store_description: str | None
    agent: ChatAgent | None
    lead: ChatLead | None
    document_ids: list[UUID]
    shipping: list[ShippingRule] = []
    methods: list[PaymentMethod] = []

    @property
    def is_answered(self) -> bool:
        """False for a lead that is blocked, or that writes on a channel its agent is off for."""
        if self.lead is None:
            return True
        off = self.agent is not None and self.agent.channels and self.lead.channel not in self.agent.channels
        return self.lead.status != "blocked" and not off

    def follow_ups(self, kind: AgentType) -> FollowUps:
        """What the agent writes first: its own choice, else what its type says."""
        return kind.config.follow_ups.unless(self.agent.follow_ups if self.agent else None)


@dataclass(frozen=True, slots=True)
class Opened:
    """A turn that may begin: its scope (None: `user_id` alone names the company), the lead's messages, the quota."""

    company_id: str
    scope: ChatScope | None
    history: list[Message]
    standing: quota.Standing
    held: quota.Reservation | None

    @property
    def _hours(self) -> list[OpeningHours]:
        return self.scope.agent.hours if self.scope and self.scope.agent else []

    def is_open(self, now: datetime) -> bool:
        """The agent answers at this hour, where its company is."""
        return hours.is_open(self._hours, now, self.standing.usage.timezone)

    def said_outside(self, now: datetime, *, english: bool) -> str:
        """What is told instead of an answer, outside the agent's hours."""
        return hours.said_outside(self._hours, now, self.standing.usage.timezone, english=english)


async def open_scope(ctx: PublicCtx, body: ChatRequest, kind: AgentType) -> Opened | None:
    """Begin a turn; None when the call names no store, agent or lead.

    Raises NotFound, Conflict (agent or store switched off), PlanLimit (an archived lead cannot come back), RateLimited;
    nothing is counted or reserved then.
    """
    if body.store_id is None and body.agent_id is None and body.lead_id is None:
        if body.document_ids or (
            body.user_id is not None and await ctx.q.chat.is_user(ctx.db, user_id=body.user_id) is None
        ):
            raise NotFound("user or document")
        return await _of_user(ctx, body.user_id) if body.user_id else None
    company_id = await company_named(ctx, body)
    reservation_id, tokens = uuid7(), _first_tokens(ctx, body, kind)
    found = company_id and await _opened(ctx, company_id, body, kind, reservation_id, tokens)
    if company_id and not found and await _came_back(ctx, company_id, body):
        found = await _opened(ctx, company_id, body, kind, reservation_id, tokens)
    if not found:
        raise NotFound("store, agent, lead, document or user (they must belong together)")
    row, usage = _Row(*found[:_COLUMNS]), UsageRow(*found[_COLUMNS:])
    scope = _scope(row, rehearsal=body.dry_run)
    if not row.within_limits:
        raise await _limited(ctx, scope, kind)
    held = None
    if tokens is not None and row.committed is not None:
        held = quota.reserved(reservation_id, row.company_id, usage, tokens, row.committed)
    return Opened(
        scope.company_id, scope, _messages(row.history), held.standing if held else quota.standing(usage), held
    )


async def _opened(
    ctx: PublicCtx, company_id: str, body: ChatRequest, kind: AgentType, reservation_id: UUID, tokens: int | None
) -> Record | None:
    """The opening statement's row. A rehearsal counts against no limit of the agent's."""
    now = ctx.now()
    minute_at, day_at = _begun(now)
    return await ctx.q.chat.open_turn(
        ctx.db,
        company_id=company_id,
        store_id=body.store_id,
        agent_id=body.agent_id,
        lead_id=body.lead_id,
        document_ids=list(set(body.document_ids or ())),
        history=HISTORY if body.conversation_history is None else 0,
        per_minute=kind.config.rate_limits.messages_per_minute,
        per_day=kind.config.rate_limits.messages_per_day,
        minute_at=None if body.dry_run else minute_at,
        day_at=day_at,
        moment=now,
        reservation_id=reservation_id,
        tokens=tokens,
        expires_at=now + quota.HELD_FOR,
    )


async def _came_back(ctx: PublicCtx, company_id: str, body: ChatRequest) -> bool:
    """An archived lead is there again when its person writes. Raises PlanLimit."""
    if body.lead_id is None or body.dry_run:
        return False
    return await bring_back(ctx, Caller(company_id=company_id, kind="agent"), body.lead_id)


async def _of_user(ctx: PublicCtx, user_id: str) -> Opened | None:
    """A chat of nobody's shop on a company's account; None for a user who has no company."""
    try:
        return Opened(user_id, None, [], await quota.standing_of(ctx.services, user_id), None)
    except NotFound:
        return None


async def company_named(ctx: PublicCtx, body: ChatRequest) -> str | None:
    """The company that the ids of the call lead to; None when they lead to none, or to another than `user_id`."""
    named: tuple[Kind, UUID | None] = ("store", body.store_id)
    if body.store_id is None:
        named = ("agent", body.agent_id) if body.agent_id is not None else ("lead", body.lead_id)
    company_id = await ctx.services.resolver.company_of(ctx.db, *named)
    return company_id if body.user_id in (None, company_id) else None


def _first_tokens(ctx: PublicCtx, body: ChatRequest, kind: AgentType) -> int | None:
    """What the opening statement reserves; None: nothing.

    The rule-based assistant uses no tokens. A stream may be dropped before it has begun, and nobody would give back
    what was reserved for it: it reserves when it runs.
    """
    if ctx.services.llm is None or body.stream:
        return None
    return AHEAD + len(body.message) + kind.config.max_tokens


def _scope(row: _Row, *, rehearsal: bool) -> ChatScope:
    agent = _agent(row.agent) if row.agent is not None else None
    if row.within_limits is None and not rehearsal:
        raise Conflict(
            "The store is switched off; PATCH /internal/stores/{id} switches it on."
            if agent is None
            else "The agent is switched off (POST /internal/agents/{id}/toggle-active switches it on), or its store is."
        )
    return ChatScope(
        store_id=row.store_id,
        company_id=row.company_id,
        store_name=row.store_name,
        store_description=row.store_description,
        agent=agent,
        lead=_lead(row.lead) if row.lead is not None else None,
        document_ids=row.document_ids,
        shipping=_rules(row.shipping),
        methods=row.methods,
    )


def _begun(now: datetime) -> tuple[datetime, datetime]:
    """When the running minute and the running day began."""
    minute_at = now.replace(second=0, microsecond=0)
    return minute_at, minute_at.replace(hour=0, minute=0)


async def _limited(ctx: PublicCtx, scope: ChatScope, kind: AgentType) -> RateLimited:
    """The refusal of a message beyond the limits of the lead (of the agent, without one): when to come back."""
    now = ctx.now()
    minute_at, day_at = _begun(now)
    own = scope.agent.rate_limits if scope.agent else {}
    per_day = own.get("messages_per_day", kind.config.rate_limits.messages_per_day)
    who = scope.lead or scope.agent
    whole_day = (
        who is not None
        and per_day is not None
        and await ctx.q.chat.is_day_used_up(
            ctx.db,
            store_id=scope.store_id,
            actor_id=scope.company_id,
            subject_id=who.id,
            day_at=day_at,
            per_day=per_day,
        )
    )
    opens = day_at + timedelta(days=1) if whole_day else minute_at + timedelta(minutes=1)
    return RateLimited("This agent's message limit is reached.", retry_after=(opens - now).total_seconds() + 1)


def tool_names(ctx: PublicCtx, scope: ChatScope | None, kind: AgentType) -> tuple[str, ...]:
    """The type's tools; an agent keeps the limits of its own type whatever type the caller names.

    A type that left the file allows nothing but what every type may.
    """
    if scope is None:
        return ()
    if scope.agent is None:
        return kind.config.allowed
    own = ctx.services.agent_types.get(scope.agent.type)
    return tuple(name for name in kind.config.allowed if name in (own.config.allowed if own else ALWAYS))


def asks_consent(ctx: PublicCtx, scope: ChatScope, kind: AgentType) -> bool:
    """Whether an order needs a yes to its summary: unless the type asked, and the agent's own, both say it does not."""
    own = ctx.services.agent_types.get(scope.agent.type) if scope.agent else kind
    return not (own is not None and own.config.order_confirmation == kind.config.order_confirmation == "none")
