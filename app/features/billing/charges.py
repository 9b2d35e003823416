"""What was asked of a company's card: charges of overage and top-ups, with receipts and the pages that finish them."""

from datetime import timedelta
from typing import Any

from app.context import AppCtx
from app.db.rows import many
from app.features.billing.pages import charge_page, keep_page
from app.features.billing.payments import find_payer
from app.features.billing.rows import ChargeRow
from app.features.billing.types import ChargeFilter, ChargeOut
from app.web.paging import Page

FRESH = timedelta(minutes=10)
"""A page that expires sooner is replaced: its holder needs some time to fill it in."""


async def list_charges(ctx: AppCtx, query: ChargeFilter) -> Page[ChargeOut]:
    """Charges, newest first. Raises NotFound without a company."""
    payer = await find_payer(ctx)
    wanted: dict[str, Any] = {"actor_id": ctx.actor_id, "kind": query.kind, "status": query.status}
    rows = many(await ctx.q.billing.list_charges(ctx.db, limit=query.limit, offset=query.offset, **wanted), ChargeRow)
    items = [await _shown(ctx, payer.customer, row) for row in rows]
    total = await ctx.q.billing.count_charges(ctx.db, **wanted) or 0
    return Page(items=items, total=total, limit=query.limit, offset=query.offset)


async def _shown(ctx: AppCtx, customer: str | None, row: ChargeRow) -> ChargeOut:
    url = row.page_url if row.status == "requires_action" else None
    stale = row.page_expires_at is None or row.page_expires_at < ctx.now() + FRESH
    if row.status == "requires_action" and customer is not None and (url is None or stale):
        page = await charge_page(ctx, customer, row)
        url = page.url if page else None
        await keep_page(ctx, row.id, page)
    return ChargeOut(
        id=row.id,
        kind=row.kind,
        status=row.status,
        amount_cents=row.amount_cents,
        tokens=row.tokens,
        period=f"{row.period:%Y-%m}" if row.period else None,
        payment_intent_id=row.payment_intent_id,
        receipt_url=row.receipt_url,
        url=url,
        refunded_cents=row.refunded_cents,
        disputed=row.disputed,
        created_at=row.created_at,
        paid_at=row.paid_at,
    )
