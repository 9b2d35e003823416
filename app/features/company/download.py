"""A company's export over HTTP, for its owner: before an account is deleted, or whenever it is asked for.

tests/features/test_company.py. The command for operators: app/cli/tenants.py.
"""

from collections.abc import AsyncIterator

from app.context import AppCtx
from app.features.company.export import opened_export
from app.web.errors import NotFound, Overloaded

# Each keeps a connection of its own and a snapshot, as long as its reader takes (app/web/protocol.py bounds that).
_AT_ONCE = 2
_running: set[str] = set()


async def stream_export(ctx: AppCtx) -> AsyncIterator[bytes]:
    """The lines, some at a time. Raises NotFound for who is no user (any more: the audit log outlives a company and is
    nobody's to read then), Overloaded while this company's, or too many, are under way.
    """
    if await ctx.q.auth.get_user(ctx.db, user_id=ctx.actor_id) is None:
        raise NotFound("company")
    if ctx.actor_id in _running or len(_running) >= _AT_ONCE:
        raise Overloaded("An export is running; try again when it has ended.", retry_after=30)
    return _lines(ctx)


async def _lines(ctx: AppCtx) -> AsyncIterator[bytes]:
    _running.add(ctx.actor_id)
    try:
        async with opened_export(ctx.settings.direct_url, ctx.q, ctx.actor_id) as export:
            yield export.header()
            async for page in export.pages():
                yield b"".join(page)
    finally:
        _running.discard(ctx.actor_id)
