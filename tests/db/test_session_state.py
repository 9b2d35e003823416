"""No query leaves anything behind in its session: that is why connections go back to the pool without a reset."""

import re

import pytest

from app.db import Database
from app.db.loader import Query, load_queries
from app.db.sql_text import tokens
from app.paths import SQL_DIR

QUERIES = list(load_queries(SQL_DIR))
FORBIDDEN = re.compile(
    r"^\s*(SET|RESET|LISTEN|UNLISTEN|DECLARE|PREPARE|LOCK)\b"
    r"|\bpg_(try_)?advisory_lock(_shared)?\s*\("
    r"|\bCREATE\s+(LOCAL\s+|GLOBAL\s+)?TEMP"
    r"|\bset_config\s*\((?![^)]*\btrue\s*\))",
    re.IGNORECASE,
)


def code(sql: str) -> str:
    """The statement without comments and texts."""
    return "".join(text for kind, text in tokens(sql) if kind not in ("comment", "block", "string"))


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.noun}.{query.name}")
def test_a_query_leaves_no_session_state(query: Query) -> None:
    assert FORBIDDEN.search(code(query.sql)) is None


def test_the_check_sees_what_it_is_for() -> None:
    for sql in (
        "SELECT set_config('app.actor', $1, false)",
        "SELECT pg_advisory_lock(1)",
        "SET timezone = 'UTC'",
        "CREATE TEMP TABLE t ()",
    ):
        assert FORBIDDEN.search(code(sql))
    for sql in ("SELECT set_config('app.actor', $1, true)", "SELECT pg_advisory_xact_lock(1)", "UPDATE t SET a = 1"):
        assert FORBIDDEN.search(code(sql)) is None


async def test_settings_of_a_transaction_end_with_it(dsn: str) -> None:
    pool = await Database.connect(dsn, max_size=1)
    async with pool.transaction() as tx:
        await tx.execute("SELECT set_config('app.actor', 'ana', true)")
    assert await pool.fetchval("SELECT current_setting('app.actor', true)") in (None, "")
    await pool.close()
