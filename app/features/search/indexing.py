"""Makes the vectors that search compares (sql/embeddings.sql). Run by jobs; no transaction is open while it embeds."""

import asyncio
import re
import time
from collections.abc import Sequence
from typing import Any, Protocol
from uuid import UUID

import asyncpg
import msgspec
import numpy as np
import numpy.typing as npt
import structlog

from app.db.codecs import pack_vectors
from app.db.pool import Executor
from app.embed.embedder import Embedder
from app.embed.queue import QueueFull
from app.features.products.variants import variant_name
from app.features.search.service import SearchServices

log = structlog.get_logger(__name__)

_WORD = re.compile(r"[^\W\d_]{5,}")  # longer than what stands for something (USB, HDMI)
BATCH = 128
# A job ends itself before its lease does and is enqueued again.
WORK_S = 40.0
FULL_TRIES = 4
Rows = Sequence[asyncpg.Record]
Matrix = npt.NDArray[np.float32]


class Source(Protocol):
    """One kind of text: what waits, what waits no more, and where vectors and failures go."""

    async def list_pending(self) -> Rows: ...
    async def settle(self, rows: Rows) -> int: ...
    def text(self, row: asyncpg.Record) -> str: ...
    async def save(self, rows: Rows, vectors: Matrix) -> int: ...
    async def fail(self, rows: Rows) -> None: ...


class ProductSource:
    """Products of one store."""

    def __init__(self, services: SearchServices, company_id: str, store_id: UUID) -> None:
        self._services = services
        self._q = services.q.embeddings
        self._store: dict[str, Any] = {"company_id": company_id, "store_id": store_id}

    async def list_pending(self) -> Rows:
        """Products whose text changed since their vector was made, or that another model's change has queued."""
        model = self._services.embedder.identity
        rows: Rows = await self._q.list_pending_products(self._services.db, **self._store, model=model, most=BATCH)
        return rows

    async def settle(self, rows: Rows) -> int:
        """Take from the queue those whose text is still the same; how many."""
        async with self._services.db.transaction() as tx:
            return len(await self._settle(tx, rows))

    async def _settle(self, tx: Executor, rows: Rows) -> Rows:
        ids, hashes = [row["id"] for row in rows], [row["text_hash"] for row in rows]
        settled: Rows = await self._q.settle_products(tx, **self._store, ids=ids, hashes=hashes)
        return settled

    def text(self, row: asyncpg.Record) -> str:
        """What is embedded; see `product_text`."""
        return product_text(row["name"], row["category"], row["description"], row["attributes"], row["options"])

    async def save(self, rows: Rows, vectors: Matrix) -> int:
        """How many vectors were stored: not those whose text has changed meanwhile."""
        ids, hashes, packed = [row["id"] for row in rows], [row["text_hash"] for row in rows], pack_vectors(vectors)
        async with self._services.db.transaction() as tx:
            settled = await self._settle(tx, rows)
            places = [row["place"] - 1 for row in settled]
            return await self._q.save_product_vectors(
                tx,
                **self._store,
                model=self._services.embedder.identity,
                ids=[ids[place] for place in places],
                hashes=[hashes[place] for place in places],
                vectors=[packed[place] for place in places],
                searchables=[row["active"] for row in settled],
            )

    async def fail(self, rows: Rows) -> None:
        """Mark products that cannot be embedded."""
        await self._q.fail_products(self._services.db, **self._store, ids=[row["id"] for row in rows])


