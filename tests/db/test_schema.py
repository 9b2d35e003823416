"""The rules of migrations/README.md, checked on the migrated schema: keys, references, indexes, audit, cascade."""

import json
import time

import asyncpg
import pytest

from app.db import Database
from tests.tenancy.seed import Tenant, seed_two_tenants

# What a table calls its company; all others: company_id.
OWNERS = {"users": "id", "companies": "id", "sessions": "user_id", "accounts": "user_id"}
# Tables of no company, and why.
OF_NO_COMPANY = {
    "verifications": "most are made before anybody is known",
    "auth_rate_limits": "counted before anybody is known",
    "plans": "the price list is the same for everybody",
    "plan_versions": "the price list is the same for everybody",
    "topup_prices": "the price list is the same for everybody",
    "embedding_model": "one row about the service",
    "job_schedules": "the service's own clock",
    "schema_migrations": "the schema's history",
}
NOT_AUDITED = {
    "product_embedding": "derived from products",
    "product_embedding_queue": "derived from products",
    "chat_rate": "counters of the running minute and day",
    "conversation_turns": "a record itself, written by the chat alone",
    "follow_ups": "the agent's own doing, told as event and message",
    "events": "written beside the change it tells of",
    "document_chunks": "derived from documents",
    "chunk_embedding": "derived from documents",
    "order_items": "part of the order, written with it",
    "order_events": "a history itself",
    "order_totals": "derived from orders",
    "sales_totals": "derived from orders and refunds",
    "order_proofs": "part of the order's history",
    "lead_addresses": "written beside the lead, whose events tell of merges",
    "lead_totals": "derived from leads",
    "product_totals": "derived from products",
    "stock_movements": "a ledger itself; products carries the change",
    "webhook_deliveries": "events on their way",
    "webhook_events": "written by webhooks, not by the app scope",
    "jobs": "written beside the change it belongs to",
}
# Lists of stores are indexed by (company_id, store_id, …); a unique key finds one row whatever the planner believes.
WITHOUT_STORE_STATISTICS = """
    SELECT DISTINCT i.indrelid::regclass::text
      FROM pg_index i
      JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] AND a.attname = 'company_id'
      JOIN pg_attribute b ON b.attrelid = i.indrelid AND b.attnum = i.indkey[1] AND b.attname = 'store_id'
     WHERE NOT i.indisunique
       AND NOT EXISTS (SELECT FROM pg_statistic_ext s
                        WHERE s.stxrelid = i.indrelid
                          AND 'f' = ANY (s.stxkind)
                          AND s.stxkeys::int2[] @> ARRAY[i.indkey[0], i.indkey[1]])
"""
CHANGED_WHILE_ARCHIVED = {
    "orders": "those that are under way end",
    "payment_attempts": "those that are under way end",
    "order_refunds": "money goes back",
    "conversations": "about orders that end; no new one begins",
    "messages_history": "its statement asks for a store that is there, and so for a trigger less",
    "agent_knowledge_base": "links also go, which tells nothing of why; who replaces them asks first",
    "shipping_rules": "all are replaced at once, which asks first",
    "token_usage": "what was used is counted",
    "webhook_endpoints": "they tell of what ends",
}
# Of a row that goes (8), row by row (1); the audit's trigger asks first whether an actor is named.
DELETED_ROW_BY_ROW = """
    SELECT t.tgname
      FROM pg_trigger t
     WHERE NOT t.tgisinternal
       AND t.tgtype & 9 = 9
       AND t.tgrelid <> 'audit_log'::regclass
       AND coalesce(pg_get_triggerdef(t.oid) NOT LIKE '%WHEN%app.actor%', true)
"""
TENANT_TABLES = """
    SELECT c.relname::text AS name
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'store_id'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1
"""
UNIQUE_INDEXES = """
    SELECT t.relname::text AS on_table, i.relname::text AS name, x.indisprimary AS is_primary,
           ARRAY(SELECT a.attname::text FROM unnest(x.indkey) WITH ORDINALITY AS k (n, place)
                   JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.n ORDER BY place) AS columns
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace
"""
# A reference is covered when some index begins with its columns, in any order; partial on NOT NULL will do.
UNCOVERED_REFERENCES = """
    SELECT c.conname::text
      FROM pg_constraint c
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
       AND NOT EXISTS (
           SELECT FROM pg_index x
            WHERE x.indrelid = c.conrelid
              AND (string_to_array(x.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] @> c.conkey
              AND (x.indpred IS NULL OR pg_get_expr(x.indpred, x.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
"""
ALL_TABLES = """
    SELECT c.relname::text AS name,
           ARRAY(SELECT a.attname::text FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns
      FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     ORDER BY 1
"""
REFERENCES = """
    SELECT c.conname::text AS name, c.conrelid::regclass::text AS source, c.confrelid::regclass::text AS target,
           ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY AS k (n, place)
                   JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY place) AS columns,
           ARRAY(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY AS k (n, place)
                   JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n ORDER BY place) AS keys
      FROM pg_constraint c
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
"""


