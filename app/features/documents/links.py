"""Links between agents and documents: one rule for both ends. SQL: sql/documents.sql.

Used by PUT documents/{id}/agents here and by PUT agents/{id}/knowledge-base and PATCH agents of the agents feature.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from app.context import AppCtx
from app.web.errors import NotFound


async def replace_agents(ctx: AppCtx, document_id: UUID, agent_ids: Sequence[UUID]) -> None:
    """Link the document with exactly these agents. Raises NotFound unless all are of its store."""
    q = ctx.q.documents
    if await q.lock_linked_document(ctx.db, document_id=document_id, actor_id=ctx.actor_id) is None:
        raise NotFound("document")
    links: dict[str, Any] = {"document_id": document_id, "agent_ids": list(set(agent_ids)), "actor_id": ctx.actor_id}
    if await q.remove_links_of_document(ctx.db, **links) is None:
        raise NotFound("agent")
    await q.add_links_of_document(ctx.db, **links)


async def replace_documents(ctx: AppCtx, agent_id: UUID, document_ids: Sequence[UUID]) -> None:
    """Link the agent with exactly these documents. Raises NotFound unless all are of its store."""
    q = ctx.q.documents
    if await q.lock_linked_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id) is None:
        raise NotFound("agent")
    links: dict[str, Any] = {"agent_id": agent_id, "document_ids": list(set(document_ids)), "actor_id": ctx.actor_id}
    if await q.remove_links_of_agent(ctx.db, **links) is None:
        raise NotFound("document")
    await q.add_links_of_agent(ctx.db, **links)
