"""Recall while the vectors of one embedding model are made anew with another: lexical-pt-1024 and hybrid-pt-1024.

Usage: python -m bench.model_change FOLDER, where FOLDER is the built hybrid-pt-1024 (`models build`). Nothing is
stored: as app/features/search/service.py does, each product is ranked by the model that made its vector. Cosines of two
models are not comparable, so each is counted from what unrelated texts have in its model (`background`, as in the curve
of the score). Products are done in an order drawn at random; of several orders the mean is shown.
"""

import asyncio
import sys
from pathlib import Path

import numpy as np

from app.embed.embedder import Embedder
from app.embed.hybrid.presence import LEXICAL
from app.embed.loading import load_model
from bench.ranking import document, read, reciprocal_ranks

STEPS = (0, 25, 50, 75, 100)
ORDERS = 20
SETS = (("products.tsv", "queries.tsv"), ("second_products.tsv", "second_queries.tsv"))


async def scores(folder: Path, queries: list[str], texts: list[str]) -> np.ndarray:
    """[queries, texts]: cosines, 0 where unrelated texts of the model are."""
    embedder = Embedder(load_model(folder))
    try:
        left = (await embedder.embed(queries, "query")).vectors
        right = (await embedder.embed(texts, "document")).vectors
        counted: np.ndarray = (left @ right.T - embedder.background) / (1 - embedder.background)
        return counted
    finally:
        embedder.close()


def recall(found: np.ndarray, relevant: list[set[int]]) -> float:
    """Of the relevant products, the share among the first ten, as the mean over queries."""
    best = np.argsort(-found, axis=1)[:, :10]
    hits = [len(wanted & set(row.tolist())) / min(len(wanted), 10) for row, wanted in zip(best, relevant, strict=True)]
    return float(np.mean(hits))


def mixed(before: np.ndarray, after: np.ndarray, percent: int, relevant: list[set[int]]) -> tuple[float, float]:
    """recall@10 and mean reciprocal rank when so many of the products have their new vector."""
    rng, count = np.random.default_rng(7), before.shape[1]
    results = []
    for _ in range(ORDERS if 0 < percent < 100 else 1):
        done = np.isin(np.arange(count), rng.permutation(count)[: count * percent // 100])
        found = np.where(done, after, before)
        results.append((recall(found, relevant), float(reciprocal_ranks(found, relevant).mean())))
    means = np.mean(results, axis=0)
    return float(means[0]), float(means[1])


async def measure(hybrid: Path, products: str, asked: str) -> None:
    """Print one set's rows, in both directions."""
    rows, queries = read(products), [q for q in read(asked) if q["relevant"]]
    place = {row["id"]: i for i, row in enumerate(rows)}
    relevant = [{place[i] for i in q["relevant"].split()} for q in queries]
    words, texts = [q["query"] for q in queries], [document(row) for row in rows]
    lexical, learned = [await scores(folder, words, texts) for folder in (LEXICAL, hybrid)]
    print(f"{asked}: {len(queries)} queries, {len(rows)} products; recall@10 / mean reciprocal rank")
    print("direction            " + "".join(f"{step:>14} %" for step in STEPS))
    for label, before, after in (("lexical to hybrid", lexical, learned), ("hybrid to lexical", learned, lexical)):
        cells = [mixed(before, after, step, relevant) for step in STEPS]
        print(f"{label:21}" + "".join(f"{found:>8.3f} / {rank:.3f}" for found, rank in cells))


async def main(hybrid: Path) -> None:
    """Both sets."""
    for products, asked in SETS:
        await measure(hybrid, products, asked)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
