"""`tenants list|export|delete`: nothing is forgotten, no secret leaves, and nothing of a deleted company stays."""

import asyncio
import json
import re
import stat
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
from click.testing import CliRunner, Result

from app.cli.root import main
from app.db import Database
from app.db.ids import uuid7
from app.db.queries import load_queries
from app.features.auth.verifications import identifier_hash
from app.features.company.export import LEFT_OUT_COLUMNS, LEFT_OUT_TABLES, export_queries, opened_export
from app.paths import SQL_DIR
from app.storefront.uploads import open_file_store
from tests.api import VAULT
from tests.cli.commands import environment, query
from tests.servers import Server
from tests.tenancy.seed import Tenant, seed_two_tenants
from tests.waiting import until

OF_THE_SERVICE = {
    "auth_rate_limits",
    "plans",
    "plan_versions",
    "topup_prices",
    "job_schedules",
    "embedding_model",
    "schema_migrations",
}
SECRET = re.compile(r"(^|_)(password|secret|token)(_|$)|_enc$")
COLUMNS = """
    SELECT c.relname::text, a.attname::text
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
"""
# What no reference leads to, and the files of a storefront on the same box.
TRACES = (
    "INSERT INTO idempotency_keys (company_id, scope, key, request_sha256, response_body)"
    " SELECT id, 'POST /internal/orders', 'k', '\\x00', convert_to(email, 'UTF8') FROM users",
    "INSERT INTO jobs (id, name, args, company_id)"
    " SELECT gen_random_uuid(), 'send_billing_notice', '{}', id FROM users",
    "INSERT INTO jobs (id, name, args)"
    " SELECT gen_random_uuid(), 'send_link_mail', jsonb_build_object('to', email) FROM users",
    "INSERT INTO jobs (id, name, args, unique_key) SELECT gen_random_uuid(), 'x', '{}', id::text FROM stores",
    "INSERT INTO webhook_events (company_id, provider, event_id, type, payload)"
    " SELECT company_id, 'cardprovider', 'evt_' || cardprovider_customer_id, 'invoice.paid', jsonb_build_object('data',"
    " jsonb_build_object('object', jsonb_build_object('customer', cardprovider_customer_id))) FROM billing_customers",
)

CODE = (
    "INSERT INTO verifications (id, identifier_hash, identifier_enc, value_hash, value_enc, resets, expires_at)"
    " VALUES ('email-' || $1, $2, '', repeat('0', 64), '', false, now() + interval '1 hour')"
)


@pytest.fixture
async def tenants(database: Database, tmp_path: Path) -> tuple[Tenant, Tenant]:
    """Two companies with a row in every table of theirs, and a file each."""
    async with database.transaction() as tx:
        both = await seed_two_tenants(tx)
        for statement in TRACES:
            await tx.execute(statement)
        for tenant in both:
            await tx.execute(CODE, tenant.actor_id, identifier_hash(VAULT, f"{tenant.actor_id}@example.com"))
    for tenant in both:
        open_file_store(tmp_path).save(tenant.actor_id, f"proof of {tenant.actor_id}".encode(), "csv")
    return both


@pytest.fixture
def seeded(dsn: str, tenants: tuple[Tenant, Tenant]) -> str:
    """The database of the two, for commands that run a loop of their own."""
    return dsn


def run(dsn: str, folder: Path, *command: str, answer: str | None = None) -> Result:
    return CliRunner().invoke(main, ["tenants", *command], env=environment(dsn, folder), input=answer)


async def _columns(database: Database) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table, column in await database.fetch(COLUMNS):
        found.setdefault(table, set()).add(column)
    return found


async def test_every_table_is_exported_or_says_why_not(database: Database) -> None:
    exported = set(export_queries(load_queries(SQL_DIR)))
    assert not exported & set(LEFT_OUT_TABLES)
    assert set(await _columns(database)) == exported | set(LEFT_OUT_TABLES) | OF_THE_SERVICE


