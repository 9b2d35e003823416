"""Agents and agent types. SQL: sql/agents.sql; tests/features/test_agents.py."""

from uuid import UUID

from app.context import AppCtx, PublicCtx, WebhookCtx
from app.features.agents import service
from app.features.agents.types import (
    Agent,
    AgentFilter,
    AgentTypeView,
    CreateAgent,
    FullAgent,
    FullAgentQuery,
    InstanceAgent,
    Reloaded,
    ReplaceKnowledge,
    Thread,
    ThreadFilter,
    UpdateAgent,
)
from app.web.errors import Conflict, NotFound, PlanLimit, ValidationFailed
from app.web.paging import Page
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

agents = Group("/internal/agents", Scope.APP, tag="agents", reads=Role.ATTENDANT, writes=Role.MANAGER)
instances = Group("/webhooks/agents", Scope.APP_OR_WEBHOOK, tag="agents")
agent_types = Group("/agents", Scope.PUBLIC, tag="agents")


@agents.get("", errors=(NotFound,), replica=True)
async def list_agents(ctx: AppCtx, query: AgentFilter) -> list[Agent]:
    """A store's agents, newest first."""
    return await service.list_agents(ctx, query.store_id)


@agents.get("/{agent_id}/full")
async def get_full_agent(ctx: AppCtx, agent_id: UUID, query: FullAgentQuery) -> FullAgent:
    """An agent with its knowledge base, the number of its conversations and, when asked for, the latest of them."""
    agent = await service.get_full_agent(ctx, agent_id)
    if query.conversations:
        asked = ThreadFilter(limit=query.conversations)
        agent.conversations = (await service.list_conversations(ctx, agent_id, asked)).items
    return agent


@agents.post("", status=201, errors=(NotFound, PlanLimit), idempotent=True)
async def create_agent(ctx: AppCtx, body: CreateAgent) -> Agent:
    """Make an agent, switched off; the backend makes its messaging_instance_id."""
    return await service.create_agent(ctx, body)


@agents.patch("/{agent_id}", errors=(Conflict,))
async def update_agent(ctx: AppCtx, agent_id: UUID, body: UpdateAgent) -> Agent:
    """Change an agent."""
    return await service.update_agent(ctx, agent_id, body)


@agents.delete("/{agent_id}")
async def archive_agent(ctx: AppCtx, agent_id: UUID) -> None:
    """Archive an agent: switched off, out of lists and limits; what it said stays."""
    await service.archive_agent(ctx, agent_id)


@agents.post("/{agent_id}/restore", errors=(Conflict, PlanLimit))
async def restore_agent(ctx: AppCtx, agent_id: UUID) -> Agent:
    """Bring an archived agent back, switched off."""
    return await service.restore_agent(ctx, agent_id)


@agents.post("/{agent_id}/toggle-active", errors=(Conflict,))
async def toggle_agent(ctx: AppCtx, agent_id: UUID) -> Agent:
    """Switch an agent on or off; a store has at most one active agent."""
    return await service.toggle_agent(ctx, agent_id)


@agents.put("/{agent_id}/knowledge-base")
async def replace_knowledge(ctx: AppCtx, agent_id: UUID, body: ReplaceKnowledge) -> FullAgent:
    """Replace the documents the agent answers from."""
    return await service.replace_knowledge(ctx, agent_id, body.document_ids)


@agents.get("/{agent_id}/conversations", replica=True, name="list_agent_conversations")
async def list_conversations(ctx: AppCtx, agent_id: UUID, query: ThreadFilter) -> Page[Thread]:
    """The agent's conversations, the latest first."""
    return await service.list_conversations(ctx, agent_id, query)


@instances.get("/by-messaging-instance/{instance_id}")
async def get_agent_by_instance(ctx: WebhookCtx, instance_id: str) -> InstanceAgent:
    """The agent of a messaging instance, with its store and company."""
    return await service.find_by_instance(ctx, instance_id)


@agent_types.get("")
async def list_agent_types(ctx: PublicCtx) -> list[AgentTypeView]:
    """Agent types with config and price."""
    return [service.view_of(key, kind, ctx.settings) for key, kind in ctx.services.agent_types.all().items()]


@agent_types.get("/{type}")
async def get_agent_type(ctx: PublicCtx, type: str) -> AgentTypeView:
    """An agent type, checked against this installation."""
    kind = ctx.services.agent_types.get(type)
    if kind is None:
        raise NotFound("agent type")
    return service.view_of(type, kind, ctx.settings)


@agent_types.post("/reload", errors=(ValidationFailed,))
async def reload_agent_types(ctx: PublicCtx) -> Reloaded:
    """Read the configuration file again; an invalid file changes nothing."""
    return await service.reload_types(ctx)


GROUPS = (agents, instances, agent_types)
