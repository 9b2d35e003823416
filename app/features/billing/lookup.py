"""Whose customer and which plan the card provider speaks of."""

from typing import Any
from uuid import UUID

from app.clients.cardprovider_payloads import Subscription as ProviderSubscription
from app.context import Services
from app.db.pool import Executor


async def company_of(services: Services, tx: Executor, customer: str | None, metadata: dict[str, str]) -> str | None:
    """The company whose customer this is; None when there is none, or when the metadata name another."""
    found = customer and await services.resolver.company_of(tx, "customer", customer)
    named = metadata.get("company_id", found)
    return found if found and named == found else None


async def company_of_subscription(
    services: Services, tx: Executor, subscription: str, customer: str | None
) -> str | None:
    """The company of an event about a subscription, which may name no customer; None when it names another's."""
    found = await services.resolver.company_of(tx, "subscription", subscription)
    if customer is None:
        return found
    owner = await company_of(services, tx, customer, {})
    return owner if found in (None, owner) else None


async def plan_of(services: Services, tx: Executor, found: ProviderSubscription) -> UUID | None:
    """The plan that is sold at the subscription's monthly price; the one we named when the price has been replaced."""
    recurring = found.recurring_item
    return await services.q.billing_worker.find_priced_plan(
        tx,
        price_id=recurring.price.id if recurring else None,
        plan_id=read_uuid(found.metadata.get("plan_id")),
    )


def read_uuid(text: Any) -> UUID | None:
    """The UUID a metadata value is written as; None when it is none."""
    try:
        return UUID(text)
    except (TypeError, ValueError, AttributeError):
        return None
