"""Billing endpoints in the order of the specification. SQL: sql/billing.sql; rules: docs/billing.md."""

from app.context import AppCtx, PublicCtx
from app.db.rows import many, one
from app.features.billing import charges, pages, payments, subscriptions, usage
from app.features.billing.overage import charge_overage
from app.features.billing.report import report_usage
from app.features.billing.types import (
    BillingSettings,
    BillingSummary,
    ChargeFilter,
    ChargeOut,
    CheckoutPage,
    CreateCheckout,
    CreatePortal,
    CreateSubscription,
    CreateTopup,
    InvoicePage,
    InvoiceQuery,
    OverageChargeRun,
    Plan,
    PortalPage,
    PublicPlan,
    SetupIntent,
    Subscription,
    SubscriptionStarted,
    Topup,
    UpdateBillingSettings,
    Usage,
    UsageReportRun,
)
from app.web.errors import CardDeclined, Conflict, NotFound, ProviderError, Unavailable
from app.web.paging import Page
from app.web.patch import changes, is_empty
from app.web.replies import Reply
from app.web.routing import Group
from app.web.scopes import Scope

billing = Group("/internal/billing", Scope.APP, tag="billing")
public_billing = Group("/billing", Scope.PUBLIC, tag="billing")

GROUPS = (billing, public_billing)
_PROVIDER = (ProviderError, Unavailable)


@billing.get("/plans")
async def list_plans(ctx: AppCtx) -> list[Plan]:
    """Active plans with their price ids at the card provider."""
    return many(await ctx.q.billing.list_plans(ctx.db), Plan)


@billing.get("/summary", errors=(NotFound,))
async def get_billing_summary(ctx: AppCtx) -> BillingSummary:
    """Plan, subscription, settings and this month's usage by day."""
    return await usage.summary(ctx)


@billing.post(
    "/subscriptions",
    statuses=(201, 200),
    errors=(NotFound, Conflict, *_PROVIDER),
    transaction=False,
    idempotent=True,
)
async def create_subscription(ctx: AppCtx, body: CreateSubscription) -> Reply[SubscriptionStarted]:
    """Subscribe to a plan (201), or move to it (200): a dearer one once paid, a cheaper one at the period's end."""
    return await subscriptions.subscribe(ctx, body)


@billing.delete("/subscriptions", errors=(NotFound, *_PROVIDER), transaction=False)
async def cancel_subscription(ctx: AppCtx) -> Subscription:
    """Cancel at the end of the paid period."""
    return await subscriptions.cancel(ctx)


@billing.post("/subscriptions/resume", errors=(NotFound, *_PROVIDER), transaction=False)
async def resume_subscription(ctx: AppCtx) -> Subscription:
    """Take a cancellation back before it comes about."""
    return await subscriptions.resume(ctx)


@billing.post("/checkout", errors=(NotFound, Conflict, *_PROVIDER), transaction=False)
async def create_checkout(ctx: AppCtx, body: CreateCheckout) -> CheckoutPage:
    """A hosted page for a card on file, a top-up or a new subscription."""
    return await pages.create_checkout(ctx, body)


@billing.post("/portal", errors=(NotFound, *_PROVIDER), transaction=False)
async def create_portal(ctx: AppCtx, body: CreatePortal) -> PortalPage:
    """The hosted page where cards, address and invoices are looked after."""
    return await pages.create_portal(ctx, body)


@billing.post("/setup-intent", errors=(NotFound, *_PROVIDER), transaction=False)
async def create_setup_intent(ctx: AppCtx) -> SetupIntent:
    """A client secret for the card form."""
    return await payments.create_setup_intent(ctx)


@billing.post("/topup", errors=(NotFound, CardDeclined, *_PROVIDER), transaction=False, idempotent=True)
async def create_topup(ctx: AppCtx, body: CreateTopup) -> Topup:
    """Buy tokens: off session with the card on file, else completed in the card form."""
    return await payments.create_topup(ctx, body.amount_cents)


@billing.get("/settings", errors=(NotFound,))
async def get_billing_settings(ctx: AppCtx) -> BillingSettings:
    """Overage cap, automatic overage and alert threshold."""
    return one(await ctx.q.billing.get_settings(ctx.db, actor_id=ctx.actor_id), BillingSettings)


@billing.patch("/settings", errors=(NotFound,))
async def update_billing_settings(ctx: AppCtx, body: UpdateBillingSettings) -> BillingSettings:
    """Change cap, auto_overage or alert_pct.

    Switching auto_overage on tries overage charges again that were not paid.
    """
    if is_empty(body):
        return await get_billing_settings(ctx)
    settings = one(await ctx.q.billing.update_settings(ctx.db, actor_id=ctx.actor_id, **changes(body)), BillingSettings)
    if body.auto_overage is True:
        await ctx.q.billing.reopen_charges(ctx.db, actor_id=ctx.actor_id)
    return settings


@billing.get("/usage-this-month", errors=(NotFound,))
async def get_usage_this_month(ctx: AppCtx) -> Usage:
    """Tokens used, included, bought and over the plan in the company's running month."""
    return await usage.usage_this_month(ctx)


@billing.get("/invoices", errors=(NotFound, *_PROVIDER))
async def list_invoices(ctx: AppCtx, query: InvoiceQuery) -> InvoicePage:
    """The company's invoices at the card provider, with their hosted pages."""
    return await payments.list_invoices(ctx, query)


@billing.get("/charges", errors=(NotFound,))
async def list_charges(ctx: AppCtx, query: ChargeFilter) -> Page[ChargeOut]:
    """Overage charges and top-ups with receipts and, where the card's holder is needed, the page for it."""
    return await charges.list_charges(ctx, query)


@billing.post("/_trigger-usage-report", transaction=False)
async def trigger_usage_report(ctx: AppCtx) -> UsageReportRun:
    """Run the usage report now, for this company alone."""
    return await report_usage(ctx.services, ctx.actor_id)


@billing.post("/_trigger-overage-charge", transaction=False)
async def trigger_overage_charge(ctx: AppCtx) -> OverageChargeRun:
    """Run the overage charge now, for this company alone."""
    return await charge_overage(ctx.services, ctx.actor_id)


@public_billing.get("/plans-public")
async def list_public_plans(ctx: PublicCtx) -> list[PublicPlan]:
    """Active plans, without provider ids and timestamps."""
    return many(await ctx.q.billing.list_public_plans(ctx.db), PublicPlan)
