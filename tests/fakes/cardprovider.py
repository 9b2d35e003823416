"""A stateful fake of the card provider: enough of its rules that a wrong call or a lost retry shows.

Objects live in plain dicts, shaped like the provider's JSON. `events` holds every event it would have sent,
already signed; a test delivers them when and in whatever order it likes. Its parts: card_base.py,
card_subscriptions.py, card_payments.py.
"""

import hashlib
import json
import re

from tests.fakes.card_base import (
    CARD_3DS,
    CARD_DECLINED,
    GOOD_CARD,
    MONTH_S,
    WEBHOOK_SECRET,
    Json,
    Refusal,
    SignedEvent,
    nested,
)
from tests.fakes.card_payments import CardPayments
from tests.fakes.server import Answer, Seen

__all__ = [
    "CARD_3DS",
    "CARD_DECLINED",
    "GOOD_CARD",
    "MONTH_S",
    "WEBHOOK_SECRET",
    "FakeCardProvider",
    "SignedEvent",
    "nested",
]


class FakeCardProvider(CardPayments):
    """`old_shapes` makes it answer like API versions before 2025-03-31. `rolled`: our key no longer opens it.

    `first_id`: where its ids begin, for one that follows another on the same database.
    """

    def __init__(self, *, webhook_secret: str = WEBHOOK_SECRET, old_shapes: bool = False, first_id: int = 1) -> None:
        super().__init__(webhook_secret=webhook_secret, old_shapes=old_shapes, first_id=first_id)
        self.rolled = False
        self._saved: dict[str, tuple[str, Answer]] = {}

    async def handle(self, request: Seen) -> Answer:
        """Route by method and path, with the provider's replay of idempotency keys."""
        request.params = nested(request.body.decode() if request.method == "POST" else request.query)
        if self.rolled or not request.headers.get("authorization", "").startswith("Bearer sk_"):
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

    def forget_keys(self) -> None:
        """More than a day has passed since the last call."""
        self._saved.clear()


ROUTES = (
    ("POST", "/v1/customers", "_create_customer"),
    ("POST", "/v1/customers/([^/]+)", "_update_customer"),
    ("GET", "/v1/customers/([^/]+)", "_get_customer"),
    ("GET", "/v1/customers/([^/]+)/payment_methods", "_list_cards"),
    ("GET", "/v1/customers/([^/]+)/tax_ids", "_list_tax_ids"),
    ("POST", "/v1/customers/([^/]+)/tax_ids", "_create_tax_id"),
    ("DELETE", "/v1/customers/([^/]+)/tax_ids/([^/]+)", "_delete_tax_id"),
    ("POST", "/v1/setup_intents", "_create_setup_intent"),
    ("POST", "/v1/checkout/sessions", "_create_page"),
    ("POST", "/v1/checkout/sessions/([^/]+)/expire", "_close_page"),
    ("POST", "/v1/billing_portal/sessions", "_create_portal"),
    ("POST", "/v1/subscriptions", "_create_subscription"),
    ("GET", "/v1/subscriptions", "_list_subscriptions"),
    ("POST", "/v1/subscriptions/([^/]+)", "_update_subscription"),
    ("GET", "/v1/subscriptions/([^/]+)", "_get_subscription"),
    ("DELETE", "/v1/subscriptions/([^/]+)", "_end_subscription"),
    ("POST", "/v1/payment_intents", "_create_payment_intent"),
    ("POST", "/v1/payment_intents/([^/]+)/confirm", "_retry_payment_intent"),
    ("POST", "/v1/payment_intents/([^/]+)/cancel", "_cancel_payment_intent"),
    ("GET", "/v1/payment_intents/([^/]+)", "_get_payment_intent"),
    ("GET", "/v1/payment_intents", "_list_payment_intents"),
    ("POST", "/v1/refunds", "_create_refund"),
    ("POST", "/v1/invoices/create_preview", "_preview_invoice"),
    ("GET", "/v1/invoices", "_list_invoices"),
    ("POST", "/v1/billing/meter_events", "_create_meter_event"),
    ("GET", "/v1/billing/meters", "_list_meters"),
    ("GET", "/v1/billing/meters/([^/]+)/event_summaries", "_list_summaries"),
)
