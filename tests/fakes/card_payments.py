"""The fake's payments, hosted pages, refunds and disputes."""

import json

from tests.fakes.card_base import CARD_3DS, CARD_DECLINED, GOOD_CARD, Json, Refusal, SignedEvent, page_of
from tests.fakes.card_subscriptions import CardSubscriptions

DAY_S = 86_400


class CardPayments(CardSubscriptions):
    """Payment intents with their charges, checkout and portal sessions."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.payment_intents: dict[str, Json] = {}
        self.pages: dict[str, Json] = {}

    # -- What tests do to them

    def pay_intent(self, intent: str) -> SignedEvent:
        """A payment goes through; the event that says so."""
        found = self.payment_intents[intent]
        charge = {"id": f"ch_{intent}", "amount_refunded": 0, "disputed": False, "payment_intent": intent}
        charge |= {"customer": found["customer"], "receipt_url": f"https://receipt.example.com/{intent}"}
        found |= {"status": "succeeded", "amount_received": found["amount"], "latest_charge": charge}
        return self.emit("payment_intent.succeeded", self._shown_intent(found))

    def give_back(self, intent: str, cents: int) -> SignedEvent:
        """Refund some of a payment, as a person at the provider does; the event."""
        charge = self.payment_intents[intent]["latest_charge"]
        charge["amount_refunded"] += cents
        return self.emit("charge.refunded", dict(charge))

    def dispute(self, intent: str) -> SignedEvent:
        """The holder's bank takes a payment back; the event."""
        charge = self.payment_intents[intent]["latest_charge"]
        charge["disputed"] = True
        made = {"id": self.new_id("dp"), "charge": charge["id"], "payment_intent": intent, "status": "needs_response"}
        return self.emit("charge.dispute.created", made)

    def complete_page(self, page: str, card: str = GOOD_CARD) -> str | None:
        """The shopper enters a card on a checkout page; the payment or subscription that came of it."""
        found = self.pages[page]
        if found["status"] != "open":
            return None
        found["status"] = "complete"
        params, customer = found["params"], found["params"]["customer"]
        self.attach_card(customer, card)
        match params["mode"]:
            case "payment":
                entry = params["line_items"]["0"]
                cents = int(entry["price_data"]["unit_amount"]) * int(entry.get("quantity", 1))
                data = params.get("payment_intent_data", {})
                made = self._intent(customer, cents, "brl", data.get("metadata", {}))
                self.pay_intent(made["id"])
                return str(made["id"])
            case "subscription":
                data = params.get("subscription_data", {})
                asked = {"customer": customer, "items": params["line_items"], "metadata": data.get("metadata", {})}
                subscription = str(self._create_subscription(asked)["id"])
                if self.subscriptions[subscription]["status"] == "incomplete":
                    self.pay_subscription(subscription)
                return subscription
        return None

    # -- The API

    def _create_setup_intent(self, params: Json) -> Json:
        self.known(self.customers, params["customer"])
        intent = self.new_id("seti")
        return {"id": intent, "client_secret": f"{intent}_secret", "status": "requires_payment_method"}

    def _create_page(self, params: Json) -> Json:
        self.known(self.customers, params["customer"])
        if params["mode"] == "subscription":
            for entry in params["line_items"].values():
                self.known(self.prices, entry["price"])
        page = self.new_id("cs")
        shown = {"id": page, "url": f"https://checkout.example.com/{page}", "expires_at": int(self.now()) + DAY_S}
        self.pages[page] = shown | {"params": params, "status": "open"}
        return shown

    def _close_page(self, _: Json, page: str) -> Json:
        found = self.known(self.pages, page)
        if found["status"] != "open":
            raise Refusal(400, None, "only open pages expire")
        found["status"] = "expired"
        return {"id": page, "url": found["url"]}

    def _create_portal(self, params: Json) -> Json:
        self.known(self.customers, params["customer"])
        page = self.new_id("bps")
        return {"id": page, "url": f"https://billing.example.com/{page}"}

    def _create_payment_intent(self, params: Json) -> Json:
        if "payment_method_types" in params:
            raise Refusal(400, "parameter_unknown", "payment_method_types is gone")
        customer = self.known(self.customers, params["customer"])
        intent = self._intent(customer["id"], int(params["amount"]), params["currency"], params.get("metadata", {}))
        if params.get("confirm") == "true":
            self._confirm(intent, params["payment_method"])
        return self._shown_intent(intent)

    def _intent(self, customer: str, cents: int, currency: str, metadata: Json) -> Json:
        intent_id = self.new_id("pi")
        self.payment_intents[intent_id] = {
            "id": intent_id,
            "object": "payment_intent",
            "created": int(self.now()),
            "amount": cents,
            "amount_received": 0,
            "currency": currency,
            "customer": customer,
            "client_secret": f"{intent_id}_secret",
            "status": "requires_payment_method",
            "metadata": metadata,
            "latest_charge": None,
        }
        return self.payment_intents[intent_id]

    def _get_payment_intent(self, params: Json, intent: str) -> Json:
        return self._shown_intent(self.known(self.payment_intents, intent), params)

    def _retry_payment_intent(self, params: Json, intent: str) -> Json:
        found = self.known(self.payment_intents, intent)
        if found["status"] in ("succeeded", "canceled"):
            shown = self._shown_intent(found)
            raise Refusal(400, "payment_intent_unexpected_state", "cannot be confirmed", payment_intent=shown)
        self._confirm(found, params["payment_method"])
        return self._shown_intent(found)

    def _cancel_payment_intent(self, _: Json, intent: str) -> Json:
        found = self.known(self.payment_intents, intent)
        if found["status"] in ("succeeded", "canceled"):
            shown = self._shown_intent(found)
            raise Refusal(400, "payment_intent_unexpected_state", "cannot be canceled", payment_intent=shown)
        found["status"] = "canceled"
        return self._shown_intent(found)

    def _confirm(self, intent: Json, card: str) -> None:
        if card not in self.cards.get(intent["customer"], []):
            raise Refusal(400, "resource_missing", f"No such PaymentMethod: {card}")
        shown = self._shown_intent(intent)
        if card == CARD_3DS:
            raise Refusal(402, "authentication_required", "needs the customer", "card_error", payment_intent=shown)
        if card == CARD_DECLINED:
            more = {"decline_code": "insufficient_funds", "payment_intent": shown}
            raise Refusal(402, "card_declined", "declined", "card_error", **more)
        self.pay_intent(intent["id"])

    def _list_payment_intents(self, params: Json) -> Json:
        since = int(params.get("created", {}).get("gte", 0))
        mine = [i for i in self.payment_intents.values() if i["customer"] == params["customer"]][::-1]
        return page_of([self._shown_intent(i, params) for i in mine if i["created"] >= since], params)

    def _create_refund(self, params: Json) -> Json:
        intent = self.known(self.payment_intents, params["payment_intent"])
        charge = intent["latest_charge"]
        cents = int(params.get("amount", intent["amount"] - charge["amount_refunded"]))
        if charge["amount_refunded"] + cents > intent["amount"] or not cents:
            raise Refusal(400, "charge_already_refunded", "nothing is left to refund")
        self.give_back(intent["id"], cents)
        return {"id": self.new_id("re"), "amount": cents, "status": "succeeded"}

    def _shown_intent(self, intent: Json, params: Json | None = None) -> Json:
        shown: Json = json.loads(json.dumps(intent))
        wanted = (params or {}).get("expand", {}).values()
        if shown["latest_charge"] and not {"latest_charge", "data.latest_charge"} & set(wanted):
            shown["latest_charge"] = shown["latest_charge"]["id"]
        return shown
