"""Bodies and answers of /internal/billing; internal rows stand in rows.py."""

from datetime import datetime
from typing import Annotated, Literal, get_args
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from app.features.billing.plan_moves import Move
from app.features.billing.rules import QuotaState
from app.web.types import Body, Cents, Day, Limit, PageQuery, Query, Resource, Slug

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
    trial_days: int
    version: int
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
    grace_until: datetime | None
    next_plan_slug: str | None
    next_plan_at: datetime | None
    created_at: datetime
    updated_at: datetime


class CreateSubscription(Body):
    """One of the first two names the plan; `preview` changes nothing and says what the move would cost."""

    plan_id: UUID | None = None
    plan_slug: Slug | None = None
    preview: bool = False


class OverLimit(Resource):
    """What a company has more of than the plan allows: nothing is deleted, nothing more can be made."""

    limit: str
    allowed: int
    used: int


class PlanPreview(Resource):
    """What a move to the plan would cost now and mean."""

    plan_slug: str
    kind: Move
    amount_due_cents: int
    monthly_cents: int
    included_tokens: int
    effective_at: datetime
    over_limits: list[OverLimit]


class SubscriptionStarted(Resource):
    """`client_secret` completes the payment in a card form, `url` is the provider's page; null: nothing to pay."""

    subscription: Subscription | None
    client_secret: str | None
    url: str | None = None
    preview: PlanPreview | None = None


PageKind = Literal["setup", "topup", "plan"]
ReturnPath = Annotated[
    str, Meta(pattern=r"^/(?![/\\])[\x21-\x7e]{0,500}(?!\n)$", description="Path of the frontend to come back to")
]


class CreateCheckout(Body):
    """What the page is for: a card on file, a top-up (amount_cents), or a new subscription (plan_id or plan_slug)."""

    kind: PageKind
    amount_cents: TopupCents | None = None
    plan_id: UUID | None = None
    plan_slug: Slug | None = None
    return_path: ReturnPath | None = None


class CheckoutPage(Resource):
    """The provider's hosted page."""

    url: str
    expires_at: datetime | None


class CreatePortal(Body):
    """Where the page leads back to."""

    return_path: ReturnPath | None = None


class PortalPage(Resource):
    """The provider's hosted page."""

    url: str


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
    absorbed_tokens: int
    cap: int | None
    state: QuotaState


class UsageDay(Resource):
    """Tokens of one day in the company's zone."""

    date: Day
    tokens: int


class UsageWithDays(Usage):
    """The running month, with its days until today."""

    by_day: list[UsageDay]


class NextBill(Resource):
    """What the running period will cost when it ends: the plan that follows, and overage that is not billed yet."""

    due_at: datetime | None
    plan_slug: str | None
    plan_cents: int
    overage_cents: int


class BillingSummary(Resource):
    """Plan, subscription, settings and usage on one page. Without `card_payments` nothing can be bought here."""

    plan: Plan | None
    subscription: Subscription | None
    settings: BillingSettings
    usage: UsageWithDays
    topup_per_million_cents: int
    card_payments: bool
    next_bill: NextBill | None


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


ChargeKind = Literal["overage", "topup"]
ChargeStatus = Literal[
    "pending",
    "requires_payment_method",
    "requires_action",
    "processing",
    "succeeded",
    "failed",
    "canceled",
    "needs_attention",
    "written_off",
]
CHARGE_STATUSES = frozenset(get_args(ChargeStatus))
BatchStatus = Literal["pending", "sent", "needs_attention", "written_off"]


class ChargeFilter(PageQuery):
    """Charges of one kind or status."""

    kind: ChargeKind | None = None
    status: ChargeStatus | None = None


class ChargeOut(Resource):
    """Money asked of the company's card. `url`: the provider's page that finishes one in `requires_action`."""

    id: UUID
    kind: ChargeKind
    status: ChargeStatus
    amount_cents: int
    tokens: int
    period: str | None
    payment_intent_id: str | None
    receipt_url: str | None
    url: str | None
    refunded_cents: int
    disputed: bool
    created_at: datetime
    paid_at: datetime | None
