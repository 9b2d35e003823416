"""Taking an event once, keeping a failed one, replaying. SQL: sql/inbox.sql; tests/features/test_webhooks_pix.py.

The row and the effect share a transaction: an event is `processed` exactly when its effect is stored.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar
from uuid import UUID

import msgspec

from app.context import Services
from app.db import Executor, classify
from app.db.queries import Queries
from app.web.errors import Problem

Provider = Literal["cardprovider", "pixprovider", "erp", "messaging"]
T = TypeVar("T")
ERROR_LENGTH = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxEvent:
    """One delivery: what makes it the same as another one, what it is about, and its body."""

    provider: Provider
    company_id: str
    """Whom it is about, as the resolver says; '' for nobody we know."""
    event_id: str
    type: str
    payload: msgspec.Raw
    store_id: UUID | None = None
    object_id: str | None = None
    occurred_at: datetime | None = None


Replay = Callable[[Services, InboxEvent], Awaitable[Any]]
R = TypeVar("R", bound=Replay)
_replays: dict[str, Replay] = {}


async def take(q: Queries, tx: Executor, event: InboxEvent) -> int | None:
    """Enter the event as processed, within the transaction of its effect. None: it was processed before."""
    return await q.inbox.take_event(tx, status="processed", **_columns(event))


async def keep_failed(services: Services, event: InboxEvent, error: Exception) -> None:
    """Keep an event whose effect failed for a reason of ours, for a replay; an expected Problem is not kept."""
    fault = classify(error)
    if isinstance(error, Problem) or (fault is not None and fault.kind == "unavailable"):
        return
    await services.q.inbox.fail_event(services.db, error=_short(error), **_columns(event))


async def once(services: Services, event: InboxEvent, effect: Callable[[Executor, int], Awaitable[T]]) -> T | None:
    """Run the effect and enter the event in one transaction. None: a duplicate. A failure is kept and raised."""
    try:
        async with services.db.transaction() as tx:
            entry = await take(services.q, tx, event)
            return None if entry is None else await effect(tx, entry)
    except Exception as error:
        await keep_failed(services, event, error)
        raise


def replayed_by(provider: Provider) -> Callable[[R], R]:
    """Declare how this provider's events are run again."""

    def declare(replay: R) -> R:
        _replays[provider] = replay
        return replay

    return declare


async def replay(services: Services, row: Any) -> None:
    """Run a stored event again: through the same code, with the same exactly-once rules of its effect."""
    event_id, provider, key, store_id, kind, payload, _, company_id = row
    run = _replays[provider]
    await services.q.inbox.reopen_event(services.db, company_id=company_id, id=event_id)
    event = InboxEvent(
        provider=provider,
        company_id=company_id,
        event_id=key,
        type=kind,
        payload=msgspec.Raw(bytes(payload)),
        store_id=store_id,
    )
    try:
        await run(services, event)
    except Exception as error:
        await services.q.inbox.note_event(
            services.db, company_id=company_id, id=event_id, status="failed", note=_short(error)
        )
        raise


def _short(error: Exception) -> str:
    """One line for operators; the rest of a message may hold values."""
    return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:ERROR_LENGTH]


def _columns(event: InboxEvent) -> dict[str, Any]:
    return {
        "company_id": event.company_id,
        "provider": event.provider,
        "event_id": event.event_id,
        "store_id": event.store_id,
        "type": event.type,
        "object_id": event.object_id,
        "occurred_at": event.occurred_at,
        "payload": event.payload,
    }
