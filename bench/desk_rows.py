"""A large shop for bench/desk.py, and a company to delete; SQL makes the rows, with the schema's triggers at work."""

import uuid

import asyncpg

from bench.growth_rows import AT_ONCE, LEADS, PRODUCTS

PRODUCT_COUNT, ORDER_COUNT, TALK_COUNT = 20_000, 100_000, 50_000
GONE_LEADS, GONE_MESSAGES = 50_000, 200_000
# Of orders most are done; two years of them, by all customers.
ORDERS = """
INSERT INTO orders (company_id, id, store_id, lead_id, number, status, payment_method, subtotal_cents, total_cents,
                    paid_cents, customer_info, found_by, confirmed_at, created_at)
SELECT $3, gen_random_uuid(), $1, l.id, n, s.status, 'pix', 3000 + n % 900,
       3000 + n % 900, CASE WHEN s.status IN ('shipped', 'delivered') THEN 3000 + n % 900 ELSE 0 END,
       jsonb_build_object('name', 'Cliente ' || n % 50000, 'city', 'Recife'), n || ' cliente ' || n % 50000,
       CASE WHEN s.status IN ('shipped', 'delivered') THEN now() - (100000 - n) * interval '10 minutes' END,
       now() - (100000 - n) * interval '10 minutes'
  FROM generate_series($4::int, $2::int) n
  JOIN (SELECT l.id, row_number() OVER () AS at FROM leads l WHERE l.company_id = $3 AND l.store_id = $1) l
    ON l.at = 1 + n % 50000,
       LATERAL (SELECT CASE WHEN n % 50 = 0 THEN 'confirmed' WHEN n % 50 = 1 THEN 'awaiting_payment'
                            WHEN n % 50 = 2 THEN 'awaiting_proof' WHEN n % 50 = 3 THEN 'shipped'
                            WHEN n % 50 = 4 THEN 'cancelled' ELSE 'delivered' END AS status) s
"""
ITEMS = """
INSERT INTO order_items (company_id, id, store_id, order_id, product_id, sku, name, unit_price_cents, quantity,
                         position)
SELECT o.company_id, gen_random_uuid(), o.store_id, o.id, p.id, 'SKU-1',
       'Camiseta', o.total_cents, 1, 1
  FROM orders o
  JOIN (SELECT p.id, row_number() OVER () AS at FROM products p WHERE p.company_id = $2 AND p.store_id = $1) p
    ON p.at = 1 + o.number % 20000
 WHERE o.company_id = $2
   AND o.store_id = $1
"""
EVENTS = """
INSERT INTO order_events (company_id, id, store_id, order_id, type, to_status, actor_type, data)
SELECT o.company_id, gen_random_uuid(), o.store_id, o.id, 'created', 'pending', 'system', '{}'
  FROM orders o
 WHERE o.company_id = $2
   AND o.store_id = $1
"""
TALKS = """
INSERT INTO conversations (company_id, id, store_id, lead_id, channel, state, unread, last_message, last_message_at,
                           agent_answers, created_at, updated_at)
SELECT l.company_id, l.id, l.store_id, l.id, l.channel,
       (ARRAY['waiting', 'human', 'bot', 'bot', 'closed', 'closed', 'closed', 'closed'])[1 + n % 8], (n % 3 = 0)::int,
       'Obrigada!', l.created_at, 2, l.created_at, l.created_at
  FROM (SELECT l.*, row_number() OVER (ORDER BY l.id) AS n FROM leads l WHERE l.company_id = $2 AND l.store_id = $1) l
"""
TALK_MESSAGES = """
INSERT INTO conversation_messages (company_id, id, conversation_id, role, content, created_at)
SELECT c.company_id, gen_random_uuid(), c.id, (ARRAY['user', 'assistant'])[1 + n % 2], 'Quero a camiseta ' || n,
       c.created_at + n * interval '1 second'
  FROM conversations c, generate_series(1, 4) n
 WHERE c.company_id = $2
   AND c.store_id = $1
"""
MESSAGES = """
INSERT INTO messages_history (company_id, id, store_id, lead_id, role, content, created_at)
SELECT l.company_id, gen_random_uuid(), l.store_id, l.id, 'user', 'Quero a camiseta ' || n, l.created_at
  FROM leads l, generate_series(1, $3::int) n
 WHERE l.company_id = $2
   AND l.store_id = $1
"""
LEAD_LOOKUPS = """
INSERT INTO lookups (kind, value, company_id)
SELECT 'lead', l.id::text, l.company_id
  FROM leads l
 WHERE l.company_id = $1
"""


async def _insert(db: asyncpg.Connection, step: str, store: uuid.UUID, company_id: str, size: int) -> None:
    """Some thousand rows a transaction: totals that one transaction moves a hundred thousand times grow slow."""
    for first in range(1, size + 1, AT_ONCE):
        await db.execute(step, store, min(first + AT_ONCE - 1, size), company_id, first)


async def fill_shop(db: asyncpg.Connection, company_id: str, store: uuid.UUID) -> None:
    """Products, leads with a conversation each, and orders."""
    await _insert(db, PRODUCTS, store, company_id, PRODUCT_COUNT)
    await _insert(db, LEADS, store, company_id, TALK_COUNT)
    await db.execute(LEAD_LOOKUPS, company_id)
    await _insert(db, ORDERS, store, company_id, ORDER_COUNT)
    await db.execute("ANALYZE")  # without it ITEMS joins by loops, for minutes
    for step in (ITEMS, EVENTS, TALKS, TALK_MESSAGES):
        await db.execute(step, store, company_id)
    await db.execute("VACUUM ANALYZE")


async def fill_doomed(db: asyncpg.Connection, company_id: str, store: uuid.UUID) -> None:
    """Leads and their messages, left as they were written: no statistics, nothing vacuumed."""
    await _insert(db, LEADS, store, company_id, GONE_LEADS)
    await db.execute(LEAD_LOOKUPS, company_id)
    await db.execute(MESSAGES, store, company_id, GONE_MESSAGES // GONE_LEADS)
