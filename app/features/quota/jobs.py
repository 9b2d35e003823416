"""Housekeeping of the quota."""

from datetime import timedelta

from app.context import JobCtx
from app.jobs import schedule
from app.ops.log import log

_BATCH = 1_000


@schedule("sweep_quota_reservations", every=timedelta(seconds=30))
async def sweep_quota_reservations(ctx: JobCtx) -> None:
    """Give back what turns had reserved that ended without settling (a crash)."""
    swept = await ctx.q.quota.sweep_reservations(ctx.db, at=ctx.now(), max_rows=_BATCH)
    if swept:
        log.info("quota_reservations_swept", companies=swept)