class ChunkSource:
    """Chunks of one store's documents."""

    def __init__(self, services: SearchServices, company_id: str, store_id: UUID) -> None:
        self._services = services
        self._q = services.q.embeddings
        self._store: dict[str, Any] = {"company_id": company_id, "store_id": store_id}

    async def list_pending(self) -> Rows:
        """Chunks without a vector, or with one of another text or model."""
        model = self._services.embedder.identity
        rows: Rows = await self._q.list_pending_chunks(self._services.db, **self._store, model=model, most=BATCH)
        return rows

    async def settle(self, rows: Rows) -> int:
        """Mark as ready those whose text is still the same; how many."""
        async with self._services.db.transaction() as tx:
            return len(await self._settle(tx, rows))

    async def _settle(self, tx: Executor, rows: Rows) -> Rows:
        settled: Rows = await self._q.settle_chunks(
            tx,
            company_id=self._store["company_id"],
            document_ids=[row["document_id"] for row in rows],
            chunk_nos=[row["chunk_no"] for row in rows],
            hashes=[row["text_hash"] for row in rows],
        )
        return settled

    def text(self, row: asyncpg.Record) -> str:
        """The document's title tells what the passage is about."""
        return f"{row['title']}\n{row['content']}"

    async def save(self, rows: Rows, vectors: Matrix) -> int:
        """How many vectors were stored: not those whose text has changed meanwhile."""
        documents, numbers = [row["document_id"] for row in rows], [row["chunk_no"] for row in rows]
        hashes, packed = [row["text_hash"] for row in rows], pack_vectors(vectors)
        async with self._services.db.transaction() as tx:
            settled = await self._settle(tx, rows)
            places = [row["place"] - 1 for row in settled]
            return await self._q.save_chunk_vectors(
                tx,
                **self._store,
                model=self._services.embedder.identity,
                document_ids=[documents[place] for place in places],
                chunk_nos=[numbers[place] for place in places],
                hashes=[hashes[place] for place in places],
                vectors=[packed[place] for place in places],
            )

    async def fail(self, rows: Rows) -> None:
        """Mark chunks that cannot be embedded."""
        await self._q.fail_chunks(
            self._services.db,
            company_id=self._store["company_id"],
            document_ids=[row["document_id"] for row in rows],
            chunk_nos=[row["chunk_no"] for row in rows],
        )


def product_text(
    name: str, category: str | None, description: str, attributes: msgspec.Raw, options: msgspec.Raw
) -> str:
    """The text that stands for a product: name first, because models and readers weigh the beginning most.

    A variant's name is that with its options. What is all in capitals, as old programs write it, is not so here: models
    take capitals for other letters.
    """
    fields = msgspec.json.decode(attributes, type=dict[str, object])
    details = [f"{key}: {_plain(value)}" for key, value in fields.items() if value not in (None, "", [], {})]
    called = variant_name(name, msgspec.json.decode(options, type=dict[str, str]))
    return "\n".join(_unshouted(part) for part in (called, category, description, *details) if part)


def _unshouted(text: str) -> str:
    return text.capitalize() if text.isupper() and _WORD.search(text) else text


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(_plain(one) for one in value)
    return msgspec.json.encode(value).decode()


async def embed_pending(embedder: Embedder, source: Source) -> bool:
    """Embed what waits, batch by batch. True when nothing is left, False when time ran out or others hold the rows."""
    deadline = time.monotonic() + WORK_S
    while time.monotonic() < deadline:
        rows = await source.list_pending()
        if not rows:
            return True
        # Of before a change of model that was taken back: they wait no more.
        made = [row for row in rows if row["made"]]
        if made and await source.settle(made):
            continue
        if not await _embed_batch(embedder, source, rows):
            return False
    return False


async def _embed_batch(embedder: Embedder, source: Source, rows: Rows) -> bool:
    """Embed and store one batch; False when nothing came of it. Raises when the model fails on every text."""
    try:
        return await source.save(rows, await _vectors(embedder, [source.text(row) for row in rows])) > 0
    except (QueueFull, asyncpg.PostgresError):
        raise
    except Exception as error:
        log.warning("embedding_batch_failed", texts=len(rows), error=type(error).__name__)
        return await _one_by_one(embedder, source, rows, error)


async def _one_by_one(embedder: Embedder, source: Source, rows: Rows, cause: Exception) -> bool:
    """One text that the model cannot take must not hold up the others."""
    failed = []
    for row in rows:
        try:
            await source.save([row], await _vectors(embedder, [source.text(row)]))
        except (QueueFull, asyncpg.PostgresError):
            raise
        except Exception:
            failed.append(row)
    if len(failed) == len(rows) > 1:
        raise cause
    await source.fail(failed)
    return True


async def _vectors(embedder: Embedder, texts: list[str]) -> Matrix:
    """Vectors in the bulk lane. A full queue is waited for: shoppers go first. Raises QueueFull after a while."""
    for _ in range(FULL_TRIES):
        try:
            return (await embedder.embed(texts, "document", "bulk")).vectors
        except QueueFull as full:
            await asyncio.sleep(min(full.retry_after, 5.0))
    return (await embedder.embed(texts, "document", "bulk")).vectors
