"""The rows and requests of bench/crud.py."""

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.db.pool import Database
from app.db.queries import load_queries
from app.paths import SQL_DIR
from bench.crud_servers import TOKEN, Request
from bench.peers.tokens import token_hash

ACTOR = "benchactor"
USERS, ORDERS, LEADS, PRODUCTS = 40_000, 2_000, 200, 5_000
STATEMENTS = {
    "auth": ("get_live_session_by_token", "get_session_and_user", "get_user_by_email"),
    "orders": ("get_order",),
    "order_lists": ("list_orders", "count_orders"),
    "messages": ("create_message",),
}
AUTH = {"X-Auth-Token": TOKEN}
APP = {"X-Internal-Token": TOKEN, "X-Actor-User-Id": f"{ACTOR}0"}
JSON_TYPE = {"Content-Type": "application/json"}
STEPS = (
    "INSERT INTO users (id, email, name) SELECT 'u' || n, 'u' || n || '@example.com', 'User ' || n"
    " FROM generate_series(0, $1::int - 1) n",
    "INSERT INTO lookups (kind, value, company_id)"
    " SELECT k.kind, k.value, 'u' || n FROM generate_series(0, $1::int - 1) n,"
    " LATERAL (VALUES ('email', 'u' || n || '@example.com'), ('session', 's' || n)) AS k (kind, value)",
)
SESSION_ROWS = (
    "INSERT INTO sessions (id, token_hash, token_enc, user_id, expires_at, ip_address, user_agent)"
    " SELECT 's' || n - 1, hash, '', 'u' || n - 1, now() + interval '7 days', '203.0.113.9',"
    " 'Mozilla/5.0 (X11; Linux x86_64)' FROM unnest($1::text[]) WITH ORDINALITY AS t (hash, n)",
    "INSERT INTO lookups (kind, value, company_id) SELECT 'session_token', hash, 'u' || n - 1"
    " FROM unnest($1::text[]) WITH ORDINALITY AS t (hash, n)",
)
LEAD_ROWS = (
    "INSERT INTO leads (company_id, id, store_id, channel, external_id)"
    " SELECT $3, id, $2, 'whatsapp', '5511' || n"
    " FROM unnest($1::uuid[]) WITH ORDINALITY AS t (id, n)"
)
ORDER_ROWS = (
    "INSERT INTO orders (company_id, id, store_id, lead_id, number, payment_method, subtotal_cents, total_cents,"
    ' customer_info, created_at) SELECT $4, id, $2, $3, n, \'pix\', 3000, 3000, \'{"name": "Ana", "city": "Recife"}\','
    " now() - n * interval '1 minute' FROM unnest($1::uuid[]) WITH ORDINALITY AS t (id, n)",
    "INSERT INTO order_items (company_id, id, store_id, order_id, sku, name, unit_price_cents, quantity, position)"
    " SELECT $4, gen_random_uuid(), $2, id, 'SKU-' || i, 'Camiseta ' || i, 1000, 1, i"
    " FROM unnest($1::uuid[]) AS t (id), generate_series(1, 3) i WHERE $3::uuid IS NOT NULL",
    "INSERT INTO order_events (company_id, id, store_id, order_id, type, to_status, actor_type, data, created_at)"
    " SELECT $4, uuidv7(i * interval '1 s'), $2, id, 'status_changed', 'pending', 'system', '{}',"
    " now() + i * interval '1 s' FROM unnest($1::uuid[]) AS t (id), generate_series(1, 4) i WHERE $3::uuid IS NOT NULL",
    "INSERT INTO payment_attempts (company_id, id, store_id, order_id, provider, status, amount_cents, external_id,"
    " created_at) SELECT $4, gen_random_uuid(), $2, id, 'pixprovider', 'created', 3000, 'ch_' || id || i,"
    " now() + i * interval '1 s'"
    " FROM unnest($1::uuid[]) AS t (id), generate_series(1, 2) i WHERE $3::uuid IS NOT NULL",
)


def _token(number: int) -> str:
    return f"token-{number}" + "x" * 24


