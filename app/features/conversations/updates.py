"""Live updates: each change of a conversation as a server-sent event (app/features/live.py), woken by a notification.
tests/features/conversations/test_updates.py.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from datetime import datetime
from uuid import UUID

from app.context import AppCtx
from app.db.rows import many
from app.features import live
from app.features.conversations.types import ConversationSummary

CHANNEL = "conversations"
LOOK_EVERY_S = 1.0

_waiting: dict[str, set[asyncio.Event]] = defaultdict(set)


def heard(company_id: str) -> None:
    """Something of the company's conversations has changed (a listener of CHANNEL calls this)."""
    for event in _waiting.get(company_id, ()):
        event.set()


async def follow(ctx: AppCtx, last: datetime | None) -> AsyncGenerator[bytes, None]:
    """Events `conversation` from `last` on."""

    async def changed(since: datetime, after: UUID) -> Sequence[ConversationSummary]:
        rows = await ctx.q.conversations.list_updates(
            ctx.db, actor_id=ctx.actor_id, since=since, after=after, limit=live.BATCH
        )
        return many(rows, ConversationSummary)

    bell = asyncio.Event()
    _waiting[ctx.actor_id].add(bell)
    try:
        async for chunk in live.follow(ctx, "conversation", changed, last, bell=bell, look_every_s=LOOK_EVERY_S):
            yield chunk
    finally:
        _waiting[ctx.actor_id].discard(bell)
        if not _waiting[ctx.actor_id]:
            del _waiting[ctx.actor_id]
