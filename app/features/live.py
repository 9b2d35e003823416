"""Live updates as server-sent events: what has changed since, read again and again while a client listens.

A bell only wakes the reader, who then asks the database; one that is lost costs a moment.
Tests: tests/features/conversations/test_updates.py, tests/features/test_order_screens.py.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeVar
from uuid import UUID

from app.context import AppCtx
from app.features.members.admission import still_admitted
from app.web.decode import validation_failed
from app.web.replies import encode_json
from app.web.times import END, FIRST

# A proxy closes what is silent for long; a stream that never ends would outlive its process. The client resumes.
SIGN_OF_LIFE_S = 15.0
LONGEST_S = 600.0
BATCH = 2_000
# A change is stamped before it is committed: one with an earlier stamp may show up this much later.
LATE = timedelta(seconds=5)


class Changed(Protocol):
    """A row that says when it last changed."""

    @property
    def id(self) -> UUID: ...
    @property
    def updated_at(self) -> datetime: ...


T = TypeVar("T", bound=Changed)
# At most BATCH rows behind a moment and an id, in the order of their changes.
Changes = Callable[[datetime, UUID], Awaitable[Sequence[T]]]


def resumed_from(ctx: AppCtx) -> datetime | None:
    """The stamp of the last event the client has. Raises ValidationFailed."""
    text = ctx.request.header("last-event-id")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not FIRST <= moment < END:
        raise validation_failed("/Last-Event-ID", "not an id of these events")
    return moment.astimezone(UTC)


async def follow(
    ctx: AppCtx,
    kind: str,
    changed: Changes[T],
    last: datetime | None,
    *,
    bell: asyncio.Event,
    look_every_s: float,
) -> AsyncGenerator[bytes, None]:
    """Events `kind` from `last` on, for ten minutes; each at least once."""
    since = last or datetime.now(UTC)
    sent: dict[UUID, datetime] = {}
    if last is None:
        sent = {row.id: row.updated_at async for row in _since(changed, since - LATE)}
    loop = asyncio.get_running_loop()
    began = spoke = loop.time()
    yield b": ready\n\n"
    while loop.time() - began < LONGEST_S and ctx.services.ready and await still_admitted(ctx):
        bell.clear()
        # Not from a stamp of a clock that was ahead and has been put back: nothing would come until then.
        since = min(since, datetime.now(UTC))
        async for row in _since(changed, since - LATE):
            if sent.get(row.id) == row.updated_at:
                continue
            sent[row.id] = row.updated_at
            since = max(since, row.updated_at)
            spoke = loop.time()
            stamp = row.updated_at.isoformat().encode()
            yield b"id: " + stamp + b"\nevent: " + kind.encode() + b"\ndata: " + encode_json(row) + b"\n\n"
        sent = {known: at for known, at in sent.items() if at > since - 2 * LATE}
        if loop.time() - spoke > SIGN_OF_LIFE_S:
            spoke = loop.time()
            yield b": still here\n\n"
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bell.wait(), look_every_s)


async def _since(changed: Changes[T], moment: datetime) -> AsyncGenerator[T, None]:
    """All of them, page by page: any number may have one stamp."""
    after = UUID(int=2**128 - 1)
    full = True
    while full:
        page = await changed(moment, after)
        for row in page:
            yield row
        if full := len(page) == BATCH:
            moment, after = page[-1].updated_at, page[-1].id