class Rows:
    """Ids of what is in the database, and the requests made of them."""

    def __init__(self, batches: int = 40) -> None:
        """`batches`: how many batch-upserts there will be, each into a store of its own."""
        self.orders = [uuid.uuid4() for _ in range(ORDERS)]
        self.stores = [uuid.uuid4() for _ in range(batches + 1)]
        self.leads = [uuid.uuid4() for _ in range(LEADS)]
        self._fresh_store = iter(list(enumerate(self.stores))[1:])
        self._next = 0

    async def insert(self, dsn: str, statements: Path) -> None:
        """Fill the database; write the service's SQL for the peers."""
        queries = {(q.noun, q.name): q for q in load_queries(SQL_DIR)}
        chosen = {n: queries[noun, n] for noun, names in STATEMENTS.items() for n in names}
        statements.write_text(json.dumps({n: [q.sql, q.parameters] for n, q in chosen.items()}), "utf-8")
        db = await Database.connect(dsn, max_size=1)
        try:
            async with db.acquire() as tx:
                await tx.execute("SET statement_timeout = 0")
                for step in STEPS:
                    await tx.execute(step, USERS)
                hashes = [token_hash(_token(number)) for number in range(USERS)]
                for step in SESSION_ROWS:
                    await tx.execute(step, hashes)
                for number, store in enumerate(self.stores):
                    actor = f"{ACTOR}{number}"  # a company each: a plan limits the products of one
                    await tx.execute("INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com')", actor)
                    await tx.execute("INSERT INTO companies (id) VALUES ($1)", actor)
                    insert = "INSERT INTO stores (company_id, id, name, slug) VALUES ($2, $1, 'Loja', $3)"
                    await tx.execute(insert, store, actor, f"bench-{number}")
                await tx.execute(LEAD_ROWS, self.leads, self.stores[0], f"{ACTOR}0")
                for step in ORDER_ROWS:
                    await tx.execute(step, self.orders, self.stores[0], self.leads[0], f"{ACTOR}0")
                await tx.execute("ANALYZE", timeout=120)
        finally:
            await db.close()

    def sessions(self, count: int, *, same: bool = False) -> list[Request]:
        """Each of another token, never asked for before by this run's service; or all of the same."""
        path = "/internal/auth/sessions/by-token/"
        return [Request("GET", path + _token(n), AUTH) for n in self._numbers(count, same)]

    def sessions_and_users(self, count: int) -> list[Request]:
        """As sessions, with whom they belong to."""
        return [Request("GET", f"{asked.path}?include=user", AUTH) for asked in self.sessions(count)]

    def users(self, count: int, *, same: bool = False) -> list[Request]:
        """As sessions, by e-mail."""
        path = "/internal/auth/users/by-email/u{}%40example.com"
        return [Request("GET", path.format(n), AUTH) for n in self._numbers(count, same)]

    def _numbers(self, count: int, same: bool) -> Iterator[int]:
        if same:
            return iter([0] * count)
        self._next += count
        return iter([n % USERS for n in range(self._next - count, self._next)])

    def order_details(self, count: int) -> list[Request]:
        """Orders by id, round and round."""
        return [Request("GET", f"/internal/orders/{self.orders[n % ORDERS]}", APP) for n in range(count)]

    def order_lists(self, count: int) -> list[Request]:
        """The first page of 50."""
        return [Request("GET", f"/internal/orders?store_ids={self.stores[0]}&limit=50", APP)] * count

    def messages(self, count: int) -> list[Request]:
        """Each of another lead: those of one wait for each other's commit, and waiting would be what is measured."""
        return [self._post("/internal/messages", self._message(n)) for n in range(count)]

    def _message(self, number: int) -> dict[str, Any]:
        return {
            "lead_id": str(self.leads[number % LEADS]),
            "role": "user",
            "content": f"Quero a camiseta {number}, tem no tamanho M?",
        }

    def batch(self, _count: int = 1) -> list[Request]:
        """One batch of PRODUCTS into a store that has none."""
        items = [{"external_id": f"E{n}", "name": f"Camiseta {n}", "price_cents": 100 + n} for n in range(PRODUCTS)]
        number, store = next(self._fresh_store)
        body = {"store_id": str(store), "items": items}
        return [self._post("/internal/products/batch-upsert", body, f"{ACTOR}{number}")]

    def _post(self, path: str, body: object, actor: str = f"{ACTOR}0") -> Request:
        return Request("POST", path, APP | {"X-Actor-User-Id": actor} | JSON_TYPE, json.dumps(body).encode())


def comparable(value: Any) -> Any:
    """An answer without what differs in writing alone (Z or +00:00) or by nature (id and time of a new row)."""
    if isinstance(value, dict):
        return {name: comparable(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [comparable(inner) for inner in value]
    if isinstance(value, str) and len(value) > 18 and value[4:5] == "-" and value[10:11] == "T":
        return datetime.fromisoformat(value).astimezone(UTC).isoformat()
    return value
