"""Entries of the audit log."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Raw

from app.web.types import PageQuery, Resource, TextId, Timestamp

TargetType = Annotated[str, Meta(min_length=1, max_length=64, description="Singular noun: order, store, product …")]
TargetId = Annotated[str, Meta(min_length=1, max_length=64)]


class AuditEntry(Resource):
    """Who changed what: `changes` is `{field: [old, new]}`, secrets as `***`."""

    id: int
    actor_user_id: str | None
    actor_type: str
    action: str
    target_type: str
    target_id: str
    changes: Raw
    request_id: str | None
    created_at: datetime


class AuditFilter(PageQuery):
    """Entries by actor, record, action and time (`from` is in, `to` is out); of the company alone."""

    actor_user_id: TextId | None = None
    target_type: TargetType | None = None
    target_id: TargetId | None = None
    action: Annotated[str, Meta(min_length=1, max_length=128)] | None = None
    from_: Timestamp | None = msgspec.field(name="from", default=None)
    to: Timestamp | None = None
