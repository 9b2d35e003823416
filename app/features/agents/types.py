"""Agents and agent types, as contract.md §4 and §5 name them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Raw, field

from app.features.agents.hours import OpeningHours
from app.ops.agent_types import AgentConfig, AgentPrice, FollowUps, RateLimits
from app.web.types import LINE, UNSET, Body, Channel, PageQuery, Query, Resource, SmallObject, UnsetType

AgentName = Annotated[str, Meta(min_length=1, max_length=120, extra=LINE)]
TypeKey = Annotated[str, Meta(min_length=1, max_length=64, description="A type of agent_types.yaml")]
ModelName = Annotated[str, Meta(min_length=1, max_length=200)]
Channels = Annotated[list[Channel], Meta(min_length=1, max_length=20)]
Hours = Annotated[
    list[OpeningHours],
    Meta(max_length=14, description="When the agent answers, in the company's time zone; empty: always"),
]
DocumentIds = Annotated[list[UUID], Meta(max_length=500)]


class Agent(Resource):
    """A conversational agent of a store; `follow_ups` null: what its type says."""

    id: UUID
    store_id: UUID
    name: str
    type: str
    messaging_instance_id: str
    persona: Raw
    channels: Sequence[str]
    hours: list[OpeningHours]
    follow_ups: FollowUps | None
    rate_limits: Raw
    model: str | None
    active: bool
    created_at: datetime
    updated_at: datetime


class KnowledgeLink(Resource):
    """A document the agent answers from."""

    document_id: UUID
    title: str
    status: str
    linked_at: datetime


class FullAgent(Agent):
    """An agent with its knowledge base and the number of its conversations."""

    knowledge_base: list[KnowledgeLink]
    conversations_count: int
    conversations: Sequence["Thread"] | UnsetType = UNSET


class InstanceAgent(Agent):
    """An agent as the messaging gateway's webhook needs it."""

    company_id: str


class FullAgentQuery(Query):
    """How many of the latest conversations to answer beside it."""

    conversations: Annotated[int, Meta(ge=0, le=50)] = 0


class AgentFilter(Query):
    """Whose agents."""

    store_id: UUID


class CreateAgent(Body):
    """A new agent; the backend makes its messaging_instance_id."""

    store_id: UUID
    name: AgentName
    type: TypeKey
    persona: SmallObject = {}
    channels: Channels = field(default_factory=lambda: ["whatsapp"])
    hours: Hours = []
    follow_ups: FollowUps | None = None
    rate_limits: RateLimits = RateLimits()
    model: ModelName | None = None


class UpdateAgent(Body):
    """Changes of an agent; only the keys present. `knowledge_base` replaces the linked documents."""

    name: AgentName | UnsetType = UNSET
    type: TypeKey | UnsetType = UNSET
    persona: SmallObject | UnsetType = UNSET
    channels: Channels | UnsetType = UNSET
    hours: Hours | UnsetType = UNSET
    follow_ups: FollowUps | None | UnsetType = UNSET
    knowledge_base: DocumentIds | UnsetType = UNSET
    rate_limits: RateLimits | UnsetType = UNSET
    model: ModelName | None | UnsetType = UNSET


class ReplaceKnowledge(Body):
    """The documents the agent is to answer from, all of its store."""

    document_ids: DocumentIds


class ThreadLead(Resource):
    """Whom a conversation is with."""

    id: UUID
    channel: str
    external_id: str
    name: str | None
    phone: str | None
    status: str


class ThreadMessage(Resource):
    """The latest message of a conversation."""

    id: UUID
    role: str
    content: str
    created_at: datetime


class Thread(Resource):
    """An agent's messages with one lead (null: without a lead)."""

    lead_id: UUID | None
    lead: ThreadLead | None
    last_message: ThreadMessage
    messages_count: int
    user_messages_count: int
    first_message_at: datetime
    last_message_at: datetime


class ThreadFilter(PageQuery):
    """A page of conversations."""


class AgentTypeView(Resource):
    """A type of the configuration file; `valid` is false when it could not answer as things are set."""

    type: str
    title: str
    title_en: str
    description: str
    description_en: str
    config: AgentConfig
    price: AgentPrice
    valid: bool
    problems: list[str]


class Reloaded(Resource):
    """The types now in force."""

    reloaded: bool
    types: list[str]
