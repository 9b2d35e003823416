"""Rules of the company that need more than one query. SQL: sql/company.sql; tests/features/test_company.py."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.context import AppCtx
from app.db.rows import one
from app.features.billing.customers import follow_later
from app.features.company.tax_ids import read_tax_id
from app.features.company.types import Company, EnsureCompany, UpdateCompany
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.patch import changes
from app.web.types import UNSET


async def ensure_company(ctx: AppCtx, body: EnsureCompany) -> tuple[Company, bool]:
    """The actor's company, and whether it was made now. Raises NotFound without such a user, Conflict on the slug."""
    if await ctx.q.company.lock_user(ctx.db, actor_id=ctx.actor_id) is None:
        raise NotFound("user")
    made = await ctx.q.company.create_company(
        ctx.db, actor_id=ctx.actor_id, name=body.name or "", slug=body.slug, logo=body.logo
    )
    if made is not None:
        await _take_slug(ctx, None, body.slug)
        return one(made, Company), True
    return one(await ctx.q.company.get_company(ctx.db, actor_id=ctx.actor_id), Company), False


async def update_company(ctx: AppCtx, body: UpdateCompany) -> Company:
    """Change the company. Raises NotFound, Conflict (slug), ValidationFailed (time zone, tax id)."""
    if isinstance(body.timezone, str):
        await _require_timezone(ctx, body.timezone)
    if isinstance(body.tax_id, str):
        body.tax_id = read_tax_id(body.tax_id)
        if body.tax_id is None:
            raise validation_failed("/tax_id", "neither a CPF nor a CNPJ")
    if body.slug is not UNSET:
        await ctx.q.company.lock_company(ctx.db, actor_id=ctx.actor_id)
        before = one(await ctx.q.company.get_company(ctx.db, actor_id=ctx.actor_id), Company)
        await _take_slug(ctx, before.slug, body.slug)
    changed = one(await ctx.q.company.update_company(ctx.db, actor_id=ctx.actor_id, **changes(body)), Company)
    if body.name is not UNSET or body.tax_id is not UNSET:
        await follow_later(ctx.services, ctx.db, ctx.actor_id)
    return changed


async def _take_slug(ctx: AppCtx, before: str | None, after: str | None) -> None:
    """One slug in place of another in the look-ups. Raises Taken."""
    if before == after:
        return
    if before is not None:
        await ctx.services.resolver.give_up(ctx.db, ctx.actor_id, [("company_slug", before)])
    if after is not None:
        await ctx.services.resolver.take(ctx.db, ctx.actor_id, [("company_slug", after)])


async def _require_timezone(ctx: AppCtx, name: str) -> None:
    """Refuse what is no zone of both the database and the application: months are cut by it in both."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = False
    else:
        known = await ctx.q.company.knows_timezone(ctx.db, timezone=name) or False
    if not known:
        raise validation_failed("/timezone", "not a known IANA time zone")
