"""Product search on the real schema in a table of a million vectors: the default model's and clustered synthetic ones.

Usage: python -m bench.search [--certificate 2000]. The database is made once and kept (search_data.py). "off" queries
ask for what the store does not carry; of a clustered store, for a random direction.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np

from app.db.codecs import pack_vectors
from app.db.pool import Database
from app.db.queries import load_queries
from app.embed.embedder import Embedder
from app.features.search.indexing import BATCH
from app.features.search.ranking import code_of, codes_of, weights
from app.features.search.service import DEPTH, effort
from app.features.search.thesaurus import read as read_query
from app.paths import SQL_DIR
from bench import plots, search_data, shares
from bench.goals import Goal, always, at_least, at_most, spread
from bench.search_catalogue import asked, clustered
from bench.search_data import COMPANY

LIMIT = 10
QUERIES = {1_000: 200, 10_000: 100, 100_000: 24}
ROUNDS = 5
HASHES = """
SELECT product_text_hash(p.name, p.category, p.description, p.attributes, p.options)
  FROM products p
  JOIN unnest($1::uuid[]) WITH ORDINALITY AS u (id, n) USING (id)
 ORDER BY u.n
"""
# In this transaction: entries read from the index of sign bits, and rows read for them.
CODE_SCANS = """
SELECT pg_stat_get_xact_tuples_returned('product_embedding_code_idx'::regclass) AS entries,
       pg_stat_get_xact_tuples_fetched('product_embedding_code_idx'::regclass)
       + pg_stat_get_xact_tuples_fetched('product_embedding'::regclass) AS rows
"""


class Bench:
    """The database and its stores."""

    def __init__(self, db: Database, stores: dict[str, UUID], embedder: Embedder) -> None:
        self.db, self.stores, self.embedder = db, stores, embedder
        self.q = load_queries(SQL_DIR)
        self.strangers = 0

    async def ids(self, store: str) -> list[UUID]:
        """Ids of the store's products, in the order of its matrix."""
        rows = await self.db.fetch(
            "SELECT id FROM products WHERE company_id = $1 AND store_id = $2 ORDER BY id", COMPANY, self.stores[store]
        )
        return [row[0] for row in rows]

    async def vectors(self, queries: Sequence[str]) -> np.ndarray:
        """Query vectors."""
        return (await self.embedder.embed(queries, "query", "bulk")).vectors

    async def warm(self, store: str) -> None:
        """Read every vector of a store once; from a cold disk that takes longer than a statement may."""
        async with self.db.patient_transaction(60) as patient:
            await patient.fetchval(
                "SELECT sum(e.emb <#> e.emb) FROM product_embedding e WHERE e.company_id = $1 AND e.store_id = $2",
                COMPANY,
                self.stores[store],
            )

    async def search(self, store: str, query: str, vector: np.ndarray, *, most: int = LIMIT) -> list[Any]:
        """As the service does it: exact or by sign bits, as its size is."""
        return await self.q.search.search_products(self.db, **self.asked(store, query, vector, most=most))

    def asked(self, store: str, query: str, vector: np.ndarray, *, most: int = LIMIT) -> dict[str, Any]:
        """The arguments of a search; an empty query leaves the vector leg alone."""
        depth, size = max(DEPTH, most), int(store.split()[1]) if " " in store else 0
        return {
            "company_id": COMPANY, "store_id": self.stores[store], "model": self.embedder.identity, "vector": vector,
            "query": query, **read_query(query, [])._asdict(), "codes": codes_of(query), "code": code_of(query),
            "weights": weights(self.embedder.background), "depth": depth, "most": most, **effort(size, depth),
        }  # fmt: skip


