"""Background work on documents: their chunks and the vectors of these.

Tests: tests/features/test_documents.py, tests/features/test_embedding_jobs.py.
"""

from typing import Any
from uuid import UUID

import msgspec

from app.context import JobCtx
from app.db.pool import Executor
from app.features.documents.chunking import chunking
from app.features.search.indexing import ChunkSource, embed_pending
from app.files import FileError, FilesBusy
from app.jobs import JobQueue, RetryLater, job

CHUNK_ATTEMPTS = 6


class ChunkDocument(msgspec.Struct, frozen=True):
    """The document whose text is to be split."""

    store_id: UUID
    document_id: UUID
    company_id: str


@job("chunk_document", args=ChunkDocument, max_attempts=CHUNK_ATTEMPTS, timeout_s=60)
async def chunk_document(ctx: JobCtx, args: ChunkDocument) -> None:
    """Split a document's text into chunks and have them embedded. Does nothing when that has been done meanwhile."""
    q = ctx.q.documents
    where: dict[str, Any] = {"document_id": args.document_id, "company_id": args.company_id}
    document = await q.get_document_text(ctx.db, **where)
    if document is None:
        return
    try:
        chunks = await ctx.services.files.chunk(document["content"], chunking(ctx.services))
    except FileError as problem:
        if isinstance(problem, FilesBusy) and ctx.run.attempts < CHUNK_ATTEMPTS:
            raise RetryLater(str(problem)) from None
        await q.fail_document(ctx.db, content_sha256=document["content_sha256"], **where)
        return
    async with ctx.transaction() as tx:
        finished = await q.finish_chunking(
            tx, content_sha256=document["content_sha256"], chunk_count=len(chunks), **where
        )
        # Another text by now: its own job follows, and these chunks would never be shown.
        if finished is not None:
            await q.delete_chunks(tx, **where)
            await q.insert_chunks(
                tx,
                contents=[chunk.text for chunk in chunks],
                token_counts=[chunk.tokens for chunk in chunks],
                **where,
            )
            await enqueue_chunk_embedding(ctx.jobs, tx, args.store_id, args.company_id)
        await ctx.finish(tx)


class EmbedChunks(msgspec.Struct, frozen=True):
    """The store whose pending chunks are embedded."""

    store_id: UUID
    company_id: str


@job("embed_chunks", args=EmbedChunks, max_attempts=12, timeout_s=60)
async def embed_chunks(ctx: JobCtx, args: EmbedChunks) -> None:
    """Give every pending chunk of the store its vector; goes on in another job when time runs out."""
    source = ChunkSource(ctx.services, args.company_id, args.store_id)
    done = await embed_pending(ctx.services.embedder, source)
    if not done:
        async with ctx.transaction() as tx:
            await enqueue_chunk_embedding(ctx.services.jobs, tx, args.store_id, args.company_id)


async def enqueue_chunk_embedding(jobs: JobQueue, tx: Executor, store_id: UUID, company_id: str) -> None:
    """Embed the store's pending chunks soon. Call it in the transaction that wrote them."""
    await jobs.enqueue(
        tx, embed_chunks, EmbedChunks(store_id, company_id), company_id=company_id, unique_key=str(store_id)
    )
