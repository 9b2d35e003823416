"""Telling a store's ERP of a change: an event for it alone, sent like all others (features/webhook_endpoints).

tests/features/test_stock_sync_outbound.py.
"""

from uuid import UUID

from app.db import Executor
from app.features.caller import AnyCtx
from app.features.stock_sync.types import PushedData, PushedItem, PushType


async def publish(
    ctx: AnyCtx,
    tx: Executor,
    company_id: str,
    store_id: UUID,
    kind: PushType,
    items: list[PushedItem],
    *,
    order_id: UUID | None = None,
) -> None:
    """Tell the ERP of a change, once `tx` commits. Nothing happens when the store pushes nothing.

    Do not call this for a change that came from the ERP itself.
    """
    await ctx.q.events.add_event(
        tx,
        company_id=company_id,
        store_id=store_id,
        type=f"erp.{kind}",
        subject_id=str(store_id),
        data=PushedData(store_id=store_id, order_id=order_id, items=items),
    )
