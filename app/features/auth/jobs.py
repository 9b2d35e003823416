"""Housekeeping of the auth store."""

from datetime import timedelta

from app.context import JobCtx
from app.jobs import schedule
from app.ops.log import log

_BATCH = 5_000
_MOST_BATCHES = 200
# Expired records stay readable by id for a while: a frontend may still ask why a session ended.
_KEEP = timedelta(days=1)


@schedule("purge_expired_auth", every=timedelta(minutes=10))
async def purge_expired_auth(ctx: JobCtx) -> None:
    """Delete sessions and verifications that expired a day ago, in batches that hold no lock for long."""
    total = 0
    for _ in range(_MOST_BATCHES):
        purged = await ctx.q.auth.purge_expired(ctx.db, at=ctx.now() - _KEEP, batch=_BATCH) or 0
        total += purged
        if purged < _BATCH:
            break
    if total:
        log.info("auth_purged", rows=total)


@schedule("purge_idempotency_keys", every=timedelta(hours=1))
async def purge_idempotency_keys(ctx: JobCtx) -> None:
    """Delete answers kept for Idempotency-Key for more than their 24 hours."""
    await ctx.q.idempotency.purge_answers(ctx.db)
