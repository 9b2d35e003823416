"""Coupons kept. SQL: sql/coupons.sql; tests/features/test_coupons_rules.py."""

from typing import Any
from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, one
from app.features.coupons.rules import wrong_with
from app.features.coupons.types import Coupon, CouponFilter, CreateCoupon, UpdateCoupon
from app.features.stores.service import require_store
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.paging import part
from app.web.patch import changes, values
from app.web.replies import Reply


async def list_coupons(ctx: AppCtx, query: CouponFilter) -> Reply[list[Coupon]]:
    """A store's coupons, newest first, and how many it has. Raises NotFound."""
    await require_store(ctx, query.store_id)
    named: dict[str, Any] = {"store_id": query.store_id, "actor_id": ctx.actor_id}
    rows = await ctx.q.coupons.list_coupons(ctx.db, **named, limit=query.limit, offset=query.offset)
    return part(many(rows, Coupon), await ctx.q.coupons.count_coupons(ctx.db, **named) or 0)


async def create_coupon(ctx: AppCtx, body: CreateCoupon) -> Coupon:
    """Make a coupon. Raises NotFound, Conflict (the code), ValidationFailed."""
    _check(body.kind, body.value, body.starts_at, body.ends_at)
    fields: dict[str, Any] = values(body) | {"code": body.code.upper()}
    row = await ctx.q.coupons.create_coupon(ctx.db, id=uuid7(), actor_id=ctx.actor_id, **fields)
    if row is None:
        raise NotFound("store")
    return one(row, Coupon)


async def update_coupon(ctx: AppCtx, coupon_id: UUID, body: UpdateCoupon) -> Coupon:
    """Change a coupon. Raises NotFound, Conflict (the code), ValidationFailed."""
    coupon = one(await ctx.q.coupons.lock_coupon(ctx.db, coupon_id=coupon_id, actor_id=ctx.actor_id), Coupon)
    fields = changes(body)
    after = {name: fields[name] if fields[f"set_{name}"] else getattr(coupon, name) for name in _CHECKED}
    _check(**after)
    if isinstance(body.code, str):
        fields["code"] = body.code.upper()
    return one(await ctx.q.coupons.update_coupon(ctx.db, coupon_id=coupon_id, actor_id=ctx.actor_id, **fields), Coupon)


async def delete_coupon(ctx: AppCtx, coupon_id: UUID) -> None:
    """Remove a coupon. Raises NotFound."""
    if await ctx.q.coupons.delete_coupon(ctx.db, coupon_id=coupon_id, actor_id=ctx.actor_id) is None:
        raise NotFound("coupon")


_CHECKED = ("kind", "value", "starts_at", "ends_at")


def _check(kind: Any, value: Any, starts_at: Any, ends_at: Any) -> None:
    problem = wrong_with(kind, value, starts_at, ends_at)
    if problem is not None:
        raise validation_failed(f"/{problem[0]}", problem[1])
