"""Loading what `tenants export` wrote, of this release or of v0.1.0, into this installation.

tests/cli/test_tenants_import.py. All of it or nothing: one transaction. Ids stay; look-ups, totals and
counters are made so that work goes on, chunks and vectors by jobs.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO
from uuid import NAMESPACE_URL, uuid5

import asyncpg
import msgspec

from app.db.pool import Database, Patient
from app.db.queries import Queries
from app.db.resolver import Kind, Resolver, Taken, provider_account
from app.features.company.export import Header, export_queries
from app.features.company.former import row_now, table_now
from app.features.documents.jobs import ChunkDocument, chunk_document
from app.features.members.service import membership_value
from app.features.webhook_endpoints.jobs import DeliverWebhooks, deliver_webhooks
from app.jobs import JobQueue

FORMATS = (1, 2)
SECONDS = 1800.0
PAGE = 500
# Not taken over: who was signed in there is not signed in here, and second factors and passkeys are told but not shown.
SKIPPED = {"sessions", "auth_extensions"}
# better-auth's word for a second factor; without the row behind it nobody could give one.
_SECOND_FACTOR = "twoFactorEnabled"
# What a user of that id may have and still be empty.
_NOTHING = {"users"}

Row = dict[str, Any]
# Which values of a row lead to its company.
_LOOKUPS: dict[str, Callable[[Row], list[tuple[Kind, Any]]]] = {
    "users": lambda row: [("email", row["email"])],
    "accounts": lambda row: [
        ("account", row["id"]),
        ("provider_account", provider_account(row["provider_id"], row["account_id"])),
    ],
    "companies": lambda row: [("company_slug", row["slug"])],
    "company_members": lambda row: [("member", membership_value(row["company_id"], row["user_id"]))],
    "company_invitations": lambda row: [("invitation", row["id"])],
    "stores": lambda row: [("store", row["id"]), ("store_slug", row["slug"])],
    "agents": lambda row: [("agent", row["id"]), ("instance", row["messaging_instance_id"])],
    "leads": lambda row: [("lead", row["id"])],
    "orders": lambda row: [("charge", row["payment_external_id"])],
    "billing_customers": lambda row: [("customer", row["cardprovider_customer_id"])],
    "subscriptions": lambda row: [("subscription", row["cardprovider_subscription_id"])],
}


class ImportRefused(Exception):
    """The file cannot be loaded here; the message says why, in one line. Nothing was written."""


class _Line(msgspec.Struct):
    table: str
    row: msgspec.Raw


_header = msgspec.json.Decoder(Header)
_line = msgspec.json.Decoder(_Line)
_row = msgspec.json.Decoder(dict[str, Any])


async def import_company(
    db: Database, q: Queries, file: BinaryIO, tell: Callable[[int], None] = lambda _: None
) -> Header:
    """Load one export; `tell` hears of the rows as they are written. Raises ImportRefused."""
    header = read_header(file)
    try:
        async with db.patient_transaction(SECONDS) as tx:
            await _require_empty(tx, q, header.company_id)
            await q.stock.set_stock_cause(tx, kind="brought along", order_id=None, event_id=None)
            loading = _Loading(tx, q, header.company_id, tell)
            await loading.load(file)
            loading.require(header.counts)
            await loading.finish()
    except Taken as taken:
        raise ImportRefused(f"the {taken.kind.replace('_', ' ')} {taken.value} is there already") from None
    except asyncpg.IntegrityConstraintViolationError as error:
        raise ImportRefused(f"a row does not fit: {error.detail or error}") from None
    except (asyncpg.DataError, asyncpg.UndefinedColumnError) as error:
        raise ImportRefused(f"a row does not fit: {error}") from None
    return header


def read_header(file: BinaryIO) -> Header:
    """The first line. Raises ImportRefused for another kind of file."""
    try:
        header = _header.decode(file.readline())
    except msgspec.DecodeError as error:
        raise ImportRefused(f"line 1 is no header of an export: {error}") from None
    if header.format not in FORMATS:
        raise ImportRefused(f"format {header.format} is not known here; {FORMATS[0]} to {FORMATS[-1]} are")
    return header


async def _require_empty(tx: Patient, q: Queries, company_id: str) -> None:
    """A user of that id with nothing else makes room for the imported one."""
    for table, query in export_queries(q).items():
        arguments = [company_id if name == "actor_id" else [] for name in query.parameters]
        rows = await tx.fetch(query.sql, *arguments)
        if rows and table not in _NOTHING:
            raise ImportRefused(f"{company_id} is there already, with rows in {table}")
    if await q.auth.delete_user(tx, user_id=company_id) is not None:
        await q.lookups.drop_company_lookups(tx, company_id=company_id)


class _Loading:
    """The rows on their way, a page of one table at a time."""

    def __init__(self, tx: Patient, q: Queries, company_id: str, tell: Callable[[int], None]) -> None:
        self._tx = tx
        self._q = q
        self._company_id = company_id
        self._tell = tell
        self._tables = set(export_queries(q))
        self._resolver = Resolver(q)
        self._seen: Counter[str] = Counter()

    async def load(self, file: BinaryIO) -> None:
        """All lines, in their order: parents come before children."""
        page: list[bytes] = []
        table = ""
        for line in _lines(file):
            name = table_now(line.table)
            if name != table or len(page) == PAGE:
                await self._write(table, page)
                page, table = [], name
                if table not in self._tables:
                    raise ImportRefused(f"{table} is no table of an export")
            page.append(row_now(table, bytes(line.row)))
            self._seen[line.table] += 1
        await self._write(table, page)

    def require(self, counts: dict[str, int]) -> None:
        """As many rows as the header says. Raises ImportRefused."""
        for table in sorted(counts.keys() | self._seen.keys()):
            if counts.get(table, 0) != self._seen[table]:
                raise ImportRefused(f"{table}: {self._seen[table]} rows, the header says {counts.get(table, 0)}")

    async def finish(self) -> None:
        """What an export does not hold: chunks, vectors, and tokens that nobody holds any more."""
        await self._q.tenants.drop_held_tokens(self._tx, company_id=self._company_id)
        documents = await self._q.tenants.restart_documents(self._tx, company_id=self._company_id)
        jobs = JobQueue(self._q)
        for row in documents:
            args = ChunkDocument(store_id=row["store_id"], document_id=row["id"], company_id=self._company_id)
            await jobs.enqueue(self._tx, chunk_document, args, company_id=self._company_id, unique_key=str(row["id"]))
        for row in await self._q.webhook_endpoints.list_waiting_endpoints(self._tx, company_id=self._company_id):
            whose: dict[str, Any] = {"company_id": self._company_id, "endpoint_id": row["endpoint_id"]}
            await self._q.webhook_endpoints.release_deliveries(self._tx, **whose, at=datetime.now(UTC))
            key = str(row["endpoint_id"])
            waiting = DeliverWebhooks(row["endpoint_id"])
            await jobs.enqueue(self._tx, deliver_webhooks, waiting, company_id=self._company_id, unique_key=key)

    async def _write(self, table: str, page: list[bytes]) -> None:
        if not page or table in SKIPPED:
            return
        if table == "users":
            page = [_without_second_factor(row) for row in page]
        if table == "stock_movements":
            page = [self._with_uuid(row) for row in page]
        await self._q.tenants.import_rows(
            self._tx,
            company_id=self._company_id,
            target=table,
            items=msgspec.Raw(b"[" + b",".join(page) + b"]"),
        )
        await self._take(table, page)
        self._tell(len(page))

    async def _take(self, table: str, page: list[bytes]) -> None:
        values_of = _LOOKUPS.get(table)
        if values_of is not None:
            values = [pair for row in page for pair in values_of(_row.decode(row)) if pair[1] is not None]
            if values:
                await self._resolver.take(self._tx, self._company_id, values)

    def _with_uuid(self, row: bytes) -> bytes:
        """v0.1.0 counted movements of stock; their ids are UUIDs now."""
        fields = msgspec.json.decode(row, type=dict[str, msgspec.Raw])
        number = bytes(fields["id"])
        if number.isdigit():
            new = uuid5(NAMESPACE_URL, f"{self._company_id}/stock_movements/{number.decode()}")
            fields["id"] = msgspec.Raw(msgspec.json.encode(new))
        return msgspec.json.encode(fields)


def _without_second_factor(row: bytes) -> bytes:
    fields = _row.decode(row)
    fields.get("plugin_fields", {}).pop(_SECOND_FACTOR, None)
    return msgspec.json.encode(fields)


def _lines(file: BinaryIO) -> Iterator[_Line]:
    for number, text in enumerate(file, 2):
        try:
            yield _line.decode(text)
        except msgspec.DecodeError as error:
            raise ImportRefused(f"line {number} is no row of an export: {error}") from None
