"""Live updates: each change of a conversation as a server-sent event. A notification only wakes the reader, who then
asks the database; one that is lost costs a second. tests/features/conversations/test_updates.py.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

from app.context import AppCtx
from app.db.rows import many
from app.features.conversations.types import ConversationSummary
from app.web.decode import validation_failed
from app.web.replies import encode_json

CHANNEL = "conversations"
LOOK_EVERY_S = 1.0
# A proxy closes what is silent for long; a stream that never ends would outlive its process. The client resumes.
SIGN_OF_LIFE_S = 15.0
LONGEST_S = 600.0
BATCH = 2_000
# A change is stamped before it is committed: one with an earlier stamp may show up this much later.
LATE = timedelta(seconds=5)

_waiting: dict[str, set[asyncio.Event]] = defaultdict(set)


def heard(company_id: str) -> None:
    """Something of the company's conversations has changed (a listener of CHANNEL calls this)."""
    for event in _waiting.get(company_id, ()):
        event.set()


def resumed_from(ctx: AppCtx) -> datetime | None:
    """The stamp of the last event the client has. Raises ValidationFailed."""
    text = ctx.request.header("last-event-id")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or moment.year < 2000:
        raise validation_failed("/Last-Event-ID", "not an id of these events")
    return moment.astimezone(UTC)


async def follow(ctx: AppCtx, last: datetime | None) -> AsyncIterator[bytes]:
    """Events `conversation` from `last` on, for ten minutes. Each is sent at least once."""
    since = last or datetime.now(UTC)
    sent: dict[UUID, datetime] = {}
    if last is None:
        rows = await ctx.q.conversations.list_updates(ctx.db, actor_id=ctx.actor_id, since=since - LATE, limit=BATCH)
        sent = {one.id: one.updated_at for one in many(rows, ConversationSummary)}
    event = asyncio.Event()
    _waiting[ctx.actor_id].add(event)
    loop = asyncio.get_running_loop()
    began = spoke = loop.time()
    yield b": ready\n\n"
    try:
        while loop.time() - began < LONGEST_S and ctx.services.ready:
            event.clear()
            rows = await ctx.q.conversations.list_updates(
                ctx.db, actor_id=ctx.actor_id, since=since - LATE, limit=BATCH
            )
            news = [one for one in many(rows, ConversationSummary) if sent.get(one.id) != one.updated_at]
            for one in news:
                sent[one.id] = one.updated_at
                since = max(since, one.updated_at)
                spoke = loop.time()
                stamp = one.updated_at.isoformat().encode()
                yield b"id: " + stamp + b"\nevent: conversation\ndata: " + encode_json(one) + b"\n\n"
            sent = {known: at for known, at in sent.items() if at > since - 2 * LATE}
            if len(rows) == BATCH and news:
                continue
            if loop.time() - spoke > SIGN_OF_LIFE_S:
                spoke = loop.time()
                yield b": still here\n\n"
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), LOOK_EVERY_S)
    finally:
        _waiting[ctx.actor_id].discard(event)
        if not _waiting[ctx.actor_id]:
            del _waiting[ctx.actor_id]
