"""`events list|replay|pushes|resend`."""

from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from click.testing import CliRunner, Result

from app.cli.root import main
from app.db import uuid7
from tests.cli.commands import environment, query

FAILED = (
    "INSERT INTO webhook_events (company_id, provider, event_id, store_id, type, payload, status, attempts, error)"
    " VALUES ('u', 'erp', $1, $2, 'stock.delta', $3::jsonb, 'failed', 1, 'OSError: x') RETURNING id"
)


DEAD = (
    "INSERT INTO webhook_deliveries (company_id, id, endpoint_id, store_id, event_id, seq, subject_id, type, body,"
    " next_at, opened_at, attempts, dead_at, last_error)"
    " VALUES ($3, $1, $2, $2, $1, 1, 's', 'erp.stock.updated', '{}', now(), now(), 8, now(), 'timeout')"
)


def run(dsn: str, folder: Path, *command: str) -> Result:
    return CliRunner().invoke(main, ["events", *command], env=environment(dsn, folder))


@pytest.fixture
def store(dsn: str) -> UUID:
    store_id = uuid7()
    query(dsn, "INSERT INTO users (id, email, name) VALUES ('u', 'a@b.c', 'Ana')")
    query(dsn, "INSERT INTO companies (id, name) VALUES ('u', 'C')")
    query(dsn, "INSERT INTO stores (id, company_id, name, slug) VALUES ($1, 'u', 'Loja', 'loja-x')", store_id)
    query(dsn, "INSERT INTO store_stock_sync_settings (company_id, store_id) VALUES ('u', $1)", store_id)
    query(
        dsn,
        "INSERT INTO products (company_id, id, store_id, sku, name, stock_quantity) VALUES ('u', $1, $2, 'A', 'A', 10)",
        uuid7(),
        store_id,
    )
    return store_id


def test_a_failed_event_is_replayed_once(dsn: str, tmp_path: Path, store: UUID) -> None:
    at = datetime.now(UTC).isoformat()
    payload = f'{{"occurred_at": "{at}", "mode": "delta", "items": [{{"sku": "A", "quantity": -3}}]}}'
    ((event,),) = query(dsn, FAILED, "e-1", store, payload)
    ((broken,),) = query(dsn, FAILED, "e-2", store, '{"mode": 1}')
    listed = run(dsn, tmp_path, "list", "--status", "failed").output
    assert str(event) in listed
    assert "OSError: x" in listed
    result = run(dsn, tmp_path, "replay", "--provider", "erp")
    assert result.exit_code == 1
    assert f"{event}  replayed" in result.output
    assert f"{broken}  failed  ValidationFailed" in result.output
    assert "replayed: 1, failed: 1" in result.output
    for _ in range(2):
        assert run(dsn, tmp_path, "replay", str(event)).exit_code == 0
    assert query(dsn, "SELECT stock_quantity FROM products") == [(7,)]
    assert query(dsn, "SELECT status FROM webhook_events ORDER BY id") == [("processed",), ("failed",)]


def test_one_must_say_which_events(dsn: str, tmp_path: Path) -> None:
    assert run(dsn, tmp_path, "replay").exit_code == 2
    assert run(dsn, tmp_path, "replay", "1", "--all").exit_code == 2


def test_dead_pushes_are_shown_and_wait_again_when_asked(dsn: str, tmp_path: Path, store: UUID) -> None:
    push = uuid7()
    query(dsn, DEAD, push, store, "u")
    shown = run(dsn, tmp_path, "pushes", "--dead").output
    assert str(push) in shown
    assert "timeout" in shown
    assert run(dsn, tmp_path, "resend", str(push)).output == "woken: 1\n"
    assert query(dsn, "SELECT attempts, status, next_at <= now() FROM webhook_deliveries") == [(0, "pending", True)]
    assert query(dsn, "SELECT name, unique_key FROM jobs") == [("deliver_webhooks", str(store))]
    assert str(push) not in run(dsn, tmp_path, "pushes", "--dead").output


def test_what_cannot_be_woken_for_one_company_is_woken_for_the_others(dsn: str, tmp_path: Path, store: UUID) -> None:
    query(dsn, "INSERT INTO users (id, email, name) VALUES ('v', 'v@b.c', 'Bia')")
    query(dsn, "INSERT INTO companies (id, name) VALUES ('v', 'V')")
    other, pushes = uuid7(), {"u": uuid7(), "v": uuid7()}
    query(dsn, "INSERT INTO stores (id, company_id, name, slug) VALUES ($1, 'v', 'Loja', 'loja-v')", other)
    for company, endpoint in (("u", store), ("v", other)):
        query(dsn, DEAD, pushes[company], endpoint, company)
    query(dsn, "ALTER TABLE webhook_deliveries ADD CONSTRAINT held CHECK (company_id <> 'u') NOT VALID")
    result = run(dsn, tmp_path, "resend", *map(str, pushes.values()))
    assert (result.exit_code, "woken: 1\n" in result.output) == (1, True)
    assert "those of u could not be woken" in result.output
    assert query(dsn, "SELECT company_id FROM webhook_deliveries WHERE dead_at IS NULL") == [("v",)]
