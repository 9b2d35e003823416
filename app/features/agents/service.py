"""Rules of agents that need more than one query. SQL: sql/agents.sql; tests/features/test_agents.py."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID, uuid4

import structlog

from app.context import AppCtx, PublicCtx, WebhookCtx
from app.db.errors import classify
from app.db.ids import uuid7
from app.db.rows import many, one
from app.features.agents.hours import A_DAY, OpeningHours
from app.features.agents.types import (
    Agent,
    AgentTypeView,
    CreateAgent,
    FullAgent,
    InstanceAgent,
    Reloaded,
    Thread,
    ThreadFilter,
    UpdateAgent,
)
from app.features.company.limits import require_room
from app.features.documents import links
from app.ops.agent_types import AgentType, AgentTypesError
from app.settings import Settings
from app.web.decode import validation_failed
from app.web.errors import NotFound, ValidationFailed
from app.web.paging import Page
from app.web.patch import changes
from app.web.types import UNSET

log = structlog.get_logger(__name__)


async def create_agent(ctx: AppCtx, body: CreateAgent) -> Agent:
    """Make an agent, switched off. Raises NotFound (store), PlanLimit, ValidationFailed (type)."""
    _require_type(ctx, body.type)
    _require_few(body.hours)
    if await ctx.q.stores.get_store(ctx.db, store_id=body.store_id, actor_id=ctx.actor_id) is None:
        raise NotFound("store")
    await require_room(ctx, "agents")
    # Not time-ordered like our ids: whoever has one instance id must not come near another's.
    agent_id, instance = uuid7(), f"ag-{uuid4().hex}"
    await ctx.services.resolver.take(ctx.db, ctx.actor_id, [("agent", agent_id), ("instance", instance)])
    row = await ctx.q.agents.create_agent(
        ctx.db,
        id=agent_id,
        store_id=body.store_id,
        actor_id=ctx.actor_id,
        name=body.name,
        type=body.type,
        new_instance=instance,
        persona=body.persona,
        channels=list(dict.fromkeys(body.channels)),
        hours=body.hours,
        follow_ups=body.follow_ups,
        rate_limits=body.rate_limits,
        model=body.model,
    )
    return one(row, Agent)


async def find_by_instance(ctx: WebhookCtx, instance_id: str) -> InstanceAgent:
    """The agent of a messaging instance, with its store and company. Raises NotFound."""
    company_id = await ctx.services.resolver.company_of(ctx.db, "instance", instance_id)
    if company_id is None:
        raise NotFound("agent")
    row = await ctx.q.agents.find_agent_by_instance(ctx.db, messaging_instance_id=instance_id, company_id=company_id)
    return one(row, InstanceAgent)


async def update_agent(ctx: AppCtx, agent_id: UUID, body: UpdateAgent) -> Agent:
    """Change an agent and, when named, its documents. Raises NotFound, ValidationFailed (type)."""
    if body.type is not UNSET:
        _require_type(ctx, body.type)
    if body.hours is not UNSET:
        _require_few(body.hours)
    parameters = changes(body)
    documents = parameters.pop("knowledge_base")
    if parameters.pop("set_knowledge_base"):
        await links.replace_documents(ctx, agent_id, documents)
    return one(await ctx.q.agents.update_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id, **parameters), Agent)


async def archive_agent(ctx: AppCtx, agent_id: UUID) -> None:
    """Switch an agent off and take it out of lists and limits. Raises NotFound."""
    if await ctx.q.agents.archive_agent(ctx.db, agent_id=agent_id, at=ctx.now(), actor_id=ctx.actor_id) is None:
        raise NotFound("agent")


async def restore_agent(ctx: AppCtx, agent_id: UUID) -> Agent:
    """Bring an archived agent back, switched off; one that is there stays. Raises NotFound, PlanLimit."""
    agent = await ctx.q.agents.lock_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id)
    if agent is None:
        raise NotFound("agent")
    if agent["deleted_at"] is not None:
        await require_room(ctx, "agents")
        await ctx.q.agents.archive_agent(ctx.db, agent_id=agent_id, at=None, actor_id=ctx.actor_id)
    return one(await ctx.q.agents.get_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id), Agent)


async def toggle_agent(ctx: AppCtx, agent_id: UUID) -> Agent:
    """Switch an agent on or off; switching it on switches the store's other one off. Raises NotFound.

    Here alone the rule "one active agent per store" is applied; the store's row lock makes it hold under concurrency.
    """
    if await ctx.q.agents.lock_store_of_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id) is None:
        raise NotFound("agent")
    # Two statements: the unique index is checked row by row, so the other one goes first.
    await ctx.q.agents.deactivate_other_agents(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id)
    return one(await ctx.q.agents.flip_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id), Agent)


async def replace_knowledge(ctx: AppCtx, agent_id: UUID, document_ids: list[UUID]) -> FullAgent:
    """Link the agent with exactly these documents. Raises NotFound unless all are of its store."""
    await links.replace_documents(ctx, agent_id, document_ids)
    return await get_full_agent(ctx, agent_id)


async def get_full_agent(ctx: AppCtx, agent_id: UUID) -> FullAgent:
    """An agent with its documents. Raises NotFound."""
    return one(await ctx.q.agents.get_full_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id), FullAgent, "agent")


async def list_agents(ctx: AppCtx, store_id: UUID) -> list[Agent]:
    """A store's agents, newest first. Raises NotFound when the store is not the actor's."""
    if await ctx.q.stores.get_store(ctx.db, store_id=store_id, actor_id=ctx.actor_id) is None:
        raise NotFound("store")
    return many(await ctx.q.agents.list_agents(ctx.db, store_id=store_id, actor_id=ctx.actor_id), Agent)


async def list_conversations(ctx: AppCtx, agent_id: UUID, query: ThreadFilter) -> Page[Thread]:
    """An agent's conversations, the latest first. Raises NotFound."""
    counted = await ctx.q.agents.count_conversations(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id)
    if counted is None:
        raise NotFound("agent")
    rows = await ctx.q.agents.list_conversations(
        ctx.db, agent_id=agent_id, actor_id=ctx.actor_id, limit=query.limit, offset=query.offset
    )
    return Page(many(rows, Thread), counted["total"], query.limit, query.offset)


