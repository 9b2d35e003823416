"""Conversations as the desk sees them: contract.md §8."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from app.features.chat.types import ChatCart, ToolRun
from app.features.conversations.state import Attended
from app.web.types import LINE, Body, Name, PageQuery, Resource, StoreIds, Url

ReplyText = Annotated[str, Meta(min_length=1, max_length=8000, pattern=r"\S")]
MediaType = Annotated[str, Meta(min_length=1, max_length=255, extra=LINE)]


class ConversationSummary(Resource):
    """A conversation as lists and live updates show it."""

    id: UUID
    store_id: UUID
    agent_id: UUID | None
    lead_id: UUID | None
    key: str | None
    channel: str
    state: str
    waiting_reason: str | None
    unread: int
    last_message: str
    last_message_at: datetime | None
    lead_name: str | None
    created_at: datetime
    updated_at: datetime


class ConversationLead(Resource):
    """Who writes."""

    id: UUID
    name: str | None
    phone: str | None
    channel: str
    external_id: str
    status: str
    profile_summary: str | None


class ConversationOrder(Resource):
    """An order of the conversation or its lead."""

    id: UUID
    number: int
    status: str
    total_cents: int
    payment_method: str
    created_at: datetime


class ConversationNote(Resource):
    """What people at the desk tell each other; no shopper and no model ever sees it."""

    id: UUID
    content: str
    author: str | None
    created_at: datetime


class Attendance(Resource):
    """What wants a person: shoppers that wait, those a person attends, and of these the ones with something new."""

    waiting: int
    human: int
    unread: int


class ConversationPage(Struct, frozen=True):
    """One page of a list. `attendance`, when asked for, is of the stores whatever the filters."""

    items: Sequence[ConversationSummary]
    total: int
    limit: int
    offset: int
    attendance: Attendance | UnsetType = UNSET


class Conversation(ConversationSummary, kw_only=True):
    """A conversation with what it is about; `notes` newest first."""

    lead: ConversationLead | None
    orders: Sequence[ConversationOrder]
    notes: Sequence[ConversationNote]
    cart: ChatCart | UnsetType = UNSET


class ConversationTurn(Resource):
    """How an answer came about. `cost_cents`: what its tokens add to the bill, beyond the included and bought ones."""

    id: UUID
    status: Literal["running", "done", "failed"]
    model: str | None
    prompt_tokens: int
    completion_tokens: int
    cost_cents: float
    tools: Sequence[ToolRun]
    error: str | None
    started_at: datetime
    ended_at: datetime | None


class ConversationMessage(Resource):
    """What was said. `turn` stands with the answer, or with a message that got none."""

    id: UUID
    role: str
    content: str
    media_url: str | None
    media_type: str | None
    created_at: datetime
    turn: ConversationTurn | None


class ConversationFilter(PageQuery, kw_only=True):
    """Which conversations; every store must be the actor's."""

    store_ids: StoreIds
    state: Attended | None = None
    unread: bool | None = None
    attendance: bool = False
    agent_id: UUID | None = None
    lead_id: UUID | None = None
    # Part of the lead's name or phone, the caller's key, or the last message.
    q: Annotated[str, Meta(max_length=200)] | None = None


class CreateReply(Body):
    """What a person answers."""

    content: ReplyText
    media_url: Url | None = None
    media_type: MediaType | None = None


class MessageRow(Resource):
    """A message as its query gives it: the turn is still JSON."""

    id: UUID
    role: str
    content: str
    media_url: str | None
    media_type: str | None
    created_at: datetime
    turn: Raw | None


class CreateNote(Body):
    """A note for colleagues; `author` is how the desk names who writes."""

    content: ReplyText
    author: Name | None = None
