"""Making an order: the one code path of POST /internal/orders and of the chat's create_order.

The order is committed first; a charge at the PIX provider is made after, outside any transaction.
"""

import contextlib
import hashlib
from datetime import timedelta
from uuid import UUID

import msgspec
from msgspec import Struct

from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import many
from app.features.caller import AnyCtx, Caller, act
from app.features.orders import charges, rules
from app.features.orders.jobs import FIRST_RETRY, charge_soon, close_unless_charged
from app.features.orders.moves import add_event, load_order, lock_order, raise_attention
from app.features.orders.offers import Offer, manual_code, read_offer
from app.features.orders.pricing import Extras, Wanted, price_extras
from app.features.orders.rules import Line, Sellable, found_by
from app.features.orders.types import CreatedOrder, CreateOrder, DroppedItem, Order, PaymentMethod
from app.features.stock import service as stock
from app.web.decode import validation_failed
from app.web.errors import (
    Conflict,
    IdempotencyKeyReused,
    NotFound,
    NoValidItems,
    PaymentMethodUnavailable,
    ProviderError,
)
from app.web.patch import values

KEY_LIFE = timedelta(hours=24)


class _Making(Struct, frozen=True):
    """What the first entry of an order's history keeps, for a repeated request's answer."""

    dropped_items: list[DroppedItem] = []


async def create_order(
    ctx: AnyCtx, caller: Caller, body: CreateOrder, *, idempotency_key: str | None = None
) -> CreatedOrder:
    """Make an order of the caller's store; with PIX and a provider key, its charge too.

    Raises NotFound, NoValidItems, PaymentMethodUnavailable, ValidationFailed, IdempotencyKeyReused; ProviderError
    when the charge fails: the order then stands, pending, and its charge is tried again by the same key or by a job.
    """
    async with ctx.transaction() as tx:
        await act(ctx, tx, caller, f"orders.{caller.kind}")
        offer = await read_offer(ctx, tx, caller, body.store_id, lead_id=body.lead_id, agent_id=body.agent_id)
        order_id = await _repeated(ctx, tx, caller, body, idempotency_key)
        if order_id is None:
            if not offer.active:
                raise Conflict("This store is switched off and takes no orders.")
            order_id = await _store(ctx, tx, caller, body, offer, idempotency_key)
    try:
        await charges.charge_if_due(ctx, caller, order_id)
    except ProviderError as problem:
        hopeless = problem.members["error_code"] in charges.HOPELESS
        async with ctx.transaction() as tx:
            ours = await lock_order(ctx, tx, caller, order_id)
            if hopeless:
                await raise_attention(ctx, tx, caller, order_id, "charge_failed", charges.NO_CHARGE)
            elif ours.status == "pending":
                await charge_soon(ctx, tx, caller, order_id, charge_id=ours.payment_external_id, after=FIRST_RETRY)
        raise
    order = await load_order(ctx, ctx.db, caller, order_id)
    return await _answer(ctx, caller, order, offer)


async def price_order(ctx: AnyCtx, caller: Caller, body: CreateOrder) -> "Draft":
    """What the order would be, and how the store would be paid: nothing is stored. Raises what `create_order` does.

    For a context without a running transaction: what pricing sets aside is rolled back with its own.
    """
    drafts: list[Draft] = []
    with contextlib.suppress(_NothingStored):
        async with ctx.transaction() as tx:
            offer = await read_offer(ctx, tx, caller, body.store_id, lead_id=body.lead_id, agent_id=body.agent_id)
            if not offer.active:
                raise Conflict("This store is switched off and takes no orders.")
            drafts.append(await _draft(ctx, tx, caller, body, offer))
            raise _NothingStored
    return drafts[-1]


class _NothingStored(Exception):
    """Rolls back what pricing has set aside."""


async def _repeated(
    ctx: AnyCtx, tx: Executor, caller: Caller, body: CreateOrder, idempotency_key: str | None
) -> UUID | None:
    """The order an earlier request with this key made, if it is less than a day old."""
    if idempotency_key is None:
        return None
    row = await ctx.q.orders.find_repeated_order(
        tx, store_id=body.store_id, idempotency_key=idempotency_key, actor_id=caller.company_id
    )
    if row is None:
        return None
    order_id: UUID = row["id"]
    if row["created_at"] < ctx.now() - KEY_LIFE:
        await ctx.q.orders.forget_idempotency_key(tx, order_id=order_id, actor_id=caller.company_id)
        return None
    if row["request_sha256"] != _fingerprint(body):
        raise IdempotencyKeyReused
    return order_id


def _fingerprint(body: CreateOrder) -> bytes:
    return hashlib.sha256(msgspec.json.encode(body)).digest()


class Draft(Struct, frozen=True):
    """A new order before it has a number."""

    method: PaymentMethod
    lines: list[Line]
    dropped: list[DroppedItem]
    subtotal_cents: int
    extras: Extras
    total_cents: int


