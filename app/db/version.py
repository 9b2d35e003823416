"""What a PostgreSQL server must be for us. tests/db/test_version.py."""

import asyncpg

MIN_SERVER = 160000
MIN_PGVECTOR = (0, 8)


class ServerTooOld(Exception):
    """The server cannot carry this service; the message says what it is and what is needed."""


async def check_server(connection: asyncpg.Connection) -> None:
    """Raises ServerTooOld unless the server is PostgreSQL ≥ 16 with pgvector ≥ 0.8 installed or installable."""
    row = await connection.fetchrow(
        "SELECT current_setting('server_version_num')::int, current_setting('server_version'),"
        " (SELECT coalesce(installed_version, default_version)"
        "    FROM pg_available_extensions WHERE name = 'vector')"
    )
    assert row is not None  # noqa: S101  (a SELECT without FROM has a row)
    number, server, vector = row
    if number < MIN_SERVER:
        raise ServerTooOld(f"PostgreSQL {server} is too old: 16 or newer is needed")
    if vector is None:
        raise ServerTooOld(f"PostgreSQL {server} has no extension vector: install pgvector 0.8 or newer on the server")
    if tuple(int(part) for part in vector.split(".")[:2]) < MIN_PGVECTOR:
        raise ServerTooOld(f"pgvector {vector} is too old: 0.8 or newer is needed (ALTER EXTENSION vector UPDATE)")
