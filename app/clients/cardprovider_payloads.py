"""The card provider's payloads as far as we read them; unknown fields are ignored.

Two generations of shapes are read: since 2025-03-31 a subscription's period stands on its items, and an invoice
names its subscription under `parent`; before, both stood at the top. Webhook bodies follow the version of the
endpoint, which may be older than the version our calls are pinned to.
"""

from typing import Annotated, Literal

import msgspec

Unix = Annotated[int, msgspec.Meta(ge=0, le=2**33)]
"""Seconds since 1970, within what a datetime holds."""


class Recurring(msgspec.Struct, frozen=True, kw_only=True):
    usage_type: Literal["licensed", "metered"] = "licensed"


class Price(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    recurring: Recurring | None = None


class Item(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    price: Price
    current_period_start: Unix | None = None
    current_period_end: Unix | None = None

    @property
    def metered(self) -> bool:
        """True for the price that counts usage."""
        return self.price.recurring is not None and self.price.recurring.usage_type == "metered"


class Items(msgspec.Struct, frozen=True, kw_only=True):
    data: list[Item] = []


class ConfirmationSecret(msgspec.Struct, frozen=True, kw_only=True):
    client_secret: str


class LatestInvoice(msgspec.Struct, frozen=True, kw_only=True):
    """The invoice expanded in a subscription: new shape `confirmation_secret`, old shape `payment_intent`."""

    id: str = ""
    status: str | None = None
    amount_due: int = 0
    hosted_invoice_url: str | None = None
    confirmation_secret: ConfirmationSecret | None = None
    payment_intent: "ConfirmationSecret | str | None" = None


class PendingUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """A change that waits for its payment."""

    expires_at: Unix | None = None


SubscriptionStatus = Literal[
    "incomplete", "incomplete_expired", "trialing", "active", "past_due", "canceled", "unpaid", "paused"
]


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    customer: str | None = None
    status: SubscriptionStatus
    items: Items = Items()
    cancel_at_period_end: bool = False
    current_period_start: Unix | None = None
    current_period_end: Unix | None = None
    ended_at: Unix | None = None
    metadata: dict[str, str] = {}
    latest_invoice: LatestInvoice | str | None = None
    pending_update: PendingUpdate | None = None

    @property
    def unpaid(self) -> bool:
        """Whether the newest invoice, where it is told, is still to be paid."""
        return isinstance(self.latest_invoice, LatestInvoice) and self.latest_invoice.status in ("draft", "open")

    @property
    def page(self) -> str | None:
        """The provider's page where the newest invoice can be paid; None when nothing is left to pay."""
        if not isinstance(self.latest_invoice, LatestInvoice) or not self.unpaid:
            return None
        return self.latest_invoice.hosted_invoice_url

    @property
    def period_start(self) -> int | None:
        """Start of the running period, unix seconds, from either shape."""
        return self.current_period_start or next((i.current_period_start for i in self.items.data), None)

    @property
    def period_end(self) -> int | None:
        """End of the running period, unix seconds, from either shape."""
        return self.current_period_end or next((i.current_period_end for i in self.items.data), None)

    @property
    def recurring_item(self) -> Item | None:
        """The item of the monthly price."""
        return next((item for item in self.items.data if not item.metered), None)

    @property
    def metered_item(self) -> Item | None:
        """The item of the price that counts usage."""
        return next((item for item in self.items.data if item.metered), None)

    @property
    def client_secret(self) -> str | None:
        """What the card form needs to pay the first invoice; None when nothing is left to pay."""
        if not isinstance(self.latest_invoice, LatestInvoice):
            return None
        if self.latest_invoice.confirmation_secret is not None:
            return self.latest_invoice.confirmation_secret.client_secret
        old = self.latest_invoice.payment_intent
        return old.client_secret if isinstance(old, ConfirmationSecret) else None


class SubscriptionList(msgspec.Struct, frozen=True, kw_only=True):
    data: list[Subscription]


class SubscriptionDetails(msgspec.Struct, frozen=True, kw_only=True):
    subscription: str | None = None


class InvoiceParent(msgspec.Struct, frozen=True, kw_only=True):
    subscription_details: SubscriptionDetails | None = None


class Invoice(msgspec.Struct, frozen=True, kw_only=True):
    """Also a preview of one, which has no id yet."""

    id: str = ""
    customer: str | None = None
    status: str | None = None
    number: str | None = None
    amount_due: int = 0
    amount_paid: int = 0
    currency: str = "brl"
    created: Unix = 0
    period_start: Unix = 0
    period_end: Unix = 0
    hosted_invoice_url: str | None = None
    invoice_pdf: str | None = None
    billing_reason: str | None = None
    attempt_count: int = 0
    next_payment_attempt: Unix | None = None
    subscription: str | None = None
    parent: InvoiceParent | None = None

    @property
    def subscription_id(self) -> str | None:
        """The subscription this invoice is for, from either shape."""
        if self.subscription is not None:
            return self.subscription
        details = self.parent.subscription_details if self.parent else None
        return details.subscription if details else None


class InvoiceList(msgspec.Struct, frozen=True, kw_only=True):
    data: list[Invoice]
    has_more: bool = False


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a payment: its receipt, and what was given back or is disputed."""

    id: str = ""
    receipt_url: str | None = None
    amount_refunded: int = 0
    disputed: bool = False


class PaymentIntent(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    status: str
    created: Unix = 0
    amount: int | None = None
    amount_received: int = 0
    currency: str = ""
    customer: str | None = None
    client_secret: str | None = None
    metadata: dict[str, str] = {}
    latest_charge: Charge | str | None = None

    @property
    def charge(self) -> Charge:
        """Its charge, where the answer holds it."""
        return self.latest_charge if isinstance(self.latest_charge, Charge) else Charge()


class PaymentIntentList(msgspec.Struct, frozen=True, kw_only=True):
    data: list[PaymentIntent]
    has_more: bool = False


class HostedPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the provider: of the checkout, or of the portal."""

    id: str
    url: str
    expires_at: Unix | None = None


class SetupIntent(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    client_secret: str


class InvoiceSettings(msgspec.Struct, frozen=True, kw_only=True):
    default_payment_method: str | None = None


class Customer(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    deleted: bool = False
    invoice_settings: InvoiceSettings = InvoiceSettings()


class Card(msgspec.Struct, frozen=True, kw_only=True):
    exp_month: int
    exp_year: int
    last4: str = ""


class PaymentMethod(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    card: Card | None = None


class PaymentMethodList(msgspec.Struct, frozen=True, kw_only=True):
    data: list[PaymentMethod]


class TaxId(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    value: str


class TaxIdList(msgspec.Struct, frozen=True, kw_only=True):
    data: list[TaxId]


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    event_name: str


class MeterList(msgspec.Struct, frozen=True, kw_only=True):
    data: list[Meter]


class MeterSummary(msgspec.Struct, frozen=True, kw_only=True):
    aggregated_value: float


class MeterSummaryList(msgspec.Struct, frozen=True, kw_only=True):
    data: list[MeterSummary]


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """A charge that was given back, or the dispute about one, as their events tell of it."""

    payment_intent: str | None = None


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    type: str = ""
    code: str | None = None
    decline_code: str | None = None
    message: str = ""
    payment_intent: PaymentIntent | None = None


class ErrorAnswer(msgspec.Struct, frozen=True, kw_only=True):
    error: ErrorBody


class EventObject(msgspec.Struct, frozen=True, kw_only=True):
    object: msgspec.Raw


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook's envelope; `data.object` is decoded by kind."""

    id: str
    type: str
    created: Unix | None = None
    data: EventObject
    livemode: bool = False