async def _draft(ctx: AnyCtx, tx: Executor, caller: Caller, body: CreateOrder, offer: Offer) -> Draft:
    """Prices and totals from the store's products. Raises what `create_order` lists."""
    method = _method(body.payment_method, offer)
    ids = [product_id for item in body.items if (product_id := rules.product_id_of(item))]
    rows = await ctx.q.orders.list_sellable(tx, store_id=body.store_id, product_ids=ids, actor_id=caller.company_id)
    lines, dropped = rules.pick_items(body.items, {product.id: product for product in many(rows, Sellable)})
    if not lines:
        raise NoValidItems("Every product is unknown, inactive or without a price.")
    if any(line.quantity > rules.MAX_QUANTITY for line in lines):
        raise validation_failed("/items", f"at most {rules.MAX_QUANTITY} of one product")
    if offer.reserve_stock:
        wanted = {line.product.id: line.quantity for line in lines}
        await stock.reserve_for_new(ctx, tx, caller, body.store_id, wanted)
    subtotal_cents = sum(line.total_cents for line in lines)
    asked = Wanted(
        shipping_cents=body.shipping_cents,
        discount_cents=body.discount_cents,
        coupon_code=body.coupon_code,
        shipping_option=body.shipping_option,
        cep=body.cep,
    )
    extras = await price_extras(ctx, tx, caller, body.store_id, subtotal_cents, asked)
    return Draft(method, lines, dropped, subtotal_cents, extras, _checked_total(subtotal_cents, extras, method))


async def _store(
    ctx: AnyCtx, tx: Executor, caller: Caller, body: CreateOrder, offer: Offer, idempotency_key: str | None
) -> UUID:
    draft = await _draft(ctx, tx, caller, body, offer)
    number = await ctx.q.orders.take_order_number(tx, store_id=body.store_id, actor_id=caller.company_id)
    if number is None:
        raise NotFound("store")
    order_id = uuid7()
    # The charge's id before the charge: a crash between the two is mended, and its payment still finds the order.
    charge_id = str(uuid7()) if draft.method == "pix" else None
    if charge_id is not None:
        await ctx.services.resolver.take(tx, caller.company_id, [("charge", charge_id)])
    await ctx.q.orders.create_order(
        tx,
        id=order_id,
        store_id=body.store_id,
        lead_id=body.lead_id,
        agent_id=body.agent_id,
        number=number,
        first_status=rules.first_status(draft.method),
        payment_method=draft.method,
        subtotal_cents=draft.subtotal_cents,
        shipping_cents=draft.extras.shipping_cents,
        discount_cents=draft.extras.discount_cents,
        customer_info=body.customer_info or {},
        br_code=manual_code(offer, number, draft.total_cents) if draft.method == "manual_pix" else None,
        new_charge_id=charge_id,
        notes=body.notes,
        idempotency_key=idempotency_key,
        request_sha256=_fingerprint(body) if idempotency_key is not None else None,
        reserved=offer.reserve_stock,
        coupon_id=draft.extras.coupon_id,
        coupon_code=draft.extras.coupon_code,
        shipping_option=draft.extras.shipping_option,
        cep=body.cep,
        proof_expires_at=ctx.now() + timedelta(seconds=offer.proof_expires_in_s)
        if draft.method == "manual_pix"
        else None,
        words=found_by(
            number, body.customer_info or {}, [(line.product.sku, line.product.full_name) for line in draft.lines]
        ),
        actor_id=caller.company_id,
    )
    await ctx.q.orders.add_order_items(
        tx,
        order_id=order_id,
        item_ids=[uuid7() for _ in draft.lines],
        product_ids=[line.product.id for line in draft.lines],
        skus=[line.product.sku for line in draft.lines],
        names=[line.product.full_name for line in draft.lines],
        prices=[line.product.price_cents for line in draft.lines],
        quantities=[line.quantity for line in draft.lines],
        actor_id=caller.company_id,
    )
    if draft.extras.coupon_id is not None:
        await ctx.q.coupons.count_coupon_use(
            tx,
            store_id=body.store_id,
            coupon_id=draft.extras.coupon_id,
            code=draft.extras.coupon_code,
            by=1,
            ordered_at=None,
            actor_id=caller.company_id,
        )
    if charge_id is not None:
        # Whatever becomes of this process: an order that gets no charge holds its goods for no longer than an hour.
        await close_unless_charged(ctx, tx, caller, order_id, charge_id)
    made = values(_Making(draft.dropped)) if draft.dropped else {}
    await add_event(ctx, tx, caller, order_id, "created", made, after=rules.first_status(draft.method))
    return order_id


def _method(wanted: PaymentMethod, offer: Offer) -> PaymentMethod:
    """The method as the store can serve it. Raises PaymentMethodUnavailable."""
    available = rules.available_methods(
        has_api_key=offer.has_api_key, manual_pix=offer.manual_pix_enabled, cod=offer.cod_enabled
    )
    if wanted not in available:
        raise PaymentMethodUnavailable(f"The store has not set up {wanted}.", available=available)
    return "manual_pix" if wanted == "pix" and not offer.has_api_key else wanted


def _checked_total(subtotal_cents: int, extras: Extras, method: PaymentMethod) -> int:
    """The order's total. Raises ValidationFailed naming what makes it impossible."""
    total_cents = subtotal_cents + extras.shipping_cents - extras.discount_cents
    for place, cents in (("/items", subtotal_cents), ("/shipping_cents", subtotal_cents + extras.shipping_cents)):
        if cents > rules.MAX_CENTS:
            raise validation_failed(place, f"the order's total is above {rules.MAX_CENTS} cents")
    if total_cents < 0:
        raise validation_failed("/discount_cents", "the discount is larger than the order")
    if total_cents == 0 and method != "cod":
        raise validation_failed("/payment_method", "there is nothing to pay by PIX: the total is 0")
    return total_cents


async def _answer(ctx: AnyCtx, caller: Caller, order: Order, offer: Offer) -> CreatedOrder:
    made = await ctx.q.orders.get_created_data(ctx.db, order_id=order.id, actor_id=caller.company_id)
    dropped = msgspec.json.decode(made, type=_Making).dropped_items if made else []
    instructions = offer.cod_instructions if order.payment_method == "cod" else None
    return CreatedOrder(**msgspec.structs.asdict(order), dropped_items=dropped, payment_instructions=instructions)
