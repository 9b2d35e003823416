"""The card provider's API (Stripe-compatible): form-encoded calls of one pinned version, each POST idempotent.

Keys are made by the caller from company and purpose. Payload Structs: cardprovider_payloads.py; webhook
signatures: cardprovider_signature.py; a stateful fake: tests/fakes/cardprovider.py.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from app.clients.cardprovider_payloads import (
    Customer,
    ErrorAnswer,
    ErrorBody,
    InvoiceList,
    PaymentIntent,
    PaymentIntentList,
    PaymentMethodList,
    SetupIntent,
    Subscription,
)
from app.clients.http import RETRY_STATUSES, Call, Outbound, OutboundError, Policy

CARD_POLICY = Policy(name="cardprovider", retry_statuses=RETRY_STATUSES | {409})
"""For `Outbound`: 409 means that a call with the same key is still running."""

T = TypeVar("T")
Param = str | int | bool | Mapping[str, "Param"] | list["Param"]
# Methods come from what the account has switched on; those that leave the page for a bank's site need a return
# address, which an off-session payment has not.
_METHODS: Param = {"enabled": True, "allow_redirects": "never"}
_EXPAND: Param = ["latest_invoice.confirmation_secret"]


class CardError(Exception):
    """The provider refused or cannot be reached. `retry`: the same call with the same key may still succeed."""

    def __init__(self, message: str, *, retry: bool, kind: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.retry = retry
        self.kind = kind
        self.code = code


class CardRefused(CardError):
    """The card was declined; `decline_code` says why in the provider's words."""

    def __init__(self, decline_code: str) -> None:
        super().__init__("card declined", retry=False, kind="card_error", code="card_declined")
        self.decline_code = decline_code


class Prices(msgspec.Struct, frozen=True, kw_only=True):
    """The two prices of a plan: the monthly one, and the one that counts usage."""

    recurring: str
    metered: str | None


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """A payment to make: off session when `card` is given, else completed by the shopper with the client secret."""

    customer: str
    amount_cents: int
    card: str | None
    metadata: dict[str, str]


class CardProvider(Protocol):
    """What billing needs of a card provider. Every method raises CardError."""

    async def create_customer(self, *, company_id: str, email: str, name: str, key: str) -> str: ...
    async def create_subscription(
        self, customer: str, prices: Prices, *, metadata: dict[str, str], key: str
    ) -> Subscription: ...
    async def switch_subscription(
        self, current: Subscription, prices: Prices, *, metadata: dict[str, str], key: str
    ) -> Subscription: ...
    async def cancel_subscription(self, subscription: str, *, key: str) -> Subscription: ...
    async def end_subscription(self, subscription: str) -> Subscription: ...
    async def get_subscription(self, subscription: str) -> Subscription: ...
    async def create_setup_intent(self, customer: str, *, company_id: str, key: str) -> str: ...
    async def default_card(self, customer: str) -> str | None: ...
    async def pay(self, payment: Payment, *, key: str) -> PaymentIntent: ...
    async def retry_payment(self, intent: str, card: str, *, key: str) -> PaymentIntent: ...
    async def get_payment(self, intent: str) -> PaymentIntent: ...
    async def find_payment(self, customer: str, *, name: str, value: str) -> PaymentIntent | None: ...
    async def list_invoices(self, customer: str, *, limit: int, starting_after: str | None) -> InvoiceList: ...
    async def send_meter_event(
        self, *, event_name: str, customer: str, value: int, identifier: str, at: int
    ) -> Literal["sent", "known"]: ...


