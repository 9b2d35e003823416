"""Housekeeping of the quota."""

from datetime import timedelta
from uuid import UUID

from app.context import JobCtx
from app.db.pool import Executor
from app.features.housekeeping import purge
from app.jobs import schedule
from app.ops.log import log

_BATCH = 1_000


@schedule("sweep_quota_reservations", every=timedelta(seconds=30))
async def sweep_quota_reservations(ctx: JobCtx) -> None:
    """Give back what turns had reserved that ended without settling (a crash)."""

    async def release(db: Executor, *, company_id: str, ids: list[UUID]) -> None:
        await ctx.q.quota.release_reservations(db, reservation_ids=ids, actor_id=company_id)
        log.info("quota_reservations_swept", company_id=company_id, count=len(ids))

    await purge(ctx, "quota", ctx.q.quota.list_dead_reservations, release, ctx.now(), batch=_BATCH)
