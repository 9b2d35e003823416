"""Fixtures for every test. Each area keeps its own in a module of its name and is imported here."""

from tests.api import api, app_settings, two_tenants
from tests.database import database, database_maker, dsn

__all__ = ["api", "app_settings", "database", "database_maker", "dsn", "two_tenants"]
