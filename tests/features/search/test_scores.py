"""What the calibrated score promises on the second set and on variants; the half set apart counts (bench/shares.py)."""

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

    assert found["none apart"]["silent"] >= 0.85
    fits, kept, ranks = seen("fits"), seen("kept"), seen("MRR")
    assert min(fits["words"], fits["english"], fits["colloquial"]) >= 0.9
    assert min(fits["typo"], fits["synonym"]) >= 0.8
    assert fits["need"] >= 0.7
    assert fits["all apart"] >= 0.87
    assert min(kept["words"], kept["typo"], kept["colloquial"], kept["english"]) >= 0.97
    assert kept["all apart"] >= 0.97
    assert ranks["all apart"] >= 0.92
    assert ranks["colloquial"] >= 0.95


async def test_variants_are_told_by_their_options(services):
    found = await measure(services, "sixth")
    assert found["none apart"]["silent"] >= 0.85
    apart = found["all apart"]
    assert min(apart["kept"], apart["fits"], apart["MRR"]) >= 0.97
    assert found["all"]["exact"] >= 0.95
