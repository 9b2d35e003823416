"""Fixtures for every test. Each area keeps its own in a module of its name and is imported here."""

import gc

import pytest
from hypothesis import settings

from app.ops.log import configure_logging
from tests.api import api, app_settings, two_tenants
from tests.database import database, database_maker, dsn, embedded_dir
from tests.hybrid import hybrid_folder, with_hybrid
from tests.nodes import nodes
from tests.servers import server, two_servers
from tests.shops import other_shop, shop

__all__ = [
    "api",
    "app_settings",
    "database",
    "database_maker",
    "dsn",
    "embedded_dir",
    "hybrid_folder",
    "nodes",
    "other_shop",
    "server",
    "shop",
    "two_servers",
    "two_tenants",
    "with_hybrid",
]

configure_logging("warning", "console")

# The same examples in each run and no clock: a test says the same on every machine. `make fuzz` draws new ones.
settings.register_profile("everywhere", derandomize=True, deadline=None)
settings.load_profile("everywhere")

# As the service does (app/cli/serve.py): what was loaded is no garbage, and looking at it takes 8 % of the CPU.
gc.freeze()
gc.set_threshold(100_000, 10, 10)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What may take longest comes first, so that no worker waits in the end for another one's long test."""

    def patience(item: pytest.Item) -> float:
        mark = item.get_closest_marker("timeout")
        return float(mark.args[0]) if mark and mark.args else 0

    items.sort(key=patience, reverse=True)
