"""The service on a Citus cluster: every statement goes to one node. What a dead node stops: test_node_kills.py.

Skipped where there is no cluster (tests/scaling/citus.py says what is looked for).
"""

import asyncio
import contextlib
import os
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from app.db import Connection, Database
from app.db.distribution import DELEGATED, DISTRIBUTED, REFERENCE, bring_up_to_date, distribute
from app.db.loader import Query
from tests.chaos.ledger import Writers, check
from tests.chaos.stage import open_shop as open_busy_shop
from tests.database import MIGRATIONS
from tests.scaling.citus import MISSING, CitusMaker, available
from tests.servers import Server
from tests.shops import Shop
from tests.tenancy import values
from tests.tenancy.seed import Tenant, seed_two_tenants
from tests.tenancy.test_queries import QUERIES, _by_name

pytestmark = pytest.mark.skipif(not available(), reason=MISSING)

# Why it is more than one task. docs/scaling.md lists them too.
_WORKER = "a worker's search over all companies; each find is then a statement of its company"
_OPERATOR = "an operator's look over all companies"
SEVERAL_TASKS = {
    "auth.list_expired_sessions": _WORKER,
    "members.list_expired_invitations": _WORKER,
    "members.list_people": "a company's members are users of their own, who lie where their companies do",
    "billing_overage.list_pending_batches": _WORKER,
    "billing_overage.list_pending_charges": _WORKER,
    "billing_overage.list_open_companies": _WORKER,
    "billing_worker.list_alert_companies": _WORKER,
    "billing_worker.list_graces_over": _WORKER,
    "billing_worker.list_unfinished_companies": _WORKER,
    "conversations.list_purgeable": _WORKER,
    "refunds.list_unsettled_refunds": _WORKER,
    "embeddings.find_store_with_products": _WORKER,
    "embeddings.find_store_with_chunks": _WORKER,
    "embeddings.list_stores_after": _WORKER,
    "embeddings.find_stale_model": "what the whole service has left to do",
    "events.list_purgeable": _WORKER,
    "follow_ups.find_own": _WORKER,
    "follow_ups.list_unpaid": _WORKER,
    "follow_ups.list_abandoned": _WORKER,
    "follow_ups.list_back_in_stock": _WORKER,
    "idempotency.list_purgeable": _WORKER,
    "inbox.list_purgeable": _WORKER,
    "orders.list_expired_orders": _WORKER,
    "quota.list_dead_reservations": _WORKER,
    "events.list_awaiting_companies": _WORKER,
    "webhook_endpoints.list_purgeable": _WORKER,
    "embeddings.count_embedding_states": "numbers for the metrics, over all companies",
    "billing_operator.list_batches": _OPERATOR,
    "billing_operator.list_all_charges": _OPERATOR,
    "billing_operator.find_batches": _OPERATOR,
    "billing_operator.find_charges": _OPERATOR,
    "billing_operator.list_customers": _OPERATOR,
    "embeddings.retry_products": _OPERATOR,
    "embeddings.retry_chunks": _OPERATOR,
    "inbox.list_events": _OPERATOR,
    "inbox.list_replayable": _OPERATOR,
    "secrets.list_sealed": _OPERATOR,
    "secrets.list_sessions_sealed": _OPERATOR,
    "secrets.list_extensions_sealed": _OPERATOR,
    "webhook_endpoints.list_sent": _OPERATOR,
    "webhook_endpoints.find_dead": _OPERATOR,
    "tenants.list_tenants": _OPERATOR,
    "demo.is_in_use": _OPERATOR,
    "backlog.count_backlog": "numbers for the metrics, over all companies",
}
NEXT = """
CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.shouted := upper(NEW.name); RETURN NEW; END $$;
ALTER TABLE products ADD COLUMN shouted text;
CREATE OR REPLACE TRIGGER products_shout BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION shout();
ALTER TABLE products ENABLE ALWAYS TRIGGER products_shout;
UPDATE products SET shouted = '';
CREATE FUNCTION loud(company text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN RETURN QUERY SELECT p.id FROM products p WHERE p.company_id = company; END $$;
"""
_TASKS = re.compile(r"Task Count: (\d+)")
_OPTIONAL = re.compile(r"\$(\d+)(?:::\w+)? IS (?:NOT )?NULL")
_PARTS = re.compile(r"Distributed Subplan|pull to coordinator|repartition", re.IGNORECASE)


@pytest.fixture(scope="module")
def seeded(citus_maker: CitusMaker) -> Iterator[tuple[str, Tenant]]:
    """One database with two tenants for all queries; each statement is only explained."""
    name = citus_maker.take()
    yield citus_maker.dsn(name), asyncio.run(_seed(citus_maker.dsn(name)))
    citus_maker.drop(name)


