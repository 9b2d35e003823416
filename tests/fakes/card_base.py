"""What all parts of the fake card provider share: objects in plain dicts, signed events, a clock, refusals."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import parse_qsl

import stripe

from tests.fakes.server import Answer, Fake

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


class CardBase(Fake):
    """Customers with their cards and tax ids, prices, events."""

    def __init__(self, *, webhook_secret: str = WEBHOOK_SECRET, old_shapes: bool = False, first_id: int = 1) -> None:
        super().__init__()
        self.webhook_secret = webhook_secret
        self.old_shapes = old_shapes
        self.now: Callable[[], float] = time.time
        self.prices: dict[str, Json] = {}
        self.customers: dict[str, Json] = {}
        self.cards: dict[str, list[str]] = {}
        self.card_expiry = (12, 2099)
        self.events: list[SignedEvent] = []
        self._ids = count(first_id)

    def add_price(self, price_id: str, cents: int, *, metered: bool = False, per_million: int = 0) -> None:
        """A monthly price: licensed, or metered at so many cents a million."""
        usage = "metered" if metered else "licensed"
        shape = {"id": price_id, "unit_amount": cents, "recurring": {"usage_type": usage}}
        self.prices[price_id] = shape | {"per_million": per_million}

    def attach_card(self, customer: str, card: str = GOOD_CARD) -> None:
        """Put a card on the customer's file and make it the default."""
        self.cards.setdefault(customer, []).append(card)
        self.customers[customer]["invoice_settings"]["default_payment_method"] = card

    def emit(self, kind: str, payload: Json, *, created: int | None = None, secret: str | None = None) -> SignedEvent:
        """Make and remember a signed event about `payload`, created now unless said otherwise."""
        event = {
            "id": self.new_id("evt"),
            "object": "event",
            "type": kind,
            "created": created if created is not None else int(self.now()),
            "livemode": False,
            "data": {"object": payload},
        }
        body = json.dumps(event)
        header = stripe.WebhookSignature.generate_signature_header(
            body, secret or self.webhook_secret, timestamp=int(self.now())
        )
        signed = SignedEvent(event["id"], kind, body.encode(), header)
        self.events.append(signed)
        return signed

    def _create_customer(self, params: Json) -> Json:
        customer = {"id": self.new_id("cus"), "object": "customer", "tax_ids": {}}
        customer["invoice_settings"] = {"default_payment_method": None}
        self.customers[customer["id"]] = customer | params
        return self.customers[customer["id"]]

    def _update_customer(self, params: Json, customer: str) -> Json:
        found = self.known(self.customers, customer)
        found.update(params)
        return found

    def _get_customer(self, _: Json, customer: str) -> Json:
        return self.known(self.customers, customer)

    def _list_cards(self, params: Json, customer: str) -> Json:
        self.known(self.customers, customer)
        cards = self.cards.get(customer, [])[::-1][: int(params.get("limit", 10))]
        month, year = self.card_expiry
        shape = {"exp_month": month, "exp_year": year, "last4": "4242"}
        return {"data": [{"id": card, "type": "card", "card": shape} for card in cards], "has_more": False}

    def _list_tax_ids(self, _: Json, customer: str) -> Json:
        return {"data": list(self.known(self.customers, customer)["tax_ids"].values()), "has_more": False}

    def _create_tax_id(self, params: Json, customer: str) -> Json:
        tax_id = {"id": self.new_id("txi"), "type": params["type"], "value": params["value"]}
        self.known(self.customers, customer)["tax_ids"][tax_id["id"]] = tax_id
        return tax_id

    def _delete_tax_id(self, _: Json, customer: str, tax_id: str) -> Json:
        self.known(self.customers, customer)["tax_ids"].pop(tax_id, None)
        return {"id": tax_id, "deleted": True}

    def usable_card(self, customer: str) -> str | None:
        """The default card, when it can be charged without its holder."""
        card: str | None = self.customers[customer]["invoice_settings"]["default_payment_method"]
        return card if card not in (CARD_3DS, CARD_DECLINED) else None

    def known(self, table: dict[str, Json], key: str) -> Json:
        """The object of that id."""
        if key not in table:
            raise Refusal(400 if table is self.prices else 404, "resource_missing", f"No such object: {key}")
        return table[key]

    def new_id(self, prefix: str) -> str:
        """An id nobody has."""
        return f"{prefix}_{next(self._ids):08}"


def metered(item: Json) -> bool:
    """Whether an item counts usage."""
    return bool(item["price"]["recurring"]["usage_type"] == "metered")


def page_of(rows: list[Json], params: Json) -> Json:
    """A page of a list that is newest first."""
    if after := params.get("starting_after"):
        places = [place for place, row in enumerate(rows) if row["id"] == after]
        if not places:
            raise Refusal(400, "resource_missing", f"No such object: {after}")
        rows = rows[places[0] + 1 :]
    limit = int(params.get("limit", 10))
    return {"data": rows[:limit], "has_more": len(rows) > limit}


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
