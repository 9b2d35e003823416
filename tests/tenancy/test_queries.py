"""Every loaded query: it prepares, and it never reaches over to another tenant.

The queries are not listed here: a new one is covered by being loaded. When it needs a special value: values.py.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from app.db import Connection, Database
from app.db.loader import Query, load_queries
from tests.database import ROOT, DatabaseMaker
from tests.tenancy import values
from tests.tenancy.seed import Tenant, seed_two_tenants

SQL = ROOT / "sql"
QUERIES = list(load_queries(SQL)) if any(SQL.glob("*.sql")) else []
OWNED = [query for query in QUERIES if query.unowned is None]
MAY_BE_EMPTY = re.compile(r"^may be empty:\s*\S", re.MULTILINE)
# A statement that the schema itself refuses (a composite reference, a CHECK) has changed nothing either.
REFUSED = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError)
# Rows written so far in this transaction, by PostgreSQL's own count.
WRITTEN = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_xact_user_tables"


# One connection for all: opening one takes longer than most of these.
pytestmark = pytest.mark.asyncio(loop_scope="module")


def _by_name(query: Query) -> str:
    return f"{query.noun}.{query.name}"


@pytest.fixture(scope="module")
def seeded(database_maker: DatabaseMaker) -> Iterator[tuple[str, Tenant, Tenant]]:
    """One database with both tenants for all queries: each try is rolled back."""
    name = database_maker.take()
    yield database_maker.dsn(name), *asyncio.run(_seed(database_maker.dsn(name)))
    database_maker.drop(name)


async def _seed(dsn: str) -> tuple[Tenant, Tenant]:
    database = await Database.connect(dsn, max_size=1)
    async with database.transaction() as tx:
        tenants = await seed_two_tenants(tx)
    await database.close()
    return tenants


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def connection(seeded: tuple[str, Tenant, Tenant]) -> AsyncIterator[Connection]:
    database = await Database.connect(seeded[0], max_size=1)
    async with database.acquire() as one:
        yield one
    await database.close()


@pytest.fixture
def tenants(seeded: tuple[str, Tenant, Tenant]) -> tuple[Tenant, Tenant]:
    return seeded[1], seeded[2]


@pytest.mark.parametrize("query", QUERIES, ids=_by_name)
async def test_it_prepares_on_the_migrated_schema(connection: Connection, query: Query) -> None:
    await connection.prepare(query.sql)


@pytest.mark.parametrize("query", OWNED, ids=_by_name)
async def test_another_tenants_ids_find_and_change_nothing(
    connection: Connection, tenants: tuple[Tenant, Tenant], query: Query
) -> None:
    mine, theirs = tenants
    slots = values.owned_parameters(query)
    combinations = [dict.fromkeys(slots, theirs)] if slots else []
    combinations += [{slot: theirs} for slot in slots if len(slots) > 1]
    for foreign in combinations:
        found, changed = await _try(connection, query, mine, foreign)
        assert not found, f"{_by_name(query)} found a row with foreign {sorted(foreign)}"
        assert not changed, f"{_by_name(query)} changed something with foreign {sorted(foreign)}"


@pytest.mark.parametrize("query", OWNED, ids=_by_name)
async def test_own_ids_find_a_row(connection: Connection, tenants: tuple[Tenant, Tenant], query: Query) -> None:
    mine, _ = tenants
    found, _changed = await _try(connection, query, mine, {}, refused=())
    if MAY_BE_EMPTY.search(query.doc) is None:
        assert found, (
            f"{_by_name(query)}: nothing found with own ids; fix the query, or values.py, or say `may be empty:`"
        )


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
        before = await connection.fetchval(WRITTEN)
        try:
            async with connection.transaction():
                found = await _run(connection, query, values.arguments(query, types, actor, ids))
        except refused:
            return False, False
        return found, before != await connection.fetchval(WRITTEN)
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
    # A row of nothing but False says that nothing was done.
    return any(value is not False for row in rows for value in row)
