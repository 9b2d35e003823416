"""Leads. SQL: sql/leads.sql; tests/features/test_leads.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import one
from app.features.leads import erasure, service
from app.features.leads.types import (
    CreateLeadEvent,
    EnsureLead,
    ErasedLead,
    Lead,
    LeadEvent,
    LeadFilter,
    LeadSummary,
    MergeLead,
    UpdateLead,
)
from app.web.errors import Conflict, NotFound, PlanLimit
from app.web.paging import Page
from app.web.replies import Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope
from app.web.types import PageQuery

leads = Group("/internal/leads", Scope.APP, tag="leads", reads=Role.ATTENDANT, writes=Role.ATTENDANT)


@leads.post("/ensure", statuses=(200, 201), errors=(NotFound, PlanLimit))
async def ensure_lead(ctx: AppCtx, body: EnsureLead) -> Reply[Lead]:
    """The lead of a store, channel and external id, made when it is missing."""
    lead, made = await service.ensure_lead(ctx, body)
    return Reply(lead, status=201 if made else 200)


@leads.get("/{lead_id}")
async def get_lead(ctx: AppCtx, lead_id: UUID) -> Lead:
    """A lead."""
    return await service.get_lead(ctx, lead_id)


@leads.get("", errors=(NotFound,), replica=True)
async def list_leads(ctx: AppCtx, query: LeadFilter) -> Page[LeadSummary]:
    """Leads of the given stores, newest first."""
    return await service.list_leads(ctx, query)


@leads.patch("/{lead_id}", errors=(Conflict,))
async def update_lead(ctx: AppCtx, lead_id: UUID, body: UpdateLead) -> Lead:
    """Change a lead."""
    return await service.update_lead(ctx, lead_id, body)


@leads.delete("/{lead_id}")
async def archive_lead(ctx: AppCtx, lead_id: UUID) -> None:
    """Archive a lead: out of lists and limits, until the person writes again."""
    await service.archive_lead(ctx, lead_id)


@leads.post("/{lead_id}/erase", errors=(Conflict,))
async def erase_lead(ctx: AppCtx, lead_id: UUID) -> ErasedLead:
    """Erase a person: all that was said and kept of them, and their name in orders, whose sums stay.

    Archiving (`DELETE`) keeps all that. Refused while an order of theirs is open. There is no way back.
    """
    return await erasure.erase_lead(ctx, lead_id)


@leads.post("/{lead_id}/restore", errors=(PlanLimit,))
async def restore_lead(ctx: AppCtx, lead_id: UUID) -> Lead:
    """Bring an archived lead back."""
    return await service.restore_lead(ctx, lead_id)


@leads.post("/{lead_id}/merge", errors=(Conflict,))
async def merge_lead(ctx: AppCtx, lead_id: UUID, body: MergeLead) -> Lead:
    """Make this lead part of another one; its addresses lead there from now on. There is no way back."""
    return await service.merge_lead(ctx, lead_id, body.into)


@leads.get("/{lead_id}/events", replica=True)
async def list_lead_events(ctx: AppCtx, lead_id: UUID, query: PageQuery) -> Page[LeadEvent]:
    """A lead's timeline, newest first."""
    return await service.list_events(ctx, lead_id, query)


@leads.post("/{lead_id}/event", status=201, idempotent=True)
async def create_lead_event(ctx: AppCtx, lead_id: UUID, body: CreateLeadEvent) -> LeadEvent:
    """Add an entry to a lead's timeline."""
    row = await ctx.q.leads.create_lead_event(
        ctx.db,
        id=uuid7(),
        lead_id=lead_id,
        actor_id=ctx.actor_id,
        person_id=ctx.person_id,
        type=body.type,
        data=body.data,
    )
    if row is None:
        raise NotFound("lead")
    return one(row, LeadEvent)