async def test_every_column_but_secrets_is_exported(
    database: Database, dsn: str, tenants: tuple[Tenant, Tenant]
) -> None:
    columns = await _columns(database)
    seen: dict[str, set[str]] = {}
    async with opened_export(dsn, load_queries(SQL_DIR), tenants[0].actor_id) as export:
        async for page in export.pages():
            for line in map(json.loads, page):
                seen.setdefault(line["table"], set()).update(line["row"])
    for table in export.queries:
        assert seen[table] == columns[table] - set(LEFT_OUT_COLUMNS.get(table, ())), table
        leaked = {name for name in seen[table] if SECRET.search(name) and not name.endswith("_expires_at")}
        assert not leaked, f"{table}: {leaked}"


def test_an_export_is_the_whole_company_and_nobody_elses(seeded: str, tmp_path: Path) -> None:
    file = tmp_path / "tenant.jsonl"
    done = run(seeded, tmp_path, "export", "tenant-a", "--output", str(file))
    assert done.exit_code == 0, done.output
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    header, *lines = map(json.loads, file.read_text("utf-8").splitlines())
    assert (header["format"], header["company_id"]) == (2, "tenant-a")
    assert header["left_out"]["accounts"] == ["password", "access_token", "refresh_token", "id_token"]
    assert Counter(line["table"] for line in lines) == header["counts"]
    assert all(header["counts"].values())
    assert f"{len(lines)} rows of tenant-a" in done.stderr
    text = file.read_text("utf-8")
    assert "5511988887777" in text
    for absent in ("tenant-b", "token-tenant-a", "\\\\x01"):
        assert absent not in text, absent
    printed = run(seeded, tmp_path, "export", "tenant-a").stdout.splitlines()
    noted = query(
        seeded, "SELECT actor_type FROM audit_log WHERE company_id = 'tenant-a' AND action = 'tenants.export'"
    )
    assert noted == [("operator",)] * 2
    assert [line for line in printed[1:] if "tenants.export" not in line] == text.splitlines()[1:]


def test_an_unknown_company_is_no_empty_export(seeded: str, tmp_path: Path) -> None:
    for command in (["export", "nobody"], ["delete", "nobody", "--yes"]):
        done = run(seeded, tmp_path, *command)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "nothing is known of nobody" in done.stderr
    assert run(seeded, tmp_path, "delete", "../..", "--yes").exit_code == 2


async def test_an_export_is_one_moment(database: Database, dsn: str, tenants: tuple[Tenant, Tenant]) -> None:
    mine = tenants[0]
    async with opened_export(dsn, load_queries(SQL_DIR), mine.actor_id) as export:
        await database.execute(
            "INSERT INTO leads (company_id, id, store_id, channel, external_id) VALUES ($1, $2, $3, 'web', 'late')",
            mine.actor_id,
            uuid7(),
            mine.store_id,
        )
        lines = b"".join([b"".join(page) async for page in export.pages()])
    assert lines.count(b"\n") == export.rows
    assert b"late" not in lines


async def test_an_export_waits_for_its_reader_whatever_limits_the_role_has(
    database: Database, dsn: str, tenants: tuple[Tenant, Tenant]
) -> None:
    """Behind a pooler the service's limits are its role's (docs/scaling.md)."""
    name = urlsplit(dsn).path[1:]
    await database.execute(f"ALTER DATABASE \"{name}\" SET idle_in_transaction_session_timeout = '100ms'")
    async with opened_export(dsn, load_queries(SQL_DIR), tenants[0].actor_id) as export:
        await asyncio.sleep(0.3)
        assert sum([len(page) async for page in export.pages()]) == export.rows


def test_companies_are_listed_with_what_they_have(seeded: str, tmp_path: Path) -> None:
    listed = run(seeded, tmp_path, "list").stdout.splitlines()
    assert len(listed) == 2
    assert "tenant-a" in listed[1]
    assert "stores=1  products=1  leads=2  orders=2  Companhia" in listed[1]
    assert len(run(seeded, tmp_path, "list", "--limit", "1").stdout.splitlines()) == 1


