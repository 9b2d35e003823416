"""Ranks the shipped search set (tests/data/search) with the embedding model, pg_trgm and stemmed BM25.

Usage: python -m bench.ranking DSN [FOLDER]. The DSN names a PostgreSQL with pg_trgm; nothing is stored there.
MRR = mean of 1/rank of the first relevant product, over all products. The half marked held_out was set apart before
anything was tuned; queries, products and synonyms come from one hand, though, so real shops will score lower.
"""

import asyncio
import csv
import json
import math
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import asyncpg
import numpy as np

from app.embed.embedder import Embedder
from app.embed.hybrid.presence import LEXICAL

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data" / "search"
TRIGRAM_FORMS = ("similarity", "word_similarity", "strict_word_similarity")
FOLD = str.maketrans("áàâãäéêëíïóôõöúüçñ", "aaaaaeeeiioooouucn")


def read(name: str) -> list[dict[str, str]]:
    """Rows of tests/data/search/`name`."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def document(product: Mapping[str, str]) -> str:
    """The text of a product that every method reads."""
    return f"{product['name']}\n{product['category']}\n{product['description']}"


def fold(text: str) -> str:
    """Lower case without accents, for the peers."""
    return text.lower().translate(FOLD)


async def trigram_scores(db: asyncpg.Connection, form: str, queries: list[str], texts: list[str]) -> np.ndarray:
    """[queries, texts] by one of pg_trgm's three functions over title and description, folded."""
    rows = await db.fetch(
        f"SELECT {form}(q, t)::float8 FROM unnest($1::text[]) WITH ORDINALITY a (q, i),"  # noqa: S608 - a constant above
        " unnest($2::text[]) WITH ORDINALITY b (t, j) ORDER BY i, j",
        [fold(q) for q in queries],
        [fold(t) for t in texts],
    )
    return np.array([r[0] for r in rows]).reshape(len(queries), len(texts))


async def stems(db: asyncpg.Connection, texts: list[str]) -> list[list[str]]:
    """Words of each text through PostgreSQL's Portuguese stemmer; stop words are left out."""
    rows = await db.fetch(
        "SELECT i, l.lexeme, cardinality(l.positions) FROM unnest($1::text[]) WITH ORDINALITY a (t, i)"
        " LEFT JOIN LATERAL unnest(to_tsvector('portuguese', t)) l ON true ORDER BY i",
        [fold(t) for t in texts],
    )
    found: list[list[str]] = [[] for _ in texts]
    for index, lexeme, times in rows:
        found[index - 1] += [lexeme] * (times or 0) if lexeme else []
    return found


def bm25_scores(queries: list[list[str]], texts: list[list[str]], k1: float = 1.2, b: float = 0.75) -> np.ndarray:
    """[queries, texts] by Okapi BM25."""
    mean = sum(map(len, texts)) / len(texts)
    counts = [Counter(t) for t in texts]
    holding = Counter(word for c in counts for word in c)
    scores = np.zeros((len(queries), len(texts)))
    for row, query in enumerate(queries):
        for word in set(query) & set(holding):
            weight = math.log(1 + (len(texts) - holding[word] + 0.5) / (holding[word] + 0.5))
            for column, count in enumerate(counts):
                if tf := count[word]:
                    norm = tf + k1 * (1 - b + b * len(texts[column]) / mean)
                    scores[row, column] += weight * tf * (k1 + 1) / norm
    return scores


def reciprocal_ranks(scores: np.ndarray, relevant: list[set[int]]) -> np.ndarray:
    """1/rank of the best relevant product per query; equal scores share their worst rank, nothing found counts 0."""
    ranks = []
    for row, good in zip(scores, relevant, strict=True):
        best = max(row[i] for i in good)
        ranks.append(0.0 if best <= 0 else 1 / int((row >= best).sum() - sum(row[i] == best for i in good) + 1))
    return np.array(ranks)


async def embed_scores(folder: Path, queries: list[str], texts: list[str]) -> np.ndarray:
    """[queries, texts] cosine by the model in `folder`."""
    embedder = Embedder.load(folder.parent, folder.name)
    try:
        left = (await embedder.embed(queries, "query")).vectors
        right = (await embedder.embed(texts, "document")).vectors
    finally:
        embedder.close()
    cosines: np.ndarray = left @ right.T
    return cosines


async def measure(dsn: str, model: Path) -> dict[str, dict[str, float]]:
    """{method: {tuned, held_out, all}} MRR."""
    products, queries = read("products.tsv"), read("queries.tsv")
    index = {p["id"]: i for i, p in enumerate(products)}
    texts, words = [document(p) for p in products], [q["query"] for q in queries]
    relevant = [{index[i] for i in q["relevant"].split()} for q in queries]
    held = np.array([q["held_out"] == "1" for q in queries])
    db = await asyncpg.connect(dsn)
    try:
        scores = {f"pg_trgm {form}": await trigram_scores(db, form, words, texts) for form in TRIGRAM_FORMS}
        scores["bm25 stemmed"] = bm25_scores(await stems(db, words), await stems(db, texts))
    finally:
        await db.close()
    scores[model.name] = await embed_scores(model, words, texts)
    ranks = {name: reciprocal_ranks(s, relevant) for name, s in scores.items()}
    return {
        name: {"tuned": float(r[~held].mean()), "held_out": float(r[held].mean()), "all": float(r.mean())}
        for name, r in ranks.items()
    }


async def measure_second(model: Path) -> dict[str, float]:
    """{kind of query, "all"} MRR of the model's vectors on the second set."""
    products, queries = read("second_products.tsv"), [q for q in read("second_queries.tsv") if q["relevant"]]
    index = {p["id"]: i for i, p in enumerate(products)}
    scores = await embed_scores(model, [q["query"] for q in queries], [document(p) for p in products])
    ranks = reciprocal_ranks(scores, [{index[i] for i in q["relevant"].split()} for q in queries])
    kinds = np.array([q["kind"] for q in queries])
    return {str(kind): float(ranks[kinds == kind].mean()) for kind in sorted(set(kinds))} | {"all": float(ranks.mean())}


if __name__ == "__main__":
    found = asyncio.run(measure(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else LEXICAL))
    print(json.dumps(found, indent=1))
