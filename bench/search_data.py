"""The database of bench/search.py: a million vectors, made once and kept in bench/.env-search.

It is made anew when the migrations, the model or the makers change. Measured stores have whole products; the rest are
bare vectors of 300 more stores (Zipf sizes), without products: the reference to them is dropped here.
"""

import asyncio
import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import numpy as np

from app.db.codecs import pack_vectors
from app.db.embedded import EmbeddedServer
from app.db.ids import uuid7
from app.db.migrate import migrate
from app.db.pool import Database
from app.embed.embedder import Embedder
from app.embed.hybrid.build import build
from app.embed.hybrid.presence import NAME
from app.paths import MIGRATIONS_DIR
from bench.search_catalogue import catalogue, clustered

HERE = Path(__file__).parent
FOLDER = HERE / ".env-search"
MODELS = HERE / ".env-models"
ROWS = 1_000_000
DEFAULT, CLUSTERED = (1_000, 10_000, 100_000), (10_000, 100_000)
WAITING = 10_000
STEP = 10_000
# Loading is done without the log that a crash would need: an interrupted one is thrown away.
LOADING = (
    "wal_level = minimal\nmax_wal_senders = 0\nmax_wal_size = '16GB'\ncheckpoint_timeout = '1h'\nautovacuum = off\n"
)
# One company has all measured stores, the others one each.
COMPANY = "bench"
COLUMNS = ["company_id", "store_id", "product_id", "emb", "model", "text_hash"]
INDEXES = {
    "product_embedding": ("product_embedding_code_idx",),
    "products": ("products_search_idx", "products_name_trgm_idx"),
}


@asynccontextmanager
async def searchable(embedder: Embedder) -> AsyncIterator[tuple[Database, dict[str, UUID]]]:
    """The database, and its measured stores by name ("default 1000", "clustered 10000", "waiting", "three", "none")."""
    await prepare(embedder)
    stores = {name: UUID(value) for name, value in json.loads((FOLDER / "stores.json").read_text()).items()}
    async with EmbeddedServer(FOLDER / "db") as server:
        db = await Database.connect(server.dsn, max_size=9)
        try:
            yield db, stores
        finally:
            await db.close()


def load_model() -> Embedder:
    """The default model, built from its package once."""
    build(MODELS / NAME, anew=False)
    return Embedder.load(MODELS, NAME)


def matrix(name: str) -> np.ndarray:
    """The vectors of a measured store in the order of its product ids, as they are stored."""
    stored: np.ndarray = np.load(FOLDER / f"{name.replace(' ', '-')}.npy")
    return stored.astype(np.float32)


