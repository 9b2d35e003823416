"""Whose customer and which plan the card provider speaks of."""

from typing import Any
from uuid import UUID

from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import Services
from app.db.pool import Executor


async def company_of(services: Services, tx: Executor, customer: str | None, metadata: dict[str, str]) -> str | None:
    """The company whose customer this is; None when there is none, or when the metadata name another."""
    found = await services.q.billing_worker.find_customer_company(tx, cardprovider_customer_id=customer)
    named = metadata.get("company_id", found)
    return found if found is not None and named == found else None


async def plan_of(services: Services, tx: Executor, found: ProviderSubscription) -> UUID | None:
    """The plan that is sold at the subscription's prices; the one we named when the prices have been replaced."""
    return await services.q.billing_worker.find_priced_plan(
        tx,
        price_ids=[item.price.id for item in found.items.data],
        plan_id=read_uuid(found.metadata.get("plan_id")),
    )


def read_uuid(text: Any) -> UUID | None:
    """The UUID a metadata value is written as; None when it is none."""
    try:
        return UUID(text)
    except (TypeError, ValueError, AttributeError):
        return None
