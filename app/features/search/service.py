"""Hybrid search of a store's products and its knowledge (sql/search.sql, tests/features/test_search.py).

The caller has settled whose store it is: the store of the chat, or one that the actor owns.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol
from uuid import UUID

import asyncpg
import numpy as np
import numpy.typing as npt
import structlog
from cachetools import TTLCache

from app.db.pool import Database
from app.db.queries import Queries
from app.db.rows import many
from app.embed import Embedder, EngineClosed, QueueFull
from app.features.search.types import FoundChunk, FoundProduct

log = structlog.get_logger(__name__)

EXACT_UP_TO = 5000
DEPTH = 50  # rows of each leg that are fused
QUERY_CHARACTERS = 500
SIZE_KEPT_S = 60
COUNTED_UP_TO = 1_000_000
# How many vectors a store has. Any size gives the right answer, the true one gives it fastest.
_sizes: TTLCache[UUID, int] = TTLCache(20_000, SIZE_KEPT_S)

Rows = list[asyncpg.Record]
# Runs a search's statements elsewhere than on `services.db`: on the replica, for instance.
Read = Callable[[Callable[[Database], Awaitable[Rows]]], Awaitable[Rows]]


class SearchServices(Protocol):
    """What a search needs of `ctx.services`."""

    @property
    def db(self) -> Database: ...
    @property
    def q(self) -> Queries: ...
    @property
    def embedder(self) -> Embedder: ...


async def search_products(
    services: SearchServices,
    store_id: UUID,
    query: str,
    *,
    limit: int = 5,
    min_cents: int | None = None,
    max_cents: int | None = None,
    category: str | None = None,
    read: Read | None = None,
) -> list[FoundProduct]:
    """The store's active products that fit `query`, best first; as many as `limit` while the store has them.

    read: runs the statements elsewhere than on `services.db`.
    A price or category filter comes before the ranking. When the embedding queue is full, words alone decide.
    """
    query = query[:QUERY_CHARACTERS]
    model, vector = await _embed_query(services.embedder, query)
    depth = max(DEPTH, limit)
    common: dict[str, Any] = {
        "store_id": store_id,
        "model": model,
        "vector": vector,
        "query": query,
        "depth": depth,
        "most": limit,
    }
    q = services.q.search

    async def ranked(db: Database) -> Rows:
        if (min_cents, max_cents, category) != (None, None, None):
            return await q.search_products_filtered(
                db, **common, min_cents=min_cents, max_cents=max_cents, category=category
            )
        size = await _size(q, db, store_id)
        if size <= EXACT_UP_TO:
            return await q.search_products(db, **common)
        async with db.transaction() as tx:
            await q.set_search_plan(tx)
            return await q.search_products_adaptive(
                tx, **common, shortlist=max(400, 40 * limit, depth), reachable=reachable(size)
            )

    return many(await (read(ranked) if read is not None else ranked(services.db)), FoundProduct)


async def search_chunks(
    services: SearchServices,
    store_id: UUID,
    document_ids: Sequence[UUID],
    query: str,
    *,
    limit: int = 5,
    read: Read | None = None,
) -> list[FoundChunk]:
    """The passages of the given documents of the store that are nearest to `query`, best first."""
    if not document_ids:
        return []
    model, vector = await _embed_query(services.embedder, query[:QUERY_CHARACTERS])

    async def nearest(db: Database) -> Rows:
        return await services.q.search.search_chunks(
            db, store_id=store_id, document_ids=list(document_ids), model=model, vector=vector, most=limit
        )

    return many(await (read(nearest) if read is not None else nearest(services.db)), FoundChunk)


async def _embed_query(embedder: Embedder, query: str) -> tuple[str, npt.NDArray[np.float32]]:
    """The model's identity and the vector; an identity that no stored vector has when there is no vector."""
    try:
        embedded = await embedder.embed([query], "query", "interactive")
    except (QueueFull, EngineClosed) as error:
        log.warning("search_without_vectors", reason=type(error).__name__)
        return "", np.zeros(embedder.dimension, np.float32)
    return embedder.identity, embedded.vectors[0]


def reachable(size: int) -> int:
    """Up to how many vectors of a store to fetch by key: beyond a quarter, reading all of them in order is faster."""
    return size // 4


async def _size(q: Any, db: Database, store_id: UUID) -> int:
    known = _sizes.get(store_id)
    if known is None:
        known = _sizes[store_id] = await q.count_embeddings(db, store_id=store_id, most=COUNTED_UP_TO) or 0
    return known
