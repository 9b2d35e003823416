"""PostgreSQL: pool, query loader, migrations, embedded server. No feature and no HTTP in here."""

from app.db.connections import Connection
from app.db.errors import DatabaseFault, DatabaseUnavailable, PoolTimeout, QueryTimeout, classify
from app.db.ids import uuid7
from app.db.pool import Database, Executor
from app.db.rows import RowMissing, many, maybe, one

__all__ = [
    "Connection",
    "Database",
    "DatabaseFault",
    "DatabaseUnavailable",
    "Executor",
    "PoolTimeout",
    "QueryTimeout",
    "RowMissing",
    "classify",
    "many",
    "maybe",
    "one",
    "uuid7",
]
