"""The company as the provider's customer: its record there, its card, its top-ups and invoices.

No database connection is held while the provider is asked, and nothing is granted on its answer alone: tokens come
with the webhook (events.py).
"""

import hashlib
from datetime import UTC, datetime

from app.clients.cardprovider import CardError, Payment
from app.clients.cardprovider_payloads import Invoice
from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import maybe
from app.features.billing.rows import Payer
from app.features.billing.rules import topup_tokens
from app.features.billing.types import InvoiceOut, InvoicePage, InvoiceQuery, SetupIntent, Topup
from app.web.decode import validation_failed
from app.web.errors import NotFound


async def find_payer(ctx: AppCtx) -> Payer:
    """Who pays for the actor's company. Raises NotFound without a company."""
    payer = maybe(await ctx.q.billing.get_payer(ctx.db, actor_id=ctx.actor_id), Payer)
    if payer is None:
        raise NotFound("company")
    return payer


async def ensure_customer(ctx: AppCtx) -> str:
    """The company's id at the provider; made on first use, once however many requests come at the same time."""
    payer = await find_payer(ctx)
    if payer.customer:
        return payer.customer
    # With name and address in the key: the provider refuses a key that comes back with other parameters.
    seal = digest(f"{payer.email}\n{payer.name}")
    made = await ctx.services.cardprovider.create_customer(
        company_id=ctx.actor_id, email=payer.email, name=payer.name, key=f"customer:{ctx.actor_id}:{seal}"
    )
    async with ctx.transaction() as tx:
        await ctx.q.billing.save_customer(tx, actor_id=ctx.actor_id, cardprovider_customer_id=made)
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
    """Charge the card on file, else prepare a payment for the card form. Raises CardError, CardRefused."""
    customer = await ensure_customer(ctx)
    card = await ctx.services.cardprovider.default_card(customer)
    metadata = {"kind": "topup", "company_id": ctx.actor_id, "tokens": str(topup_tokens(amount_cents))}
    intent = await ctx.services.cardprovider.pay(
        Payment(customer=customer, amount_cents=amount_cents, card=card, metadata=metadata),
        key=f"topup:{ctx.actor_id}:{attempt_key(ctx)}",
    )
    # A payment that went through leaves the card form nothing to do.
    secret = None if intent.status == "succeeded" else intent.client_secret
    return Topup(payment_intent_id=intent.id, status=intent.status, client_secret=secret, amount_cents=amount_cents)


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
