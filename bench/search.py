"""The goals of product search on the real schema, with the vectors of the default model.

Usage: python -m bench.search [--rows 1000000] [--sizes 1000,10000,100000] [--queries 100] [--certificate 2000].
Makes an embedded database of its own: measured stores with whole products, the other rows as bare vectors of 300 more
stores (Zipf sizes). "off" queries ask for what the store does not carry. Writes bench/results/search.json and .png.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np

from app.db.codecs import pack_vectors
from app.db.embedded import EmbeddedServer
from app.db.ids import uuid7
from app.db.migrate import migrate
from app.db.pool import Database
from app.db.queries import load_queries
from app.embed import Embedder
from app.features.search.service import EXACT_UP_TO
from app.paths import SQL_DIR
from bench.ranking import read

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"
COLOURS = [
    "preto",
    "branco",
    "azul",
    "vermelho",
    "verde",
    "cinza",
    "rosa",
    "amarelo",
    "marrom",
    "bege",
    "roxo",
    "prata",
]
STEMS, ENDS = ["ara", "bel", "cor", "dom", "eva", "fio", "gala"], ["nix", "tek", "sul", "ria", "mar", "lux", "za"]
BRANDS = [stem + end for stem, end in product(STEMS, ENDS)]
OFF_CATALOGUE = {"Eletrodomésticos", "Pet", "Automotivo", "Bebês", "Ferramentas"}
DEPTH, LIMIT = 50, 10
HASHES = """
SELECT product_text_hash(p.name, p.category, p.description, p.attributes)
  FROM products p
  JOIN unnest($1::uuid[]) WITH ORDINALITY AS u (id, n) USING (id)
 ORDER BY u.n
