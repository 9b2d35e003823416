"""The migrations with every tenant table hash-partitioned by store_id: what a distributed set-up asks of the schema.

As a pytest plugin it does so for a whole run: `python -m pytest -p tests.scaling.partitioned tests/features`.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
from pglast import ast, parse_sql
from pglast.enums import AlterTableType, ConstrType
from pglast.stream import RawStream

import tests.database
from app.db.migrate import _record, read_migrations
from app.db.sql_text import split_statements

PARTS = 4
# Rows with a store_id that belong to a company or to the machinery: reference or local tables elsewhere.
NOT_OF_A_STORE = {"token_usage", "jobs", "webhook_events"}
# Unique over all stores, which no hash partition can promise; ARCHITECTURE.md says what each would become.
GLOBALLY_UNIQUE = {"agents_messaging_instance_id_key", "orders_payment_external_id_key"}


async def apply_partitioned(dsn: str, *, directory: Path = tests.database.MIGRATIONS) -> None:
    """Run every migration in its partitioned form. An error names its file and statement."""
    connection = await asyncpg.connect(dsn)
    try:
        tables: set[str] = set()
        for migration in read_migrations(directory):
            for original in split_statements(migration.sql):
                for statement in partitioned(original, tables):
                    try:
                        await connection.execute(statement)
                    except asyncpg.PostgresError as error:
                        first = original.splitlines()[0]
                        raise AssertionError(f"{migration.name}: {first}: {error} ({error.detail})") from error
            await _record(connection, migration, time.monotonic())  # so that a process that starts here is content
    finally:
        await connection.close()


def partitioned(statement: str, tables: set[str]) -> Iterator[str]:
    """The statements that do the same with partitions; `tables` collects the partitioned ones."""
    node = parse_sql(statement)[0].stmt
    if isinstance(node, ast.CreateStmt) and _is_tenants(node):
        name = node.relation.relname
        tables.add(name)
        node.tableElts = tuple(element for element in node.tableElts if not _is_global(element))
        node.options = None  # storage parameters belong to the partitions; no test needs them
        yield f"{RawStream()(node)} PARTITION BY HASH (store_id)"
        for number in range(PARTS):
            # The name is our own migration's.
            yield (
                f"CREATE TABLE {name}_p{number} PARTITION OF {name}"
                f" FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {number})"
            )
    elif isinstance(node, ast.IndexStmt) and node.relation.relname in tables:
        node.unique = bool(node.unique) and node.idxname not in GLOBALLY_UNIQUE
        node.concurrent = False
        yield RawStream()(node)
    elif not _sets_storage(node, tables):
        yield statement


def _sets_storage(node: ast.Node, tables: set[str]) -> bool:
    return (
        isinstance(node, ast.AlterTableStmt)
        and node.relation.relname in tables
        and all(command.subtype == AlterTableType.AT_SetRelOptions for command in node.cmds)
    )


def _is_tenants(node: ast.CreateStmt) -> bool:
    columns = {element.colname for element in node.tableElts if isinstance(element, ast.ColumnDef)}
    return "store_id" in columns and node.relation.relname not in NOT_OF_A_STORE


def _is_global(element: ast.Node) -> bool:
    return (
        isinstance(element, ast.Constraint)
        and element.contype == ConstrType.CONSTR_UNIQUE
        and element.conname in GLOBALLY_UNIQUE
    )


def pytest_configure() -> None:
    """As a plugin: every test database of this run is partitioned."""

    async def migrate(dsn: str, *, directory: Path) -> None:
        await apply_partitioned(dsn, directory=directory)

    plain = tests.database._fingerprint
    tests.database.migrate = migrate  # type: ignore[assignment]
    tests.database._fingerprint = lambda: f"hash_{plain()}"
