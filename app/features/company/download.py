"""A company's export over HTTP, for its owner: before an account is deleted, or whenever it is asked for.

tests/features/test_company.py. The command for operators: app/cli/tenants.py.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncGenerator
from typing import BinaryIO

from app.context import AppCtx
from app.features.company.export import opened_export
from app.web.errors import NotFound, Overloaded

# Each has a connection of its own and a snapshot while it is made.
_AT_ONCE = 2
_PIECE = 256 << 10
_making: set[str] = set()
_read: set[str] = set()


async def stream_export(ctx: AppCtx) -> AsyncGenerator[bytes, None]:
    """The lines, some at a time; the audit log keeps who took them. Raises NotFound for who is no user (any more: the
    audit log outlives a company and is nobody's to read then), Overloaded while this company's, or too many, are made.
    """
    if await ctx.q.auth.get_user(ctx.db, user_id=ctx.actor_id) is None:
        raise NotFound("company")
    if ctx.actor_id in _read or len(_making) >= _AT_ONCE:
        raise Overloaded("An export is running; try again when it has ended.", retry_after=30)
    await ctx.q.company.note_export(
        ctx.db, actor_id=ctx.actor_id, person_id=ctx.person_id, request_id=ctx.request.request_id
    )
    return _lines(ctx)


async def _lines(ctx: AppCtx) -> AsyncGenerator[bytes, None]:
    """What is made goes to a file, as fast as the database gives it, and from there to a reader who may take hours."""
    _read.add(ctx.actor_id)
    grown = asyncio.Event()
    with tempfile.TemporaryFile(prefix="export-") as file:
        making = asyncio.create_task(_make(ctx, file, grown))
        making.add_done_callback(lambda _: grown.set())
        try:
            at, ended = 0, False
            while not ended:
                await grown.wait()
                grown.clear()
                ended = making.done()
                while piece := await asyncio.to_thread(os.pread, file.fileno(), _PIECE, at):
                    at += len(piece)
                    yield piece
            making.result()
        finally:
            _read.discard(ctx.actor_id)
            making.cancel()
            await asyncio.wait([making])


async def _make(ctx: AppCtx, file: BinaryIO, grown: asyncio.Event) -> None:
    _making.add(ctx.actor_id)
    try:
        async with opened_export(ctx.settings.direct_url, ctx.q, ctx.actor_id) as export:
            await _write(file, export.header(), grown)
            async for page in export.pages():
                await _write(file, b"".join(page), grown)
    finally:
        _making.discard(ctx.actor_id)


async def _write(file: BinaryIO, lines: bytes, grown: asyncio.Event) -> None:
    await asyncio.to_thread(file.write, lines)
    await asyncio.to_thread(file.flush)
    grown.set()
