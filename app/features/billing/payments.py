"""The company as the provider's customer: its record there, its card, its top-ups and invoices.

No database connection is held while the provider is asked, and nothing is granted on its answer alone: tokens come
with the webhook (events.py).
"""

import hashlib
from datetime import UTC, datetime, timedelta
from uuid import UUID

from app.clients.cardprovider import CardError, CardRefused, Payer, Payment
from app.clients.cardprovider_payloads import Invoice
from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import maybe
from app.features.billing.customers import follow_later
from app.features.billing.rows import PayerRow, TopupRow
from app.features.billing.rules import topup_tokens
from app.features.billing.types import CHARGE_STATUSES, InvoiceOut, InvoicePage, InvoiceQuery, SetupIntent, Topup
from app.web.decode import validation_failed
from app.web.errors import IdempotencyKeyReused, NotFound, Unavailable

KEY_LIFE = timedelta(hours=24)


async def find_payer(ctx: AppCtx) -> PayerRow:
    """Who pays for the actor's company. Raises NotFound without a company."""
    payer = maybe(await ctx.q.billing.get_payer(ctx.db, actor_id=ctx.actor_id), PayerRow)
    if payer is None:
        raise NotFound("company")
    return payer


async def ensure_customer(ctx: AppCtx) -> str:
    """The company's id at the provider; made on first use, once however many requests come at the same time."""
    row = await find_payer(ctx)
    if row.customer:
        return row.customer
    payer = Payer(company_id=ctx.actor_id, email=row.email, name=row.name)
    # With name and address in the key: the provider refuses a key that comes back with other parameters.
    seal = digest(f"{row.email}\n{row.name}")
    made = await ctx.services.cardprovider.create_customer(payer, key=f"customer:{ctx.actor_id}:{seal}")
    async with ctx.transaction() as tx:
        if await ctx.q.billing.save_customer(tx, actor_id=ctx.actor_id, cardprovider_customer_id=made) is not None:
            await ctx.services.resolver.take(tx, ctx.actor_id, [("customer", made)], again=True)
        if row.tax_id is not None:
            await follow_later(ctx.services, tx, ctx.actor_id)
    saved = await find_payer(ctx)
    return saved.customer or made


def attempt_key(ctx: AppCtx) -> str:
    """What makes a provider key of this request its own: the caller's key, hashed, else a new one.

    Never the caller's key alone: two companies may choose the same.
    """
    return digest(ctx.idempotency_key) if ctx.idempotency_key else uuid7().hex


def digest(text: str) -> str:
    """A short fingerprint for provider keys, which are at most 255 characters."""
    return hashlib.sha256(text.encode()).hexdigest()


async def create_setup_intent(ctx: AppCtx) -> SetupIntent:
    """A client secret for the card form."""
    customer = await ensure_customer(ctx)
    secret = await ctx.services.cardprovider.create_setup_intent(
        customer, company_id=ctx.actor_id, key=f"setup:{ctx.actor_id}:{uuid7().hex}"
    )
    return SetupIntent(client_secret=secret)


async def create_topup(ctx: AppCtx, amount_cents: int) -> Topup:
    """Charge the card on file, else prepare a payment for the card form. Raises CardError, CardRefused.

    What is asked for is written first: a request that is repeated after its answer got lost asks for the very same,
    whatever card has come onto the file meanwhile.
    """
    customer = await ensure_customer(ctx)
    provider = ctx.services.cardprovider
    asked = await begin_topup(ctx, amount_cents, await provider.default_card(customer))
    metadata = {"kind": "topup", "company_id": ctx.actor_id, "tokens": str(asked.tokens), "attempt": asked.attempt}
    payment = Payment(customer=customer, amount_cents=asked.amount_cents, card=asked.card, metadata=metadata)
    try:
        intent = await provider.pay(payment, key=f"topup:{ctx.actor_id}:{asked.attempt}")
    except CardRefused as error:
        await _note(ctx, asked.id, "failed", None, error.decline_code)
        raise
    # A payment that went through is written down as such by the webhook alone, which brings its tokens.
    status = intent.status if intent.status != "succeeded" else "processing"
    await _note(ctx, asked.id, status, intent.id, None)
    # A payment that went through leaves the card form nothing to do.
    secret = None if intent.status == "succeeded" else intent.client_secret
    return Topup(payment_intent_id=intent.id, status=intent.status, client_secret=secret, amount_cents=amount_cents)


async def begin_topup(ctx: AppCtx, amount_cents: int, card: str | None) -> TopupRow:
    """What this attempt asks for: as it is written now, or was when it was made first, less than a day ago."""
    attempt, price = attempt_key(ctx), await topup_price(ctx)
    while (earlier := await _attempt(ctx, attempt)) is not None and earlier.created_at <= ctx.now() - KEY_LIFE:
        attempt = digest(attempt)
    async with ctx.transaction() as tx:
        await ctx.q.billing.begin_topup(
            tx,
            id=uuid7(),
            actor_id=ctx.actor_id,
            attempt=attempt,
            amount_cents=amount_cents,
            tokens=topup_tokens(amount_cents, price),
            card=card,
            moment=ctx.now(),
        )
    found = await _attempt(ctx, attempt)
    if found is None:
        raise NotFound("company")
    if found.amount_cents != amount_cents:
        raise IdempotencyKeyReused
    return found


async def _attempt(ctx: AppCtx, attempt: str) -> TopupRow | None:
    return maybe(await ctx.q.billing.get_topup(ctx.db, actor_id=ctx.actor_id, attempt=attempt), TopupRow)


async def topup_price(ctx: AppCtx) -> int:
    """What a million bought tokens cost now, in cents."""
    price = await ctx.q.billing.get_topup_price(ctx.db)
    if price is None:
        raise Unavailable("There is no price for bought tokens: python -m app plans topup-price sets it.")
    return price


async def _note(ctx: AppCtx, charge: UUID, status: str, intent: str | None, error: str | None) -> None:
    known = status if status in CHARGE_STATUSES else "pending"
    async with ctx.transaction() as tx:
        await ctx.q.billing.note_charge(
            tx, actor_id=ctx.actor_id, id=charge, status=known, payment_intent_id=intent, error=error
        )


async def list_invoices(ctx: AppCtx, query: InvoiceQuery) -> InvoicePage:
    """The provider's invoices of the company; none before it ever was a customer.

    Raises ValidationFailed when `starting_after` is none of them.
    """
    payer = await find_payer(ctx)
    if not payer.customer:
        return InvoicePage(items=[], has_more=False)
    try:
        found = await ctx.services.cardprovider.list_invoices(
            payer.customer, limit=min(query.limit, 100), starting_after=query.starting_after
        )
    except CardError as error:
        if query.starting_after and error.code == "resource_missing":
            raise validation_failed("/starting_after", "not an invoice of this company") from None
        raise
    return InvoicePage(items=[_invoice(invoice) for invoice in found.data], has_more=found.has_more)


def _invoice(invoice: Invoice) -> InvoiceOut:
    return InvoiceOut(
        id=invoice.id,
        number=invoice.number,
        status=invoice.status,
        amount_due_cents=invoice.amount_due,
        amount_paid_cents=invoice.amount_paid,
        currency=invoice.currency.upper(),
        created_at=datetime.fromtimestamp(invoice.created, UTC),
        period_start=datetime.fromtimestamp(invoice.period_start, UTC),
        period_end=datetime.fromtimestamp(invoice.period_end, UTC),
        hosted_invoice_url=invoice.hosted_invoice_url,
        invoice_pdf=invoice.invoice_pdf,
    )
