"""Leads. SQL: sql/leads.sql; tests/features/test_leads.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import one
from app.features.leads import service
from app.features.leads.types import CreateLeadEvent, EnsureLead, Lead, LeadEvent, LeadFilter, LeadSummary, UpdateLead
from app.web.errors import NotFound, PlanLimit
from app.web.paging import Page
from app.web.replies import Reply
from app.web.routing import Group
from app.web.scopes import Scope

leads = Group("/internal/leads", Scope.APP, tag="leads")


@leads.post("/ensure", statuses=(200, 201), errors=(NotFound, PlanLimit))
async def ensure_lead(ctx: AppCtx, body: EnsureLead) -> Reply[Lead]:
    """The lead of a store, channel and external id, made when it is missing."""
    lead, made = await service.ensure_lead(ctx, body)
    return Reply(lead, status=201 if made else 200)


@leads.get("/{lead_id}")
async def get_lead(ctx: AppCtx, lead_id: UUID) -> Lead:
    """A lead."""
    return one(await ctx.q.leads.get_lead(ctx.db, lead_id=lead_id, actor_id=ctx.actor_id), Lead)


@leads.get("", errors=(NotFound,), replica=True)
async def list_leads(ctx: AppCtx, query: LeadFilter) -> Page[LeadSummary]:
    """Leads of the given stores, newest first."""
    return await service.list_leads(ctx, query)


@leads.patch("/{lead_id}")
async def update_lead(ctx: AppCtx, lead_id: UUID, body: UpdateLead) -> Lead:
    """Change a lead."""
    return await service.update_lead(ctx, lead_id, body)


@leads.post("/{lead_id}/event", status=201, idempotent=True)
async def create_lead_event(ctx: AppCtx, lead_id: UUID, body: CreateLeadEvent) -> LeadEvent:
    """Add an entry to a lead's timeline."""
    row = await ctx.q.leads.create_lead_event(
        ctx.db, id=uuid7(), lead_id=lead_id, actor_id=ctx.actor_id, type=body.type, data=body.data
    )
    if row is None:
        raise NotFound("lead")
    return one(row, LeadEvent)
