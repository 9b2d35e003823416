"""What the calibrated score promises, measured on queries that nothing was fitted on (the second set)."""

from types import SimpleNamespace

import pytest

from app.db import Database
from app.db.queries import load_queries
from app.embed.embedder import Embedder
from app.features.search.service import search_products
from app.paths import SQL_DIR
from bench.ranking import read
from tests.features.search.stage import add_products, index, make_store


@pytest.fixture
def services(database: Database, hybrid_folder):
    embedder = Embedder.load(hybrid_folder.parent, hybrid_folder.name)
    yield SimpleNamespace(db=database, q=load_queries(SQL_DIR), embedder=embedder)
    embedder.close()


async def test_half_divides_what_fits_from_what_does_not(services):
    store = await make_store(services.db)
    rows, queries = read("second_products.tsv"), read("second_queries.tsv")
    ids = await add_products(services.db, store, [dict(row) for row in rows])
    await index(services, store)
    place = {row["id"]: id for row, id in zip(rows, ids, strict=True)}
    silent: list[bool] = []
    kept: dict[str, list[bool]] = {}  # as what fits, not merely marked as close
    shown: dict[str, list[bool]] = {}  # either way
    first: dict[str, list[float]] = {}
    for query in queries:
        found = await search_products(services, *store, query["query"], limit=10)
        assert all(hit.close == (hit.score < 0.5) for hit in found)
        if not query["relevant"]:
            silent.append(all(hit.close for hit in found))
            continue
        wanted = {place[one] for one in query["relevant"].split()}
        places = [at for at, hit in enumerate(found, start=1) if hit.product_id in wanted]
        kept.setdefault(query["kind"], []).append(any(not hit.close for hit in found if hit.product_id in wanted))
        shown.setdefault(query["kind"], []).append(bool(places))
        first.setdefault(query["kind"], []).append(1 / places[0] if places else 0)
    fits, shares = _share(kept), _share(shown)
    ranks = {kind: round(sum(one) / len(one), 3) for kind, one in first.items()}
    print(f"\nsilent {sum(silent) / len(silent):.3f}, kept {fits}, shown {shares}, MRR {ranks}")
    assert sum(silent) / len(silent) >= 0.85
    assert fits["words"] >= 0.97
    assert fits["typo"] >= 0.8
    assert fits["colloquial"] >= 0.75
    assert fits["all"] >= 0.49
    assert min(shares["words"], shares["typo"]) >= 0.97
    assert shares["colloquial"] >= 0.9
    assert shares["synonym"] >= 0.75
    assert ranks["english"] >= 0.6
    assert shares["all"] >= 0.85


def _share(by_kind: dict[str, list[bool]]) -> dict[str, float]:
    """The share of each kind, and of all."""
    everything = [one for each in by_kind.values() for one in each]
    return {kind: round(sum(one) / len(one), 3) for kind, one in (*by_kind.items(), ("all", everything))}
