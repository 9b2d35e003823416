"""The card provider's API (Stripe-compatible), as far as billing needs it.

Keys are made by the caller from company and purpose. The way there and the errors: cardprovider_api.py; payload
Structs: cardprovider_payloads.py; webhook signatures: cardprovider_signature.py; a stateful fake:
tests/fakes/cardprovider.py.
"""

from datetime import datetime
from typing import Literal, Protocol

import msgspec

from app.clients.cardprovider_api import (
    CARD_POLICY,
    CardApi,
    CardError,
    CardRefused,
    Param,
    escaped,
)
from app.clients.cardprovider_payloads import (
    Customer,
    HostedPage,
    Invoice,
    InvoiceList,
    MeterList,
    MeterSummaryList,
    PaymentIntent,
    PaymentIntentList,
    PaymentMethod,
    PaymentMethodList,
    SetupIntent,
    Subscription,
    SubscriptionList,
    TaxId,
    TaxIdList,
)

__all__ = ["CARD_POLICY", "CardError", "CardProvider", "CardRefused", "HttpCardProvider"]

# Methods come from what the account has switched on; those that leave the page for a bank's site need a return
# address, which an off-session payment has not.
_METHODS: Param = {"enabled": True, "allow_redirects": "never"}
_EXPAND: Param = ["latest_invoice.confirmation_secret"]
PAGE = 100
MINUTE_S = 60


class Prices(msgspec.Struct, frozen=True, kw_only=True):
    """The two prices of a plan: the monthly one, and the one that counts usage."""

    recurring: str
    metered: str | None


class Payer(msgspec.Struct, frozen=True, kw_only=True):
    """What the provider knows a company by."""

    company_id: str
    email: str
    name: str


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """A payment to make: off session when `card` is given, else completed by the shopper with the client secret."""

    customer: str
    amount_cents: int
    card: str | None
    metadata: dict[str, str]


class CardProvider(Protocol):
    """What billing needs of a card provider. Every method raises CardError."""

    async def create_customer(self, payer: Payer, *, key: str) -> str: ...
    async def update_customer(self, customer: str, payer: Payer, *, key: str) -> None: ...
    async def set_tax_id(self, customer: str, tax_id: str | None, *, key: str) -> None: ...
    async def create_subscription(
        self, customer: str, prices: Prices, *, metadata: dict[str, str], trial_days: int, key: str
    ) -> Subscription: ...
    async def upgrade_subscription(self, current: Subscription, prices: Prices, *, key: str) -> Subscription: ...
    async def downgrade_subscription(self, current: Subscription, prices: Prices, *, key: str) -> Subscription: ...
    async def set_metered_price(self, current: Subscription, price: str | None, *, key: str) -> Subscription: ...
    async def preview_upgrade(self, current: Subscription, prices: Prices, *, key: str) -> Invoice: ...
    async def cancel_subscription(self, subscription: str, *, key: str) -> Subscription: ...
    async def resume_subscription(self, subscription: str, *, key: str) -> Subscription: ...
    async def end_subscription(self, subscription: str) -> Subscription: ...
    async def get_subscription(self, subscription: str) -> Subscription: ...
    async def list_subscriptions(self, customer: str) -> list[Subscription]: ...
    async def create_setup_intent(self, customer: str, *, company_id: str, key: str) -> str: ...
    async def create_checkout(self, params: dict[str, Param], *, key: str) -> HostedPage: ...
    async def close_checkout(self, page: str, *, key: str) -> None: ...
    async def create_portal(self, customer: str, *, return_url: str, key: str) -> HostedPage: ...
    async def default_card(self, customer: str) -> str | None: ...
    async def list_cards(self, customer: str) -> list[PaymentMethod]: ...
    async def pay(self, payment: Payment, *, key: str) -> PaymentIntent: ...
    async def retry_payment(self, intent: str, card: str, *, key: str) -> PaymentIntent: ...
    async def cancel_payment(self, intent: str, *, key: str) -> PaymentIntent: ...
    async def get_payment(self, intent: str) -> PaymentIntent: ...
    async def list_payments(self, customer: str, *, since: datetime) -> list[PaymentIntent]: ...
    async def refund(self, intent: str, *, key: str) -> None: ...
    async def list_invoices(self, customer: str, *, limit: int, starting_after: str | None) -> InvoiceList: ...
    async def send_meter_event(
        self, *, event_name: str, customer: str, value: int, identifier: str, at: int
    ) -> Literal["sent", "known"]: ...
    async def metered(self, *, event_name: str, customer: str, start: int, end: int) -> int: ...


