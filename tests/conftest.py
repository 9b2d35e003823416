"""Fixtures for every test. Each area keeps its own in a module of its name and is imported here."""

from tests.database import database, database_maker, dsn

__all__ = ["database", "database_maker", "dsn"]
