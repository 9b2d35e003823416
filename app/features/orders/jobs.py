"""What happens to orders by the clock. Tests: tests/features/test_orders_paid.py."""

from datetime import timedelta

from app.context import JobCtx
from app.jobs import schedule
from app.ops.log import log

# A payment of the last second is still on its way: its notification comes before the order is closed.
GRACE = timedelta(seconds=30)
BATCH = 500


@schedule("expire_orders", every=timedelta(minutes=1))
async def expire_orders(ctx: JobCtx) -> None:
    """Close orders whose PIX charge ran out unpaid."""
    while True:
        rows = await ctx.q.orders.expire_orders(ctx.db, at=ctx.now() - GRACE, batch=BATCH)
        if rows:
            log.info("orders_expired", count=len(rows))
        if len(rows) < BATCH:
            return
