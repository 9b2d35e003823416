"""The service on a schema whose tenant tables are hash-partitioned by store_id, the stand-in for a distributed set-up.

A migration that adds a unique key without store_id, or a reference to another store's rows, fails here by name.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from app.db import Database
from tests.database import DatabaseMaker
from tests.db.test_schema import TENANT_TABLES
from tests.features.test_orders import (
    test_a_repeated_key_makes_one_order,
    test_a_whole_sale_leaves_its_history,
    test_lists_are_paged_newest_first_and_filtered,
    test_stats_count_what_was_paid,
)
from tests.features.test_products_batch import test_a_batch_creates_then_updates_then_changes_nothing
from tests.features.test_stock import test_a_hundred_confirmations_of_the_last_unit_have_one_winner
from tests.scaling.partitioned import NOT_OF_A_STORE, PARTS, apply_partitioned
from tests.shops import Shop

# The API's own tests, run here on this module's databases.
__all__ = [
    "test_a_batch_creates_then_updates_then_changes_nothing",
    "test_a_hundred_confirmations_of_the_last_unit_have_one_winner",
    "test_a_repeated_key_makes_one_order",
    "test_a_whole_sale_leaves_its_history",
    "test_lists_are_paged_newest_first_and_filtered",
    "test_stats_count_what_was_paid",
]


async def _administer(maker: DatabaseMaker, statement: str) -> None:
    connection = await asyncpg.connect(maker.dsn("postgres"))
    await connection.execute(statement)
    await connection.close()


@pytest.fixture(scope="module")
def template(database_maker: DatabaseMaker) -> Iterator[str]:
    """A database with the partitioned schema, to be copied."""
    name = database_maker.take() + "_hash"
    asyncio.run(_administer(database_maker, f'CREATE DATABASE "{name}"'))
    asyncio.run(apply_partitioned(database_maker.dsn(name)))
    yield name
    database_maker.drop(name)
    database_maker.drop(name.removesuffix("_hash"))


@pytest.fixture
def dsn(database_maker: DatabaseMaker, template: str) -> Iterator[str]:
    name = template + "_copy"
    asyncio.run(_administer(database_maker, f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy'))
    yield database_maker.dsn(name)
    asyncio.run(_administer(database_maker, f'DROP DATABASE "{name}" WITH (FORCE)'))


async def test_every_tenant_table_is_partitioned(database: Database) -> None:
    plain = {row[0] for row in await database.fetch(TENANT_TABLES + "")} - NOT_OF_A_STORE
    parts = {row[0] for row in await database.fetch("SELECT relid::text FROM pg_partition_tree('orders') WHERE isleaf")}
    assert len(parts) == PARTS
    roots = await database.fetchval("SELECT count(*) FROM pg_partitioned_table WHERE partstrat = 'h'")
    assert len(plain) == roots * PARTS
    assert {name.rsplit("_p", 1)[0] for name in plain} >= {"orders", "products", "product_embedding", "chat_rate"}


async def test_a_shops_rows_lie_in_one_partition_and_its_queries_read_no_other(
    shop: Shop, other_shop: Shop, database: Database
) -> None:
    for one in (shop, other_shop):
        for _ in range(3):
            await one.product()
    homes = await database.fetch("SELECT store_id::text, tableoid::regclass::text FROM products GROUP BY 1, 2")
    assert {row[0] for row in homes} == {shop.store_id, other_shop.store_id}
    assert len(homes) == 2
    plan = await database.fetch(
        "EXPLAIN SELECT id FROM products WHERE store_id = $1 ORDER BY created_at DESC LIMIT 5", shop.store_id
    )
    home = next(row[1] for row in homes if row[0] == shop.store_id)
    assert sum("products_p" in row[0] for row in plan) == 1
    assert any(home in row[0] for row in plan)


async def test_the_chat_sells_from_partitions(shop: Shop, api: object) -> None:
    from tests.api import Api

    assert isinstance(api, Api)
    await shop.product(name="Tênis azul", price_cents=9990)
    agent = await shop.post("agents", store_id=shop.store_id, name="Ana", type="vendas")
    await shop.post(f"agents/{agent['id']}/toggle-active")
    await api.run_jobs()
    body = {"type": "vendas", "agent_id": agent["id"], "message": "quero 2 tênis azul, pagar na entrega"}
    answer = (await api.public.post("/chat", json=body)).json()
    assert "Tênis azul" in answer["reply"]


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        (
            "CREATE TABLE coupons (id uuid NOT NULL, store_id uuid NOT NULL, code text NOT NULL,"
            " CONSTRAINT coupons_pkey PRIMARY KEY (id, store_id), CONSTRAINT coupons_code_key UNIQUE (code))",
            "coupons",
        ),
        (
            "CREATE UNIQUE INDEX leads_phone_key ON leads (phone) WHERE phone IS NOT NULL",
            "leads_phone_key",
        ),
        (
            "CREATE TABLE gifts (id uuid NOT NULL, store_id uuid NOT NULL, order_id uuid,"
            " CONSTRAINT gifts_pkey PRIMARY KEY (id, store_id),"
            " CONSTRAINT gifts_order_fkey FOREIGN KEY (order_id) REFERENCES orders (id))",
            "gifts",
        ),
    ],
)
async def test_a_migration_that_could_not_be_distributed_is_refused_by_name(
    database_maker: DatabaseMaker, tmp_path: Path, statement: str, named: str
) -> None:
    for path in sorted((Path(__file__).parents[2] / "migrations").glob("*.sql")):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "9999_one_more.sql").write_text(statement + ";\n", "utf-8")
    name = database_maker.take()
    empty = name + "_bad"
    await _administer(database_maker, f'CREATE DATABASE "{empty}"')
    try:
        with pytest.raises(AssertionError, match=f"9999_one_more.sql: .*{named}"):
            await apply_partitioned(database_maker.dsn(empty), directory=tmp_path)
    finally:
        database_maker.drop(empty)
        database_maker.drop(name)