async def _names(database: Database, query: str) -> list[str]:
    return [row[0] for row in await database.fetch(query)]


@pytest.fixture
async def tenants(database: Database) -> tuple[Tenant, Tenant]:
    async with database.transaction() as tx:
        return await seed_two_tenants(tx)


def _owner(table: str) -> str:
    return OWNERS.get(table, "company_id")


async def test_every_table_is_a_companys_or_says_why_not(database: Database) -> None:
    for table in await database.fetch(ALL_TABLES):
        assert (_owner(table["name"]) in table["columns"]) != (table["name"] in OF_NO_COMPANY), table["name"]


async def test_every_key_of_a_companys_table_holds_the_company(database: Database) -> None:
    for index in await database.fetch(UNIQUE_INDEXES):
        table = index["on_table"]
        if table not in OF_NO_COMPANY and index["name"] != "lookups_pkey":
            assert index["columns"][0] == _owner(table), f"{index['name']} does not begin with the company"


async def test_every_reference_between_companies_tables_holds_the_company(database: Database) -> None:
    for reference in await database.fetch(REFERENCES):
        if reference["target"] not in OF_NO_COMPANY:
            pairs = dict(zip(reference["columns"], reference["keys"], strict=True))
            owners = _owner(reference["source"]), _owner(reference["target"])
            assert pairs.get(owners[0]) == owners[1], f"{reference['name']} leaves the company out"


async def test_every_reference_has_an_index(database: Database) -> None:
    assert await _names(database, UNCOVERED_REFERENCES) == []


async def test_a_deletion_fires_nothing_row_by_row_but_the_audit(database: Database) -> None:
    """A company's rows go in their hundred thousands; what a trigger has to do for them it does once a statement."""
    assert await _names(database, DELETED_ROW_BY_ROW) == []


async def test_the_planner_knows_that_a_store_is_one_companys(database: Database) -> None:
    assert await _names(database, WITHOUT_STORE_STATISTICS) == []


async def test_every_tenant_table_is_audited_or_says_why_not(database: Database) -> None:
    audited = set(
        await _names(
            database,
            "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger"
            " WHERE tgname LIKE '%\\_audit%' AND NOT tgisinternal",
        )
    )
    for table in await _names(database, TENANT_TABLES):
        assert (table in audited) != (table in NOT_AUDITED), table


async def test_what_people_change_they_change_in_no_archived_store_or_it_says_why(database: Database) -> None:
    guards = "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE '%\\_refuse\\_archived'"
    guarded = set(await _names(database, guards)) - {"agent_tests"}
    people_write = set(await _names(database, TENANT_TABLES)) - NOT_AUDITED.keys()
    assert people_write - guarded == CHANGED_WHILE_ARCHIVED.keys()
    assert guarded <= people_write


async def test_a_row_cannot_point_at_another_companys(database: Database, tenants: tuple[Tenant, Tenant]) -> None:
    mine, theirs = tenants
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await database.execute(
            "UPDATE orders SET lead_id = $1 WHERE company_id = $2 AND id = $3",
            theirs.lead_id,
            mine.actor_id,
            mine.order_id,
        )


