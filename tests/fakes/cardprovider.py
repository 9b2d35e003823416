"""A stateful fake of the card provider: enough of its rules that a wrong call or a lost retry shows.

Objects live in plain dicts, shaped like the provider's JSON. `events` holds every event it would have sent,
already signed; a test delivers them when and in whatever order it likes.
"""

import hashlib
import json
import re
import time
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import parse_qsl

import stripe

from tests.fakes.server import Answer, Fake, Seen

Json = dict[str, Any]
WEBHOOK_SECRET = "whsec_fake"
MONTH_S = 30 * 86_400
GOOD_CARD, CARD_3DS, CARD_DECLINED = "pm_good", "pm_3ds", "pm_declined"


@dataclass
class SignedEvent:
    """An event ready to be delivered."""

    id: str
    kind: str
    body: bytes
    header: str


class Refusal(Exception):
    """The fake's own 4xx."""

    def __init__(self, status: int, code: str | None, message: str, kind: str = "invalid_request_error", **more: Any):
        super().__init__(message)
        error = {"type": kind, "message": message} | ({"code": code} if code else {}) | more
        self.answer = Answer(status, json.dumps({"error": error}).encode())


class FakeCardProvider(Fake):
    """`old_shapes` makes it answer like API versions before 2025-03-31."""

    def __init__(self, *, webhook_secret: str = WEBHOOK_SECRET, old_shapes: bool = False) -> None:
        super().__init__()
        self.webhook_secret = webhook_secret
        self.old_shapes = old_shapes
        self.repeated_meter_event_is_an_error = True
        self.prices: dict[str, Json] = {}
        self.customers: dict[str, Json] = {}
        self.cards: dict[str, list[str]] = {}
        self.subscriptions: dict[str, Json] = {}
        self.invoices: dict[str, Json] = {}
        self.payment_intents: dict[str, Json] = {}
        self.pending_items: list[Json] = []
        self.meter_events: dict[str, Json] = {}
        self.events: list[SignedEvent] = []
        self._saved: dict[str, tuple[str, Answer]] = {}
        self._ids = count(1)

    # -- What tests do to it --------------------------------------------------------------------------

    def add_price(self, price_id: str, cents: int, *, metered: bool = False) -> None:
        """A monthly price, licensed or metered."""
        usage = "metered" if metered else "licensed"
        self.prices[price_id] = {"id": price_id, "unit_amount": cents, "recurring": {"usage_type": usage}}

    def attach_card(self, customer: str, card: str = GOOD_CARD) -> None:
        """Put a card on the customer's file and make it the default."""
        self.cards.setdefault(customer, []).append(card)
        self.customers[customer]["invoice_settings"]["default_payment_method"] = card

    def pay_subscription(self, subscription: str) -> None:
        """The shopper completes the first payment: subscription active, invoice paid, events made."""
        found = self.subscriptions[subscription]
        found["status"] = "active"
        invoice = self.invoices[found["latest_invoice"]]
        invoice |= {"status": "paid", "amount_paid": invoice["amount_due"]}
        self.emit("customer.subscription.updated", self._shown(found))
        self.emit("invoice.paid", self._shown_invoice(invoice))

    def pay_intent(self, intent: str) -> SignedEvent:
        """A payment goes through; the event that says so."""
        found = self.payment_intents[intent]
        found |= {"status": "succeeded", "amount_received": found["amount"]}
        return self.emit("payment_intent.succeeded", found)

    def emit(self, kind: str, payload: Json, *, created: int | None = None, secret: str | None = None) -> SignedEvent:
        """Make and remember a signed event about `payload`, created now unless said otherwise."""
        event = {
            "id": self._id("evt"),
            "object": "event",
            "type": kind,
            "created": created if created is not None else int(time.time()),
            "livemode": False,
            "data": {"object": payload},
        }
        body = json.dumps(event)
        header = stripe.WebhookSignature.generate_signature_header(body, secret or self.webhook_secret)
        signed = SignedEvent(event["id"], kind, body.encode(), header)
        self.events.append(signed)
        return signed

    def metered(self, customer: str) -> int:
        """Sum of the meter events of a customer."""
        return sum(int(e["payload"]["value"]) for e in self.meter_events.values() if e["customer"] == customer)

    # -- The API ---------------------------------------------------------------------------------------

    async def handle(self, request: Seen) -> Answer:
        """Route by method and path, with the provider's replay of idempotency keys."""
        request.params = nested(request.body.decode() if request.method == "POST" else request.query)
        if not request.headers.get("authorization", "").startswith("Bearer sk_"):
            return Refusal(401, None, "no api key").answer
        if "stripe-version" not in request.headers:
            return Refusal(400, None, "version is not pinned").answer
        key = request.headers.get("idempotency-key")
        if request.method == "POST" and not key:
            return Refusal(400, None, "POST without Idempotency-Key").answer
        print_of_request = hashlib.sha256(f"{request.path} {request.body!r}".encode()).hexdigest()
        if key in self._saved:
            saved_print, answer = self._saved[key]
            if saved_print != print_of_request:
                return Refusal(400, None, "key used with other parameters", "idempotency_error").answer
            return answer
        try:
            answer = Answer(200, json.dumps(self._dispatch(request)).encode())
        except Refusal as refusal:
            answer = refusal.answer
        if key:
            self._saved[key] = (print_of_request, answer)
        return answer

    def _dispatch(self, request: Seen) -> Json:
        for method, pattern, name in ROUTES:
            match = re.fullmatch(pattern, request.path)
            if method == request.method and match:
                result: Json = getattr(self, name)(request.params, *match.groups())
                return result
        raise Refusal(404, None, f"unknown: {request.method} {request.path}")

    def _create_customer(self, params: Json) -> Json:
        customer = {"id": self._id("cus"), "object": "customer", "invoice_settings": {"default_payment_method": None}}
        self.customers[customer["id"]] = customer | params
        return self.customers[customer["id"]]

    def _get_customer(self, _: Json, customer: str) -> Json:
        return self._known(self.customers, customer)

    def _list_cards(self, params: Json, customer: str) -> Json:
        self._known(self.customers, customer)
        cards = self.cards.get(customer, [])[: int(params.get("limit", 10))]
        return {"data": [{"id": card, "type": "card"} for card in cards], "has_more": False}

    def _create_setup_intent(self, params: Json) -> Json:
        self._known(self.customers, params["customer"])
        intent = self._id("seti")
        return {"id": intent, "client_secret": f"{intent}_secret", "status": "requires_payment_method"}

    def _create_subscription(self, params: Json) -> Json:
        self._known(self.customers, params["customer"])
        now = int(time.time())
        items = [self._item(entry, now) for entry in params["items"].values()]
        cents = sum(item["price"]["unit_amount"] for item in items if not _metered(item))
        subscription = {
            "id": self._id("sub"),
            "object": "subscription",
            "customer": params["customer"],
            "status": "incomplete" if cents else "active",
            "cancel_at_period_end": False,
            "ended_at": None,
            "metadata": params.get("metadata", {}),
            "items": {"data": items},
        }
        subscription["latest_invoice"] = self._invoice(subscription, cents, "subscription_create")["id"]
        self.subscriptions[subscription["id"]] = subscription
        self.emit("customer.subscription.created", self._shown(subscription))
        return self._shown(subscription, params)

    def _update_subscription(self, params: Json, subscription: str) -> Json:
        found = self._known(self.subscriptions, subscription)
        if found["status"] == "canceled":
            raise Refusal(404, "resource_missing", f"No such subscription: {subscription}")
        for entry in params.get("items", {}).values():
            self._change_item(found, entry, params.get("proration_behavior", "create_prorations"))
        if "cancel_at_period_end" in params:
            found["cancel_at_period_end"] = params["cancel_at_period_end"] == "true"
        found["metadata"] = found["metadata"] | params.get("metadata", {})
        self.emit("customer.subscription.updated", self._shown(found))
        return self._shown(found, params)

    def _change_item(self, subscription: Json, entry: Json, proration: str) -> None:
        items = subscription["items"]["data"]
        if "id" not in entry:
            items.append(self._item(entry, int(time.time())))
            return
        if entry.get("deleted") == "true":
            items[:] = [item for item in items if item["id"] != entry["id"]]
            return
        item = next((i for i in items if i["id"] == entry["id"]), None)
        if item is None:
            raise Refusal(400, "resource_missing", f"No such subscription item: {entry['id']}")
        before, after = item["price"], self._known(self.prices, entry["price"])
        if before["recurring"] != after["recurring"]:
            raise Refusal(400, None, "an item cannot change between licensed and metered")
        item["price"] = after
        if proration != "none" and not _metered(item) and before["id"] != after["id"]:
            left = (item["current_period_end"] - int(time.time())) / MONTH_S
            for cents in (-before["unit_amount"], after["unit_amount"]):
                self.pending_items.append({"customer": subscription["customer"], "amount": round(cents * left)})

    def _end_subscription(self, _: Json, subscription: str) -> Json:
        found = self._known(self.subscriptions, subscription)
        if found["status"] == "canceled":
            raise Refusal(404, "resource_missing", f"No such subscription: {subscription}")
        found |= {"status": "canceled", "ended_at": int(time.time())}
        self.emit("customer.subscription.deleted", self._shown(found))
        return self._shown(found)

    def _get_subscription(self, params: Json, subscription: str) -> Json:
        return self._shown(self._known(self.subscriptions, subscription), params)

    def _create_payment_intent(self, params: Json) -> Json:
        customer = self._known(self.customers, params["customer"])
        if "payment_method_types" in params:
            raise Refusal(400, "parameter_unknown", "payment_method_types is gone")
        intent_id = self._id("pi")
        intent = {
            "id": intent_id,
            "object": "payment_intent",
            "amount": int(params["amount"]),
            "amount_received": 0,
            "currency": params["currency"],
            "customer": customer["id"],
            "client_secret": f"{intent_id}_secret",
            "status": "requires_payment_method",
            "metadata": params.get("metadata", {}),
        }
        self.payment_intents[intent_id] = intent
        if params.get("confirm") == "true":
            self._confirm(intent, params["payment_method"])
        return intent

    def _get_payment_intent(self, _: Json, intent: str) -> Json:
        return self._known(self.payment_intents, intent)

    def _retry_payment_intent(self, params: Json, intent: str) -> Json:
        found = self._known(self.payment_intents, intent)
        if found["status"] == "succeeded":
            raise Refusal(400, "payment_intent_unexpected_state", "already succeeded", payment_intent=found)
        self._confirm(found, params["payment_method"])
        return found

    def _confirm(self, intent: Json, card: str) -> None:
        if card not in self.cards.get(intent["customer"], []):
            raise Refusal(400, "resource_missing", f"No such PaymentMethod: {card}")
        if card == CARD_3DS:
            raise Refusal(402, "authentication_required", "needs the customer", "card_error", payment_intent=intent)
        if card == CARD_DECLINED:
            more = {"decline_code": "insufficient_funds", "payment_intent": intent}
            raise Refusal(402, "card_declined", "declined", "card_error", **more)
        self.pay_intent(intent["id"])

    def _list_payment_intents(self, params: Json) -> Json:
        mine = [i for i in self.payment_intents.values() if i["customer"] == params["customer"]]
        return {"data": mine[::-1][: int(params.get("limit", 10))], "has_more": False}

    def _list_invoices(self, params: Json) -> Json:
        mine = [i for i in self.invoices.values() if i["customer"] == params["customer"]][::-1]
        if after := params.get("starting_after"):
            places = [place for place, invoice in enumerate(mine) if invoice["id"] == after]
            if not places:
                raise Refusal(400, "resource_missing", f"No such invoice: {after}")
            mine = mine[places[0] + 1 :]
        limit = int(params.get("limit", 10))
        return {"data": [self._shown_invoice(i) for i in mine[:limit]], "has_more": len(mine) > limit}

    def _create_meter_event(self, params: Json) -> Json:
        identifier = params["identifier"]
        if len(identifier) > 100 or not params["payload"]["value"].isdigit():
            raise Refusal(400, None, "not a meter event")
        if params["payload"]["stripe_customer_id"] not in self.customers:
            raise Refusal(400, "resource_missing", "No such customer")
        if identifier in self.meter_events and self.repeated_meter_event_is_an_error:
            raise Refusal(400, None, f"An event already exists with identifier {identifier}.")
        event = {
            "identifier": identifier,
            "customer": params["payload"]["stripe_customer_id"],
            "event_name": params["event_name"],
            "payload": params["payload"],
            "timestamp": int(params["timestamp"]),
        }
        return self.meter_events.setdefault(identifier, event)

    # -- Shapes ----------------------------------------------------------------------------------------

    def _item(self, entry: Json, now: int) -> Json:
        price = self._known(self.prices, entry["price"])
        item = {"id": self._id("si"), "price": price, "current_period_start": now, "current_period_end": now + MONTH_S}
        if _metered(item) and "quantity" in entry:
            raise Refusal(400, None, "a metered price takes no quantity")
        return item

    def _invoice(self, subscription: Json, cents: int, reason: str) -> Json:
        invoice_id = self._id("in")
        now = int(time.time())
        self.invoices[invoice_id] = {
            "id": invoice_id,
            "number": f"F-{len(self.invoices) + 1:04}",
            "customer": subscription["customer"],
            "status": "open" if cents else "paid",
            "amount_due": cents,
            "amount_paid": 0,
            "currency": "brl",
            "created": now,
            "period_start": now,
            "period_end": now + MONTH_S,
            "hosted_invoice_url": f"https://invoice.example.com/{invoice_id}",
            "invoice_pdf": f"https://invoice.example.com/{invoice_id}.pdf",
            "billing_reason": reason,
            "attempt_count": 0,
            "subscription_id": subscription["id"],
        }
        return self.invoices[invoice_id]

    def _shown(self, subscription: Json, params: Json | None = None) -> Json:
        shown: Json = json.loads(json.dumps(subscription))
        wanted = (params or {}).get("expand", {}).values()
        invoice = shown["latest_invoice"]
        if "latest_invoice.confirmation_secret" in wanted and shown["status"] == "incomplete":
            shown["latest_invoice"] = {
                "id": invoice,
                "confirmation_secret": {"type": "payment_intent", "client_secret": f"{invoice}_secret"},
            }
        if self.old_shapes:
            for item in shown["items"]["data"]:
                shown["current_period_start"] = item.pop("current_period_start")
                shown["current_period_end"] = item.pop("current_period_end")
        return shown

    def _shown_invoice(self, invoice: Json) -> Json:
        shown = dict(invoice)
        subscription = shown.pop("subscription_id")
        if self.old_shapes:
            return shown | {"subscription": subscription}
        return shown | {"parent": {"subscription_details": {"subscription": subscription}}}

    def _known(self, table: dict[str, Json], key: str) -> Json:
        if key not in table:
            raise Refusal(400 if table is self.prices else 404, "resource_missing", f"No such object: {key}")
        return table[key]

    def _id(self, prefix: str) -> str:
        return f"{prefix}_{next(self._ids):08}"