def _rows(dsn: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, as text. Table names come from the catalogue of this very database."""
    tables = query(dsn, f"SELECT DISTINCT t.relname FROM ({COLUMNS}) AS t")  # noqa: S608
    return {name: query(dsn, f'SELECT t::text FROM "{name}" t ORDER BY 1') for (name,) in tables}  # noqa: S608


def _of(rows: dict[str, list[tuple[Any, ...]]], words: list[str]) -> list[tuple[str, str]]:
    return [(table, text) for table in sorted(rows) for (text,) in rows[table] if any(word in text for word in words)]


def test_nothing_of_a_deleted_company_stays_and_the_other_is_untouched(
    seeded: str, tmp_path: Path, tenants: tuple[Tenant, Tenant]
) -> None:
    mine, theirs = ([tenant.actor_id, str(tenant.store_id), tenant.store_id.hex] for tenant in tenants)
    before = _rows(seeded)
    assert {table for table, _ in _of(before, mine)} == set(before) - OF_THE_SERVICE
    kept = run(seeded, tmp_path, "delete", "tenant-a", answer="tenant-b\n")
    assert kept.exit_code == 1
    assert "2  orders" in kept.stdout
    assert "1  files" in kept.stdout
    assert _rows(seeded) == before
    done = run(seeded, tmp_path, "delete", "tenant-a", answer="tenant-a\n")
    assert done.exit_code == 0, done.output
    after = _rows(seeded)
    # The end of the subscription at the provider is still to come.
    assert query(seeded, "SELECT args::text FROM jobs WHERE name = 'end_subscription'") == [
        ('{"subscription": "sub_tenant-a"}',)
    ]
    assert [table for table, text in _of(after, mine) if "end_subscription" not in text] == []
    assert _of(after, theirs) == _of(before, theirs)
    files = open_file_store(tmp_path)
    assert (files.count("tenant-a"), files.count("tenant-b")) == (0, 1)


async def test_what_a_deletion_by_the_frontend_leaves_can_be_erased_too(
    database: Database, dsn: str, tenants: tuple[Tenant, Tenant]
) -> None:
    from app.features.company.erasure import erase_company

    await database.execute("DELETE FROM users WHERE id = 'tenant-a'")
    assert await database.fetchval("SELECT count(*) FROM audit_log WHERE company_id = 'tenant-a'") == 1
    assert await erase_company(database, load_queries(SQL_DIR), VAULT, "tenant-a") > 1
    assert await database.fetchval("SELECT count(*) FROM audit_log WHERE company_id = 'tenant-a'") == 0


async def test_the_audit_log_of_a_living_company_cannot_be_erased(
    database: Database, tenants: tuple[Tenant, Tenant]
) -> None:
    async with database.acquire() as connection:
        await connection.execute("BEGIN; SELECT allow_audit_erasure('tenant-a')")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("DELETE FROM audit_log WHERE company_id = 'tenant-a'")
        await connection.execute("ROLLBACK")
    await database.execute("DELETE FROM users WHERE id = 'tenant-a'")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await database.execute("DELETE FROM audit_log WHERE company_id = 'tenant-a'")


async def test_its_sessions_end_in_running_processes(
    database: Database, server: Server, dsn: str, tenants: tuple[Tenant, Tenant]
) -> None:
    from app.features.company.erasure import erase_company

    path = f"/internal/auth/sessions/by-token/{tenants[0].session_token}"
    async with server.auth() as frontend:
        assert (await frontend.get(path)).status_code == 200
        await erase_company(database, load_queries(SQL_DIR), VAULT, "tenant-a")

        async def ended() -> bool:
            return (await frontend.get(path)).status_code == 404

        await until(ended, seconds=1)
