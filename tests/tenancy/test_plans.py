"""No query of a tenant walks a whole table: with sequential scans priced out, every plan finds an index to go by.

That tells more than times on small tables do: a plan that still shows a sequential scan, or an index walked from end to
end, has no index to go by and gets slower with every tenant that joins.
"""

import json
from collections.abc import Iterator
from typing import Any

from app.db import Database
from app.db.loader import Query
from tests.tenancy import values
from tests.tenancy.seed import Tenant, seed_two_tenants
from tests.tenancy.test_queries import OWNED

TENANT_TABLES = """
    SELECT c.relname FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('store_id', 'company_id'))
"""
# So many stores of other companies that nobody would read all of them, or all they hold, to find one company's.
NEIGHBOURS = """
INSERT INTO users (id, email) SELECT 'n' || g, 'n' || g || '@example.com' FROM generate_series(1, 500) g;
INSERT INTO companies (id) SELECT 'n' || g FROM generate_series(1, 500) g;
INSERT INTO stores (company_id, id, name, slug)
SELECT c.id, gen_random_uuid(), 'x', c.id || '-' || g FROM companies c, generate_series(1, 4) g WHERE c.id LIKE 'n%';
INSERT INTO products (company_id, id, store_id, name) SELECT company_id, gen_random_uuid(), id, 'x' FROM stores;
INSERT INTO documents (company_id, id, store_id, title) SELECT company_id, gen_random_uuid(), id, 'x' FROM stores;
INSERT INTO agents (company_id, id, store_id, name, type, messaging_instance_id)
SELECT company_id, gen_random_uuid(), id, 'x', 'sales', 'ag-' || id FROM stores;
INSERT INTO leads (company_id, id, store_id, channel, external_id)
SELECT company_id, gen_random_uuid(), id, 'web', 'n' FROM stores;
INSERT INTO lead_events (company_id, id, store_id, lead_id, type)
SELECT company_id, gen_random_uuid(), store_id, id, 'x' FROM leads;
INSERT INTO messages_history (company_id, id, store_id, lead_id, role)
SELECT company_id, gen_random_uuid(), store_id, id, 'user' FROM leads;
INSERT INTO conversations (company_id, id, store_id, lead_id, channel)
SELECT company_id, gen_random_uuid(), store_id, id, 'web' FROM leads ON CONFLICT DO NOTHING;
INSERT INTO conversation_turns (company_id, id, conversation_id, started_at)
SELECT company_id, gen_random_uuid(), id, now() FROM conversations;
INSERT INTO events (company_id, id, seq, store_id, type, subject_id, data)
SELECT company_id, gen_random_uuid(), 10 + row_number() OVER (), store_id, 'x', id::text, '{}' FROM conversations;
INSERT INTO conversation_messages (company_id, id, conversation_id, role, content)
SELECT company_id, gen_random_uuid(), id, 'user', 'x' FROM conversations;
INSERT INTO orders (company_id, id, store_id, number, payment_method, subtotal_cents, total_cents)
SELECT company_id, gen_random_uuid(), id, 100, 'cod', 1, 1 FROM stores;
INSERT INTO order_items (company_id, id, store_id, order_id, name, unit_price_cents, quantity)
SELECT company_id, gen_random_uuid(), store_id, id, 'x', 1, 1 FROM orders;
INSERT INTO order_events (company_id, id, store_id, order_id, type, actor_type)
SELECT company_id, gen_random_uuid(), store_id, id, 'x', 'user' FROM orders;
INSERT INTO payment_attempts (company_id, id, store_id, order_id, provider, status, amount_cents)
SELECT company_id, gen_random_uuid(), store_id, id, 'cod', 'created', 1 FROM orders;
INSERT INTO stock_movements (company_id, id, store_id, product_id, kind, delta)
SELECT company_id, gen_random_uuid(), store_id, id, 'manual', 1 FROM products;
INSERT INTO store_payment_settings (company_id, store_id) SELECT company_id, id FROM stores ON CONFLICT DO NOTHING;
INSERT INTO store_stock_sync_settings (company_id, store_id) SELECT company_id, id FROM stores ON CONFLICT DO NOTHING;
INSERT INTO product_files (company_id, id, store_id, product_id, filename, content_type, size_bytes, storage_key)
SELECT company_id, gen_random_uuid(), store_id, id, 'x', 'application/pdf', 1, 'n-' || id FROM products;
INSERT INTO agent_knowledge_base (company_id, store_id, agent_id, document_id)
SELECT a.company_id, a.store_id, a.id, d.id FROM agents a JOIN documents d USING (store_id) ON CONFLICT DO NOTHING;
INSERT INTO webhook_endpoints (company_id, id, url, types)
SELECT id, gen_random_uuid(), 'https://hooks.example.com/in', '{x}' FROM companies;
INSERT INTO webhook_deliveries (company_id, id, endpoint_id, store_id, event_id, seq, subject_id, type, body, next_at,
    opened_at)
SELECT company_id, gen_random_uuid(), id, id, gen_random_uuid(), 1, 'x', 'x', 'x', now(), now() FROM stores;
INSERT INTO usage_counters (company_id, period) SELECT id, date_trunc('month', now()) FROM companies
    ON CONFLICT DO NOTHING;
ANALYZE;
"""
# Run once for a company that leaves: by whom a card event is lies in its payload.
WHOLE_TABLE = {("tenants.export_webhook_events", "webhook_events")}


async def test_every_plan_goes_by_an_index(database: Database) -> None:
    walked: list[str] = []
    async with database.transaction() as tx:
        mine, _ = await seed_two_tenants(tx)
        await tx.execute(NEIGHBOURS)
        tables = {row[0] for row in await tx.fetch(TENANT_TABLES)}
        await tx.execute("SET LOCAL enable_seqscan = off")
        # The plan that is kept after five executions, whatever the values.
        await tx.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        for query in OWNED:
            for node in _walks(await _plan(tx, query, mine)):
                name, table = f"{query.noun}.{query.name}", node["Relation Name"]
                if table in tables and (name, table) not in WHOLE_TABLE:
                    walked.append(f"{name}: {node['Node Type']} on {table}")
    assert not walked, "\n".join(walked)


async def _plan(tx: Any, query: Query, actor: Tenant) -> dict[str, Any]:
    statement = await tx.prepare(query.sql)
    types = [(t.name, t.kind) for t in statement.get_parameters()]
    text = await tx.fetchval("EXPLAIN (FORMAT JSON) " + query.sql, *values.arguments(query, types, actor, {}))
    plan: dict[str, Any] = json.loads(bytes(text))[0]["Plan"]
    return plan


def _walks(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    kind = node["Node Type"]
    if kind == "Seq Scan" or (kind in ("Index Scan", "Index Only Scan") and "Index Cond" not in node):
        yield node
    for child in node.get("Plans", ()):
        yield from _walks(child)