"""


def catalogue(count: int, seed: int) -> list[tuple[str, str, str]]:
    """Name, category, description of products made from the shipped set, without the categories left out."""
    rng = np.random.default_rng(seed)
    base = [r for r in read("products.tsv") if r["category"] not in OFF_CATALOGUE]
    rows = []
    for i in range(count):
        row = base[i % len(base)]
        name = f"{row['name']} {rng.choice(BRANDS)} {rng.choice(COLOURS)} mod {i}"
        rows.append((name, row["category"], row["description"]))
    return rows


def asked() -> dict[str, list[str]]:
    """Queries in the catalogue and off it."""
    category = {r["id"]: r["category"] for r in read("products.tsv")}
    groups: dict[str, list[str]] = {"in": [], "off": []}
    for row in read("queries.tsv"):
        off = all(category[i] in OFF_CATALOGUE for i in row["relevant"].split())
        groups["off" if off else "in"].append(row["query"])
    return groups


class Bench:
    """One database with its stores."""

    def __init__(self, db: Database, embedder: Embedder) -> None:
        self.db = db
        self.embedder = embedder
        self.q = load_queries(SQL_DIR)
        self.stores: dict[int, UUID] = {}
        self.matrices: dict[int, np.ndarray] = {}
        self.ids: dict[int, list[UUID]] = {}

    async def store(self) -> UUID:
        """A store of a company of its own."""
        store_id, owner = uuid7(), uuid7().hex
        await self.db.execute("INSERT INTO users (id, email, name) VALUES ($1, $2, 'A')", owner, f"{owner}@example.com")
        await self.db.execute("INSERT INTO companies (id, name, slug) VALUES ($1, 'A', $2)", owner, f"c{owner}")
        await self.db.execute(
            "INSERT INTO stores (id, company_id, name, slug) VALUES ($1, $2, 'A', $3)", store_id, owner, f"s{owner}"
        )
        return store_id

    async def fill(self, size: int) -> float:
        """A measured store with whole products; rows/s of storing their vectors, the SQL part."""
        store_id, rows = await self.store(), catalogue(size, size)
        ids = [uuid7() for _ in rows]
        records = [(i, store_id, n, d, c) for i, (n, c, d) in zip(ids, rows, strict=True)]
        columns = ["id", "store_id", "name", "description", "category"]
        async with self.db.acquire() as connection:
            for at in range(0, size, 2000):  # in steps that the session's time limit allows
                await connection.copy_records_to_table("products", records=records[at : at + 2000], columns=columns)
        texts = [f"{n}\n{c}\n{d}" for n, c, d in rows]
        matrix = np.concatenate(
            [(await self.embedder.embed(texts[i : i + 1000], "document", "bulk")).vectors for i in range(0, size, 1000)]
        )
        spent = 0.0
        for at in range(0, size, 500):
            part = slice(at, at + 500)
            hashes = [row[0] for row in await self.db.fetch(HASHES, ids[part])]
            started = time.perf_counter()
            await self.q.embeddings.save_product_vectors(
                self.db, store_id=store_id, model=self.embedder.identity, ids=ids[part], hashes=hashes,
                vectors=pack_vectors(matrix[part]),
            )  # fmt: skip
            spent += time.perf_counter() - started
        self.stores[size], self.ids[size] = store_id, ids
        self.matrices[size] = matrix.astype(np.float16).astype(np.float32)
        return size / spent

    async def fill_others(self, rows: int) -> None:
        """Bare vectors of 300 more stores. Their products are left out, so the reference to them is dropped here."""
        await self.db.execute("ALTER TABLE product_embedding DROP CONSTRAINT product_embedding_product_fkey")
        weights = 1 / np.arange(1, 301)
        matrix, rng = self.matrices[max(self.matrices)], np.random.default_rng(9)
        for size in np.maximum(1, (rows * weights / weights.sum()).astype(int)):
            store_id = await self.store()
            for at in range(0, int(size), 2000):
                part = matrix[rng.integers(len(matrix), size=min(2000, int(size) - at))]
                await self.db.execute(
                    "INSERT INTO product_embedding (store_id, product_id, emb, model, text_hash)"
                    " SELECT $1, i, v, $2, '' FROM unnest($3::uuid[], $4::halfvec[]) AS m (i, v)",
                    store_id, self.embedder.identity, [uuid7() for _ in part], pack_vectors(part),
                )  # fmt: skip

    async def vectors(self, queries: list[str]) -> np.ndarray:
        """Query vectors."""
        return (await self.embedder.embed(queries, "query", "bulk")).vectors

    async def search(self, size: int, query: str, vector: np.ndarray, *, exact: bool | None = None) -> list[Any]:
        """As the service does it: exact or adaptive by size; an empty query leaves the vector leg alone."""
        common: dict[str, Any] = {
            "store_id": self.stores[size], "model": self.embedder.identity, "vector": vector, "query": query,
            "depth": DEPTH, "most": LIMIT,
        }  # fmt: skip
        if exact or (exact is None and size <= EXACT_UP_TO):
            return await self.q.search.search_products(self.db, **common)
        async with self.db.transaction() as tx:
            await self.q.search.set_search_plan(tx)
            return await self.q.search.search_products_adaptive(tx, **common, shortlist=400)


def spread(milliseconds: list[float]) -> dict[str, float]:
    """p50 and p95."""
    return {"p50 ms": statistics.median(milliseconds), "p95 ms": float(np.percentile(milliseconds, 95))}


async def latencies(bench: Bench, size: int, groups: dict[str, list[str]], count: int) -> dict[str, Any]:
    """Vector leg alone and hybrid, in and off the catalogue, with recall@10 against exact float32."""
    found: dict[str, Any] = {}
    place = {product_id: i for i, product_id in enumerate(bench.ids[size])}
    for group, queries in groups.items():
        queries = (queries * (count // len(queries) + 1))[:count]
        vectors = await bench.vectors(queries)
        alone, hybrid, recall, full = [], [], [], True
        for query, vector in zip(queries, vectors, strict=True):
            started = time.perf_counter()
            rows = await bench.search(size, "", vector)
            alone.append(1000 * (time.perf_counter() - started))
            started = time.perf_counter()
            both = await bench.search(size, query, vector)
            hybrid.append(1000 * (time.perf_counter() - started))
            full &= len(rows) == len(both) == LIMIT
            scores = bench.matrices[size] @ vector
            tenth = np.sort(scores)[-LIMIT]
            # What ties with the tenth in half precision is as right as the tenth.
            recall.append(np.mean([scores[place[r["id"]]] >= tenth - 1e-3 for r in rows]))
        found[group] = {
            "vectors": spread(alone), "hybrid": spread(hybrid), "recall@10": float(np.mean(recall)),
            "always 10 rows": full,
        }  # fmt: skip
    return found


async def false_accepts(bench: Bench, size: int, count: int) -> dict[str, int]:
    """Queries of all kinds by the adaptive statement, each against the exact one."""
    rng = np.random.default_rng(11)
    matrix, wrong = bench.matrices[size], 0
    place = {product_id: i for i, product_id in enumerate(bench.ids[size])}
    for number in range(count):
        kind = number % 3
        query = rng.standard_normal(1024).astype(np.float32)
        if kind:
            noise = query / np.linalg.norm(query) * (0.3 if kind == 1 else 1.5)
            query = matrix[rng.integers(len(matrix))] + noise
        query = query / np.linalg.norm(query)
        rows = await bench.search(size, "", query, exact=False)
        scores = matrix @ query
        found = scores[[place[r["id"]] for r in rows]]
        wrong += bool((found < np.sort(scores)[-LIMIT] - 1e-3).any())
    return {"queries": count, "false": wrong}


async def throughput(bench: Bench, size: int, clients: int, seconds: float) -> float:
    """Vector searches a second of so many clients."""
    vectors, done, until = await bench.vectors(asked()["in"]), 0, time.perf_counter() + seconds

    async def client(number: int) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await bench.search(size, "", vectors[(done + number) % len(vectors)])
            done += 1

    await asyncio.gather(*(client(n) for n in range(clients)))
    return done / seconds


async def run(rows: int, sizes: list[int], queries: int, certificate: int) -> dict[str, Any]:
    """Fill, measure, and give the results."""
    async with _database() as db:
        embedder = Embedder.load(ROOT / "models_onnx", "lexical-pt-1024")
        bench, results = Bench(db, embedder), {}
        try:
            results["upsert, SQL part, rows/s"] = {size: await bench.fill(size) for size in sizes}
            await bench.fill_others(rows - sum(sizes))
            for table in ("product_embedding", "products"):
                async with db.acquire() as connection:
                    await connection.execute("SET statement_timeout = 0")
                    await connection.execute(f"VACUUM (ANALYZE) {table}", timeout=900)
                    await connection.execute("SET statement_timeout = '5s'")
            results["rows"] = await db.fetchval("SELECT count(*) FROM product_embedding")
            groups = asked()
            results["stores"] = {size: await latencies(bench, size, groups, queries) for size in sizes}
            medium = next((s for s in sizes if s > EXACT_UP_TO), sizes[-1])
            results["certificate"] = {"store": medium, **await false_accepts(bench, medium, certificate)}
            results["8 clients, smallest store, searches/s"] = await throughput(bench, sizes[0], 8, 5)
        finally:
            embedder.close()
    return results


@asynccontextmanager
async def _database() -> AsyncIterator[Database]:
    with tempfile.TemporaryDirectory(prefix="bench-search-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the database runs as a user of its own
        async with EmbeddedServer(Path(folder)) as server:
            await migrate(server.dsn)
            db = await Database.connect(server.dsn, max_size=8)
            try:
                yield db
            finally:
                await db.close()


def _plot(results: dict[str, Any]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axis = pyplot.subplots(figsize=(7, 3.6))
    sizes = [int(s) for s in results["stores"]]
    for group, style in (("in", "-"), ("off", "--")):
        for leg, colour in (("vectors", "#27a"), ("hybrid", "#a52")):
            values = [results["stores"][s][group][leg]["p50 ms"] for s in results["stores"]]
            axis.plot(sizes, values, style, color=colour, marker="o", label=f"{leg}, {group} the catalogue")
    axis.set(xscale="log", yscale="log", xlabel="products of the store", ylabel="p50, ms", title="Product search")
    axis.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(RESULTS / "search.png", dpi=110)


def main() -> None:
    """Measure, write, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--certificate", type=int, default=2000)
    options = parser.parse_args()
    sizes = [int(s) for s in options.sizes.split(",")]
    load = Path("/proc/loadavg").read_text().split()[0] if Path("/proc/loadavg").exists() else "?"
    results = {"load at start": load} | asyncio.run(run(options.rows, sizes, options.queries, options.certificate))
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "search.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    _plot(results)
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
