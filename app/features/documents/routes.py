"""Knowledge documents, in the order of the specification. SQL: sql/documents.sql; tests/features/test_documents.py."""

from uuid import UUID

from app.context import AppCtx
from app.features.documents import service
from app.features.documents.types import (
    CreateDocument,
    Document,
    DocumentFilter,
    DocumentSummary,
    PassageFilter,
    ReplaceDocumentAgents,
    UpdateDocument,
    UpsertProductDocument,
)
from app.features.search.service import search_chunks
from app.features.search.types import FoundChunk
from app.web.errors import Conflict, NotFound, PlanLimit
from app.web.paging import Page
from app.web.replies import Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

# A text of 1,000,000 characters, however JSON writes them.
BODY_LIMIT = 12 << 20

documents = Group("/internal/documents", Scope.APP, tag="documents", reads=Role.ATTENDANT, writes=Role.MANAGER)


@documents.post("/upsert-by-product", statuses=(200, 201), errors=(NotFound, PlanLimit), body_limit=BODY_LIMIT)
async def upsert_document_by_product(ctx: AppCtx, body: UpsertProductDocument) -> Reply[Document]:
    """Create or replace the document of a product."""
    document, created = await service.upsert_by_product(ctx, body)
    return Reply(document, 201 if created else 200)


@documents.get("", errors=(NotFound,), replica=True)
async def list_documents(ctx: AppCtx, query: DocumentFilter) -> Page[DocumentSummary]:
    """Documents of a store, newest first."""
    return await service.list_documents(ctx, query)


@documents.get("/{document_id}")
async def get_document(ctx: AppCtx, document_id: UUID) -> Document:
    """Document with its text, state and agents."""
    return await service.get_document(ctx, document_id)


@documents.get("/{document_id}/passages", name="find_document_passages")
async def find_passages(ctx: AppCtx, document_id: UUID, query: PassageFilter) -> list[FoundChunk]:
    """The passages that an agent would answer a question from, best first."""
    document = await service.get_document(ctx, document_id)
    return await search_chunks(ctx.services, ctx.actor_id, document.store_id, [document_id], query.q)


@documents.post("", status=201, errors=(NotFound, Conflict, PlanLimit), body_limit=BODY_LIMIT, idempotent=True)
async def create_document(ctx: AppCtx, body: CreateDocument) -> Document:
    """Create a document; its text is chunked and embedded in the background."""
    return await service.create_document(ctx, body)


@documents.patch("/{document_id}", errors=(Conflict,), body_limit=BODY_LIMIT)
async def update_document(ctx: AppCtx, document_id: UUID, body: UpdateDocument) -> Document:
    """Change a document."""
    return await service.update_document(ctx, document_id, body)


@documents.delete("/{document_id}")
async def delete_document(ctx: AppCtx, document_id: UUID) -> None:
    """Delete a document with its chunks and links."""
    if await ctx.q.documents.delete_document(ctx.db, document_id=document_id, actor_id=ctx.actor_id) is None:
        raise NotFound("document")


@documents.put("/{document_id}/agents")
async def replace_document_agents(ctx: AppCtx, document_id: UUID, body: ReplaceDocumentAgents) -> Document:
    """Replace the agents that may use the document."""
    return await service.replace_agents(ctx, document_id, body.agent_ids)
