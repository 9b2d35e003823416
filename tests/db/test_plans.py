"""No query reads a large table from end to end: the generic plan of every query, with 20,000 rows a tenant table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from app.db.loader import Query, load_queries
from tests.database import ROOT

QUERIES = [query for query in load_queries(ROOT / "sql") if query.kind != "execute_many"]
FILL = (Path(__file__).parent / "fill.sql").read_text("utf-8")
LARGE = {
    "products",
    "product_files",
    "documents",
    "document_chunks",
    "leads",
    "lead_events",
    "messages_history",
    "orders",
    "order_items",
    "order_events",
    "order_totals",
    "payment_attempts",
    "stock_movements",
    "token_usage",
    "audit_log",
}
# Commands for an operator, over all stores.
WHOLE_TABLE = {
    "embeddings.count_embedding_states",
    "embeddings.retry_products",
    "embeddings.retry_chunks",
    "tenants.list_tenants",
}
WRITES = {
    "products": "UPDATE products SET stock_quantity = 5, price_cents = 990, name = name || '!', active = NOT active",
    "orders": "UPDATE orders SET status = 'confirmed', total_cents = 2, subtotal_cents = 2",
    "leads": "UPDATE leads SET name = 'Ana', status = 'customer', last_message_at = now()",
    "messages_history": "UPDATE messages_history SET content = 'oi'",
    "documents": "UPDATE documents SET title = 'x'",
}


@pytest.fixture
async def filled(dsn: str) -> str:
    """A database with twenty stores of 1,000 rows a table."""
    connection = await asyncpg.connect(dsn)
    await connection.execute(FILL)
    await connection.close()
    return dsn


@pytest.mark.timeout(600)
async def test_no_query_scans_a_large_table(filled: str) -> None:
    # The generic plan is the worst a cached statement may come to: it cannot know that a filter is absent.
    settings = {"plan_cache_mode": "force_generic_plan", "jit": "off"}
    connection = await asyncpg.connect(filled, server_settings=settings)
    wrong = []
    for query in QUERIES:
        scanned = await _scanned(connection, query)
        name = f"{query.noun}.{query.name}"
        if scanned & LARGE and name not in WHOLE_TABLE:
            wrong.append(f"{name} scans {', '.join(sorted(scanned))}")
    await connection.close()
    assert not wrong, "\n".join(wrong)


async def test_triggers_read_no_more_than_the_rows_of_their_statement(filled: str) -> None:
    connection = await asyncpg.connect(filled, server_settings={"jit": "off"})
    read = "SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables"
    wrong = []
    for table, act in WRITES.items():
        async with connection.transaction():
            few = "SELECT t.id FROM products t WHERE t.company_id = 'u1' LIMIT 5".replace("products", table)
            ids = await connection.fetch(few)
            before = dict(await connection.fetch(read))
            await connection.execute(f"{act} WHERE company_id = 'u1' AND id = ANY ($1)", [row["id"] for row in ids])
            after = dict(await connection.fetch(read))
        wrong += [f"{act}: {n - before[of]} of {of}" for of, n in after.items() if n - before[of] > 100]
    await connection.close()
    assert not wrong, "\n".join(wrong)


async def _scanned(connection: asyncpg.Connection, query: Query) -> set[str]:
    """The tables that the query's plan reads sequentially."""
    await connection.execute(f"PREPARE one AS {query.sql}")
    arguments = f"({', '.join(['NULL'] * len(query.parameters))})" if query.parameters else ""
    plan = await connection.fetchval(f"EXPLAIN (FORMAT JSON) EXECUTE one{arguments}")
    await connection.execute("DEALLOCATE one")
    nodes = _nodes(json.loads(plan)[0]["Plan"])
    return {node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"}


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from _nodes(part)


async def test_the_last_message_of_each_of_an_agents_conversations_is_found_by_an_index(filled: str) -> None:
    """Fifty of them on a page, of an agent with 1,000 messages: these are looked through and counted, once."""
    connection = await asyncpg.connect(filled, server_settings={"jit": "off"})
    [query] = [each for each in QUERIES if (each.noun, each.name) == ("agents", "list_conversations")]
    agent = await connection.fetchval("SELECT id FROM agents WHERE company_id = 'u1'")
    given = {"agent_id": agent, "actor_id": "u1", "limit": 50, "offset": 0}
    async with connection.transaction():
        await connection.execute("SET LOCAL enable_seqscan = off")  # of these few rows it would be as good
        rows = await connection.fetch(query.sql, *(given[name] for name in query.parameters))
        read = await connection.fetchval(
            """SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'messages_history'"""
        )
    await connection.close()
    assert len(rows) == 50
    assert read < 3_000
