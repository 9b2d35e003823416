"""What has happened, on its way: events are numbered and laid out for those who listen, once they are committed.

Whoever writes an event waits for nothing of this: it is one row in their transaction.
tests/features/test_webhook_deliveries.py.
"""

from app.context import Services, WorkCtx
from app.db import classify
from app.features.caller import AnyCtx
from app.features.webhook_endpoints.jobs import wake
from app.ops.log import log

COMPANIES = 500
MOST = 1_000


async def dispatch_all(services: Services) -> None:
    """Lay out what is awaited, company by company: one company's trouble stops no other."""
    ctx = WorkCtx(services)
    for row in await ctx.q.events.list_awaiting_companies(ctx.db, batch=COMPANIES):
        company_id = row["company_id"]
        try:
            await dispatch(ctx, company_id)
        except Exception as error:
            if classify(error) is None:
                log.error("webhooks_not_dispatched", company_id=company_id, error=type(error).__name__, exc_info=error)
            services.metrics.company_failures.labels("webhooks").inc()


async def dispatch(ctx: AnyCtx, company_id: str) -> None:
    """Number the company's new events, and wake the endpoints that are to hear of them."""
    async with ctx.transaction() as tx:
        rows = await ctx.q.events.number_events(tx, company_id=company_id, at=ctx.now(), most=MOST)
        for endpoint_id in sorted({row["endpoint_id"] for row in rows}):
            await wake(ctx, tx, company_id, endpoint_id)