async def latencies(bench: Bench, store: str) -> dict[str, Any]:
    """Vector leg alone and hybrid, in and off the catalogue, with recall@10 against exact float32."""
    matrix, size = search_data.matrix(store), int(store.split()[1])
    place = {product_id: i for i, product_id in enumerate(await bench.ids(store))}
    found: dict[str, Any] = {}
    for group, words in asked().items():
        queries, vectors = await _queries(bench, store, group, words, QUERIES[size])
        alone, hybrid, recall, short = [], [], [], 0
        every = vectors @ matrix.T
        tenths = np.partition(every, -LIMIT, axis=1)[:, -LIMIT]
        for query, vector, scores, tenth in zip(queries, vectors, every, tenths, strict=True):
            started = time.perf_counter()
            rows = await bench.search(store, "", vector)
            middle = time.perf_counter()
            alone.append(1000 * (middle - started))
            if query:
                both = await bench.search(store, query, vector)
                hybrid.append(1000 * (time.perf_counter() - middle))
                short += len(both) != LIMIT
                bench.strangers += sum(row["id"] not in place for row in both)
            short += len(rows) != LIMIT
            bench.strangers += sum(row["id"] not in place for row in rows)
            # What ties with the tenth in half precision is as right as the tenth.
            recall.append(float(np.mean([scores[place[r["id"]]] >= tenth - 1e-3 for r in rows])))
        found[group] = {"vectors p50 ms": statistics.median(alone), "vectors p95 ms": float(np.percentile(alone, 95)),
                        "recall@10": float(np.mean(recall)), "wrong counts": short}  # fmt: skip
        if hybrid:
            found[group] |= {
                "hybrid p50 ms": statistics.median(hybrid),
                "hybrid p95 ms": float(np.percentile(hybrid, 95)),
            }
    return found


async def _queries(bench: Bench, store: str, group: str, words: list[str], count: int) -> tuple[list[str], np.ndarray]:
    if store.startswith("default"):
        queries = [words[i % len(words)] for i in range(count)]
        return queries, await bench.vectors(queries)
    away = clustered(count, 5)
    if group == "in":
        matrix = search_data.matrix(store)
        away = matrix[np.random.default_rng(3).integers(len(matrix), size=count)] + 0.5 * away
    return [""] * count, away / np.linalg.norm(away, axis=1, keepdims=True)


async def false_accepts(bench: Bench, store: str, count: int) -> int:
    """Queries of all kinds by sign bits, each against exact float32; how many were wrong."""
    rng, matrix, wrong = np.random.default_rng(11), search_data.matrix(store), 0
    place = {product_id: i for i, product_id in enumerate(await bench.ids(store))}
    away = rng.standard_normal((count, 1024), np.float32)
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    # A third in random directions, the others near a product: a little off it, and far.
    weight = np.tile([0.0, 0.3, 1.5], count)[:count, None].astype(np.float32)
    near = matrix[rng.integers(len(matrix), size=count)]
    queries = np.where(weight == 0, away, near + weight * away)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    for at in range(0, count, 100):
        scores = queries[at : at + 100] @ matrix.T
        tenths = np.partition(scores, -LIMIT, axis=1)[:, -LIMIT]
        for query, score, tenth in zip(queries[at : at + 100], scores, tenths, strict=True):
            rows = await bench.search(store, "", query)
            wrong += len(rows) != LIMIT or bool((score[[place[r["id"]] for r in rows]] < tenth - 1e-3).any())
    return wrong


