"""Coupons. SQL: sql/coupons.sql; tests/features/test_coupons_rules.py."""

from uuid import UUID

from app.context import AppCtx
from app.features.coupons import service
from app.features.coupons.types import Coupon, CouponFilter, CreateCoupon, UpdateCoupon
from app.web.errors import Conflict, NotFound
from app.web.replies import Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

coupons = Group("/internal/coupons", Scope.APP, tag="coupons", reads=Role.ATTENDANT, writes=Role.MANAGER)


@coupons.get("", errors=(NotFound,), replica=True)
async def list_coupons(ctx: AppCtx, query: CouponFilter) -> Reply[list[Coupon]]:
    """The coupons of a store, newest first; the header X-Total-Count says how many it has."""
    return await service.list_coupons(ctx, query)


@coupons.post("", status=201, errors=(NotFound, Conflict), idempotent=True)
async def create_coupon(ctx: AppCtx, body: CreateCoupon) -> Coupon:
    """Create a coupon; its code is one in its store, in any case."""
    return await service.create_coupon(ctx, body)


@coupons.patch("/{coupon_id}", errors=(Conflict,))
async def update_coupon(ctx: AppCtx, coupon_id: UUID, body: UpdateCoupon) -> Coupon:
    """Change a coupon; orders that were made with it stay as they are."""
    return await service.update_coupon(ctx, coupon_id, body)


@coupons.delete("/{coupon_id}")
async def delete_coupon(ctx: AppCtx, coupon_id: UUID) -> None:
    """Delete a coupon; orders keep its code."""
    await service.delete_coupon(ctx, coupon_id)
