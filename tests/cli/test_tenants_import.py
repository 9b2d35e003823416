"""`tenants import`: an export comes back whole, of this release and of v0.1.0, or nothing of it."""

import json
from pathlib import Path

import pytest
from click.testing import Result

from app.db import Database
from tests.cli.commands import query
from tests.cli.test_tenants import run
from tests.tenancy.seed import Tenant, seed_two_tenants

OLD = Path("tests/data/tenant-v0.1.0.jsonl")


def load(dsn: str, folder: Path, lines: list[str]) -> Result:
    file = folder / "changed.jsonl"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return run(dsn, folder, "import", str(file))


@pytest.fixture
async def tenants(database: Database) -> tuple[Tenant, Tenant]:
    async with database.transaction() as tx:
        return await seed_two_tenants(tx)


@pytest.fixture
def exported(dsn: str, tenants: tuple[Tenant, Tenant], tmp_path: Path) -> list[str]:
    """The lines of tenant-a's export; the company itself is deleted again."""
    file = tmp_path / "tenant.jsonl"
    assert run(dsn, tmp_path, "export", "tenant-a", "--output", str(file)).exit_code == 0
    assert run(dsn, tmp_path, "delete", "tenant-a", "--yes").exit_code == 0
    return file.read_text("utf-8").splitlines()


def test_an_export_comes_back_as_it_was(dsn: str, tmp_path: Path, exported: list[str]) -> None:
    done = load(dsn, tmp_path, exported)
    assert done.exit_code == 0, done.output
    told = done.stderr.strip().rsplit("left out: ", 1)[-1].split(", ")
    assert {"sessions", "lead_totals", "leads.found_by"} <= set(told)
    assert not {"leads", "products", "stores"} & set(told)
    again = run(dsn, tmp_path, "export", "tenant-a").stdout.splitlines()
    # Sessions and passkeys are not taken over, documents are chunked anew, and held tokens are free.
    before = {_told(line) for line in exported[1:] if json.loads(line)["table"] not in ("sessions", "auth_extensions")}
    assert {_told(line) for line in again[1:]} == before


def _told(line: str) -> str:
    row = json.loads(line)
    for name in ("status", "chunk_count", "updated_at") if row["table"] == "documents" else ("updated_at",):
        row["row"].pop(name, None)
    return json.dumps(row, sort_keys=True)


def test_a_second_factor_stays_behind_and_locks_nobody_out(dsn: str, tmp_path: Path, exported: list[str]) -> None:
    lines = [json.loads(line) for line in exported]
    assert [
        line["row"].keys() & {"data_enc", "key_hashes"} for line in lines if line.get("table") == "auth_extensions"
    ] == [set()]
    [user] = [line["row"] for line in lines if line.get("table") == "users"]
    user["plugin_fields"] = {"twoFactorEnabled": True, "locale": "pt"}
    done = load(dsn, tmp_path, [json.dumps(line) for line in lines])
    assert done.exit_code == 0, done.output
    assert query(dsn, "SELECT plugin_fields FROM users WHERE id = 'tenant-a'") == [('{"locale": "pt"}',)]
    assert query(dsn, "SELECT count(*) FROM auth_extensions WHERE company_id = 'tenant-a'") == [(0,)]


def test_totals_look_ups_and_counters_follow(dsn: str, tmp_path: Path, exported: list[str]) -> None:
    assert load(dsn, tmp_path, exported).exit_code == 0
    totals = (
        "SELECT (SELECT sum(orders) FROM order_totals WHERE company_id = 'tenant-a'),"
        " (SELECT sum(leads) FROM lead_totals WHERE company_id = 'tenant-a'),"
        " (SELECT sum(products) FROM product_totals WHERE company_id = 'tenant-a')"
    )
    assert [tuple(map(int, row)) for row in query(dsn, totals)] == [(2, 2, 1)]
    kinds = [
        kind for (kind,) in query(dsn, "SELECT DISTINCT kind FROM lookups WHERE company_id = 'tenant-a' ORDER BY 1")
    ]
    assert kinds == [
        "account",
        "agent",
        "charge",
        "company_slug",
        "customer",
        "email",
        "instance",
        "invitation",
        "lead",
        "member",
        "provider_account",
        "store",
        "store_slug",
        "subscription",
    ]
    counted = "SELECT nextval(pg_get_serial_sequence('audit_log', 'id')) > (SELECT max(id) FROM audit_log)"
    assert query(dsn, counted) == [(True,)]
    assert query(dsn, "SELECT count(*) FROM jobs WHERE name = 'chunk_document'") == [(2,)]
    assert query(dsn, "SELECT count(*) FROM product_embedding_queue WHERE company_id = 'tenant-a'") == [(1,)]