def _require_type(ctx: AppCtx, key: str) -> None:
    if ctx.services.agent_types.get(key) is None:
        raise validation_failed("/type", "no such agent type; GET /agents lists them")


def _require_few(hours: Sequence[OpeningHours]) -> None:
    if any(count > A_DAY for count in Counter(one.day for one in hours).values()):
        raise validation_failed("/hours", f"at most {A_DAY} times a day")


def view_of(key: str, kind: AgentType, settings: Settings) -> AgentTypeView:
    """A type with what keeps it from answering, if anything."""
    problems = []
    if settings.llm_base_url and not (kind.config.model or settings.llm_model):
        problems.append("no model: set config.model here or LLM_MODEL")
    return AgentTypeView(
        key,
        kind.title,
        kind.title_en,
        kind.description,
        kind.description_en,
        kind.config,
        kind.price,
        not problems,
        problems,
    )


async def reload_types(ctx: PublicCtx) -> Reloaded:
    """Read the configuration file again, here and in the other processes. Raises ValidationFailed, changing nothing."""
    types = ctx.services.agent_types
    try:
        types.reload()
    except AgentTypesError as error:
        problems = [{"pointer": pointer, "detail": detail} for pointer, detail in error.problems]
        raise ValidationFailed("The file is not valid; the types in force stay.", errors=problems) from error
    try:
        await ctx.q.agents.announce_agent_types(ctx.db)
    except Exception as fault:
        if classify(fault) is None:
            raise
        # This process has the new types; without the database the others learn of them at the next reload.
        log.warning("agent_types_not_announced")
    return Reloaded(True, list(types.all()))
