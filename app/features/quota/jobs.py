"""Housekeeping of the quota."""

from datetime import timedelta
from uuid import UUID

from app.context import JobCtx
from app.jobs import schedule
from app.ops.log import log

_BATCH = 1_000


@schedule("sweep_quota_reservations", every=timedelta(seconds=30))
async def sweep_quota_reservations(ctx: JobCtx) -> None:
    """Give back what turns had reserved that ended without settling (a crash)."""
    dead: dict[str, list[UUID]] = {}
    for row in await ctx.q.quota.list_dead_reservations(ctx.db, at=ctx.now(), max_rows=_BATCH):
        dead.setdefault(row["company_id"], []).append(row["id"])
    for company_id, ids in dead.items():
        try:
            await ctx.q.quota.release_reservations(ctx.db, reservation_ids=ids, actor_id=company_id)
        except Exception as error:  # whatever it is, it is this company's alone
            log.error("quota_sweep_failed", company_id=company_id, error=type(error).__name__, exc_info=error)
            ctx.services.metrics.company_failures.labels("quota").inc()
    if dead:
        log.info("quota_reservations_swept", companies=len(dead))