async def wrong_counts(bench: Bench) -> int:
    """Searches that gave another number of rows than min(limit, what fits), at all sizes and filters."""
    wrong = 0
    [vector] = await bench.vectors(["camiseta azul"])
    for store in ("none", "three", "default 1000", "default 10000", "default 100000"):
        for most in (1, 5, 20):
            size = {"none": 0, "three": 3}.get(store, most)
            for query in ("camiseta azul", "qwxyz", ""):
                wrong += len(await bench.search(store, query, vector, most=most)) != min(most, size)
            for low, high in ((None, 10_000), (500, 700), (10_000_000, None)):
                fitting = await bench.db.fetchval(
                    "SELECT count(*) FROM products p WHERE p.company_id = $4 AND p.store_id = $1"
                    " AND p.price_cents >= coalesce($2, 0) AND p.price_cents <= coalesce($3, 2000000000)",
                    bench.stores[store], low, high, COMPANY,
                )  # fmt: skip
                rows = await bench.q.search.search_products_filtered(
                    bench.db, company_id=COMPANY, store_id=bench.stores[store], model=bench.embedder.identity,
                    vector=vector, query="camiseta azul", depth=DEPTH, most=most, min_cents=low, max_cents=high,
                    category=None, **read_query("camiseta azul", [])._asdict(), codes=[], code=None, active=True,
                    weights=weights(bench.embedder.background), in_stock=None, group_key=None, keys=[], vals=[],
                )  # fmt: skip
                wrong += len(rows) != min(most, fitting)
    return wrong


async def throughput(bench: Bench, store: str, clients: int, seconds: float) -> float:
    """Vector searches a second of so many clients."""
    vectors, done, until = await bench.vectors(asked()["in"]), 0, time.perf_counter() + seconds

    async def client(number: int) -> None:
        nonlocal done
        while time.perf_counter() < until:
            await bench.search(store, "", vectors[(done + number) % len(vectors)])
            done += 1

    await asyncio.gather(*(client(n) for n in range(clients)))
    return done / seconds