async def prepare(embedder: Embedder) -> None:
    """Make the database unless it is there."""
    stamp, wanted = FOLDER / "made", _stamp(embedder)
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    print("search: making the table of a million vectors (once)", file=sys.stderr, flush=True)
    started = time.monotonic()
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    os.chmod(FOLDER, 0o755)  # noqa: S103 - the database runs as a user of its own
    async with EmbeddedServer(FOLDER / "db", durable=False) as server:
        local = server.cluster.data / "local.conf"
        local.write_text(LOADING, "utf-8")
        shutil.chown(local, (server.cluster.data / "PG_VERSION").owner())
    async with EmbeddedServer(FOLDER / "db", durable=False) as server:
        await migrate(server.dsn)
        db = await Database.connect(server.dsn, max_size=1)
        try:
            stores = await _Loader(db, embedder).load()
        finally:
            await db.close()
    local.unlink()
    (FOLDER / "stores.json").write_text(json.dumps({name: str(store) for name, store in stores.items()}))
    stamp.write_text(wanted, "utf-8")
    print(f"search: made it in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def _stamp(embedder: Embedder) -> str:
    makers = (HERE / "search_data.py", HERE / "search_catalogue.py", *sorted(MIGRATIONS_DIR.glob("*.sql")))
    digest = hashlib.sha256(embedder.identity.encode())
    for path in makers:
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Loader:
    def __init__(self, db: Database, embedder: Embedder) -> None:
        self._db = db
        self._embedder = embedder

    async def load(self) -> dict[str, UUID]:
        """Everything; the measured stores by name."""
        stores: dict[str, UUID] = {}
        indexes = await self._drop_indexes()
        for size in DEFAULT:
            rows = catalogue(size, size)
            vectors = await self._embedded(rows)
            stores[f"default {size}"] = await self._fill(f"default {size}", rows, vectors)
        for size in CLUSTERED:
            rows = [(f"Artigo {i}", "", "") for i in range(size)]
            stores[f"clustered {size}"] = await self._fill(f"clustered {size}", rows, clustered(size, size))
        three = catalogue(3, 3)
        stores["three"] = await self._fill("three", three, await self._embedded(three))
        stores["none"] = await self._store()
        stores["waiting"] = await self._store()
        await self._products(stores["waiting"], catalogue(WAITING, 7))
        await self._others(ROWS - sum(DEFAULT) - sum(CLUSTERED) - len(three))
        await self._execute(*indexes, "VACUUM (ANALYZE) product_embedding", "VACUUM (ANALYZE) products", "CHECKPOINT")
        return stores

    async def _execute(self, *statements: str) -> None:
        async with self._db.acquire() as connection:
            await connection.execute("SET statement_timeout = 0")
            for statement in statements:
                await connection.execute(statement, timeout=600)

    async def _drop_indexes(self) -> list[str]:
        """Indexes cost less when they are made at the end; what makes them again."""
        names = [name for of_table in INDEXES.values() for name in of_table]
        found = await self._db.fetch("SELECT indexdef FROM pg_indexes WHERE indexname = ANY ($1)", names)
        await self._execute(
            "ALTER TABLE product_embedding DROP CONSTRAINT product_embedding_product_fkey",
            "ALTER TABLE product_embedding DROP CONSTRAINT product_embedding_pkey",
            *(f"DROP INDEX {name}" for name in names),
        )
        columns = "(company_id, store_id, product_id)"
        key = f"ALTER TABLE product_embedding ADD CONSTRAINT product_embedding_pkey PRIMARY KEY {columns}"
        return [key, *(row["indexdef"] for row in found)]

    async def _embedded(self, rows: list[tuple[str, str, str]]) -> np.ndarray:
        texts = ["\n".join(part for part in row if part) for row in rows]
        parts = [
            (await self._embedder.embed(texts[i : i + 2000], "document", "bulk")).vectors
            for i in range(0, len(texts), 2000)
        ]
        return np.concatenate(parts)

    async def _store(self, owner: str = COMPANY) -> UUID:
        store_id = uuid7()
        await self._db.execute(
            "INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com') ON CONFLICT DO NOTHING", owner
        )
        await self._db.execute("INSERT INTO companies (id) VALUES ($1) ON CONFLICT DO NOTHING", owner)
        await self._db.execute(
            "INSERT INTO stores (company_id, id, name, slug) VALUES ($1, $2, 'A', $3)",
            owner,
            store_id,
            f"s{store_id.hex}",
        )
        return store_id

    async def _products(self, store_id: UUID, rows: list[tuple[str, str, str]]) -> list[UUID]:
        ids = sorted(uuid7() for _ in rows)
        records = [(COMPANY, i, store_id, n, d, c or None, 100 + 7 * k % 90_000)
                   for k, (i, (n, c, d)) in enumerate(zip(ids, rows, strict=True))]  # fmt: skip
        await self._copy(
            "products", records, ["company_id", "id", "store_id", "name", "description", "category", "price_cents"]
        )
        return ids

    async def _fill(self, name: str, rows: list[tuple[str, str, str]], vectors: np.ndarray) -> UUID:
        store_id = await self._store()
        ids = await self._products(store_id, rows)
        for at in range(0, len(ids), STEP):
            await self._copy("product_embedding", self._records(store_id, ids[at : at + STEP], vectors[at : at + STEP]))
        await self._db.execute("DELETE FROM product_embedding_queue WHERE store_id = $1", store_id)
        np.save(FOLDER / f"{name.replace(' ', '-')}.npy", vectors.astype(np.float16))
        return store_id

    async def _others(self, rows: int) -> None:
        weights = 1 / np.arange(1, 301)
        pool, rng = np.load(FOLDER / f"default-{max(DEFAULT)}.npy"), np.random.default_rng(9)
        for size in np.maximum(1, (rows * weights / weights.sum()).astype(int)):
            owner = uuid7().hex
            store_id = await self._store(owner)
            for at in range(0, int(size), STEP):
                part = pool[rng.integers(len(pool), size=min(STEP, int(size) - at))]
                await self._copy("product_embedding", self._records(store_id, [uuid7() for _ in part], part, owner))

    def _records(
        self, store_id: UUID, ids: list[UUID], vectors: np.ndarray, owner: str = COMPANY
    ) -> Iterator[tuple[Any, ...]]:
        identity = self._embedder.identity
        return ((owner, store_id, i, v, identity, b"") for i, v in zip(ids, pack_vectors(vectors), strict=True))

    async def _copy(self, table: str, records: Any, columns: list[str] = COLUMNS) -> None:
        async with self._db.acquire() as connection:
            await connection.execute("SET statement_timeout = 0")
            assert isinstance(connection, asyncpg.Connection | asyncpg.pool.PoolConnectionProxy)
            await connection.copy_records_to_table(table, records=records, columns=columns, timeout=300)


def main() -> None:
    """Make the database unless it is there."""
    embedder = load_model()
    try:
        asyncio.run(prepare(embedder))
    finally:
        embedder.close()


if __name__ == "__main__":
    main()
