"""One company's whole data as lines of JSON: what it may ask for by law. SQL: sql/tenants.sql; CLI: app/cli/tenants.py.

The tables are those of the export_<table> queries, in their order; tests/cli/test_tenants.py compares with the schema.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import asyncpg
import msgspec

from app.db.loader import Query
from app.db.queries import Queries

# 2: rows carry company_id. restore.py reads 1, too.
FORMAT = 2
# A page of rows is all that is held in memory; a document may have 20,000 characters, a webhook's body a megabyte.
PAGE = 100
_ALL = 2_147_483_647
# Instead of what the role may have for the service's statements: a slow reader at the other end may take hours.
_SESSION = {
    "application_name": "tenants-export",
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "jit": "off",
}

# Columns that open something, and what can be made from the rest.
LEFT_OUT_COLUMNS = {
    "accounts": ("password", "access_token", "refresh_token", "id_token"),
    "sessions": ("token_hash", "token_enc"),
    "auth_extensions": ("data_enc", "key_hashes"),
    "store_payment_settings": ("pix_provider_api_key_enc", "pix_provider_webhook_secret_enc"),
    "store_stock_sync_settings": (
        "outbound_secret_enc",
        "outbound_secret_prev_enc",
        "inbound_secret_enc",
        "inbound_secret_prev_enc",
    ),
    "webhook_endpoints": ("secret_enc", "secret_prev_enc"),
    "products": ("search", "name_folded"),
    "leads": ("messages", "found_by"),
}
LEFT_OUT_TABLES = {
    "verifications": "one-time secrets of an hour",
    "auth_rate_limits": "counters of running minutes, of nobody known",
    "document_chunks": "made from documents",
    "chunk_embedding": "made from documents",
    "product_embedding": "made from products",
    "product_embedding_queue": "work under way",
    "order_totals": "made from orders",
    "sales_totals": "made from orders and refunds",
    "lead_totals": "made from leads",
    "product_totals": "made from products",
    "chat_rate": "counters of the running minute and day",
    "quota_reservations": "tokens set aside for the running minutes",
    "idempotency_keys": "copies of answers, kept for a day",
    "jobs": "work under way",
    "lookups": "made from what they lead to",
}


# What the rows lead to and an export does not carry.
LEFT_OUT_FILES = {"media": "the files of product_pictures: MEDIA_DIR/<folder>, copied beside"}


class Header(msgspec.Struct):
    """The first line of an export."""

    format: int
    company_id: str
    exported_at: datetime
    counts: dict[str, int]
    left_out: dict[str, str | tuple[str, ...]]


@dataclass
class Export:
    """One company in one snapshot. `counts` has the rows of each table, known before the first is read."""

    connection: asyncpg.Connection
    company_id: str
    queries: dict[str, Query]
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Of all tables together."""
        return sum(self.counts.values())

    def header(self) -> bytes:
        """The first line."""
        left_out = LEFT_OUT_TABLES | LEFT_OUT_FILES | LEFT_OUT_COLUMNS
        at = datetime.now(UTC)
        return msgspec.json.encode(Header(FORMAT, self.company_id, at, self.counts, left_out)) + b"\n"

    async def pages(self) -> AsyncIterator[list[bytes]]:
        """The other lines, `{"table": …, "row": {…}}`, some at a time."""
        for table, query in self.queries.items():
            start = b'{"table": "' + table.encode() + b'", "row": '
            cursor = await self.connection.cursor(query.sql, *self._arguments(table, query))
            while page := await cursor.fetch(PAGE):
                yield [start + row[0].encode() + b"}\n" for row in page]

    async def count(self) -> None:
        """Fill `counts`, by walking over the rows without fetching them."""
        for table, query in self.queries.items():
            cursor = await self.connection.cursor(query.sql, *self._arguments(table, query))
            self.counts[table] = await cursor.forward(_ALL)

    def _arguments(self, table: str, query: Query) -> Iterator[object]:
        known = {"actor_id": self.company_id, "left_out": LEFT_OUT_COLUMNS.get(table)}
        return (known[name] for name in query.parameters)


@asynccontextmanager
async def opened_export(dsn: str, queries: Queries, company_id: str) -> AsyncIterator[Export]:
    """An export, counted, on a connection of its own."""
    connection = await asyncpg.connect(dsn, server_settings=_SESSION)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            export = Export(connection, company_id, export_queries(queries))
            await export.count()
            yield export
    finally:
        await connection.close()


def export_queries(queries: Queries) -> dict[str, Query]:
    """Table → its query, parents before children."""
    own = (query for query in queries if query.noun == "tenants" and query.name.startswith("export_"))
    return {query.name.removeprefix("export_"): query for query in own}
