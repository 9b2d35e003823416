"""Events of a company: contract.md §8."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import Raw

from app.web.types import BigCount, Limit, Query, Resource

EventType = Literal["conversation.waiting", "conversation.closed", "message.outgoing"]


class Event(Resource):
    """Something that has happened; `subject_id` is what it is about."""

    id: UUID
    seq: int
    type: str
    store_id: UUID
    subject_id: UUID
    data: Raw
    created_at: datetime


class EventPage(Resource):
    """Events in their order; ask again after the last one's `seq`."""

    items: Sequence[Event]


class EventFilter(Query):
    """From where on."""

    after: BigCount = 0
    limit: Limit = 50
