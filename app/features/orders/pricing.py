"""What an order comes to beside its goods: shipping by the store's rules, discount by its coupons.

The one place that knows, for the order that is made and for the summary a shopper says yes to.
"""

from uuid import UUID

from msgspec import Struct

from app.db.pool import Executor
from app.db.rows import maybe
from app.features.caller import AnyCtx, Caller
from app.features.coupons import rules as coupons
from app.features.shipping import rules as shipping
from app.features.shipping.service import read_rules
from app.web.decode import validation_failed


class Wanted(Struct, frozen=True, kw_only=True):
    """What a caller asks for beside the goods; amounts of its own stay allowed."""

    shipping_cents: int | None = None
    discount_cents: int = 0
    coupon_code: str | None = None
    shipping_option: str | None = None
    cep: str | None = None


class Extras(Struct, frozen=True, kw_only=True):
    """What is added to the goods, and taken off them."""

    shipping_cents: int
    discount_cents: int
    coupon_id: UUID | None
    coupon_code: str | None
    shipping_option: str | None


async def price_extras(
    ctx: AnyCtx, tx: Executor, caller: Caller, store_id: UUID, subtotal_cents: int, wanted: Wanted
) -> Extras:
    """Shipping and discount of an order of these goods. The coupon's row is locked, so that its last use is given once.

    Raises ValidationFailed naming the option or the coupon.
    """
    shipping_cents, option = await _shipping(ctx, tx, caller, store_id, subtotal_cents, wanted)
    discount_cents, coupon_id, code = wanted.discount_cents, None, None
    if wanted.coupon_code is not None:
        code = wanted.coupon_code.upper()
        terms = await _terms(ctx, tx, caller, store_id, code, subtotal_cents)
        found = coupons.discount(terms, subtotal_cents=subtotal_cents, shipping_cents=shipping_cents)
        coupon_id = terms.id
        discount_cents, shipping_cents = discount_cents + found.discount_cents, found.shipping_cents
    return Extras(
        shipping_cents=shipping_cents,
        discount_cents=discount_cents,
        coupon_id=coupon_id,
        coupon_code=code,
        shipping_option=option,
    )


async def _shipping(
    ctx: AnyCtx, tx: Executor, caller: Caller, store_id: UUID, subtotal_cents: int, wanted: Wanted
) -> tuple[int, str | None]:
    if wanted.shipping_option is None:
        return wanted.shipping_cents or 0, None
    rules = await read_rules(ctx, tx, caller, store_id)
    option = shipping.find_option(
        shipping.quote(rules, cep=wanted.cep, subtotal_cents=subtotal_cents), wanted.shipping_option
    )
    if option is None:
        raise validation_failed("/shipping_option", "not offered for this order and postal code")
    if wanted.shipping_cents not in (None, option.price_cents):
        raise validation_failed("/shipping_cents", "differs from the price of the shipping_option")
    return option.price_cents, option.name


async def find_terms(ctx: AnyCtx, tx: Executor, caller: Caller, store_id: UUID, code: str) -> coupons.Terms | None:
    """A coupon of the store, by its code in capitals."""
    row = await ctx.q.coupons.find_coupon(tx, store_id=store_id, code=code, actor_id=caller.company_id)
    return maybe(row, coupons.Terms)


async def _terms(
    ctx: AnyCtx, tx: Executor, caller: Caller, store_id: UUID, code: str, subtotal_cents: int
) -> coupons.Terms:
    terms = await find_terms(ctx, tx, caller, store_id, code)
    if terms is None:
        raise validation_failed("/coupon_code", "no such coupon in this store")
    problem = coupons.why_not(terms, subtotal_cents=subtotal_cents, now=ctx.now())
    if problem is not None:
        raise validation_failed("/coupon_code", problem)
    return terms
