"""Companies of growing size for bench/growth.py: SQL makes the rows, with the triggers of the schema at work."""

import uuid
from dataclasses import dataclass, field

from asyncpg.pool import PoolConnectionProxy

AT_ONCE = 5_000
COMPANY = (
    "INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com')",
    "INSERT INTO companies (id) VALUES ($1)",
)
STORE = "INSERT INTO stores (company_id, id, name, slug) VALUES ($2, $1, 'Loja', $2)"
LOOKUPS = """
INSERT INTO lookups (kind, value, company_id)
VALUES ('store', $1::uuid::text, $2), ('email', $2 || '@example.com', $2)
"""
LEADS = """
INSERT INTO leads (company_id, id, store_id, channel, external_id, name, status, last_message_at, created_at)
SELECT $3, gen_random_uuid(), $1, 'whatsapp', '5511' || n, 'Cliente ' || n,
       (ARRAY['new', 'engaged', 'qualified', 'customer'])[1 + n % 4], now() - n * interval '1 minute',
       now() - n * interval '1 hour'
  FROM generate_series($4::int, $2::int) n
"""
MESSAGES = """
INSERT INTO messages_history (company_id, id, store_id, lead_id, role, content, created_at)
SELECT $3, gen_random_uuid(), $1, (SELECT l.id FROM leads l WHERE l.company_id = $3 AND l.store_id = $1
        ORDER BY l.created_at DESC LIMIT 1),
       (ARRAY['user', 'assistant'])[1 + n % 2], 'Quero a camiseta ' || n || ', tem no tamanho M?',
       now() - n * interval '1 minute'
  FROM generate_series($4::int, $2::int) n
"""
ORDERS = """
INSERT INTO orders (company_id, id, store_id, lead_id, number, status, payment_method, subtotal_cents, total_cents,
                    customer_info, created_at)
SELECT $3, gen_random_uuid(), $1, (SELECT l.id FROM leads l WHERE l.company_id = $3 AND l.store_id = $1
        ORDER BY l.created_at DESC LIMIT 1), n,
       (ARRAY['pending', 'confirmed', 'delivered', 'cancelled'])[1 + n % 4], 'pix', 3000 + n % 500, 3000 + n % 500,
       jsonb_build_object('name', 'Ana ' || n, 'city', 'Recife'), now() - n * interval '5 minutes'
  FROM generate_series($4::int, $2::int) n
"""
ORDER_PARTS = (
    """
INSERT INTO order_items (company_id, id, store_id, order_id, sku, name, unit_price_cents, quantity, position)
SELECT o.company_id, gen_random_uuid(), o.store_id, o.id, 'SKU-1', 'Camiseta', 3000, 1, 1
  FROM orders o
 WHERE o.company_id = $2
   AND o.store_id = $1
""",
    """
INSERT INTO order_events (company_id, id, store_id, order_id, type, to_status, actor_type, data)
SELECT o.company_id, gen_random_uuid(), o.store_id, o.id, 'created', 'pending', 'system', '{}'
  FROM orders o
 WHERE o.company_id = $2
   AND o.store_id = $1
""",
)
# Ten products have "turquesa" in their name whatever the size; one in eight is a "camiseta".
PRODUCTS = """
INSERT INTO products (company_id, id, store_id, external_id, sku, name, description, category, price_cents,
                      stock_quantity, created_at)
SELECT $3, gen_random_uuid(), $1, 'E' || n, 'SKU-' || n,
       (ARRAY['Camiseta', 'Calça', 'Tênis', 'Boné', 'Jaqueta', 'Vestido', 'Meia', 'Bolsa'])[1 + n % 8] || ' '
       || CASE WHEN n <= 10 THEN 'turquesa' ELSE (ARRAY['azul', 'preta', 'branca', 'cinza', 'rosa'])[1 + n % 5] END
       || ' modelo ' || n,
       'Peça de algodão da coleção ' || n % 50 || ', lavagem à máquina, entrega em todo o Brasil.',
       'Categoria ' || n % 20, 1000 + n, n % 50, now() - n * interval '1 minute'
  FROM generate_series($4::int, $2::int) n
"""


@dataclass
class Company:
    """One company with one store, of a size."""

    size: int
    actor: str
    store: uuid.UUID = field(default_factory=uuid.uuid4)
    lead: uuid.UUID = field(default_factory=uuid.uuid4)
    orders: list[uuid.UUID] = field(default_factory=list)
    products: list[uuid.UUID] = field(default_factory=list)

    async def make(self, db: PoolConnectionProxy, what: str) -> None:
        """Insert `size` of `what`, and one lead at least."""
        for step in COMPANY:
            await db.execute(step, self.actor)
        await db.execute(STORE, self.store, self.actor)
        await db.execute(LOOKUPS, self.store, self.actor)
        await self._insert(db, LEADS, self.size if what == "leads" else 1)
        if what == "orders":
            await self._insert(db, ORDERS, self.size)
            # Without the triggers, which would tell a webhook endpoint of each.
            await db.execute("SET session_replication_role = replica")
            for step in ORDER_PARTS:
                await db.execute(step, self.store, self.actor)
            await db.execute("RESET session_replication_role")
            of_store = "SELECT o.id FROM orders o WHERE o.store_id = $1 ORDER BY o.number LIMIT 200"
            self.orders = [row["id"] for row in await db.fetch(of_store, self.store)]
        elif what == "products":
            await self._insert(db, PRODUCTS, self.size)
            of_store = (
                "SELECT p.id FROM products p WHERE p.store_id = $1 AND p.stock_quantity > 20 ORDER BY p.sku LIMIT 200"
            )
            self.products = [row["id"] for row in await db.fetch(of_store, self.store)]
        elif what == "messages":
            await self._insert(db, MESSAGES, self.size)
        newest = "SELECT l.id FROM leads l WHERE l.store_id = $1 ORDER BY l.created_at DESC LIMIT 1"
        self.lead = await db.fetchval(newest, self.store)

    async def _insert(self, db: PoolConnectionProxy, step: str, size: int) -> None:
        """Some thousand rows a transaction: totals that one transaction moves a million times grow slow."""
        for first in range(1, size + 1, AT_ONCE):
            await db.execute(step, self.store, min(first + AT_ONCE - 1, size), self.actor, first)
