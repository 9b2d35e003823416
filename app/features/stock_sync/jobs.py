"""Sending a store's pushes in order. The head of the queue holds up the rest, until it is delivered or dead."""

import time
from datetime import datetime, timedelta
from typing import Any, Protocol
from uuid import UUID

import msgspec

from app.clients.erp import ErpAnswer
from app.context import JobCtx
from app.db import Executor
from app.db.queries import Queries
from app.features.stock_sync.secrets import outbound_aad
from app.jobs import JobQueue, job

# After the 1st, 2nd, … failed try; the eighth failure is the last (Standard Webhooks' example).
RETRY_AFTER_S = (5, 300, 1800, 7200, 18_000, 36_000, 50_400)
TURN_S = 60.0
HELD_BACK_S = 15


class HasQueue(Protocol):
    """What any context has: of a request, a webhook or a job."""

    @property
    def jobs(self) -> JobQueue: ...
    @property
    def q(self) -> Queries: ...
    def now(self) -> datetime: ...


class PushErp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose pushes to send."""

    store_id: UUID


async def wake_pushes(
    ctx: HasQueue, tx: Executor, store_id: UUID, company_id: str, *, at: datetime | None = None
) -> None:
    """See to it that the store's pushes are sent, now or from `at` on. One job per store: that keeps their order."""
    args = PushErp(store_id)
    await ctx.jobs.enqueue(tx, push_erp, args, company_id=company_id, unique_key=str(store_id), run_at=at)


@job("push_erp", args=PushErp, max_attempts=20, timeout_s=TURN_S + 20)
async def push_erp(ctx: JobCtx, args: PushErp) -> None:
    """Send what waits, for at most a minute; then other stores have their turn."""
    began = time.monotonic()
    while True:
        head = await ctx.q.stock_sync.next_push(ctx.db, company_id=ctx.run.company_id, store_id=args.store_id)
        if head is None:
            return
        # A new push wakes this job early; the head's own waiting time stands.
        due = head["next_attempt_at"]
        if due > ctx.now() or time.monotonic() - began > TURN_S:
            await wake_pushes(ctx, ctx.db, args.store_id, ctx.run.company_id, at=max(due, ctx.now()))
            return
        if not await _send(ctx, args, head):
            return


async def _send(ctx: JobCtx, args: PushErp, head: Any) -> bool:
    """Try one push. True: go on with the next one."""
    if head["outbound_secret_enc"] is None:
        answer = ErpAnswer(ok=False, status_code=None, latency_ms=0, error="outbound_secret is not set")
    else:
        secret = ctx.services.secret_box.open(head["outbound_secret_enc"], outbound_aad(args.store_id))
        answer = await ctx.services.erp.push(
            head["outbound_url"], secret, message_id=str(head["id"]), body=head["body"].encode(), at=ctx.now()
        )
    now = ctx.now()
    if not answer.called:
        await wake_pushes(ctx, ctx.db, args.store_id, ctx.run.company_id, at=now + timedelta(seconds=HELD_BACK_S))
        return False
    tries = head["attempts"] + 1
    dead = not answer.ok and (answer.gone or tries > len(RETRY_AFTER_S))
    again = None if answer.ok or dead else now + timedelta(seconds=RETRY_AFTER_S[tries - 1])
    async with ctx.transaction() as tx:
        await ctx.q.stock_sync.settle_push(
            tx,
            company_id=ctx.run.company_id,
            id=head["id"],
            attempts=head["attempts"],
            delivered_at=now if answer.ok else None,
            dead_at=now if dead else None,
            next_attempt_at=again,
            status=answer.status_code,
            error=answer.error,
        )
        if answer.gone:
            await ctx.q.stock_sync.disable_outbound(
                tx, company_id=ctx.run.company_id, store_id=args.store_id, error="410: the ERP wants no pushes"
            )
        if again is not None:
            await wake_pushes(ctx, tx, args.store_id, ctx.run.company_id, at=again)
    return answer.ok or (dead and not answer.gone)
