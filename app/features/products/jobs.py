"""Background work on products: their vectors. Tests: tests/features/test_embedding_jobs.py."""

from uuid import UUID

import msgspec

from app.context import JobCtx
from app.db.pool import Executor
from app.features.search.indexing import ProductSource, embed_pending
from app.jobs import JobQueue, job


class EmbedProducts(msgspec.Struct, frozen=True):
    """The store whose pending products are embedded."""

    store_id: UUID
    company_id: str


@job("embed_products", args=EmbedProducts, max_attempts=12, timeout_s=60)
async def embed_products(ctx: JobCtx, args: EmbedProducts) -> None:
    """Give every pending product of the store its vector; goes on in another job when time runs out."""
    source = ProductSource(ctx.services, args.company_id, args.store_id)
    done = await embed_pending(ctx.services.embedder, source)
    if not done:
        async with ctx.transaction() as tx:
            await enqueue_embedding(ctx.services.jobs, tx, args.store_id, args.company_id)


async def enqueue_embedding(jobs: JobQueue, tx: Executor, store_id: UUID, company_id: str) -> None:
    """Embed the store's pending products soon. Call it in the transaction that changed their texts.

    One waiting job per store, however many products change.
    """
    await jobs.enqueue(
        tx, embed_products, EmbedProducts(store_id, company_id), company_id=company_id, unique_key=str(store_id)
    )
