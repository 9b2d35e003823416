"""Messages of the chat log, as contract.md §4 names them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Raw

from app.web.types import KEY, Body, PageQuery, Resource, SmallObject, Url

Role = Literal["user", "assistant", "system", "tool"]
Content = Annotated[str, Meta(max_length=100_000)]
MediaType = Annotated[str, Meta(min_length=1, max_length=255)]
MessageKey = Annotated[str, Meta(min_length=1, max_length=255, description="The gateway's message id", extra=KEY)]


class Message(Resource):
    """A message of a conversation."""

    id: UUID
    store_id: UUID
    lead_id: UUID | None
    agent_id: UUID | None
    role: str
    content: str
    media_url: str | None
    media_type: str | None
    external_id: str | None
    metadata: Raw
    created_at: datetime


class CreateMessage(Body):
    """A message to record; of a lead, an agent, or both. The same `external_id` again answers the first record."""

    role: Role
    content: Content
    store_id: UUID | None = None
    lead_id: UUID | None = None
    agent_id: UUID | None = None
    media_url: Url | None = None
    media_type: MediaType | None = None
    external_id: MessageKey | None = None
    metadata: SmallObject = {}


class MessageFilter(PageQuery):
    """Messages of a lead, of an agent, or of both together."""

    lead_id: UUID | None = None
    agent_id: UUID | None = None