async def _seed(dsn: str) -> Tenant:
    database = await Database.connect(dsn, max_size=1)
    async with database.transaction() as tx:
        mine, _ = await seed_two_tenants(tx)
    await database.close()
    return mine


@pytest.fixture
async def connection(seeded: tuple[str, Tenant]) -> AsyncIterator[Connection]:
    database = await Database.connect(seeded[0], max_size=1)
    async with database.acquire() as one:
        yield one
    await database.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def explaining(seeded: tuple[str, Tenant]) -> AsyncIterator[Connection]:
    """One connection for all statements: opening one takes longer than explaining."""
    database = await Database.connect(seeded[0], max_size=1)
    async with database.acquire() as one:
        yield one
    await database.close()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("query", QUERIES, ids=_by_name)
async def test_a_companys_statement_is_one_task(
    explaining: Connection, seeded: tuple[str, Tenant], query: Query
) -> None:
    statement = await explaining.prepare(query.sql)
    types = [(t.name, t.kind) for t in statement.get_parameters()]
    given = values.arguments(query, types, seeded[1], {})
    # What may be left out is left out once: a planner that finds `id = NULL` sees no node any more.
    optional = {int(number) for number in _OPTIONAL.findall(query.sql)}
    left_out = [None if number in optional else value for number, value in enumerate(given, 1)]
    plans = [
        "\n".join(row[0] for row in await explaining.fetch(f"EXPLAIN (COSTS off) {query.sql}", *arguments))
        for arguments in (given, left_out)
    ]
    several = [any(count != "1" for count in _TASKS.findall(plan)) or bool(_PARTS.search(plan)) for plan in plans]
    assert any(several) == (_by_name(query) in SEVERAL_TASKS), "\n\n".join(plans)


@pytest.mark.parametrize("name", DELEGATED)
async def test_a_delegated_function_runs_on_the_companys_node(connection: Connection, name: str) -> None:
    types = await connection.fetchval(
        "SELECT array_agg(t.type::regtype::text ORDER BY t.place)"
        "  FROM pg_proc p CROSS JOIN unnest(p.proargtypes) WITH ORDINALITY AS t (type, place) WHERE p.proname = $1",
        name,
    )
    # For a company that is not there. Rows may be refused; a node that crashes over the plan ends the connection.
    given = ", ".join("'nobody'" if place == 0 else f"NULL::{kind}" for place, kind in enumerate(types))
    with contextlib.suppress(asyncpg.IntegrityConstraintViolationError, asyncpg.RaiseError):
        await connection.fetch(f"SELECT {name}({given})")
    assert await connection.fetchval("SELECT 1") == 1


@pytest.fixture
def dsn(citus_maker: CitusMaker) -> Iterator[str]:
    """The application's database, on the cluster."""
    name = citus_maker.take()
    yield citus_maker.dsn(name)
    citus_maker.drop(name)


async def test_a_taken_value_of_a_shard_is_named_as_on_one_server(shop: Shop) -> None:
    await shop.post("products/batch-upsert", store_id=shop.store_id, items=[{"name": "Caneca", "sku": "A"}])
    lead = await shop.lead()
    twice = await shop.client.patch(f"/internal/leads/{lead['id']}", json={"status": "nobody"})
    assert twice.status_code == 422


async def test_a_release_changes_tables_functions_and_triggers_of_a_distributed_database(
    dsn: str, tmp_path: Path
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "9001_next.sql").write_text(NEXT)
    assert (await bring_up_to_date(dsn, directory=folder, progress=lambda _: None)).applied == ["9001_next.sql"]
    connection = await asyncpg.connect(dsn)
    try:
        # Planned for each company, as `distribute` leaves them (_OF_ONE_PLAN).
        assert await connection.fetchval("SELECT proconfig IS NULL FROM pg_proc WHERE proname = 'loud'")
    finally:
        await connection.close()


async def test_a_database_in_use_is_distributed_and_nothing_is_lost_or_doubled(
    citus_maker: CitusMaker, tmp_path: Path
) -> None:
    name = f"in_use_{os.getpid()}"
    await citus_maker.cluster.create(name)
    dsn = citus_maker.dsn(name)
    try:
        server = await asyncio.to_thread(Server(dsn, tmp_path, JOB_CONCURRENCY="2").start)
        writers = Writers(server, await open_busy_shop(server), "distributed")
        writers.start()
        try:
            await asyncio.sleep(2)
            plan = await distribute(dsn, dry_run=False, progress=lambda _: None)
            assert set(plan.tables) == {*DISTRIBUTED, *REFERENCE}
            at_once = len(writers.orders)
            await asyncio.sleep(3)
            await writers.stop()
            await writers.settle()
        finally:
            await asyncio.to_thread(server.stop)
        assert len(writers.orders) > at_once
        assert await check(writers, dsn) == []
        assert (await distribute(dsn, dry_run=True, progress=lambda _: None)).tables == []
    finally:
        await citus_maker.cluster.drop(name)
