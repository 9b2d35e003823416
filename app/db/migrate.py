"""Runs migrations/NNNN_*.sql in order, each once. How to write one: migrations/README.md. tests/db/test_migrate.py.

One process migrates at a time. The others poll for the lock instead of waiting in it: a transaction that waits for
an advisory lock holds a snapshot, and CREATE INDEX CONCURRENTLY waits for that snapshot - a deadlock.
"""

import asyncio
import contextlib
import hashlib
import re
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from app.db.sql_text import split_statements
from app.db.version import check_server

DIRECTORY = Path("migrations")
LOCK_KEY = 7_305_808_869_231_650_156
LOCK_WAIT_S = 600.0
_FILE = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")
_NO_TRANSACTION = re.compile(r"^--\s*no-transaction\b", re.MULTILINE)
Progress = Callable[[str], None]
# Instead of what the role may have for the service's statements: an index of a large table takes as long as it takes.
_SESSION = {
    "statement_timeout": "0",
    "lock_timeout": "10s",
    "jit": "off",
    # Known to Citus alone: a file may change tables beside functions, and triggers, which touch their company's rows.
    "citus.multi_shard_modify_mode": "sequential",
    "citus.enable_unsafe_triggers": "on",
}


# The first file of 0.1.0, whose schema this one does not go on from: the company came into every key.
_BEFORE_THE_BASELINE = "fe64b74b5c067fe73d25731249383ff97a5a105fdba379cefd5b927f4c92ea0c"

# The first is PostgreSQL's to allow to a superuser alone; the others are trusted.
EXTENSIONS = ("vector", "pg_trgm", "btree_gin")


def dba_statements() -> str:
    """What somebody else must run where our role is an ordinary one."""
    return (
        "Let a superuser run in this database, once:\n"
        "  CREATE EXTENSION IF NOT EXISTS vector;\n"
        "  ALTER DATABASE <this one> OWNER TO <the role of DATABASE_URL>;"
    )


