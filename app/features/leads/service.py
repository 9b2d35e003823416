"""Rules of leads that need more than one query. SQL: sql/leads.sql; tests/features/test_leads.py."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
import numpy as np
from asyncpg import Record

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import RowMissing, many, maybe, one
from app.features.caller import AnyCtx, Caller, act, app_caller
from app.features.company.limits import require_room, require_room_of
from app.features.leads.jobs import follow_later
from app.features.leads.rules import lead_addresses, phone_of
from app.features.leads.types import EnsureLead, Lead, LeadEvent, LeadFilter, LeadSummary, UpdateLead
from app.features.searching import sought
from app.web.decode import validation_failed
from app.web.errors import Conflict, NotFound
from app.web.paging import Page
from app.web.patch import changes
from app.web.types import PageQuery

_FILLED = ("name", "phone", "address", "interests", "profile_summary")
_UNKNOWN: tuple[Any, ...] = (None, "", [])
# Whoever is found may be gone a moment later; that it happens again and again is nobody's doing.
_TRIES = 4


async def ensure_lead(ctx: AppCtx, body: EnsureLead) -> tuple[Lead, bool]:
    """The lead of a person, under any of their addresses, and whether it was made now.

    An archived lead comes back when its person writes again; two leads whose addresses turn out to be one person's are
    merged into the one with the phone. Raises NotFound (store), PlanLimit, Conflict (others keep changing who it is).
    """
    if body.phone is not None:
        body.phone = phone_of(body.phone)
    addresses = lead_addresses(body.channel, body.external_id, body.phone)
    key: dict[str, Any] = {"store_id": body.store_id, "actor_id": ctx.actor_id, "channel": body.channel}
    for _ in range(_TRIES):
        found = await ctx.q.leads.find_leads(ctx.db, external_ids=list(addresses), **key)
        # None from either: somebody made it, archived it or made it another one's part since the statement before.
        lead = await _take_up(ctx, found, addresses, body) if found else await _make(ctx, body, addresses, key)
        if lead is not None:
            return lead, not found
    raise Conflict("This lead is being archived or merged; try again.", headers={"Retry-After": "1"})


async def _take_up(ctx: AppCtx, found: Sequence[Record], addresses: tuple[str, ...], body: EnsureLead) -> Lead | None:
    """The lead these addresses lead to, with what it did not know; None: it is no longer there."""
    lead_id = found[0]["id"]
    try:
        if found[0]["deleted_at"] is not None:
            await restore_lead(ctx, lead_id)
        for other in {row["id"] for row in found[1:]} - {lead_id}:
            await merge_lead(ctx, other, lead_id)
        lead = await get_lead(ctx, lead_id)
    except (NotFound, RowMissing):
        return None
    if len(addresses) > 1:
        await ctx.q.leads.add_addresses(ctx.db, lead_id=lead_id, external_ids=list(addresses), actor_id=ctx.actor_id)
    return await _fill_gaps(ctx, lead, body)


async def _make(ctx: AppCtx, body: EnsureLead, addresses: tuple[str, ...], key: dict[str, Any]) -> Lead | None:
    if await ctx.q.stores.get_store(ctx.db, store_id=body.store_id, actor_id=ctx.actor_id) is None:
        raise NotFound("store")
    await require_room(ctx, "leads")
    lead_id = uuid7()
    made = await ctx.q.leads.create_lead(
        ctx.db,
        id=lead_id,
        external_id=addresses[0],
        name=body.name,
        phone=body.phone,
        address=body.address,
        custom_attributes=body.custom_attributes,
        interests=body.interests,
        profile_summary=body.profile_summary,
        **key,
    )
    lead = maybe(made, Lead)
    if lead is not None:
        await ctx.services.resolver.take(ctx.db, ctx.actor_id, [("lead", lead.id)])
    if lead is not None and len(addresses) > 1:
        await ctx.q.leads.add_addresses(ctx.db, lead_id=lead.id, external_ids=list(addresses), actor_id=ctx.actor_id)
    return lead


async def get_lead(ctx: AppCtx, lead_id: UUID) -> Lead:
    """A lead that is neither archived nor merged. Raises NotFound (by RowMissing)."""
    return one(await ctx.q.leads.get_lead(ctx.db, lead_id=lead_id, actor_id=ctx.actor_id), Lead)


async def _fill_gaps(ctx: AppCtx, lead: Lead, body: EnsureLead) -> Lead | None:
    """What the lead did not know and the caller does; what it knows by then stays. None: it is no longer there."""
    news = any(getattr(body, name) and getattr(lead, name) in _UNKNOWN for name in _FILLED)
    if not news and body.custom_attributes.keys() <= msgspec.json.decode(lead.custom_attributes).keys():
        return lead
    row = await ctx.q.leads.fill_lead(
        ctx.db,
        lead_id=lead.id,
        name=body.name,
        phone=body.phone,
        address=body.address,
        custom_attributes=body.custom_attributes,
        interests=body.interests,
        profile_summary=body.profile_summary,
        actor_id=ctx.actor_id,
    )
    return maybe(row, Lead)


async def archive_lead(ctx: AppCtx, lead_id: UUID) -> None:
    """Take a lead out of lists and limits, until the person writes again. Raises NotFound."""
    if await ctx.q.leads.archive_lead(ctx.db, lead_id=lead_id, at=ctx.now(), actor_id=ctx.actor_id) is None:
        raise NotFound("lead")


async def restore_lead(ctx: AppCtx, lead_id: UUID) -> Lead:
    """Bring an archived lead back; one that is there stays. Raises NotFound, PlanLimit."""
    if not await bring_back(ctx, app_caller(ctx), lead_id):
        raise NotFound("lead")
    return await get_lead(ctx, lead_id)


async def bring_back(ctx: AnyCtx, caller: Caller, lead_id: UUID) -> bool:
    """Restore an archived lead, also because its person has written; False when there is none. Raises PlanLimit."""
    async with ctx.transaction() as tx:
        await act(ctx, tx, caller, "leads.restore_lead")
        named: dict[str, Any] = {"actor_id": caller.company_id}
        locked = await ctx.q.leads.lock_leads(tx, lead_ids=[lead_id], **named)
        if locked and locked[0]["deleted_at"] is not None:
            await require_room_of(ctx, tx, caller.company_id, "leads")
            await ctx.q.leads.archive_lead(tx, lead_id=lead_id, at=None, **named)
    return bool(locked)


async def merge_lead(ctx: AppCtx, source_id: UUID, target_id: UUID) -> Lead:
    """Make two leads of a store one: all that was the source's is the target's then. Raises NotFound, Conflict."""
    if source_id == target_id:
        raise validation_failed("/into", "the lead itself")
    locked = await ctx.q.leads.lock_leads(ctx.db, lead_ids=[source_id, target_id], actor_id=ctx.actor_id)
    if len(locked) < 2 or any(row["id"] == target_id and row["deleted_at"] is not None for row in locked):
        raise NotFound("lead")
    if locked[0]["store_id"] != locked[1]["store_id"]:
        raise Conflict("The two leads are of different stores.")
    pair: dict[str, Any] = {"source_id": source_id, "target_id": target_id, "actor_id": ctx.actor_id}
    queries = ctx.q.lead_merges
    for follow in (
        queries.drop_doubled_messages,
        queries.merge_profile,
        queries.keep_address,
        queries.merge_addresses,
        queries.merge_orders,
        queries.merge_messages,
        queries.merge_events,
        ctx.q.conversations.merge_conversations,
    ):
        await follow(ctx.db, **pair)
    await ctx.q.conversations.tell_updates(ctx.db, company_id=ctx.actor_id)
    await queries.end_merged(ctx.db, at=ctx.now(), **pair)
    await follow_later(ctx, source_id)
    await ctx.q.leads.create_lead_event(
        ctx.db,
        id=uuid7(),
        lead_id=target_id,
        type="merged",
        data={"from": str(source_id)},
        actor_id=ctx.actor_id,
        person_id=ctx.person_id,
    )
    return await get_lead(ctx, target_id)


async def list_events(ctx: AppCtx, lead_id: UUID, query: PageQuery) -> Page[LeadEvent]:
    """A lead's timeline, newest first. Raises NotFound."""
    counted = await ctx.q.leads.count_lead_events(ctx.db, lead_id=lead_id, actor_id=ctx.actor_id)
    if counted is None:
        raise NotFound("lead")
    rows = await ctx.q.leads.list_lead_events(
        ctx.db, lead_id=lead_id, limit=query.limit, offset=query.offset, actor_id=ctx.actor_id
    )
    return Page(many(rows, LeadEvent), counted["total"], query.limit, query.offset)


