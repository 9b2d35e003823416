"""What search needs, on a test's own database."""

from types import SimpleNamespace

import pytest

from app.db import Database
from app.db.queries import load_queries
from app.embed.embedder import Embedder
from app.features.search import service
from app.paths import SQL_DIR
from tests.api import ROOT


@pytest.fixture(scope="module")
def embedder():
    made = Embedder.load(ROOT / "models_onnx", "lexical-pt-1024")
    yield made
    made.close()


@pytest.fixture
def services(database: Database, embedder: Embedder):
    """What search needs, on this test's database."""
    service._sizes.clear()
    return SimpleNamespace(db=database, q=load_queries(SQL_DIR), embedder=embedder)
