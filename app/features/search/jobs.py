"""Keeps the index whole: notices another model, and texts that wait without a job. Tests: test_embedding_jobs.py."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
import structlog

from app.context import JobCtx
from app.features.documents.jobs import enqueue_chunk_embedding
from app.features.housekeeping import apart
from app.features.products.jobs import enqueue_embedding
from app.jobs import job, schedule

log = structlog.get_logger(__name__)
STORES = 100
MARKED = 1000
NOWHERE = UUID(int=0)


class Reembed(msgspec.Struct, frozen=True):
    """Where the walk over the stores goes on: behind this store of this company."""

    company_id: str = ""
    store_id: UUID = NOWHERE


@schedule("sweep_embeddings", every=timedelta(minutes=1))
async def sweep_embeddings(ctx: JobCtx) -> None:
    """Start a re-embedding when the model is another one, and enqueue stores whose texts wait without a job."""
    q, services = ctx.q.embeddings, ctx.services
    async with ctx.transaction() as tx:
        adopted = await q.adopt_model(tx, model=services.embedder.identity)
        if adopted is not None:  # the first one, too: before the first sweep another may have made vectors
            log.info("embedding_model_adopted", model=adopted["model"])
            await services.jobs.enqueue(tx, reembed, Reembed(), unique_key="walk")
    for find, enqueue in (
        (q.find_store_with_products, enqueue_embedding),
        (q.find_store_with_chunks, enqueue_chunk_embedding),
    ):
        for company_id, store_id in await _stores_from(ctx, find):
            with apart(services.metrics, "sweep_embeddings", company_id):
                await enqueue(services.jobs, ctx.db, store_id, company_id)


async def _stores_from(ctx: JobCtx, find: Callable[..., Awaitable[Any]]) -> list[tuple[str, UUID]]:
    """The first stores with work, step by step along an index, however much work each has."""
    found: list[tuple[str, UUID]] = []
    at = "", NOWHERE
    while len(found) < STORES:
        row = await find(ctx.db, company_id=at[0], store_id=at[1])
        if row is None:
            break
        at = row["company_id"], row["store_id"]
        found.append(at)
    return found


class ReembedStore(msgspec.Struct, frozen=True):
    """A store of a company."""

    company_id: str
    store_id: UUID


@job("reembed", args=Reembed, timeout_s=300)
async def reembed(ctx: JobCtx, args: Reembed) -> None:
    """Give the next stores a job each, and go on in another one until all have theirs."""
    q, services = ctx.q.embeddings, ctx.services
    stores = await q.list_stores_after(ctx.db, company_id=args.company_id, store_id=args.store_id, most=STORES)
    if not stores:
        return
    async with ctx.transaction() as tx:
        for company_id, store_id in stores:
            store = ReembedStore(company_id, store_id)
            await services.jobs.enqueue(tx, reembed_store, store, company_id=company_id, unique_key=str(store_id))
        await services.jobs.enqueue(tx, reembed, Reembed(*stores[-1]), unique_key="walk")


@job("reembed_store", args=ReembedStore, timeout_s=300)
async def reembed_store(ctx: JobCtx, args: ReembedStore) -> None:
    """Mark the vectors that other models made of a store's texts as pending. What fails holds up no other store."""
    while await _mark_stale(ctx, args):
        pass


async def _mark_stale(ctx: JobCtx, args: ReembedStore) -> bool:
    """Mark one step of a store's products and chunks; False when none was left. A large store is many statements."""
    services, q = ctx.services, ctx.q.embeddings
    company_id, store_id = args.company_id, args.store_id
    stale: dict[str, Any] = {
        "company_id": company_id,
        "store_id": store_id,
        "model": services.embedder.identity,
        "most": MARKED,
    }
    async with ctx.transaction() as tx:
        products = await q.list_stale_products(tx, **stale)
        chunks = await q.mark_stale_chunks(tx, **stale)
        if products:
            await q.queue_products(tx, company_id=company_id, ids=[row["product_id"] for row in products])
            await enqueue_embedding(services.jobs, tx, store_id, company_id)
        if chunks:
            await enqueue_chunk_embedding(services.jobs, tx, store_id, company_id)
    return bool(products or chunks)
