"""Every loaded query: it prepares, it compares the owner, and it never reaches over to another tenant.

The queries are not listed here: a new one is covered by being loaded. When it needs a special value: values.py.
"""

import re
from typing import Any

import asyncpg
import pytest

from app.db import Connection, Database
from app.db.loader import Query, load_queries
from tests.database import ROOT
from tests.tenancy import values
from tests.tenancy.ownership import compares_owner
from tests.tenancy.seed import Tenant, seed_two_tenants

SQL = ROOT / "sql"
QUERIES = list(load_queries(SQL)) if any(SQL.glob("*.sql")) else []
OWNED = [query for query in QUERIES if query.unowned is None]
MAY_BE_EMPTY = re.compile(r"^may be empty:\s*\S", re.MULTILINE)
# A statement that the schema itself refuses (a composite reference, a CHECK) has changed nothing either.
REFUSED = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError)
FINGERPRINT = """
    SELECT md5(string_agg(md5(query_to_xml(format('SELECT * FROM %I t ORDER BY t::text', c.relname),
                                           true, true, '')::text), '' ORDER BY c.relname))
      FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
"""


def _by_name(query: Query) -> str:
    return f"{query.noun}.{query.name}"


@pytest.fixture
async def tenants(database: Database) -> tuple[Tenant, Tenant]:
    async with database.transaction() as tx:
        return await seed_two_tenants(tx)


@pytest.mark.parametrize("query", OWNED, ids=_by_name)
def test_the_owner_is_compared_in_where(query: Query) -> None:
    number = query.parameters.index("actor_id") + 1
    assert compares_owner(query.sql, number), (
        f"{query.path.name}:{query.line}: no `company_id = :actor_id` ANDed in a WHERE"
    )


@pytest.mark.parametrize("query", QUERIES, ids=_by_name)
async def test_it_prepares_on_the_migrated_schema(database: Database, query: Query) -> None:
    async with database.acquire() as connection:
        await connection.prepare(query.sql)


@pytest.mark.parametrize("query", OWNED, ids=_by_name)
async def test_another_tenants_ids_find_and_change_nothing(
    database: Database, tenants: tuple[Tenant, Tenant], query: Query
) -> None:
    mine, theirs = tenants
    slots = values.owned_parameters(query)
    combinations = [dict.fromkeys(slots, theirs)] if slots else []
    combinations += [{slot: theirs} for slot in slots if len(slots) > 1]
    for foreign in combinations:
        async with database.acquire() as connection:
            found, changed = await _try(connection, query, mine, foreign)
        assert not found, f"{_by_name(query)} found a row with foreign {sorted(foreign)}"
        assert not changed, f"{_by_name(query)} changed something with foreign {sorted(foreign)}"


@pytest.mark.parametrize("query", OWNED, ids=_by_name)
async def test_own_ids_find_a_row(database: Database, tenants: tuple[Tenant, Tenant], query: Query) -> None:
    mine, _ = tenants
    async with database.acquire() as connection:
        found, _changed = await _try(connection, query, mine, {}, refused=())
    if MAY_BE_EMPTY.search(query.doc) is None:
        assert found, (
            f"{_by_name(query)}: nothing found with own ids; fix the query, or values.py, or say `may be empty:`"
        )


def test_a_predicate_under_or_or_in_on_is_not_taken_for_a_check() -> None:
    assert compares_owner("SELECT 1 FROM orders o JOIN stores s ON s.id = o.store_id WHERE s.company_id = $1", 1)
    assert compares_owner("UPDATE leads l SET name = $2 FROM stores s WHERE s.id = l.store_id AND s.company_id = $1", 1)
    assert compares_owner("INSERT INTO companies (id, name) VALUES ($1, $2)", 1)
    assert not compares_owner("SELECT 1 FROM stores s WHERE s.company_id = $1 OR s.active", 1)
    assert not compares_owner("SELECT 1 FROM orders o LEFT JOIN stores s ON s.company_id = $1", 1)
    assert not compares_owner("SELECT 1 FROM stores s WHERE s.company_id = $2", 1)
    assert not compares_owner("SELECT 1 FROM stores s WHERE s.id = $1", 1)


async def _try(
    connection: Connection,
    query: Query,
    actor: Tenant,
    ids: dict[str, Tenant],
    refused: tuple[type[Exception], ...] = REFUSED,
) -> tuple[bool, bool]:
    """Run once and roll back. Gives whether it found rows, and whether any table changed."""
    statement = await connection.prepare(query.sql)
    types = [(t.name, t.kind) for t in statement.get_parameters()]
    transaction = connection.transaction()
    await transaction.start()
    try:
        before = await connection.fetchval(FINGERPRINT)
        try:
            async with connection.transaction():
                found = await _run(connection, query, values.arguments(query, types, actor, ids))
        except refused:
            found = False
        return found, before != await connection.fetchval(FINGERPRINT)
    finally:
        await transaction.rollback()


async def _run(connection: Connection, query: Query, arguments: list[Any]) -> bool:
    if query.kind == "execute":
        status = await connection.execute(query.sql, *arguments)
        return not status.endswith(" 0")
    if query.kind == "execute_many":
        await connection.executemany(query.sql, [arguments])
        return True
    rows = await connection.fetch(query.sql, *arguments)
    if query.kind == "scalar":
        return any(row[0] not in (None, 0, False) for row in rows)
    return bool(rows)
