"""What reaches a lead while it becomes part of another one. SQL: sql/leads.sql; tests/features/test_leads_life.py.

Who writes an order, a message or an entry of the timeline has looked at the lead before, and may commit after it was
merged. Nobody waits for anybody there: what came late follows.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec

from app.context import AppCtx, JobCtx
from app.jobs import job

# Soon, for people look; and once no transaction of before can be open any more (app/db/pool.py).
DELAYS = (timedelta(seconds=1), timedelta(seconds=20))


class FollowMerge(msgspec.Struct, frozen=True):
    """The lead that became part of another one."""

    lead_id: UUID


async def follow_later(ctx: AppCtx, lead_id: UUID) -> None:
    """Have what comes late to a merged lead follow it. Call it in the transaction that merges."""
    for delay in DELAYS:
        await ctx.jobs.enqueue(
            ctx.db,
            follow_merge,
            FollowMerge(lead_id),
            company_id=ctx.actor_id,
            unique_key=f"{lead_id}:{delay.seconds}",
            run_at=ctx.now() + delay,
        )


@job("follow_merge", args=FollowMerge)
async def follow_merge(ctx: JobCtx, args: FollowMerge) -> None:
    """Give the lead that stays what is still the merged one's."""
    async with ctx.transaction() as tx:
        whose: dict[str, Any] = {"actor_id": ctx.run.company_id}
        await ctx.q.lead_merges.lock_merged(tx, lead_id=args.lead_id, **whose)
        target_id = await ctx.q.lead_merges.find_merged_into(tx, lead_id=args.lead_id, **whose)
        if target_id is None:
            return  # erased meanwhile
        queries = ctx.q.lead_merges
        for follow in (
            queries.drop_doubled_messages,
            queries.count_late_messages,
            queries.merge_messages,
            queries.merge_orders,
            queries.merge_events,
            ctx.q.conversations.merge_conversations,
        ):
            await follow(tx, source_id=args.lead_id, target_id=target_id, **whose)
