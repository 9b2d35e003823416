"""What the tests on a cluster share."""

from collections.abc import Iterator

import pytest

from tests.database import ROOT
from tests.scaling.citus import CitusMaker


@pytest.fixture(scope="module")
def citus_maker() -> Iterator[CitusMaker]:
    """Databases on the cluster, for one module."""
    maker = CitusMaker(ROOT / "var" / "tests")
    maker.start()
    yield maker
    maker.stop()
