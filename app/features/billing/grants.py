"""Bought tokens: granted once per payment, whatever tells of it how often."""

from datetime import datetime
from uuid import UUID

from app.clients.cardprovider_payloads import PaymentIntent
from app.context import Services
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.queries import Queries
from app.features.billing.mails import Notice
from app.features.billing.notices import notify

TOPUP_CENTS = range(3_000, 500_001)


def refusal(intent: PaymentIntent) -> str | None:
    """Why a payment that went through buys nothing; None when it does."""
    tokens = intent.metadata.get("tokens", "")
    if not (tokens.isascii() and tokens.isdigit() and len(tokens) <= 15 and int(tokens) > 0):
        return "no number of tokens"
    if intent.amount not in (None, intent.amount_received) or intent.amount_received not in TOPUP_CENTS:
        return "not the amount of a top-up"
    return None


async def grant_paid(services: Services, tx: Executor, company: str, intent: PaymentIntent) -> bool:
    """Grant what a payment bought, mark its charge paid, and send the receipt; False when that was done before."""
    queries, now = services.q.billing_worker, services.clock.now()
    tokens = int(intent.metadata["tokens"])
    attempt = intent.metadata.get("attempt") or await queries.find_topup_attempt(
        tx, company_id=company, payment_intent_id=intent.id
    )
    granted = await queries.grant_topup(
        tx,
        id=uuid7(),
        company_id=company,
        payment_intent_id=intent.id,
        amount_cents=intent.amount_received,
        tokens=tokens,
        expires_at=None,
        moment=now,
    )
    if granted is None:
        return False
    await queries.settle_topup(
        tx,
        id=uuid7(),
        company_id=company,
        payment_intent_id=intent.id,
        attempt=attempt or intent.id,
        amount_cents=intent.amount_received,
        tokens=tokens,
        moment=now,
    )
    notice = Notice(kind="topup-receipt", used=tokens, amount_cents=intent.amount_received)
    await notify(services, tx, company, f"receipt/{intent.id}", notice)
    return True


async def grant_given(
    q: Queries, tx: Executor, company: str, tokens: int, *, expires_at: datetime | None, moment: datetime
) -> UUID:
    """Tokens as a gift of the house; the id of the grant."""
    grant = uuid7()
    await q.billing_worker.grant_topup(
        tx,
        id=grant,
        company_id=company,
        payment_intent_id=f"grant:{grant.hex}",
        amount_cents=0,
        tokens=tokens,
        expires_at=expires_at,
        moment=moment,
    )
    return grant
