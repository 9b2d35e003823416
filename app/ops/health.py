"""Health checks: each bounded to a second, all at once, none waiting on the pool."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import asyncpg

CHECK_SECONDS = 1.0
STANDING = """
SELECT current_setting('server_version') AS version, current_setting('transaction_read_only') = 'on' AS read_only
"""
Check = Callable[[], Awaitable[dict[str, Any]]]


async def run_checks(checks: Mapping[str, Check]) -> dict[str, dict[str, Any]]:
    """Each check's part: what it says plus `status` ok | down and `latency_ms`. Never raises."""
    names = list(checks)
    parts = await asyncio.gather(*(_run(checks[name]) for name in names))
    return dict(zip(names, parts, strict=True))


async def _run(check: Check) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            part = {"status": "ok", **await check()}
    except TimeoutError:
        part = {"status": "down", "error": f"no answer in {CHECK_SECONDS:.0f} s"}
    except Exception as error:
        part = {"status": "down", "error": type(error).__name__}
    part["latency_ms"] = round((time.perf_counter() - started) * 1000, 1)
    return part


class DatabaseProbe:
    """Asks the database over a connection of its own: a full pool is not a dead database. `hears`: whether the process
    hears the others' notifications, which come over yet another one, past a pooler.
    """

    def __init__(self, dsn: str, hears: Callable[[], bool]) -> None:
        self._dsn = dsn
        self._hears = hears
        self._lock = asyncio.Lock()
        self._connection: asyncpg.Connection | None = None

    async def check(self) -> dict[str, Any]:
        """The server's version, and what it lacks: a standby takes no writes, nor does a server that was put to reading
        alone, because its disk is full or a failover is under way. Raises when it cannot be asked.
        """
        async with self._lock:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await asyncpg.connect(
                        self._dsn,
                        timeout=CHECK_SECONDS,
                        statement_cache_size=0,  # behind a pooler the next question may meet another session
                    )
                row = await self._connection.fetchrow(STANDING, timeout=CHECK_SECONDS)
            except BaseException:
                self._drop()
                raise
        assert row is not None  # noqa: S101 (a SELECT without FROM has a row)
        part = {"server": f"PostgreSQL {row['version']}"}
        if row["read_only"]:
            return part | {"status": "down", "error": "read-only: it takes no writes"}
        if not self._hears():
            return part | {
                "status": "down",
                "error": "no connection past the pooler: what other processes tell is not heard",
            }
        return part

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Close the probe's connection."""
        self._drop()
