"""Rules of leads that need more than one query. SQL: sql/leads.sql; tests/features/test_leads.py."""

from typing import Any
from uuid import UUID

import numpy as np

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, maybe, one
from app.features.company.limits import require_room
from app.features.leads.rules import normalise_external_id
from app.features.leads.types import EnsureLead, Lead, LeadFilter, LeadSummary, UpdateLead
from app.web.errors import NotFound
from app.web.paging import Page, check_store_ids
from app.web.patch import changes

_FILLED = ("name", "phone", "address", "profile_summary")


async def ensure_lead(ctx: AppCtx, body: EnsureLead) -> tuple[Lead, bool]:
    """The lead of (store, channel, external id), and whether it was made now. Raises NotFound, PlanLimit."""
    key: dict[str, Any] = {
        "store_id": body.store_id,
        "actor_id": ctx.actor_id,
        "channel": body.channel,
        "external_id": normalise_external_id(body.channel, body.external_id, body.phone),
    }
    lead = maybe(await ctx.q.leads.find_lead(ctx.db, **key), Lead)
    if lead is not None:
        return await _fill_gaps(ctx, lead, body), False
    if await ctx.q.stores.get_store(ctx.db, store_id=body.store_id, actor_id=ctx.actor_id) is None:
        raise NotFound("store")
    await require_room(ctx, "leads")
    made = await ctx.q.leads.create_lead(
        ctx.db,
        id=uuid7(),
        name=body.name,
        phone=body.phone,
        address=body.address,
        custom_attributes=body.custom_attributes,
        interests=body.interests,
        profile_summary=body.profile_summary,
        **key,
    )
    if made is not None:
        return one(made, Lead), True
    # Somebody else made it between the two statements.
    return one(await ctx.q.leads.find_lead(ctx.db, **key), Lead), False


async def _fill_gaps(ctx: AppCtx, lead: Lead, body: EnsureLead) -> Lead:
    """What the lead did not know and the caller does; what it knows stays."""
    news = {name: getattr(body, name) for name in _FILLED if getattr(lead, name) is None and getattr(body, name)}
    return await update_lead(ctx, lead.id, UpdateLead(**news)) if news else lead


async def list_leads(ctx: AppCtx, query: LeadFilter) -> Page[LeadSummary]:
    """A page of the stores' leads, newest first. Raises NotFound when one store is not the actor's."""
    check_store_ids(query.store_ids)
    filters: dict[str, Any] = {
        "store_ids": list(dict.fromkeys(query.store_ids)),
        "actor_id": ctx.actor_id,
        "status": query.status,
        "channel": query.channel,
    }
    counted = await ctx.q.leads.count_leads(ctx.db, **filters)
    if counted is None:
        raise NotFound("store")
    rows = await ctx.q.leads.list_leads(ctx.db, limit=query.limit, offset=query.offset, **filters)
    return Page(many(rows, LeadSummary), counted["total"], query.limit, query.offset)


async def update_lead(ctx: AppCtx, lead_id: UUID, body: UpdateLead) -> Lead:
    """Change a lead. Raises NotFound."""
    parameters = changes(body)
    if parameters["profile_embedding"] is not None:
        parameters["profile_embedding"] = np.array(parameters["profile_embedding"], np.float32)
    return one(await ctx.q.leads.update_lead(ctx.db, lead_id=lead_id, actor_id=ctx.actor_id, **parameters), Lead)
