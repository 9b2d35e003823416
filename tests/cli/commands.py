"""What tests of commands share: the environment of a checkout, and SQL on the side."""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg

from tests.api import APP_TOKEN, AUTH_SECRET, SECRETS_KEY, WEBHOOK_TOKEN


def environment(dsn: str, folder: Path) -> dict[str, str]:
    """Variables of a configured service."""
    return {
        "DATABASE_URL": dsn,
        "DATA_DIR": str(folder),
        "WORKER_PORT": "0",
        "INTERNAL_API_TOKEN": APP_TOKEN,
        "INTERNAL_WEBHOOK_TOKEN": WEBHOOK_TOKEN,
        "AUTH_SECRET": AUTH_SECRET,
        "SECRETS_KEY": SECRETS_KEY,
        "EMBEDDING_MODEL": "lexical-pt-1024",
    }


def query(dsn: str, sql: str, *args: Any) -> list[tuple[Any, ...]]:
    """Rows of a statement, from a test that is no coroutine (commands run their own loop)."""

    async def ask() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(dsn)
        try:
            return [tuple(row) for row in await connection.fetch(sql, *args)]
        finally:
            await connection.close()

    return asyncio.run(ask())