class HttpCardProvider(CardApi):
    """The real provider, or any server that speaks its API."""

    async def create_customer(self, payer: Payer, *, key: str) -> str:
        """Make a customer; its id."""
        return (await self._post("customers", _customer(payer), key, Customer)).id

    async def update_customer(self, customer: str, payer: Payer, *, key: str) -> None:
        """Change name and address."""
        await self._post(f"customers/{escaped(customer)}", _customer(payer), key, Customer)

    async def set_tax_id(self, customer: str, tax_id: str | None, *, key: str) -> None:
        """Let this CPF (11 digits) or CNPJ (14) be the customer's only tax id; None: let it have none."""
        path = f"customers/{escaped(customer)}/tax_ids"
        known = (await self._get(path, {"limit": PAGE}, TaxIdList)).data
        for other in known:
            if _digits(other.value) != tax_id:
                await self._delete(f"{path}/{escaped(other.id)}", msgspec.Raw)
        if tax_id is not None and not any(_digits(other.value) == tax_id for other in known):
            kind = "br_cpf" if len(tax_id) == 11 else "br_cnpj"
            await self._post(path, {"type": kind, "value": tax_id}, key, TaxId)

    async def create_subscription(
        self, customer: str, prices: Prices, *, metadata: dict[str, str], trial_days: int, key: str
    ) -> Subscription:
        """Subscribe to both prices. It stays `incomplete` until the first invoice is paid, but for a trial."""
        params: dict[str, Param] = {
            "customer": customer,
            "items": price_items(prices),
            "payment_behavior": "default_incomplete",
            "payment_settings": {"save_default_payment_method": "on_subscription"},
            "proration_behavior": "create_prorations",
            "metadata": metadata,
            "expand": _EXPAND,
        }
        if trial_days:
            params["trial_period_days"] = trial_days
        return await self._post("subscriptions", params, key, Subscription)

    async def upgrade_subscription(self, current: Subscription, prices: Prices, *, key: str) -> Subscription:
        """Move to dearer prices: the difference is invoiced now, and nothing changes before it is paid.

        Without a metered price the one that counts usage stays. Such a call takes no other parameters, and an item can
        only be removed by a call of its own.
        """
        params: dict[str, Param] = {
            "items": _kept_items(current, prices),
            "proration_behavior": "always_invoice",
            "payment_behavior": "pending_if_incomplete",
            "expand": _EXPAND,
        }
        return await self._post(f"subscriptions/{escaped(current.id)}", params, key, Subscription)

    async def downgrade_subscription(self, current: Subscription, prices: Prices, *, key: str) -> Subscription:
        """Let the next invoice be made at these prices; what has been paid for runs on.

        The price that counts usage stays until then: the provider would count the running period at the new one.
        """
        params: dict[str, Param] = {
            "items": [_recurring(current, prices)],
            "proration_behavior": "none",
            "expand": _EXPAND,
        }
        return await self._post(f"subscriptions/{escaped(current.id)}", params, key, Subscription)

    async def set_metered_price(self, current: Subscription, price: str | None, *, key: str) -> Subscription:
        """Let usage count at this price from now on; None: nowhere."""
        metered = current.metered_item
        item: dict[str, Param] = {"id": metered.id} if metered else {}
        item |= {"price": price} if price else {"deleted": True}
        params: dict[str, Param] = {"items": [item], "proration_behavior": "none", "expand": _EXPAND}
        return await self._post(f"subscriptions/{escaped(current.id)}", params, key, Subscription)

    async def preview_upgrade(self, current: Subscription, prices: Prices, *, key: str) -> Invoice:
        """The invoice that `upgrade_subscription` would make now; usage is never part of it."""
        params: dict[str, Param] = {
            "customer": current.customer or "",
            "subscription": current.id,
            "subscription_details": {
                "items": [_recurring(current, prices)],
                "proration_behavior": "always_invoice",
            },
        }
        return await self._post("invoices/create_preview", params, key, Invoice)

    async def cancel_subscription(self, subscription: str, *, key: str) -> Subscription:
        """End it with the period that is paid for."""
        return await self._change(subscription, {"cancel_at_period_end": True}, key)

    async def resume_subscription(self, subscription: str, *, key: str) -> Subscription:
        """Take a cancellation back that has not come about yet."""
        return await self._change(subscription, {"cancel_at_period_end": False, "expand": _EXPAND}, key)

    async def _change(self, subscription: str, params: dict[str, Param], key: str) -> Subscription:
        return await self._post(f"subscriptions/{escaped(subscription)}", params, key, Subscription)

    async def end_subscription(self, subscription: str) -> Subscription:
        """End it at once: one that was never paid, or one too many. What is over already, is over.

        So it is when the answer got lost and the call was made again.
        """
        try:
            return await self._delete(f"subscriptions/{escaped(subscription)}", Subscription)
        except CardError as error:
            if error.code != "resource_missing":
                raise
        return await self.get_subscription(subscription)

    async def get_subscription(self, subscription: str) -> Subscription:
        """Its present state, with the newest invoice."""
        return await self._get(f"subscriptions/{escaped(subscription)}", {"expand": _EXPAND}, Subscription)

    async def list_subscriptions(self, customer: str) -> list[Subscription]:
        """All that are not over, newest first."""
        params: dict[str, Param] = {"customer": customer, "limit": PAGE}
        return (await self._get("subscriptions", params, SubscriptionList)).data

    async def create_setup_intent(self, customer: str, *, company_id: str, key: str) -> str:
        """What a card form needs to put a card on file: a client secret."""
        params: dict[str, Param] = {
            "customer": customer,
            "usage": "off_session",
            "automatic_payment_methods": _METHODS,
            "metadata": {"company_id": company_id},
        }
        return (await self._post("setup_intents", params, key, SetupIntent)).client_secret

    async def create_checkout(self, params: dict[str, Param], *, key: str) -> HostedPage:
        """A hosted page where a card is entered; what for, billing/pages.py says."""
        return await self._post("checkout/sessions", params, key, HostedPage)

    async def close_checkout(self, page: str, *, key: str) -> None:
        """Let nobody pay on this page any more; one that is paid or expired is left as it is."""
        try:
            await self._post(f"checkout/sessions/{escaped(page)}/expire", {}, key, msgspec.Raw)
        except CardError as error:
            if error.retry:
                raise

    async def create_portal(self, customer: str, *, return_url: str, key: str) -> HostedPage:
        """A hosted page where cards, address and invoices are looked after."""
        params: dict[str, Param] = {"customer": customer, "return_url": return_url, "locale": "pt-BR"}
        return await self._post("billing_portal/sessions", params, key, HostedPage)

    async def default_card(self, customer: str) -> str | None:
        """The card to charge without the customer present: their default, else their newest."""
        found = await self._get(f"customers/{escaped(customer)}", {}, Customer)
        if found.invoice_settings.default_payment_method:
            return found.invoice_settings.default_payment_method
        cards = await self.list_cards(customer)
        return cards[0].id if cards else None

    async def list_cards(self, customer: str) -> list[PaymentMethod]:
        """The cards on file, newest first."""
        path = f"customers/{escaped(customer)}/payment_methods"
        return (await self._get(path, {"type": "card", "limit": 10}, PaymentMethodList)).data

    async def pay(self, payment: Payment, *, key: str) -> PaymentIntent:
        """Charge, or prepare a payment the shopper completes. Raises CardRefused when the card is declined.

        A card that needs its holder comes back with status `requires_action`, in whichever way the provider says so.
        """
        params: dict[str, Param] = {
            "amount": payment.amount_cents,
            "currency": "brl",
            "customer": payment.customer,
            "automatic_payment_methods": _METHODS,
            "metadata": payment.metadata,
        }
        if payment.card:
            params |= {"payment_method": payment.card, "off_session": True, "confirm": True}
        else:
            params["setup_future_usage"] = "off_session"
        return await self._post("payment_intents", params, key, PaymentIntent)

    async def retry_payment(self, intent: str, card: str, *, key: str) -> PaymentIntent:
        """Try a payment that did not go through again, with this card: the same payment, so it is never paid twice.

        Raises CardRefused when the card is declined.
        """
        params: dict[str, Param] = {"payment_method": card, "off_session": True}
        return await self._post(f"payment_intents/{escaped(intent)}/confirm", params, key, PaymentIntent)

    async def cancel_payment(self, intent: str, *, key: str) -> PaymentIntent:
        """Give a payment up that has not gone through, so that it never can."""
        return await self._post(f"payment_intents/{escaped(intent)}/cancel", {}, key, PaymentIntent)

    async def get_payment(self, intent: str) -> PaymentIntent:
        """How a payment stands, with what was given back of it."""
        params: dict[str, Param] = {"expand": ["latest_charge"]}
        return await self._get(f"payment_intents/{escaped(intent)}", params, PaymentIntent)

    async def list_payments(self, customer: str, *, since: datetime) -> list[PaymentIntent]:
        """All payments of a customer that were made since, newest first, with what was given back of them."""
        params: dict[str, Param] = {
            "customer": customer,
            "created": {"gte": int(since.timestamp())},
            "limit": PAGE,
            "expand": ["data.latest_charge"],
        }
        found = await self._get("payment_intents", params, PaymentIntentList)
        made = list(found.data)
        while found.has_more and found.data:
            found = await self._get("payment_intents", params | {"starting_after": made[-1].id}, PaymentIntentList)
            made += found.data
        return made

    async def refund(self, intent: str, *, key: str) -> None:
        """Give a whole payment back."""
        await self._post("refunds", {"payment_intent": intent, "reason": "duplicate"}, key, msgspec.Raw)

    async def list_invoices(self, customer: str, *, limit: int, starting_after: str | None) -> InvoiceList:
        """Invoices, newest first."""
        params: dict[str, Param] = {"customer": customer, "limit": limit}
        if starting_after:
            params["starting_after"] = starting_after
        return await self._get("invoices", params, InvoiceList)

    async def send_meter_event(
        self, *, event_name: str, customer: str, value: int, identifier: str, at: int
    ) -> Literal["sent", "known"]:
        """Report usage. `known`: the provider already has an event of this identifier, which is as good as sent."""
        params: dict[str, Param] = {
            "event_name": event_name,
            "payload": {"stripe_customer_id": customer, "value": str(value)},
            "identifier": identifier,
            "timestamp": at,
        }
        try:
            await self._post("billing/meter_events", params, identifier, msgspec.Raw)
        except CardError as error:
            # The refusal carries no code in some versions: only its text tells it from a wrong parameter.
            if error.code == "duplicate_meter_event" or "already exists with identifier" in str(error):
                return "known"
            raise
        return "sent"

    async def metered(self, *, event_name: str, customer: str, start: int, end: int) -> int:
        """What the provider has counted of a customer in the minutes from `start` (unix) until before `end`."""
        meters = await self._get("billing/meters", {"status": "active", "limit": PAGE}, MeterList)
        meter = next((one.id for one in meters.data if one.event_name == event_name), None)
        if meter is None:
            raise CardError(f"no active meter named {event_name}", retry=True, kind="unconfigured", untouched=True)
        params: dict[str, Param] = {
            "customer": customer,
            "start_time": start - start % MINUTE_S,
            "end_time": end + -end % MINUTE_S,
            "limit": PAGE,
        }
        found = await self._get(f"billing/meters/{escaped(meter)}/event_summaries", params, MeterSummaryList)
        return int(sum(summary.aggregated_value for summary in found.data))


def price_items(prices: Prices) -> list[Param]:
    """Both prices as items of something new; a metered price takes no quantity."""
    items: list[Param] = [{"price": prices.recurring, "quantity": 1}]
    if prices.metered:
        items.append({"price": prices.metered})
    return items


def _kept_items(current: Subscription, prices: Prices) -> list[Param]:
    """Each item keeps its id and gets the new price; a metered item is added where there was none."""
    metered, items = current.metered_item, [_recurring(current, prices)]
    if prices.metered:
        items.append({"price": prices.metered} | ({"id": metered.id} if metered else {}))
    return items


def _recurring(current: Subscription, prices: Prices) -> Param:
    item = current.recurring_item
    return {"price": prices.recurring} | ({"id": item.id} if item else {"quantity": 1})


def _customer(payer: Payer) -> dict[str, Param]:
    return {
        "email": payer.email,
        "name": payer.name,
        "preferred_locales": ["pt-BR"],
        "metadata": {"company_id": payer.company_id},
    }


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isdigit())