async def test_the_audit_log_is_append_only(database: Database, tenants: tuple[Tenant, Tenant]) -> None:
    for statement in ("UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await database.execute(statement)


async def test_changes_are_audited_when_an_actor_is_named(database: Database, tenants: tuple[Tenant, Tenant]) -> None:
    mine, _ = tenants
    await database.execute("UPDATE leads SET name = 'silent' WHERE id = $1", mine.lead_id)
    async with database.transaction() as tx:
        await tx.execute("SELECT set_audit_context($1, 'lead.update', '')", mine.actor_id)
        await tx.execute("UPDATE leads SET name = 'Bia', last_message_at = now() WHERE id = $1", mine.lead_id)
        await tx.execute("UPDATE leads SET last_message_at = now() WHERE id = $1", mine.lead_id)
        await tx.execute("UPDATE product_embedding_queue SET status = 'error'")
        await tx.execute(
            "UPDATE store_payment_settings SET pix_provider_api_key_enc = '\\x09' WHERE store_id = $1", mine.store_id
        )
    rows = await database.fetch(
        "SELECT company_id, target_type, target_id, changes FROM audit_log WHERE action = 'lead.update' ORDER BY id"
    )
    assert [(row["company_id"], row["target_type"], row["target_id"]) for row in rows] == [
        (mine.actor_id, "lead", str(mine.lead_id)),
        (mine.actor_id, "store_payment_settings", str(mine.store_id)),
    ]
    assert [json.loads(bytes(row["changes"])) for row in rows] == [
        {"name": ["silent", "Bia"]},
        {"pix_provider_api_key_enc": ["***", "***"]},
    ]


async def test_bulk_product_changes_are_audited_one_by_one(database: Database, tenants: tuple[Tenant, Tenant]) -> None:
    mine, _ = tenants
    async with database.transaction() as tx:
        await tx.execute("SELECT set_audit_context($1, '', '')", mine.actor_id)
        await tx.execute(
            "INSERT INTO products (company_id, id, store_id, name)"
            " SELECT $1, gen_random_uuid(), $2, 'Meia ' || n FROM generate_series(1, 50) n",
            mine.actor_id,
            mine.store_id,
        )
        await tx.execute(
            "UPDATE products SET price_cents = 100 WHERE store_id = $1 AND name LIKE 'Meia%'", mine.store_id
        )
        await tx.execute(
            "UPDATE products SET price_cents = 100 WHERE store_id = $1 AND name LIKE 'Meia%'", mine.store_id
        )
        await tx.execute("DELETE FROM products WHERE store_id = $1 AND name LIKE 'Meia%'", mine.store_id)
    rows = await database.fetch(
        "SELECT action, count(*), min(changes::text) FROM audit_log WHERE target_type = 'product' GROUP BY 1 ORDER BY 1"
    )
    assert [(row[0], row[1]) for row in rows] == [
        ("product.delete", 50),
        ("product.insert", 50),
        ("product.update", 50),
    ]
    assert json.loads(rows[2][2]) == {"price_cents": [None, 100]}


async def test_updated_at_moves_unless_the_statement_sets_it(
    database: Database, tenants: tuple[Tenant, Tenant]
) -> None:
    mine, _ = tenants
    before = await database.fetchval("SELECT updated_at FROM stores WHERE id = $1", mine.store_id)
    await database.execute("UPDATE stores SET order_seq = order_seq + 1 WHERE id = $1", mine.store_id)
    assert await database.fetchval("SELECT updated_at FROM stores WHERE id = $1", mine.store_id) == before
    await database.execute("UPDATE stores SET name = 'Outra' WHERE id = $1", mine.store_id)
    assert await database.fetchval("SELECT updated_at FROM stores WHERE id = $1", mine.store_id) > before
    await database.execute("UPDATE users SET updated_at = '2020-01-01Z' WHERE id = $1", mine.actor_id)
    assert (await database.fetchval("SELECT updated_at FROM users WHERE id = $1", mine.actor_id)).year == 2020


async def test_deleting_a_user_takes_the_whole_company_and_nobody_elses(
    database: Database, tenants: tuple[Tenant, Tenant]
) -> None:
    mine, theirs = tenants
    await database.execute(
        "INSERT INTO leads (company_id, id, store_id, channel, external_id)"
        " SELECT $1, gen_random_uuid(), $2, 'web', n::text FROM generate_series(1, 3000) n",
        mine.actor_id,
        mine.store_id,
    )
    await database.execute(
        "INSERT INTO orders (company_id, id, store_id, lead_id, number, payment_method, subtotal_cents, total_cents)"
        " SELECT company_id, gen_random_uuid(), store_id, id, 100 + row_number() OVER (), 'cod', 0, 0"
        "   FROM leads WHERE channel = 'web'"
    )
    started = time.monotonic()
    await database.execute("DELETE FROM users WHERE id = $1", mine.actor_id)
    assert time.monotonic() - started < 3
    for table in await _names(database, TENANT_TABLES):
        if table not in ("webhook_events", "jobs"):
            # The name comes from the catalogue of this very database.
            owners = await database.fetch(f'SELECT DISTINCT store_id FROM "{table}"')  # noqa: S608
            assert [row[0] for row in owners] == [theirs.store_id], table


async def test_plans_are_there(database: Database) -> None:
    free = await database.fetchrow(
        "SELECT included_tokens, max_stores, max_agents, max_products, max_documents, max_leads,"
        " overage_per_million_cents FROM plans WHERE slug = 'free'"
    )
    assert free is not None
    assert tuple(free) == (200_000, 3, 10, 10_000, 1_000, None, 0)
    assert await _names(database, "SELECT slug FROM plans WHERE active ORDER BY sort_order") == [
        "free",
        "starter",
        "pro",
        "scale",
    ]


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Ação", "acao"), ("A\u0301gua", "agua"), ("ÇÃO ÑÜ", "cao nu"), ("São Paulo 10%", "sao paulo 10%")],
)
async def test_folding_drops_case_and_accents(database: Database, text: str, folded: str) -> None:
    assert await database.fetchval("SELECT fold_text($1)", text) == folded


async def test_vectors_stay_in_their_rows(database: Database, tenants: tuple[Tenant, Tenant]) -> None:
    storage = await database.fetch(
        "SELECT attrelid::regclass::text, attname, attstorage FROM pg_attribute"
        " WHERE attrelid IN ('product_embedding'::regclass, 'chunk_embedding'::regclass) AND attname IN ('emb', 'code')"
    )
    assert {row["attstorage"] for row in storage} == {b"p"}
    size = await database.fetchval("SELECT pg_column_size(e.*) FROM product_embedding e LIMIT 1")
    assert size <= 2_700
