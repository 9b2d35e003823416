"""Rules of documents that need more than one query. SQL: sql/documents.sql; tests/features/test_documents.py."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import many, maybe, one
from app.features.company.limits import require_room
from app.features.documents import links
from app.features.documents.jobs import ChunkDocument, chunk_document
from app.features.documents.types import (
    CreateDocument,
    Document,
    DocumentFilter,
    DocumentSummary,
    UpdateDocument,
    UpsertProductDocument,
    WrittenDocument,
)
from app.web.errors import Conflict, NotFound
from app.web.paging import Page
from app.web.patch import changes, values


async def get_document(ctx: AppCtx, document_id: UUID) -> Document:
    """A document with its text. Raises NotFound."""
    row = await ctx.q.documents.get_document(
        ctx.db, document_id=document_id, model=ctx.services.embedder.identity, actor_id=ctx.actor_id
    )
    return one(row, Document)


async def list_documents(ctx: AppCtx, query: DocumentFilter) -> Page[DocumentSummary]:
    """One page of a store's documents. Raises NotFound when the store is not the actor's."""
    wanted = msgspec.structs.asdict(query) | {"actor_id": ctx.actor_id, "model": ctx.services.embedder.identity}
    limit, offset = wanted.pop("limit"), wanted.pop("offset")
    queries = ctx.q.documents

    async def look(db: Executor) -> Page[DocumentSummary]:
        if not await queries.owns_store(db, store_id=query.store_id, actor_id=ctx.actor_id):
            raise NotFound("store")
        rows = await queries.list_documents(db, limit=limit, offset=offset, **wanted)
        return Page(many(rows, DocumentSummary), await queries.count_documents(db, **wanted) or 0, limit, offset)

    return await ctx.look_up(look)


async def create_document(ctx: AppCtx, body: CreateDocument) -> Document:
    """Create a document. Raises NotFound (store, product), Conflict (the product has one), PlanLimit."""
    if not await ctx.q.documents.owns_store(ctx.db, store_id=body.store_id, actor_id=ctx.actor_id):
        raise NotFound("store")
    if body.product_id is not None:
        await _require_product(ctx, body.product_id)
    await require_room(ctx, "documents")
    row = await ctx.q.documents.create_document(ctx.db, id=uuid7(), actor_id=ctx.actor_id, **values(body))
    written = maybe(row, WrittenDocument)
    if written is None:
        if body.product_id is not None and await _of_product(ctx, body.product_id):
            raise Conflict("The product has its document already; use upsert-by-product.")
        raise NotFound("product")
    return await _written(ctx, written)


async def upsert_by_product(ctx: AppCtx, body: UpsertProductDocument) -> tuple[Document, bool]:
    """The product's document, and whether it is new. Raises NotFound (product), PlanLimit."""
    if not await _of_product(ctx, body.product_id):
        await _require_product(ctx, body.product_id)
        await require_room(ctx, "documents")
    row = await ctx.q.documents.upsert_document_by_product(
        ctx.db,
        id=uuid7(),
        actor_id=ctx.actor_id,
        product_id=body.product_id,
        title=body.title,
        content=body.content,
        set_metadata=body.metadata is not msgspec.UNSET,
        metadata={} if body.metadata is msgspec.UNSET else body.metadata,
    )
    written = maybe(row, WrittenDocument)
    if written is None:
        raise NotFound("product")
    return await _written(ctx, written, again=not written.created), written.created


async def update_document(ctx: AppCtx, document_id: UUID, body: UpdateDocument) -> Document:
    """Change a document. Raises NotFound (document, product), Conflict (the product has another one)."""
    row = await ctx.q.documents.update_document(
        ctx.db, document_id=document_id, actor_id=ctx.actor_id, **_columns(changes(body))
    )
    written = maybe(row, WrittenDocument)
    if written is None:
        await get_document(ctx, document_id)
        raise NotFound("product")
    return await _written(ctx, written, again=body.content is not msgspec.UNSET)


async def replace_agents(ctx: AppCtx, document_id: UUID, agent_ids: Sequence[UUID]) -> Document:
    """Replace the document's agents. Raises NotFound."""
    await links.replace_agents(ctx, document_id, agent_ids)
    return await get_document(ctx, document_id)


def _columns(parameters: dict[str, Any]) -> dict[str, Any]:
    # jsonb null is not SQL NULL: an unset metadata must still be an object for its parameter's type.
    content = parameters["content"] or ""
    return parameters | {"metadata": parameters["metadata"] or {}, "content_sha256": sha256(content.encode()).digest()}


async def _require_product(ctx: AppCtx, product_id: UUID) -> None:
    if await ctx.q.products.get_product(ctx.db, product_id=product_id, actor_id=ctx.actor_id) is None:
        raise NotFound("product")


async def _of_product(ctx: AppCtx, product_id: UUID) -> bool:
    q = ctx.q.documents
    return await q.find_document_by_product(ctx.db, product_id=product_id, actor_id=ctx.actor_id) is not None


async def _written(ctx: AppCtx, written: WrittenDocument, *, again: bool = False) -> Document:
    """The row after a write; its text goes to the background when it is not chunked yet.

    again: the text may be the one of before, which is a second try for chunks that failed.
    """
    changed = written.changed
    if again and not changed:
        q = ctx.q.documents
        changed = await q.restart_document(ctx.db, document_id=written.id, actor_id=ctx.actor_id) is not None
    if changed:
        await ctx.jobs.enqueue(
            ctx.db,
            chunk_document,
            ChunkDocument(written.store_id, written.id, ctx.actor_id),
            company_id=ctx.actor_id,
            unique_key=str(written.id),
        )
    return await get_document(ctx, written.id)
