"""Bodies and answers of /internal/billing; internal rows stand in rows.py."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from app.features.billing.rules import QuotaState
from app.web.types import Body, Cents, Day, Limit, Query, Resource, Slug

Cap = Annotated[int, Meta(ge=0, le=10**12, description="Most overage money of a month, in cents; null: no cap")]
Percent = Annotated[int, Meta(ge=1, le=100)]
TopupCents = Annotated[int, Meta(ge=3_000, le=500_000, description="R$30 to R$5,000, in cents")]
ProviderId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,255}(?!\n)$", description="Id at the card provider")]


class PublicPlan(Resource):
    """A plan as anybody may see it."""

    id: UUID
    slug: str
    name: str
    monthly_cents: int
    included_tokens: int
    max_stores: int | None
    max_agents: int | None
    max_products: int | None
    max_documents: int | None
    max_leads: int | None
    overage_per_million_cents: int


class Plan(PublicPlan):
    """A plan with the ids its prices have at the card provider."""

    cardprovider_price_id: str | None
    cardprovider_metered_price_id: str | None
    active: bool
    sort_order: int
    created_at: datetime
    updated_at: datetime


class Subscription(Resource):
    """A company's subscription, as the provider last told us."""

    id: UUID
    plan_id: UUID
    plan_slug: str
    cardprovider_subscription_id: str
    status: str
    cancel_at_period_end: bool
    current_period_start: datetime | None
    current_period_end: datetime | None
    ended_at: datetime | None
    created_at: datetime
    updated_at: datetime


class CreateSubscription(Body):
    """One of the two names the plan."""

    plan_id: UUID | None = None
    plan_slug: Slug | None = None


class SubscriptionStarted(Resource):
    """`client_secret` completes the first payment in the card form; null when nothing is left to pay."""

    subscription: Subscription
    client_secret: str | None


class SetupIntent(Resource):
    """What the card form needs to put a card on file."""

    client_secret: str


class CreateTopup(Body):
    """Tokens to buy."""

    amount_cents: TopupCents


class Topup(Resource):
    """The payment of a top-up; its tokens arrive with the provider's webhook."""

    payment_intent_id: str
    status: str
    client_secret: str | None
    amount_cents: int


class BillingSettings(Resource):
    """What the company allows itself."""

    cap: int | None
    auto_overage: bool
    alert_pct: int
    updated_at: datetime | None


class UpdateBillingSettings(Body):
    """Only the fields present change; `cap: null` lifts the cap."""

    cap: Cap | None | UnsetType = UNSET
    auto_overage: bool | UnsetType = UNSET
    alert_pct: Percent | UnsetType = UNSET


class Usage(Resource):
    """The running month."""

    period: str
    period_start: datetime
    period_end: datetime
    included_tokens: int
    used: int
    included_remaining: int
    topup_remaining: int
    overage_tokens: int
    overage_cents: int
    cap: int | None
    state: QuotaState


class UsageDay(Resource):
    """Tokens of one day in the company's zone."""

    date: Day
    tokens: int


class UsageWithDays(Usage):
    """The running month, with its days until today."""

    by_day: list[UsageDay]


class BillingSummary(Resource):
    """Plan, subscription, settings and usage on one page."""

    plan: Plan | None
    subscription: Subscription | None
    settings: BillingSettings
    usage: UsageWithDays


class InvoiceQuery(Query):
    """`starting_after`: the last id of the page before."""

    limit: Limit = 50
    starting_after: ProviderId | None = None


class InvoiceOut(Resource):
    """An invoice with the provider's page for it."""

    id: str
    number: str | None
    status: str | None
    amount_due_cents: Cents
    amount_paid_cents: Cents
    currency: str
    created_at: datetime
    period_start: datetime
    period_end: datetime
    hosted_invoice_url: str | None
    invoice_pdf: str | None


class InvoicePage(Resource):
    """Invoices, newest first."""

    items: list[InvoiceOut]
    has_more: bool


class UsageReportRun(Resource):
    """What one run of the usage report did, in batches."""

    claimed: int
    sent: int
    failed: int
    waiting: int


class OverageChargeRun(Resource):
    """What one run of the overage charge did, in charges."""

    made: int
    succeeded: int
    failed: int
    waiting: int


ChargeStatus = Literal["pending", "succeeded", "requires_action", "failed"]
