"""Telling a store's ERP of a change: rows in the change's transaction, sent in order by a job (jobs.py).

SQL: sql/stock_sync.sql; tests/features/test_stock_sync_outbound.py.
"""

from typing import Any
from uuid import UUID

import msgspec

from app.db import Executor, uuid7
from app.features.stock_sync.jobs import HasQueue, wake_pushes
from app.features.stock_sync.types import Push, PushedData, PushedItem, PushType


async def publish(
    ctx: HasQueue,
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
    store: dict[str, Any] = {"company_id": company_id, "store_id": store_id}
    if await ctx.q.stock_sync.pushes_stock(tx, **store) is None:
        return
    message_id = uuid7()
    push = Push(
        id=message_id,
        type=kind,
        timestamp=ctx.now(),
        data=PushedData(store_id=store_id, order_id=order_id, items=items),
    )
    body = msgspec.json.encode(push).decode()
    await ctx.q.stock_sync.add_push(tx, id=message_id, type=kind, body=body, **store)
    await wake_pushes(ctx, tx, store_id, company_id)