async def list_leads(ctx: AppCtx, query: LeadFilter) -> Page[LeadSummary]:
    """A page of the stores' leads, newest first. Raises NotFound when one store is not the actor's."""
    filters: dict[str, Any] = {
        "store_ids": list(dict.fromkeys(query.store_ids)),
        "actor_id": ctx.actor_id,
        "status": query.status,
        "channel": query.channel,
    }
    window: dict[str, Any] = {"limit": query.limit, "offset": query.offset}
    words = sought(query.q)

    async def look(db: Executor) -> Page[LeadSummary]:
        counted = await ctx.q.leads.count_leads(db, q=words, **filters)
        if counted is None:
            raise NotFound("store")
        if words is None and query.sort == "-created_at":
            rows = await ctx.q.leads.list_leads(db, **filters, **window)
        else:
            rows = await ctx.q.leads.search_leads(db, q=words, sort=query.sort, **filters, **window)
        return Page(many(rows, LeadSummary), counted["total"], query.limit, query.offset)

    plain = words is None and query.channel is None and query.sort == "-created_at"
    return await (look(ctx.db) if plain else ctx.look_up(look))


async def update_lead(ctx: AppCtx, lead_id: UUID, body: UpdateLead) -> Lead:
    """Change a lead. Raises NotFound."""
    parameters = changes(body)
    if parameters["profile_embedding"] is not None:
        parameters["profile_embedding"] = np.array(parameters["profile_embedding"], np.float32)
    return one(await ctx.q.leads.update_lead(ctx.db, lead_id=lead_id, actor_id=ctx.actor_id, **parameters), Lead)
