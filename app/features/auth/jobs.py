"""Housekeeping of the auth store."""

from datetime import timedelta

from app.context import JobCtx
from app.features.auth.service import forget_sessions
from app.features.housekeeping import apart, purge
from app.jobs import schedule
from app.ops.log import log

_BATCH = 5_000
_MOST_BATCHES = 200
# Expired records stay readable by id for a while: a frontend may still ask why a session ended.
_KEEP = timedelta(days=1)


@schedule("purge_expired_auth", every=timedelta(minutes=10))
async def purge_expired_auth(ctx: JobCtx) -> None:
    """Delete sessions, verifications and counters that expired a day ago, in batches that hold no lock for long."""
    total, failed = 0, list[str]()
    for _ in range(_MOST_BATCHES):
        purged = await _purge_batch(ctx, failed)
        total += purged
        if purged < _BATCH:
            break
    if total:
        log.info("auth_purged", rows=total)


async def _purge_batch(ctx: JobCtx, failed: list[str]) -> int:
    """One batch of each kind: the sessions user by user, their look-ups with them, but for users for whom it failed."""
    at = ctx.now() - _KEEP
    purged = await ctx.q.auth.purge_verifications(ctx.db, at=at, batch=_BATCH)
    purged += await ctx.q.auth.purge_rate_limits(ctx.db, at=at, batch=_BATCH)
    expired: dict[str, list[str]] = {}
    for row in await ctx.q.auth.list_expired_sessions(ctx.db, at=at, without=failed, batch=_BATCH):
        expired.setdefault(row["user_id"], []).append(row["id"])
    for user_id, ids in expired.items():
        with apart(ctx.services.metrics, "purge_expired_auth", user_id, failed):
            async with ctx.transaction() as tx:
                rows = await ctx.q.auth.purge_sessions(tx, user_id=user_id, session_ids=ids, at=at)
                gone = [(row["id"], row["token_hash"]) for row in rows]
                await forget_sessions(ctx.q, ctx.services.resolver, tx, user_id, gone)
        purged += len(ids)
    return purged


@schedule("purge_idempotency_keys", every=timedelta(hours=1))
async def purge_idempotency_keys(ctx: JobCtx) -> None:
    """Delete answers kept for Idempotency-Key for more than their 24 hours."""
    queries = ctx.q.idempotency
    await purge(ctx, "purge_idempotency_keys", queries.list_purgeable, queries.purge_answers, ctx.now())