ROUTES = (
    ("POST", "/v1/customers", "_create_customer"),
    ("GET", "/v1/customers/([^/]+)", "_get_customer"),
    ("GET", "/v1/customers/([^/]+)/payment_methods", "_list_cards"),
    ("POST", "/v1/setup_intents", "_create_setup_intent"),
    ("POST", "/v1/subscriptions", "_create_subscription"),
    ("POST", "/v1/subscriptions/([^/]+)", "_update_subscription"),
    ("GET", "/v1/subscriptions/([^/]+)", "_get_subscription"),
    ("DELETE", "/v1/subscriptions/([^/]+)", "_end_subscription"),
    ("POST", "/v1/payment_intents", "_create_payment_intent"),
    ("POST", "/v1/payment_intents/([^/]+)/confirm", "_retry_payment_intent"),
    ("GET", "/v1/payment_intents/([^/]+)", "_get_payment_intent"),
    ("GET", "/v1/payment_intents", "_list_payment_intents"),
    ("GET", "/v1/invoices", "_list_invoices"),
    ("POST", "/v1/billing/meter_events", "_create_meter_event"),
)


def _metered(item: Json) -> bool:
    return bool(item["price"]["recurring"]["usage_type"] == "metered")


def nested(form: str) -> Json:
    """`a[b][0]=c` as `{"a": {"b": {"0": "c"}}}`."""
    tree: Json = {}
    for key, value in parse_qsl(form, keep_blank_values=True):
        parts = [part.rstrip("]") for part in key.split("[")]
        node = tree
        for part in parts[:-1]:
            node = node.setdefault(part, {})
        node[parts[-1]] = value
    return tree
