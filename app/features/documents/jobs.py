"""Background work on documents: the vectors of their chunks. Tests: tests/features/test_embedding_jobs.py."""

from uuid import UUID

import msgspec

from app.context import JobCtx
from app.db.pool import Executor
from app.features.search.indexing import ChunkSource, embed_pending
from app.jobs import JobQueue, job


class EmbedChunks(msgspec.Struct, frozen=True):
    """The store whose pending chunks are embedded."""

    store_id: UUID
    company_id: str


@job("embed_chunks", args=EmbedChunks, max_attempts=12, timeout_s=60)
async def embed_chunks(ctx: JobCtx, args: EmbedChunks) -> None:
    """Give every pending chunk of the store its vector; goes on in another job when time runs out."""
    done = await embed_pending(ctx.services.embedder, ChunkSource(ctx.services, args.store_id))
    if not done:
        async with ctx.transaction() as tx:
            await enqueue_chunk_embedding(ctx.services.jobs, tx, args.store_id, args.company_id)


async def enqueue_chunk_embedding(jobs: JobQueue, tx: Executor, store_id: UUID, company_id: str) -> None:
    """Embed the store's pending chunks soon. Call it in the transaction that wrote them."""
    await jobs.enqueue(
        tx, embed_chunks, EmbedChunks(store_id, company_id), company_id=company_id, unique_key=str(store_id)
    )