class Upserts:
    """10,000 products that wait for their vectors, stored again and again as the worker stores them."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._store = bench.stores["waiting"]
        self._steps: list[tuple[list[UUID], list[bytes], list[bytes]]] = []

    async def prepare(self) -> None:
        """Ids, hashes and packed vectors of each batch."""
        ids = await self._bench.ids("waiting")
        matrix = clustered(len(ids), 8)
        for at in range(0, len(ids), BATCH):
            part = slice(at, at + BATCH)
            hashes = [row[0] for row in await self._bench.db.fetch(HASHES, ids[part])]
            self._steps.append((ids[part], hashes, pack_vectors(matrix[part])))

    async def run(self) -> float:
        """Rows a second."""
        started = time.perf_counter()
        for ids, hashes, vectors in self._steps:
            async with self._bench.db.transaction() as tx:
                store: dict[str, Any] = {"company_id": COMPANY, "store_id": self._store}
                queries = self._bench.q.embeddings
                settled = await queries.settle_products(tx, ids=ids, hashes=hashes, **store)
                await queries.save_product_vectors(
                    tx, model=self._bench.embedder.identity, ids=ids, hashes=hashes, vectors=vectors,
                    searchables=[row["active"] for row in settled], **store,
                )  # fmt: skip
        return sum(len(ids) for ids, _, _ in self._steps) / (time.perf_counter() - started)

    async def clear(self) -> None:
        """As before."""
        await self._bench.db.execute("DELETE FROM product_embedding WHERE store_id = $1", self._store)
        await self._bench.db.execute(
            "INSERT INTO product_embedding_queue (company_id, store_id, product_id)"
            " SELECT p.company_id, p.store_id, p.id FROM products p"
            " WHERE p.store_id = $1 ON CONFLICT DO NOTHING", self._store,
        )  # fmt: skip


async def upserts(bench: Bench) -> dict[str, list[float]]:
    """Rows a second alone, and the p95 of searches in another store meanwhile over that of an idle database."""
    work, vectors = Upserts(bench), await bench.vectors(asked()["in"])
    await work.prepare()
    found: dict[str, list[float]] = {"rows/s": [], "p95 during / idle": []}
    for _ in range(ROUNDS):
        await work.clear()
        found["rows/s"].append(await work.run())
        idle = await _searches(bench, vectors, None)
        await work.clear()
        task = asyncio.create_task(work.run())
        found["p95 during / idle"].append(await _searches(bench, vectors, task) / idle)
    await work.clear()
    async with bench.db.acquire() as connection:
        await connection.execute("SET statement_timeout = 0")
        await connection.execute("VACUUM product_embedding", timeout=120)
    return found


async def _searches(bench: Bench, vectors: np.ndarray, until: "asyncio.Task[float] | None") -> float:
    """p95 milliseconds of searches in a store of 1,000, one after the other: 300, or until the task ends."""
    each: list[float] = []
    while not until.done() if until else len(each) < 300:
        started = time.perf_counter()
        await bench.search("default 1000", "", vectors[len(each) % len(vectors)])
        each.append(1000 * (time.perf_counter() - started))
    return float(np.percentile(each, 95))


async def plan_holds(bench: Bench) -> bool:
    """Whether sign bits are read by an index-only scan after 20 executions."""
    [vector] = await bench.vectors(asked()["in"][:1])
    async with bench.db.transaction() as tx:
        values = bench.asked("default 10000", "", vector)
        for _ in range(20):
            await bench.q.search.search_products(tx, **values)
        [before] = await tx.fetch(CODE_SCANS)
        await bench.q.search.search_products(tx, **values)
        [after] = await tx.fetch(CODE_SCANS)
    return bool(after["entries"] - before["entries"] >= 10_000 and after["rows"] == before["rows"])


async def stored_plain(bench: Bench) -> bool:
    """Whether vectors lie in the row: storage plain, nothing in the TOAST table."""
    storage = await bench.db.fetch(
        "SELECT attstorage::text FROM pg_attribute WHERE attrelid = 'product_embedding'::regclass"
        " AND attname IN ('emb', 'code', 'model', 'text_hash')"
    )
    toast = "SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE oid = 'product_embedding'::regclass"
    return {row[0] for row in storage} == {"p"} and not await bench.db.fetchval(toast)


async def run(certificate: int) -> dict[str, Any]:
    """Measure all."""
    embedder, started = search_data.load_model(), time.monotonic()
    try:
        async with search_data.searchable(embedder) as (db, stores):
            bench = Bench(db, stores, embedder)
            measured = [name for name in stores if name.split()[0] in ("default", "clustered")]
            for name in measured:  # what is on disk comes to memory
                await bench.warm(name)
            _say(started, "latencies")
            found: dict[str, Any] = {"stores": {name: await latencies(bench, name) for name in measured}}
            _say(started, "certificate")
            pair = ("default 10000", "clustered 10000")
            found["false accepts"] = {name: await false_accepts(bench, name, certificate // 2) for name in pair}
            _say(started, "upserts")
            found["upserts"] = await upserts(bench)
            _say(started, "clients")
            found["clients"] = [await throughput(bench, "default 1000", 8, 1.5) for _ in range(ROUNDS)]
            found["wrong counts"] = await wrong_counts(bench)
            found["plan"], found["plain"] = await plan_holds(bench), await stored_plain(bench)
            found["strangers"] = bench.strangers
            found["rows"] = await db.fetchval(
                "SELECT reltuples::bigint FROM pg_class WHERE relname = 'product_embedding'"
            )
        _say(started, "shares")
        found["shares"] = await shares.every_set(embedder)
        _say(started, "done")
    finally:
        embedder.close()
    return found


def _say(started: float, what: str) -> None:
    print(f"search: {time.monotonic() - started:.0f} s: {what}", file=sys.stderr, flush=True)


def goals(found: dict[str, Any], certificate: int) -> list[Goal]:
    """What search.md asks, beside what was seen."""
    stores = found["stores"]

    def recalls(group: str) -> list[float]:
        return [store[group]["recall@10"] for store in stores.values()]

    def p50(size: str, group: str) -> list[float]:
        return [store[group]["vectors p50 ms"] for name, store in stores.items() if name.endswith(f" {size}")]

    small = stores["default 1000"]
    counts = found["wrong counts"] + sum(g["wrong counts"] for s in stores.values() for g in s.values())
    note = "the default model's and clustered vectors"
    return [
        at_least("recall@10 against exact float32, in the catalogue", 0.99, recalls("in"), note=note),
        at_least("recall@10 against exact float32, off the catalogue", 0.99, recalls("off"), note=note),
        at_most("store of 1,000, p50", 1.4, [g["vectors p50 ms"] for g in small.values()], unit="ms"),
        at_most("store of 1,000, p95", 2, [g["vectors p95 ms"] for g in small.values()], unit="ms"),
        at_most("store of 10,000, in the catalogue, p50", 4, p50("10000", "in"), unit="ms", note=note),
        at_most("store of 100,000, in the catalogue, p50", 20, p50("100000", "in"), unit="ms", note=note),
        at_most("store of 100,000, off the catalogue, p50", 150, p50("100000", "off"), unit="ms", note=note),
        always("rows returned = min(limit, what fits), at all sizes and filters", met=not counts, seen=counts),
        always("no row of another store", met=not found["strangers"], seen=found["strangers"]),
        always(f"no false accept of the certificate in {certificate:,}",
               met=not any(found["false accepts"].values()), seen=sum(found["false accepts"].values())),
        at_least("upsert of 10,000 vectors, SQL part", 15_000, found["upserts"]["rows/s"], unit="rows/s"),
        at_most("search p95 during upserts / idle", 1.5, found["upserts"]["p95 during / idle"]),
        at_least("8 clients, store of 1,000", 1_800, found["clients"], unit="searches/s"),
        always("sign bits by an index-only scan after 20 executions", met=found["plan"], seen=int(not found["plan"])),
        always("vectors lie in the row, TOAST empty", met=found["plain"], seen=int(not found["plain"])),
        *shares.goals(found["shares"]),
    ]  # fmt: skip


def plot(found: dict[str, Any]) -> None:
    """p50 by size of the store."""
    figure, axes = plots.panels(2, 10, 3.6)
    for axis, kind in zip(axes, ("default", "clustered"), strict=True):
        names = [name for name in found["stores"] if name.startswith(kind)]
        sizes = [int(name.split()[1]) for name in names]
        for leg, colour in (("vectors", plots.OURS), ("hybrid", plots.LIMIT)):
            for group, style in (("in", "-"), ("off", "--")):
                values = [found["stores"][name][group].get(f"{leg} p50 ms") for name in names]
                if None not in values:
                    axis.plot(sizes, values, style, color=colour, marker="o", label=f"{leg}, {group} the catalogue")
        for size, limit in ((1_000, 1), (10_000, 4), (100_000, 20)):
            axis.plot(size, limit, "v", color=plots.MISSED)
        axis.set(xscale="log", yscale="log", xlabel="products of the store", ylabel="p50, ms",
                 title=f"{kind} vectors (triangles: goals in the catalogue)")  # fmt: skip
        axis.legend(fontsize=8)
    plots.save(figure, "search")


def main() -> None:
    """Measure, write, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--certificate", type=int, default=2000)
    options = parser.parse_args()
    found = asyncio.run(run(options.certificate))
    lines = goals(found, options.certificate)
    rows = {f"{name}, {group}": row for name, store in found["stores"].items() for group, row in store.items()}
    result = {
        "goals": lines, f"stores, in a table of {found['rows']:,} rows": rows,
        "upserts": {"10,000 in batches": {name: spread(v) for name, v in found["upserts"].items()}},
        **{f"what a score promises, {name} set": by_kind for name, by_kind in found["shares"].items()},
    }  # fmt: skip
    plots.RESULTS.mkdir(parents=True, exist_ok=True)
    (plots.RESULTS / "search.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot(found)
    for line in lines:
        print(f"{'met ' if line['met'] else 'MISS'} {line['what']}: {line['seen']['median']:.4g} ({line['goal']})")


if __name__ == "__main__":
    main()
