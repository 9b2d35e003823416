"""Keeps the index whole: notices another model, and texts that wait without a job. Tests: test_embedding_jobs.py."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
import structlog

from app.context import JobCtx
from app.features.documents.jobs import enqueue_chunk_embedding
from app.features.products.jobs import enqueue_embedding
from app.jobs import job, schedule

log = structlog.get_logger(__name__)
STORES = 100
MARKED = 1000


class Reembed(msgspec.Struct, frozen=True):
    """Where the walk over the stores goes on."""

    after: UUID = UUID(int=0)


@schedule("sweep_embeddings", every=timedelta(minutes=1))
async def sweep_embeddings(ctx: JobCtx) -> None:
    """Start a re-embedding when the model is another one, and enqueue stores whose texts wait without a job."""
    q, services = ctx.q.embeddings, ctx.services
    async with ctx.transaction() as tx:
        adopted = await q.adopt_model(tx, model=services.embedder.identity)
        if adopted is not None and not adopted["first"]:
            log.info("embedding_model_changed", model=services.embedder.identity)
            await services.jobs.enqueue(tx, reembed, Reembed(), unique_key="walk")
    async with ctx.transaction() as tx:
        for row in await q.list_stores_with_pending(tx, most=STORES):
            if row["products"]:
                await enqueue_embedding(services.jobs, tx, row["store_id"], row["company_id"])
            if row["chunks"]:
                await enqueue_chunk_embedding(services.jobs, tx, row["store_id"], row["company_id"])


@job("reembed", args=Reembed, timeout_s=300)
async def reembed(ctx: JobCtx, args: Reembed) -> None:
    """Mark the vectors of other models in the next stores as pending, and go on in another job until all are marked."""
    q, services = ctx.q.embeddings, ctx.services
    stores = await q.list_stores_after(ctx.db, store_id=args.after, most=STORES)
    for store_id, company_id in stores:
        while await _mark_stale(ctx, store_id, company_id):
            pass
    if stores:
        async with ctx.transaction() as tx:
            await services.jobs.enqueue(tx, reembed, Reembed(stores[-1]["id"]), unique_key="walk")


async def _mark_stale(ctx: JobCtx, store_id: UUID, company_id: str) -> bool:
    """Mark one step of a store's products and chunks; False when none was left. A large store is many statements."""
    services, q = ctx.services, ctx.q.embeddings
    stale: dict[str, Any] = {"store_id": store_id, "model": services.embedder.identity, "most": MARKED}
    async with ctx.transaction() as tx:
        products = await q.mark_stale_products(tx, **stale)
        chunks = await q.mark_stale_chunks(tx, **stale)
        if products:
            await enqueue_embedding(services.jobs, tx, store_id, company_id)
        if chunks:
            await enqueue_chunk_embedding(services.jobs, tx, store_id, company_id)
    return bool(products or chunks)
