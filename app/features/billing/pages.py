"""The provider's hosted pages: cards are entered there alone, and a payment that needs its holder is finished there."""

from uuid import UUID

from app.clients.cardprovider import CardError, price_items
from app.clients.cardprovider_api import Param
from app.clients.cardprovider_payloads import HostedPage
from app.context import AppCtx
from app.db.ids import uuid7
from app.features.billing.mirror import moment
from app.features.billing.payments import attempt_key, begin_topup, ensure_customer
from app.features.billing.rows import ChargeRow, TopupRow
from app.features.billing.subscriptions import find_plan, present, prices_of, trial_of
from app.features.billing.types import CheckoutPage, CreateCheckout, CreatePortal, PortalPage
from app.ops.log import log
from app.web.decode import validation_failed
from app.web.errors import Conflict

HOME = "/settings/billing"
"""Where the pages lead back to, unless the caller says otherwise."""


async def create_checkout(ctx: AppCtx, body: CreateCheckout) -> CheckoutPage:
    """A page for a card on file, a top-up or a new subscription. Raises Conflict, ValidationFailed, CardError."""
    topup: TopupRow | None = None
    match body.kind:
        case "setup":
            _refuse(body, "amount_cents", "plan_id", "plan_slug")
            customer = await ensure_customer(ctx)
            params: dict[str, Param] = {
                "mode": "setup",
                "currency": "brl",
                "setup_intent_data": {"metadata": {"company_id": ctx.actor_id}},
            }
        case "topup":
            _refuse(body, "plan_id", "plan_slug")
            if body.amount_cents is None:
                raise validation_failed("/amount_cents", "required for a top-up")
            customer = await ensure_customer(ctx)
            topup = await begin_topup(ctx, body.amount_cents, None)
            params = _buying(ctx, topup.amount_cents, topup.tokens, topup.attempt)
        case "plan":
            _refuse(body, "amount_cents")
            params = await _plan(ctx, body)
            customer = await ensure_customer(ctx)
    attempt = topup.attempt if topup else attempt_key(ctx)
    page = await _open(ctx, customer, params, body.return_path, key=f"page:{ctx.actor_id}:{attempt}")
    if topup is not None:
        await keep_page(ctx, topup.id, page)
    return CheckoutPage(url=page.url, expires_at=moment(page.expires_at))


async def create_portal(ctx: AppCtx, body: CreatePortal) -> PortalPage:
    """The page where cards, address and invoices are looked after. Raises CardError."""
    customer = await ensure_customer(ctx)
    page = await ctx.services.cardprovider.create_portal(
        customer, return_url=_back(ctx, body.return_path), key=f"portal:{ctx.actor_id}:{uuid7().hex}"
    )
    return PortalPage(url=page.url)


async def charge_page(ctx: AppCtx, customer: str, charge: ChargeRow) -> HostedPage | None:
    """A page where the holder of the card pays what was asked for; the payment that waited is given up first.

    None when it has gone through meanwhile, or the provider cannot be asked now.
    """
    if charge.kind == "topup":
        params = _buying(ctx, charge.amount_cents, charge.tokens, charge.attempt or "")
    else:
        metadata: Param = {"kind": "overage", "company_id": ctx.actor_id, "overage_id": str(charge.id)}
        params = _paying("Uso excedente de tokens", charge.amount_cents, metadata)
    try:
        if charge.payment_intent_id is not None:
            # Otherwise both could be paid.
            await _give_up(ctx, charge.payment_intent_id)
        return await _open(ctx, customer, params, None, key=f"page:{charge.id}:{uuid7().hex}")
    except CardError as error:
        log.warning("charge_page_waits", charge_id=str(charge.id), reason=str(error))
        return None


async def keep_page(ctx: AppCtx, charge: UUID, page: HostedPage | None) -> None:
    """Write down where a charge can be completed, and until when."""
    async with ctx.transaction() as tx:
        await ctx.q.billing.save_page(
            tx,
            actor_id=ctx.actor_id,
            id=charge,
            page_id=page.id if page else None,
            page_url=page.url if page else None,
            page_expires_at=moment(page.expires_at) if page else None,
        )


async def _give_up(ctx: AppCtx, intent: str) -> None:
    """Let a payment never go through. Raises CardError when it has; that it was given up before is no error."""
    provider = ctx.services.cardprovider
    try:
        await provider.cancel_payment(intent, key=f"give-up:{intent}:{uuid7().hex}")
    except CardError as error:
        # The provider refuses whatever is asked of a payment that is over.
        if error.code != "payment_intent_unexpected_state" or (await provider.get_payment(intent)).status != "canceled":
            raise


def _buying(ctx: AppCtx, cents: int, tokens: int, attempt: str) -> dict[str, Param]:
    metadata: Param = {"kind": "topup", "company_id": ctx.actor_id, "tokens": str(tokens), "attempt": attempt}
    return _paying(f"{tokens} tokens", cents, metadata)


def _paying(name: str, cents: int, metadata: Param) -> dict[str, Param]:
    return {
        "mode": "payment",
        "line_items": [_line(name, cents)],
        "payment_intent_data": {"metadata": metadata, "setup_future_usage": "off_session"},
    }


async def _plan(ctx: AppCtx, body: CreateCheckout) -> dict[str, Param]:
    plan = await find_plan(ctx, plan_id=body.plan_id, plan_slug=body.plan_slug)
    items = price_items(prices_of(plan))
    current = await present(ctx)
    if current is not None and current.status != "incomplete":
        raise Conflict("There is a subscription already: POST /internal/billing/subscriptions moves it to a plan.")
    if current is not None:
        await ctx.services.cardprovider.end_subscription(current.cardprovider_subscription_id)
    data: dict[str, Param] = {"metadata": {"company_id": ctx.actor_id, "plan_id": str(plan.id)}}
    trial_days = await trial_of(ctx, plan)
    if trial_days:
        data["trial_period_days"] = trial_days
    return {"mode": "subscription", "line_items": items, "subscription_data": data}


async def _open(
    ctx: AppCtx, customer: str, params: dict[str, Param], return_path: str | None, *, key: str
) -> HostedPage:
    back = _back(ctx, return_path)
    common: dict[str, Param] = {"customer": customer, "success_url": back, "cancel_url": back, "locale": "pt-BR"}
    return await ctx.services.cardprovider.create_checkout(params | common, key=key)


def _line(name: str, cents: int) -> Param:
    price: Param = {"currency": "brl", "unit_amount": cents, "product_data": {"name": name}}
    return {"price_data": price, "quantity": 1}


def _back(ctx: AppCtx, path: str | None) -> str:
    settings = ctx.settings
    return (settings.public_auth_url or settings.auth_url).rstrip("/") + (path or HOME)


def _refuse(body: CreateCheckout, *names: str) -> None:
    for name in names:
        if getattr(body, name) is not None:
            raise validation_failed(f"/{name}", f"not for kind {body.kind}")
