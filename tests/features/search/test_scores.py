"""What the calibrated score promises, measured on queries that nothing was fitted on (the second set)."""

from types import SimpleNamespace

import pytest

from app.db import Database
from app.db.queries import load_queries
from app.embed.embedder import Embedder
from app.paths import SQL_DIR
from bench.shares import measure


@pytest.fixture
def services(database: Database, hybrid_folder):
    embedder = Embedder.load(hybrid_folder.parent, hybrid_folder.name)
    yield SimpleNamespace(db=database, q=load_queries(SQL_DIR), embedder=embedder)
    embedder.close()


async def test_half_divides_what_fits_from_what_does_not(services):
    found = await measure(services, "second")

    def seen(share: str) -> dict[str, float]:
        return {kind: round(one[share], 3) for kind, one in found.items() if share in one}

    assert found["none"]["silent"] >= 0.85
    fits, kept = seen("fits"), seen("kept")
    assert fits["words"] >= 0.97
    assert fits["typo"] >= 0.8
    assert fits["colloquial"] >= 0.75
    assert fits["all"] >= 0.49
    assert min(kept["words"], kept["typo"]) >= 0.97
    assert kept["colloquial"] >= 0.9
    assert kept["synonym"] >= 0.75
    assert kept["all"] >= 0.85
    assert seen("MRR")["english"] >= 0.6
