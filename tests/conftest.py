"""Fixtures for every test. Each area keeps its own in a module of its name and is imported here."""

from app.ops.log import configure_logging
from tests.api import api, app_settings, two_tenants
from tests.database import database, database_maker, dsn, embedded_dir
from tests.servers import server, two_servers
from tests.shops import other_shop, shop

__all__ = [
    "api",
    "app_settings",
    "database",
    "database_maker",
    "dsn",
    "embedded_dir",
    "other_shop",
    "server",
    "shop",
    "two_servers",
    "two_tenants",
]

configure_logging("warning", "console")