def test_an_export_of_v0_1_0_loads(dsn: str, tmp_path: Path) -> None:
    done = run(dsn, tmp_path, "import", str(OLD))
    assert done.exit_code == 0, done.output
    header, *lines = OLD.read_text("utf-8").splitlines()
    counts = json.loads(header)["counts"]
    counts["charges"] = counts.pop("overage_charges")
    counts["webhook_deliveries"] = counts.pop("erp_outbox")
    again = json.loads(run(dsn, tmp_path, "export", "tenant-a").stdout.splitlines()[0])["counts"]
    assert again | {"sessions": 1} == again | counts | {"sessions": 1}
    assert len(lines) == sum(counts.values())
    assert query(dsn, "SELECT id::text FROM orders ORDER BY number") == [
        (json.loads(line)["row"]["id"],) for line in reversed(lines) if '"orders"' in line[:20]
    ]
    # A push that waited goes on its way, as it is done now; no order is told of as if it were new.
    assert query(dsn, "SELECT type, status, next_at <= now() FROM webhook_deliveries") == [
        ("erp.stock.updated", "pending", True)
    ]
    assert query(dsn, "SELECT count(*) FROM jobs WHERE name = 'deliver_webhooks'") == [(1,)]
    assert query(dsn, "SELECT count(*) FROM events") == [(0,)]


@pytest.mark.parametrize(
    ("table", "name", "problem"),
    [
        ("users", "email", "the email tenant-b@example.com is there already"),
        ("stores", "slug", "the store slug loja-tenant-b is there already"),
        ("accounts", "account_id", "the provider account 10 credential tenant-b is there already"),
        ("billing_customers", "cardprovider_customer_id", "the customer cus_tenant-b is there already"),
    ],
)
def test_what_is_another_companys_already_is_named_and_nothing_is_written(
    dsn: str, tmp_path: Path, exported: list[str], table: str, name: str, problem: str
) -> None:
    lines = [
        line.replace("tenant-a", "tenant-b") if f'"table": "{table}"' in line and name in line else line
        for line in exported
    ]
    lines = [line.replace('"id": "tenant-b"', '"id": "tenant-a"') for line in lines]
    done = load(dsn, tmp_path, lines)
    assert done.exit_code == 1
    assert problem in done.stderr
    assert query(dsn, "SELECT count(*) FROM users") == [(1,)]
    assert query(dsn, "SELECT count(*) FROM lookups WHERE company_id = 'tenant-a'") == [(0,)]


def test_a_company_that_is_there_is_not_touched(dsn: str, tmp_path: Path, exported: list[str]) -> None:
    assert load(dsn, tmp_path, exported).exit_code == 0
    again = load(dsn, tmp_path, exported)
    assert again.exit_code == 1
    assert "tenant-a is there already, with rows in accounts" in again.stderr


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda lines: lines[:-1], "webhook_events: 0 rows, the header says 1"),
        (lambda lines: [*lines, lines[-1].replace("webhook_events", "plans")], "plans is no table of an export"),
        (lambda lines: [lines[0].replace('"format":2', '"format":9'), *lines[1:]], "format 9 is not known here"),
        (lambda lines: [*lines[:3], "{", *lines[3:]], "line 4 is no row of an export"),
        (lambda lines: ["{}"], "line 1 is no header of an export"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(
    dsn: str, tmp_path: Path, exported: list[str], change, problem: str
) -> None:
    done = load(dsn, tmp_path, change(exported))
    assert done.exit_code == 1
    assert problem in done.stderr
    assert query(dsn, "SELECT count(*) FROM users WHERE id = 'tenant-a'") == [(0,)]
