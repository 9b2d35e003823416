"""Sending what waits for an endpoint: in order for each subject, side by side for several.

One job for each endpoint, in a lane of its own: an endpoint that hangs holds up nobody else.
SQL: sql/webhook_endpoints.sql; tests/features/test_webhook_deliveries.py.
"""

import asyncio
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

import msgspec
from msgspec import Struct

from app.clients.receivers import Receipt
from app.context import JobCtx
from app.db.pool import Executor
from app.db.rows import many, maybe
from app.features.caller import AnyCtx
from app.features.housekeeping import purge
from app.features.webhook_endpoints.rules import DELAYS_S, next_try
from app.features.webhook_endpoints.sending import Target, send
from app.jobs import job, schedule
from app.jobs.registry import OUTBOUND
from app.ops import tracing
from app.ops.log import log

AT_ONCE = 8
TURN_S = 30.0
HELD_BACK = timedelta(seconds=15)
KEEP = timedelta(days=30)

Outcome = Literal["delivered", "dead", "again"]


class DeliverWebhooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose deliveries to send: an endpoint's, or those of a store's ERP."""

    endpoint_id: UUID


class Due(Struct, frozen=True):
    """A delivery whose time has come."""

    id: UUID
    event_id: UUID
    body: str
    attempts: int
    opened_at: datetime
    traceparent: str | None


async def wake(ctx: AnyCtx, tx: Executor, company_id: str, endpoint_id: UUID, *, at: datetime | None = None) -> None:
    """See to it that the endpoint gets what waits for it, now or from `at` on."""
    args = DeliverWebhooks(endpoint_id)
    key = str(endpoint_id)
    await ctx.jobs.enqueue(tx, deliver_webhooks, args, company_id=company_id, unique_key=key, run_at=at)


@job("deliver_webhooks", args=DeliverWebhooks, max_attempts=20, timeout_s=TURN_S + 30, lane=OUTBOUND)
async def deliver_webhooks(ctx: JobCtx, args: DeliverWebhooks) -> None:
    """Send what is due, for half a minute at most; then other endpoints have their turn."""
    company, queries = ctx.run.company_id, ctx.q.webhook_endpoints
    began = time.monotonic()
    while True:
        row = await queries.get_target(ctx.db, company_id=company, endpoint_id=args.endpoint_id)
        target = maybe(row, Target)
        if target is None or not target.active:
            return
        rows = await queries.list_due(
            ctx.db, company_id=company, endpoint_id=args.endpoint_id, at=ctx.now(), most=AT_ONCE
        )
        due = many(rows, Due)
        if not due or time.monotonic() - began > TURN_S:
            await _come_back(ctx, target.id)
            return
        async with asyncio.TaskGroup() as group:
            tries = [group.create_task(_send(ctx, target, each)) for each in due]
        receipts = [task.result() for task in tries]
        await _settle(ctx, target, list(zip(due, receipts, strict=True)))
        if not all(receipt.called for receipt in receipts):
            await wake(ctx, ctx.db, company, target.id, at=ctx.now() + HELD_BACK)
            return


async def _send(ctx: JobCtx, target: Target, due: Due) -> Receipt:
    """One try, in the trace of what the event tells: a job sends those of many requests."""
    with tracing.span("deliver webhook", "consumer", parent=due.traceparent, delivery_attempt=due.attempts + 1):
        return await send(ctx.services, target, due.event_id, due.body.encode(), ctx.now())


async def _come_back(ctx: JobCtx, endpoint_id: UUID) -> None:
    """When the next one is due."""
    company, now = ctx.run.company_id, ctx.now()
    await ctx.q.webhook_endpoints.hurry_deliveries(
        ctx.db, company_id=company, endpoint_id=endpoint_id, at=now, longest_s=DELAYS_S[-1]
    )
    at = await ctx.q.webhook_endpoints.get_next_due(ctx.db, company_id=company, endpoint_id=endpoint_id)
    if at is not None:
        await wake(ctx, ctx.db, company, endpoint_id, at=max(at, now))


async def _settle(ctx: JobCtx, target: Target, tried: Sequence[tuple[Due, Receipt]]) -> None:
    """Write down how it went. What was not called was no try."""
    now, lasts = ctx.now(), timedelta(seconds=ctx.settings.webhook_retry_for)
    judged = [(due, receipt, *_judge(due, receipt, now, lasts)) for due, receipt in tried if receipt.called]
    if not judged:
        return
    company = ctx.run.company_id
    for due, receipt, outcome, _ in judged:
        if outcome == "dead":
            log.warning("webhook_dead", endpoint_id=str(target.id), delivery_id=str(due.id), error=receipt.error)
    async with ctx.transaction() as tx:
        await ctx.q.webhook_endpoints.settle_deliveries(
            tx,
            company_id=company,
            endpoint_id=target.id,
            ids=[due.id for due, *_ in judged],
            tries=[due.attempts for due, *_ in judged],
            outcomes=[outcome for _, _, outcome, _ in judged],
            times=[again for *_, again in judged],
            statuses=[receipt.status_code for _, receipt, *_ in judged],
            errors=[receipt.error for _, receipt, *_ in judged],
            at=now,
        )
        if any(receipt.gone for _, receipt, *_ in judged):
            await _switch_off(ctx, tx, target)


def _judge(due: Due, receipt: Receipt, now: datetime, lasts: timedelta) -> tuple[Outcome, datetime | None]:
    if receipt.ok:
        return "delivered", None
    again = None if receipt.gone else next_try(due.attempts + 1, due.opened_at, now, lasts)
    return ("dead", None) if again is None else ("again", again)


async def _switch_off(ctx: JobCtx, tx: Executor, target: Target) -> None:
    company = ctx.run.company_id
    if target.erp:
        error = "410: the ERP wants no pushes"
        await ctx.q.stock_sync.disable_outbound(tx, company_id=company, store_id=target.id, error=error)
    else:
        error = "410: the endpoint wants nothing more"
        await ctx.q.webhook_endpoints.switch_off(tx, company_id=company, endpoint_id=target.id, error=error)


@schedule("purge_deliveries", every=timedelta(hours=6))
async def purge_deliveries(ctx: JobCtx) -> None:
    """Delete what nobody looks up any more."""
    queries = ctx.q.webhook_endpoints
    await purge(ctx, "purge_deliveries", queries.list_purgeable, queries.purge_deliveries, ctx.now() - KEEP)
