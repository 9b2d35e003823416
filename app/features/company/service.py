"""Rules of the company that need more than one query. SQL: sql/company.sql; tests/features/test_company.py."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.context import AppCtx
from app.db.rows import maybe, one
from app.features.company.types import Company, EnsureCompany, UpdateCompany
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.patch import changes


async def ensure_company(ctx: AppCtx, body: EnsureCompany) -> tuple[Company, bool]:
    """The actor's company, and whether it was made now. Raises NotFound without such a user, Conflict on the slug."""
    made = await ctx.q.company.create_company(
        ctx.db, actor_id=ctx.actor_id, name=body.name or "", slug=body.slug, logo=body.logo
    )
    if made is not None:
        return one(made, Company), True
    company = maybe(await ctx.q.company.get_company(ctx.db, actor_id=ctx.actor_id), Company)
    if company is None:
        raise NotFound("user")
    return company, False


async def update_company(ctx: AppCtx, body: UpdateCompany) -> Company:
    """Change the company. Raises NotFound, Conflict (slug), ValidationFailed (time zone)."""
    if isinstance(body.timezone, str):
        _require_timezone(body.timezone)
    return one(await ctx.q.company.update_company(ctx.db, actor_id=ctx.actor_id, **changes(body)), Company)


def _require_timezone(name: str) -> None:
    """Refuse what is no IANA zone: the quota's month is cut by it."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise validation_failed("/timezone", "not a known IANA time zone") from None
