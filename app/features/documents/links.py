"""Links between agents and documents: one rule for both ends. SQL: sql/documents.sql.

Used by PUT documents/{id}/agents here and by PUT agents/{id}/knowledge-base and PATCH agents of the agents feature.
"""

from collections.abc import Sequence
from uuid import UUID

from app.context import AppCtx
from app.web.errors import NotFound


async def replace_agents(ctx: AppCtx, document_id: UUID, agent_ids: Sequence[UUID]) -> None:
    """Link the document with exactly these agents. Raises NotFound unless all are of its store."""
    q = ctx.q.documents
    if await q.lock_linked_document(ctx.db, document_id=document_id, actor_id=ctx.actor_id) is None:
        raise NotFound("document")
    wanted = list(set(agent_ids))
    linked = await q.replace_links_of_document(ctx.db, document_id=document_id, agent_ids=wanted, actor_id=ctx.actor_id)
    if linked is None:
        raise NotFound("agent")


async def replace_documents(ctx: AppCtx, agent_id: UUID, document_ids: Sequence[UUID]) -> None:
    """Link the agent with exactly these documents. Raises NotFound unless all are of its store."""
    q = ctx.q.documents
    if await q.lock_linked_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id) is None:
        raise NotFound("agent")
    wanted = list(set(document_ids))
    linked = await q.replace_links_of_agent(ctx.db, agent_id=agent_id, document_ids=wanted, actor_id=ctx.actor_id)
    if linked is None:
        raise NotFound("document")
