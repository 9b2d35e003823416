"""The actor's company. SQL: sql/company.sql; tests/features/test_company.py."""

from app.context import AppCtx
from app.db.rows import one
from app.features.company import service
from app.features.company.download import stream_export
from app.features.company.types import Company, EnsureCompany, UpdateCompany
from app.web.errors import Conflict, NotFound, Overloaded
from app.web.replies import Content, JsonStream, Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

company = Group("/internal/company", Scope.APP, tag="company", reads=Role.ATTENDANT, writes=Role.MANAGER)


@company.get("", errors=(NotFound,))
async def get_company(ctx: AppCtx) -> Company:
    """The actor's company."""
    return one(await ctx.q.company.get_company(ctx.db, actor_id=ctx.actor_id), Company)


@company.get("/export", role=Role.OWNER, media=("application/x-ndjson",), errors=(NotFound, Overloaded))
async def export_company(ctx: AppCtx) -> Content | JsonStream:
    """All that is kept of the company, as lines of JSON (what `tenants export` writes); secrets are left out."""
    return JsonStream(await stream_export(ctx), "application/x-ndjson")


@company.post("/ensure", statuses=(201, 200), errors=(Conflict, NotFound))
async def ensure_company(ctx: AppCtx, body: EnsureCompany) -> Reply[Company]:
    """The actor's company, made when it is missing."""
    ensured, made = await service.ensure_company(ctx, body)
    return Reply(ensured, status=201 if made else 200)


@company.patch("", errors=(Conflict, NotFound))
async def update_company(ctx: AppCtx, body: UpdateCompany) -> Company:
    """Change the actor's company."""
    return await service.update_company(ctx, body)
