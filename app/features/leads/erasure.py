"""The erasure of one person (LGPD, article 18; GDPR, article 17). SQL: sql/erasure.sql.

Tests: tests/features/test_lead_erasure.py.

What names them goes, wherever it stands: the lead and those merged into it, what was said, what orders, their history
and the audit log say of them. Goods, sums and dates of the orders stay, of nobody. Copies of answers kept for an
Idempotency-Key end by themselves within a day.
"""

from typing import Any
from uuid import UUID

from app.context import AppCtx
from app.features.leads.types import ErasedLead
from app.web.errors import Conflict, NotFound

_NUMBERS_NAMED = 10


async def erase_lead(ctx: AppCtx, lead_id: UUID) -> ErasedLead:
    """Erase a lead's person in the running transaction. Raises NotFound, Conflict (an order is still open)."""
    q, whose = ctx.q.erasure, {"actor_id": ctx.actor_id}
    lead_ids = [row["id"] for row in await q.lock_leads_of(ctx.db, lead_id=lead_id, **whose)]
    if not lead_ids:
        raise NotFound("lead")
    orders = await q.lock_orders_of(ctx.db, lead_ids=lead_ids, **whose)
    _require_closed(orders)
    traces = await q.list_traces_of(ctx.db, lead_ids=lead_ids, **whose)
    subjects = {str(lead_id) for lead_id in lead_ids} | {row["subject"] for row in traces if row["subject"]}
    await _redact_orders(ctx, orders)
    subjects |= {str(row["id"]) for row in orders}
    await q.delete_events_of(ctx.db, subjects=sorted(subjects), **whose)
    await q.delete_leads(ctx.db, lead_ids=lead_ids, **whose)
    await ctx.services.resolver.give_up(ctx.db, ctx.actor_id, [("lead", lead_id) for lead_id in lead_ids])
    # Last: what was changed above has been written down there, too.
    await q.allow_audit_redaction(ctx.db, **whose)
    await q.redact_audit(ctx.db, subjects=sorted(subjects), **whose)
    files = {row["file"] for row in traces if row["file"]} | {row["proof_url"] for row in orders if row["proof_url"]}
    return ErasedLead(orders=len(orders), files=sorted(files))


def _require_closed(orders: list[Any]) -> None:
    waiting = [row["number"] for row in orders if row["open"]]
    if waiting:
        named = ", ".join(map(str, sorted(waiting)[:_NUMBERS_NAMED]))
        raise Conflict(f"Orders of this person are still open: {named}.", orders=sorted(waiting)[:_NUMBERS_NAMED])


async def _redact_orders(ctx: AppCtx, orders: list[Any]) -> None:
    q, order_ids = ctx.q.erasure, [row["id"] for row in orders]
    for redact in (q.redact_orders, q.redact_order_events, q.redact_attempts, q.redact_refunds, q.delete_proofs):
        await redact(ctx.db, order_ids=order_ids, actor_id=ctx.actor_id)
    charges = [row["payment_external_id"] for row in orders if row["payment_external_id"]]
    await q.redact_provider_events(ctx.db, object_ids=[*map(str, order_ids), *charges], actor_id=ctx.actor_id)
