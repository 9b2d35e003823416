"""What the company's text id costs in every key, beside a bigint made for each company: `python -m bench.keys`.

The tables of an order are filled twice, with the same rows and indexes, once under each kind of key; the service's own
statements run on both in interleaved rounds. The figure is the CPU time of their PostgreSQL process a statement, where
all of the difference is: the service hands a value on, whatever it is.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
from pathlib import Path

import asyncpg

from app.db.codecs import install_codecs
from app.db.embedded import EmbeddedServer
from app.db.ids import uuid7
from app.db.migrate import migrate
from app.db.queries import load_queries
from app.paths import SQL_DIR

KEYS = ("text", "bigint")
TABLES = ("stores", "orders", "order_items", "order_events", "payment_attempts", "order_refunds", "messages_history")
COMPANIES, ORDERS = 2_000, 40
STATEMENTS = 2_000
# A user's id is 32 letters and digits, as sign-up makes it.
ROWS = (
    "INSERT INTO users (id, email) SELECT md5(c::text), c || '@example.com' FROM generate_series(1, $1::int) c"
    "  WHERE $2::int > 0",
    "INSERT INTO companies (id) SELECT id FROM users WHERE $1::int + $2::int > 0",
    "INSERT INTO stores (company_id, id, name, slug) SELECT id, gen_random_uuid(), 'Loja', id FROM companies"
    "  WHERE $1::int + $2::int > 0",
    "INSERT INTO leads (company_id, id, store_id, channel, external_id)"
    "  SELECT company_id, gen_random_uuid(), id, 'whatsapp', '5511999990000' FROM stores WHERE $1::int + $2::int > 0",
    "INSERT INTO orders (company_id, id, store_id, lead_id, number, payment_method, subtotal_cents, total_cents)"
    "  SELECT l.company_id, gen_random_uuid(), l.store_id, l.id, n, 'pix', 3000, 3000"
    "    FROM generate_series(1, $2::int) n CROSS JOIN leads l WHERE $1::int > 0",
    "INSERT INTO order_items (company_id, id, store_id, order_id, sku, name, unit_price_cents, quantity, position)"
    "  SELECT company_id, gen_random_uuid(), store_id, id, 'SKU-' || i, 'Camiseta ' || i, 1000, 1, i"
    "    FROM orders CROSS JOIN generate_series(1, 3) i WHERE $1::int + $2::int > 0",
    "INSERT INTO order_events (company_id, id, store_id, order_id, type, to_status, actor_type, data)"
    "  SELECT company_id, gen_random_uuid(), store_id, id, 'status_changed', 'pending', 'system', '{}'"
    "    FROM orders CROSS JOIN generate_series(1, 4) i WHERE $1::int + $2::int > 0",
)
NEW_MESSAGE = """
INSERT INTO messages_history (company_id, id, store_id, lead_id, role, content) VALUES ($1, $2, $3, $4, 'user', 'Oi')
"""


class Variant:
    """One kind of key: a schema, a session in it, and the companies as it knows them."""

    def __init__(self, connection: asyncpg.Connection, pid: int, rows: list[asyncpg.Record]) -> None:
        self._connection = connection
        self._pid = pid
        self._rows = rows
        queries = {query.name: query for query in load_queries(SQL_DIR) if query.noun == "orders"}
        self._detail = queries["get_order"]

    def cpu_us(self) -> float:
        """CPU microseconds of its PostgreSQL process so far."""
        return int(Path(f"/proc/{self._pid}/schedstat").read_text().split()[0]) / 1000

    async def details(self, number: int) -> None:
        """Orders by id, each of another company."""
        for row in self._taken(number):
            values = {"order_id": row["id"], "actor_id": row["company_id"]}
            await self._connection.fetchrow(self._detail.sql, *(values[name] for name in self._detail.parameters))

    async def messages(self, number: int) -> None:
        """A message to each company's lead."""
        for row in self._taken(number):
            await self._connection.execute(NEW_MESSAGE, row["company_id"], uuid7(), row["store_id"], row["lead_id"])

    def _taken(self, number: int) -> list[asyncpg.Record]:
        start = number * STATEMENTS % len(self._rows)
        return self._rows[start : start + STATEMENTS]


async def prepare(dsn: str) -> dict[str, Variant]:
    """Fill the tables, copy them under each kind of key, and connect."""
    owner = await asyncpg.connect(dsn)
    await owner.execute("SET session_replication_role = replica")  # no triggers: history is not what is measured
    for statement in ROWS:
        await owner.execute(statement, COMPANIES, ORDERS)
    await owner.execute("CREATE TABLE numbered AS SELECT id, row_number() OVER (ORDER BY id) AS number FROM companies")
    variants = {}
    for key in KEYS:
        schema = f"{key}_key"
        await owner.execute(f"CREATE SCHEMA {schema}")
        for table in TABLES:
            await owner.execute(f"CREATE TABLE {schema}.{table} (LIKE public.{table} INCLUDING ALL)")
            if key == "bigint":
                await owner.execute(f"ALTER TABLE {schema}.{table} ALTER company_id TYPE bigint USING 0")
            await _copy(owner, schema, table, key)
            await owner.execute(f"VACUUM ANALYZE {schema}.{table}")
        variants[key] = await _connect(dsn, schema)
    await owner.close()
    return variants


async def _copy(owner: asyncpg.Connection, schema: str, table: str, key: str) -> None:
    columns = await owner.fetch(
        "SELECT attname FROM pg_attribute WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped"
        " AND attgenerated = '' AND attname <> 'company_id'",
        f"public.{table}",
    )
    names = ", ".join(row["attname"] for row in columns)
    values = ", ".join(f"t.{row['attname']}" for row in columns)
    company = "n.number" if key == "bigint" else "t.company_id"
    await owner.execute(
        f"INSERT INTO {schema}.{table} (company_id, {names}) SELECT {company}, {values}"  # noqa: S608 - names of ours
        f" FROM public.{table} t JOIN numbered n ON n.id = t.company_id ORDER BY t.id"
    )


async def _connect(dsn: str, schema: str) -> Variant:
    connection = await asyncpg.connect(dsn, server_settings={"search_path": f"{schema}, public", "jit": "off"})
    await install_codecs(connection, None)
    rows = await connection.fetch("SELECT company_id, id, store_id, lead_id FROM orders ORDER BY md5(id::text)")
    return Variant(connection, await connection.fetchval("SELECT pg_backend_pid()"), rows)


async def measure(rounds: int) -> None:
    """Run and print."""
    with tempfile.TemporaryDirectory(prefix="bench-keys-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        async with EmbeddedServer(Path(folder)) as server:
            await migrate(server.dsn)
            variants = await prepare(server.dsn)
            for what in ("details", "messages"):
                used: dict[str, list[float]] = {key: [] for key in KEYS}
                for number in range(rounds + 1):
                    for key in KEYS if number % 2 else reversed(KEYS):
                        before = variants[key].cpu_us()
                        await getattr(variants[key], what)(number)
                        if number:  # the first round warms up
                            used[key].append((variants[key].cpu_us() - before) / STATEMENTS)
                ratios = [text / number for text, number in zip(used["text"], used["bigint"], strict=True)]
                middle = {key: f"{statistics.median(values):.1f} µs" for key, values in used.items()}
                print(f"{what}: {middle}, text over bigint {statistics.median(ratios):.3f}", end="")
                print(f" ({min(ratios):.3f} to {max(ratios):.3f})", flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    asyncio.run(measure(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
