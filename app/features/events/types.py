"""Events of a company: contract.md §8."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Raw

from app.web.types import BigCount, Limit, Query, Resource


class Event(Resource):
    """Something that has happened; `subject_id` is what it is about, `store_id` null what is about the company."""

    id: UUID
    seq: int
    type: str
    store_id: UUID | None
    subject_id: str
    data: Raw
    created_at: datetime


class EventPage(Resource):
    """Events in their order; ask again after the last one's `seq`."""

    items: Sequence[Event]


class EventFilter(Query):
    """From where on."""

    after: BigCount = 0
    before: Annotated[BigCount, Meta(description="Those before this one, the latest first")] | None = None
    limit: Limit = 50
