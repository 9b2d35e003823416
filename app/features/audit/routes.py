"""The audit log. SQL: sql/audit.sql; tests/features/test_audit.py."""

from typing import Any

from app.context import AppCtx
from app.db.rows import many
from app.features.audit.types import AuditEntry, AuditFilter
from app.web.errors import NotFound
from app.web.paging import Page
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

audit = Group("/internal/audit", Scope.APP, tag="audit", reads=Role.MANAGER)


@audit.get("", replica=True, errors=(NotFound,))
async def list_audit(ctx: AppCtx, query: AuditFilter) -> Page[AuditEntry]:
    """Who changed what in the company, newest first."""
    filters: dict[str, Any] = {
        "actor_id": ctx.actor_id,
        "actor_user_id": query.actor_user_id,
        "target_type": query.target_type,
        "target_id": query.target_id,
        "action": query.action,
        "since": query.from_,
        "until": query.to,
    }
    total = await ctx.q.audit.count_audit(ctx.db, **filters)
    if total is None:
        raise NotFound("company")
    rows = await ctx.q.audit.list_audit(ctx.db, limit=query.limit, offset=query.offset, **filters)
    return Page(many(rows, AuditEntry), total, query.limit, query.offset)