class MigrationError(Exception):
    """The schema cannot be brought up to date; the message names the file and the reason."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One file."""

    number: int
    name: str
    sql: str
    sha256: str
    transactional: bool


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What was done, and what is still to do (after --check or --dry-run)."""

    applied: list[str]
    pending: list[str]


def read_migrations(directory: Path = DIRECTORY) -> list[Migration]:
    """The files in order. Raises MigrationError for a bad name or a number used twice."""
    found: dict[int, Migration] = {}
    for path in sorted(directory.glob("*.sql")):
        match = _FILE.fullmatch(path.name)
        if match is None:
            raise MigrationError(f"{path.name}: expected a name as 0001_what_it_does.sql")
        number, text = int(match.group(1)), path.read_text("utf-8")
        if number in found:
            raise MigrationError(f"{path.name} and {found[number].name} have the same number")
        digest = hashlib.sha256(text.encode()).hexdigest()
        found[number] = Migration(number, path.name, text, digest, _NO_TRANSACTION.search(text) is None)
    if not found:
        raise MigrationError(f"no migrations in {directory.absolute()}")
    return [found[number] for number in sorted(found)]


async def migrate(
    dsn: str,
    *,
    directory: Path = DIRECTORY,
    check: bool = False,
    dry_run: bool = False,
    progress: Progress = lambda _: None,
) -> MigrationReport:
    """Apply what is missing. `check` only looks; `dry_run` runs the pending files and rolls them back.

    Raises MigrationError for an edited or unknown file, ServerTooOld, or asyncpg's error of a failing statement.
    """
    migrations = read_migrations(directory)
    connection = await asyncpg.connect(dsn, timeout=10, server_settings=_SESSION)
    try:
        await check_server(connection)
        if check:
            pending = _pending(migrations, await _applied(connection))
            return MigrationReport([], [m.name for m in pending])
        async with migration_lock(connection, progress):
            pending = _pending(migrations, await _applied(connection))
            if dry_run:
                await _rehearse(connection, pending, progress)
                return MigrationReport([], [m.name for m in pending])
            for migration in pending:
                await _apply(connection, migration, progress)
            return MigrationReport([m.name for m in pending], [])
    except asyncpg.InsufficientPrivilegeError as error:
        raise MigrationError(f"{error}\n{dba_statements()}") from error
    finally:
        await connection.close(timeout=5)


def _pending(migrations: list[Migration], applied: dict[int, tuple[str, str]]) -> list[Migration]:
    known = {m.number: m for m in migrations}
    for number, (name, digest) in sorted(applied.items()):
        if digest == _BEFORE_THE_BASELINE:
            raise MigrationError(
                "this database is one of 0.1.0, whose schema does not roll on: bring its companies over with `tenants"
                " export` there and `tenants import` into a fresh database here (docs/operations.md, Upgrading)"
            )
        if number not in known:
            raise MigrationError(f"the database has {name}, which this version does not know: it is newer")
        if known[number].sha256 != digest:
            raise MigrationError(f"{known[number].name} was edited after it was applied (as {name})")
    newest = max(applied, default=0)
    pending = [m for m in migrations if m.number not in applied]
    for migration in pending:
        if migration.number < newest:
            raise MigrationError(
                f"{migration.name} comes before {applied[newest][0]}, which is applied: give it a new number"
            )
    return pending


async def _applied(connection: asyncpg.Connection) -> dict[int, tuple[str, str]]:
    if await connection.fetchval("SELECT to_regclass('public.schema_migrations')") is None:
        return {}
    rows = await connection.fetch("SELECT number, name, sha256 FROM public.schema_migrations")
    return {row["number"]: (row["name"], row["sha256"]) for row in rows}


async def _apply(connection: asyncpg.Connection, migration: Migration, progress: Progress) -> None:
    """Run one file and record it; in one transaction, unless the file says otherwise."""
    started = time.monotonic()
    try:
        if migration.transactional:
            async with connection.transaction():
                await _run(connection, migration)
                await _record(connection, migration, started)
        else:
            await _run(connection, migration)
            await _record(connection, migration, started)
    except asyncpg.PostgresError as error:
        error.add_note(f"in {migration.name}")
        raise
    progress(f"{migration.name} ({time.monotonic() - started:.2f} s)")


async def _run(connection: asyncpg.Connection, migration: Migration) -> None:
    """One statement at a time: of a trigger Citus sends its nodes the whole text that it stands in."""
    for statement in split_statements(migration.sql):
        await connection.execute(statement)


async def _rehearse(connection: asyncpg.Connection, pending: list[Migration], progress: Progress) -> None:
    """Run the pending files in one transaction that is rolled back; files without a transaction are only named."""
    transaction = connection.transaction()
    await transaction.start()
    try:
        for migration in pending:
            if not migration.transactional:
                progress(f"{migration.name} (not rehearsed: it runs outside a transaction)")
                continue
            try:
                await _run(connection, migration)
            except asyncpg.PostgresError as error:
                error.add_note(f"in {migration.name}")
                raise
            progress(f"{migration.name} (rehearsed)")
    finally:
        await transaction.rollback()


async def _record(connection: asyncpg.Connection, migration: Migration, started: float) -> None:
    await connection.execute(
        "CREATE TABLE IF NOT EXISTS public.schema_migrations ("
        " number integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL,"
        " applied_at timestamptz NOT NULL DEFAULT now(), milliseconds integer NOT NULL)"
    )
    await connection.execute(
        "INSERT INTO public.schema_migrations (number, name, sha256, milliseconds) VALUES ($1, $2, $3, $4)",
        migration.number,
        migration.name,
        migration.sha256,
        int((time.monotonic() - started) * 1000),
    )


@contextlib.asynccontextmanager
async def migration_lock(connection: asyncpg.Connection, progress: Progress) -> AsyncIterator[None]:
    """Only one process at a time changes the schema. Raises MigrationError when another does for too long."""
    deadline = time.monotonic() + LOCK_WAIT_S
    told = False
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK_KEY):
        if time.monotonic() > deadline:
            raise MigrationError(f"another process has been migrating for {LOCK_WAIT_S:.0f} s")
        if not told:
            progress("another process is migrating: waiting for it")
            told = True
        await asyncio.sleep(0.1)
    try:
        yield
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1)", LOCK_KEY)
