"""`jobs list|requeue|drop` and `worker`."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from click.testing import CliRunner, Result

from app.cli.root import main
from app.db import uuid7
from app.features.email.jobs import sealed_mail
from tests.api import VAULT
from tests.cli.commands import environment, query


@pytest.fixture
def jobs(dsn: str) -> list[UUID]:
    ids = [uuid7() for _ in range(4)]
    dead = (
        "INSERT INTO jobs (id, name, args, attempts, last_error, dead_at)"
        " VALUES ($1, $2, '{}', 8, 'ValueError: x', now())"
    )
    query(dsn, dead, ids[0], "mail")
    query(dsn, dead, ids[1], "mail")
    query(dsn, dead, ids[2], "push")
    query(dsn, "INSERT INTO jobs (id, name, args) VALUES ($1, 'mail', '{}')", ids[3])
    return ids


def run(dsn: str, folder: Path, *command: str) -> Result:
    return CliRunner().invoke(main, ["jobs", *command], env=environment(dsn, folder))


def test_jobs_are_listed_by_state_and_name(dsn: str, tmp_path: Path, jobs: list[UUID]) -> None:
    everything = run(dsn, tmp_path, "list").output
    assert all(str(job) in everything for job in jobs)
    assert "ValueError: x" in everything
    dead_mail = run(dsn, tmp_path, "list", "--state", "dead", "--name", "mail").output
    assert [str(job) in dead_mail for job in jobs] == [True, True, False, False]
    assert "dead in all: 3" in dead_mail


def test_dead_jobs_run_again_when_asked(dsn: str, tmp_path: Path, jobs: list[UUID]) -> None:
    assert run(dsn, tmp_path, "requeue", str(jobs[0])).output == "requeued: 1\n"
    assert run(dsn, tmp_path, "requeue", "--name", "mail").output == "requeued: 1\n"
    assert run(dsn, tmp_path, "requeue", "--all").output == "requeued: 1\n"
    assert query(dsn, "SELECT DISTINCT attempts, dead_at IS NULL, run_at <= now() FROM jobs") == [(0, True, True)]


def test_jobs_are_dropped_by_id_or_when_dead(dsn: str, tmp_path: Path, jobs: list[UUID]) -> None:
    assert run(dsn, tmp_path, "drop", "--name", "mail").output == "dropped: 2\n"
    assert run(dsn, tmp_path, "drop", str(jobs[3])).output == "dropped: 1\n"
    assert query(dsn, "SELECT name FROM jobs") == [("push",)]


@pytest.mark.parametrize("command", [["requeue"], ["drop"], ["drop", "--all", "--name", "x"], ["drop", "no-id"]])
def test_a_command_must_say_which(dsn: str, tmp_path: Path, command: list[str]) -> None:
    assert run(dsn, tmp_path, *command).exit_code == 2


def test_a_database_that_takes_no_writes_is_told_in_one_line(dsn: str, tmp_path: Path, jobs: list[UUID]) -> None:
    query(dsn, f'ALTER DATABASE "{dsn.split("/")[3].split("?")[0]}" SET default_transaction_read_only = on')
    told = run(dsn, tmp_path, "requeue", "--all")
    assert told.exit_code == 1
    assert told.output == "Error: PostgreSQL: cannot execute UPDATE in a read-only transaction\n"


def test_two_dead_jobs_of_one_key_become_one(dsn: str, tmp_path: Path) -> None:
    sql = "INSERT INTO jobs (id, name, args, unique_key, dead_at) VALUES ($1, 'a', '{}', 'k', now())"
    for _ in range(2):
        query(dsn, sql, uuid7())
    assert run(dsn, tmp_path, "requeue", "--all").output == "requeued: 1\n"


def test_a_worker_process_works_and_stops_when_asked(dsn: str, tmp_path: Path) -> None:
    mail = sealed_mail(VAULT, "reset-password", "ana@example.com", "http://127.0.0.1:8001/reset", None)
    args = msgspec.json.encode(mail).decode()
    query(dsn, "INSERT INTO jobs (id, name, args) VALUES ($1, 'send_link_mail', $2::jsonb)", uuid7(), args)
    worker = subprocess.Popen(
        [sys.executable, "-m", "app", "worker"], env=os.environ | environment(dsn, tmp_path), stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 60
        while not list((tmp_path / "outbox").glob("*.eml")):
            assert time.monotonic() < deadline
            assert worker.poll() is None
            time.sleep(0.05)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(30) == 0
    finally:
        worker.kill()
    assert query(dsn, "SELECT count(*) FROM jobs WHERE name = 'send_link_mail'") == [(0,)]