class HttpCardProvider:
    """The real provider, or any server that speaks its API."""

    def __init__(self, http: Outbound, *, base_url: str, api_key: str, version: str) -> None:
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._configured = bool(api_key)
        self._headers = {"authorization": f"Bearer {api_key}", "stripe-version": version}

    async def create_customer(self, *, company_id: str, email: str, name: str, key: str) -> str:
        """Make a customer; its id."""
        params: dict[str, Param] = {"email": email, "name": name, "preferred_locales": ["pt-BR"]}
        return (await self._post("customers", params | {"metadata": {"company_id": company_id}}, key, Customer)).id

    async def create_subscription(
        self, customer: str, prices: Prices, *, metadata: dict[str, str], key: str
    ) -> Subscription:
        """Subscribe to both prices. It stays `incomplete` until the first invoice is paid with `client_secret`."""
        items: list[Param] = [{"price": prices.recurring, "quantity": 1}]
        if prices.metered:
            items.append({"price": prices.metered})  # A metered price takes no quantity.
        params: dict[str, Param] = {
            "customer": customer,
            "items": items,
            "payment_behavior": "default_incomplete",
            "payment_settings": {"save_default_payment_method": "on_subscription"},
            "proration_behavior": "create_prorations",
            "metadata": metadata,
            "expand": _EXPAND,
        }
        return await self._post("subscriptions", params, key, Subscription)

    async def switch_subscription(
        self, current: Subscription, prices: Prices, *, metadata: dict[str, str], key: str
    ) -> Subscription:
        """Change to another plan's prices, prorated; also takes a pending cancellation back."""
        params: dict[str, Param] = {
            "items": _switched_items(current, prices),
            "proration_behavior": "create_prorations",
            "cancel_at_period_end": False,
            "metadata": metadata,
            "expand": _EXPAND,
        }
        return await self._post(f"subscriptions/{_id(current.id)}", params, key, Subscription)

    async def cancel_subscription(self, subscription: str, *, key: str) -> Subscription:
        """End it with the period that is paid for."""
        return await self._post(f"subscriptions/{_id(subscription)}", {"cancel_at_period_end": True}, key, Subscription)

    async def end_subscription(self, subscription: str) -> Subscription:
        """End it at once: one that was never paid. Repeating it is harmless, so it needs no key."""
        return await self._call("DELETE", f"subscriptions/{_id(subscription)}", self._headers, b"", Subscription)

    async def get_subscription(self, subscription: str) -> Subscription:
        """Its present state, with the client secret of a first payment that is still open."""
        return await self._get(f"subscriptions/{_id(subscription)}", {"expand": _EXPAND}, Subscription)

    async def create_setup_intent(self, customer: str, *, company_id: str, key: str) -> str:
        """What a card form needs to put a card on file: a client secret."""
        params: dict[str, Param] = {
            "customer": customer,
            "usage": "off_session",
            "automatic_payment_methods": _METHODS,
            "metadata": {"company_id": company_id},
        }
        return (await self._post("setup_intents", params, key, SetupIntent)).client_secret

    async def default_card(self, customer: str) -> str | None:
        """The card to charge without the customer present: their default, else their newest."""
        found = await self._get(f"customers/{_id(customer)}", {}, Customer)
        if found.invoice_settings.default_payment_method:
            return found.invoice_settings.default_payment_method
        path = f"customers/{_id(customer)}/payment_methods"
        cards = await self._get(path, {"type": "card", "limit": 1}, PaymentMethodList)
        return cards.data[0].id if cards.data else None

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
        return await self._post(f"payment_intents/{_id(intent)}/confirm", params, key, PaymentIntent)

    async def get_payment(self, intent: str) -> PaymentIntent:
        """How a payment stands."""
        return await self._get(f"payment_intents/{_id(intent)}", {}, PaymentIntent)

    async def find_payment(self, customer: str, *, name: str, value: str) -> PaymentIntent | None:
        """The customer's newest payment with this metadata, among the last 100."""
        found = await self._get("payment_intents", {"customer": customer, "limit": 100}, PaymentIntentList)
        return next((intent for intent in found.data if intent.metadata.get(name) == value), None)

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

    async def _post(self, path: str, params: Mapping[str, Param], key: str, answer: type[T]) -> T:
        headers = self._headers | {
            "content-type": "application/x-www-form-urlencoded",
            # At most 255 characters, printable: keys are made of ids and hashes.
            "idempotency-key": key,
        }
        return await self._call("POST", path, headers, urlencode(list(form(params))).encode(), answer)

    async def _get(self, path: str, params: Mapping[str, Param], answer: type[T]) -> T:
        query = urlencode(list(form(params)))
        return await self._call("GET", f"{path}?{query}" if query else path, self._headers, b"", answer)

    async def _call(self, method: str, path: str, headers: dict[str, str], body: bytes, answer: type[T]) -> T:
        if not self._configured:
            raise CardError("CARDPROVIDER_API_KEY is not set", retry=True, kind="unconfigured")
        call = Call(method=method, url=f"{self._base_url}/v1/{path}", headers=headers, content=body)
        try:
            reply = await self._http.send(call)
        except OutboundError as error:
            raise CardError("card provider not reachable", retry=True) from error
        try:
            if reply.status < 300:
                return msgspec.json.decode(reply.body, type=answer)
            refusal = msgspec.json.decode(reply.body, type=ErrorAnswer).error
        except msgspec.DecodeError:
            raise CardError(f"unreadable answer with status {reply.status}", retry=reply.status >= 500) from None
        return _requires_action(reply.status, refusal, answer)


def _requires_action(status: int, error: ErrorBody, answer: type[T]) -> T:
    """The payment inside a 402 that asks for the card's holder; every other error is raised."""
    if status == 402 and error.code == "authentication_required" and error.payment_intent is not None:
        held = msgspec.structs.replace(error.payment_intent, status="requires_action")
        if isinstance(held, answer):
            return held
    if status == 402:
        raise CardRefused(error.decline_code or error.code or "declined")
    raise CardError(error.message, retry=status >= 500 or status in (409, 429), kind=error.type, code=error.code)


def _switched_items(current: Subscription, prices: Prices) -> Param:
    """Each item keeps its id and gets the new price; a metered item appears or goes with the plan's metered price."""
    recurring, metered = current.recurring_item, current.metered_item
    items: list[Param] = [{"price": prices.recurring} | ({"id": recurring.id} if recurring else {"quantity": 1})]
    if prices.metered:
        items.append({"price": prices.metered} | ({"id": metered.id} if metered else {}))
    elif metered:
        items.append({"id": metered.id, "deleted": True, "clear_usage": False})
    return items


def form(params: Mapping[str, Param], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested parameters as the provider's form keys: `items[0][price]`."""
    for name, value in params.items():
        key = f"{prefix}[{name}]" if prefix else name
        if isinstance(value, bool):
            yield key, "true" if value else "false"
        elif isinstance(value, Mapping):
            yield from form(value, key)
        elif isinstance(value, list):
            yield from form({str(place): inner for place, inner in enumerate(value)}, key)
        else:
            yield key, str(value)


def _id(value: str) -> str:
    return quote(value, safe="")
