"""What a score promises: how many queries without an answer get nothing, how many with one keep it.

Usage: python -m bench.shares. Made with the default model and the service's own search, ten hits a query, over the
second set and the third, and the fourth to fourteenth, whose products are of several stores. Every second query of a
kind is set apart, in the last eleven those they mark `held_out`: curve and list of goods were made with a view to the
others. silent: nothing but close hits; fits: a right product is told as fitting; kept: it is told at all; found: it is
among the first ten, whatever the scores; exact, where goods have variants: of the right ones' groups all that are meant
and no other are told as fitting.
Tests: tests/features/search/test_scores.py.
"""

import asyncio
import json
import os
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from app.db.embedded import EmbeddedServer
from app.db.ids import uuid7
from app.db.migrate import migrate
from app.db.pool import Database
from app.db.queries import load_queries
from app.embed.embedder import Embedder
from app.features.search.indexing import ProductSource, embed_pending
from app.features.search.service import SearchServices, search_products
from app.features.search.types import FoundProduct
from app.paths import SQL_DIR
from bench.goals import Goal, at_least
from bench.ranking import read
from bench.search_data import load_model

# {set: {kind of query: {share: value}}}, "all" of the kinds among them
Shares = dict[str, dict[str, dict[str, float]]]
SETS = {
    "second": ("second_products.tsv", "second_queries.tsv"),
    "third": ("products.tsv", "third_queries.tsv"),
    "fourth": ("fourth_products.tsv", "fourth_queries.tsv"),
    "fifth": ("fifth_products.tsv", "fifth_queries.tsv"),
    "sixth": ("sixth_products.tsv", "sixth_queries.tsv"),
    "seventh": ("fifth_products.tsv", "seventh_queries.tsv"),
    "eighth": ("fourth_products.tsv", "eighth_queries.tsv"),
    "ninth": ("ninth_products.tsv", "ninth_queries.tsv"),
    "tenth": ("tenth_products.tsv", "tenth_queries.tsv"),
    "eleventh": ("eleventh_products.tsv", "eleventh_queries.tsv"),
    "twelfth": ("twelfth_products.tsv", "twelfth_queries.tsv"),
    "thirteenth": ("thirteenth_products.tsv", "thirteenth_queries.tsv"),
    "fourteenth": ("fourteenth_products.tsv", "fourteenth_queries.tsv"),
}
MOST = 10
INSERT = """
INSERT INTO products (company_id, store_id, id, name, category, description, options, variant_group)
SELECT $1, $2, n.id, n.name, n.category, n.description, coalesce(n.options, '{}')::jsonb, nullif(n.of, '')
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    AS n (id, name, category, description, options, of)
"""


async def measure(services: SearchServices, name: str) -> dict[str, dict[str, float]]:
    """The shares of one set by kind of query, "all" with an answer, "none" without; each store's products go into one.

    "all apart", "none apart": of those set apart. Beside the shares "queries", how many.
    """
    products, queries = (read(file) for file in SETS[name])
    place = {row["id"]: uuid7() for row in products}
    groups = {place[row["id"]]: row["group"] for row in products if row.get("group")}
    company = uuid7().hex
    await services.db.execute("INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com')", company)
    await services.db.execute("INSERT INTO companies (id) VALUES ($1) ON CONFLICT DO NOTHING", company)
    stores = {
        of: await _fill(services, company, [row for row in products if row.get("store") == of], place)
        for of in {row.get("store") for row in products}
    }
    seen: dict[str, list[dict[str, float]]] = {}
    met: Counter[str] = Counter()
    for query in queries:
        wanted = {place[one] for one in query["relevant"].split()}
        store = stores[query.get("store")]
        told = await search_products(services, company, store, query["query"], limit=MOST)
        every = await search_products(services, company, store, query["query"], limit=MOST, all_fit=True)
        judged = _judge(told, every, wanted)
        if meant := {groups[one] for one in wanted if one in groups}:
            judged["exact"] = {hit.product_id for hit in told if hit.group in meant and not hit.close} == wanted
        group = "all" if wanted else "none"
        apart = [f"{group} apart"] if int(query.get("held_out", met[query["kind"]] % 2)) else []
        met[query["kind"]] += 1
        for kind in {query["kind"], group, *apart}:
            seen.setdefault(kind, []).append(judged)
    return {
        kind: {share: fmean(one[share] for one in rows) for share in rows[0]} | {"queries": len(rows)}
        for kind, rows in seen.items()
    }


async def _fill(services: SearchServices, company: str, rows: list[dict[str, str]], place: Mapping[str, UUID]) -> UUID:
    """A store of the company with these products, embedded."""
    store = uuid7()
    await services.db.execute(
        "INSERT INTO stores (company_id, id, name, slug) VALUES ($1, $2, 'A', $3)", company, store, f"s{store.hex}"
    )
    columns = [[row.get(one) for row in rows] for one in ("name", "category", "description", "options", "group")]
    await services.db.execute(INSERT, company, store, [place[row["id"]] for row in rows], *columns)
    await embed_pending(services.embedder, ProductSource(services, company, store))
    return store


def _judge(told: Sequence[FoundProduct], every: Sequence[FoundProduct], wanted: set[Any]) -> dict[str, float]:
    if not wanted:
        return {"silent": all(hit.close for hit in told)}
    right = [hit for hit in told if hit.product_id in wanted]
    places = [at for at, hit in enumerate(every, start=1) if hit.product_id in wanted]
    return {
        "fits": any(not hit.close for hit in right),
        "kept": bool(right),
        "found": bool(places),
        "MRR": 1 / places[0] if places else 0,
    }


async def every_set(embedder: Embedder) -> Shares:
    """The shares of all sets, in a database of their own."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the database runs as a user of its own
        async with EmbeddedServer(Path(folder) / "db", durable=False) as server:
            await migrate(server.dsn)
            db = await Database.connect(server.dsn, max_size=2)
            try:
                services = SimpleNamespace(db=db, q=load_queries(SQL_DIR), embedder=embedder)
                return {name: await measure(services, name) for name in SETS}
            finally:
                await db.close()


def goals(found: Shares) -> list[Goal]:
    """What search is asked to do."""
    note = "all sets, the halves set apart, among ten hits"

    def apart(kind: str, share: str) -> float:
        rows = [one[f"{kind} apart"] for one in found.values() if f"{kind} apart" in one]
        return sum(row[share] * row["queries"] for row in rows) / sum(row["queries"] for row in rows)

    return [
        at_least("queries without an answer that get nothing but close hits", 0.85, apart("none", "silent"), note=note),
        at_least("queries with an answer that keep it", 0.97, apart("all", "kept"), note=note),
        at_least("queries with an answer that keep it as fitting", 0.97, apart("all", "fits"), note=note),
    ]


def main() -> None:
    """Measure and print."""
    embedder = load_model()
    try:
        print(json.dumps(asyncio.run(every_set(embedder)), indent=1))
    finally:
        embedder.close()


if __name__ == "__main__":
    main()
