"""As an operator has it: `serve` keeps the archive, and `restore --until` brings back what was there at a time."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from tests.api import AUTH_TOKEN, ROOT
from tests.archive.folders import open_folder
from tests.servers import Server
from tests.waiting import until


@pytest.fixture
def serving():
    """A service on an embedded database of its own, with an archive."""
    with open_folder() as name:
        folder = Path(name)
        server = Server("", folder, WAL_ARCHIVE_DIR=str(folder / "archive"), JOB_CONCURRENCY="0").start()
        yield server, folder / "archive"
        server.stop()


def command(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments], env=server.environment, cwd=ROOT, capture_output=True, text=True
    )


def ask(server: Server, method: str, path: str, **options) -> httpx.Response:
    return httpx.request(method, server.url + path, headers={"X-Auth-Token": AUTH_TOKEN}, timeout=30, **options)


def sign_up(server: Server, name: str) -> None:
    made = ask(server, "POST", "/internal/auth/users", json={"email": f"{name}@example.com", "name": name})
    assert made.status_code == 201, made.text


async def test_what_was_there_at_a_time_is_there_again_and_what_came_later_is_not(serving):
    server, archive = serving
    await until(lambda: list(archive.glob("*/base/*.json")), seconds=60)
    sign_up(server, "ana")
    moment = datetime.now(UTC).isoformat()
    sign_up(server, "bia")
    numbers = ask(server, "GET", "/metrics").text
    assert "\nwal_archive_waiting_seconds " in numbers
    assert "\nwal_archive_base_age_seconds " in numbers
    refused = command(server, "restore", "--until", moment, "--replace")
    assert refused.returncode == 1
    assert "stop the service first" in refused.stderr
    assert server.stop() == 0

    refused = command(server, "restore", "--until", moment)
    assert refused.returncode == 1
    assert "--replace" in refused.stderr
    for wrong in ("yesterday", "2026-01-01T10:00:00", "2999-01-01T00:00:00Z"):
        assert command(server, "restore", "--until", wrong, "--replace").returncode == 2
    assert "(this one)" in command(server, "archive").stdout
    done = command(server, "restore", "--until", moment, "--replace")
    assert done.returncode == 0, done.stderr
    assert "data.before" in done.stdout

    server.start()
    answers = [ask(server, "GET", f"/internal/auth/users/by-email/{name}@example.com") for name in ("ana", "bia")]
    assert [answer.status_code for answer in answers] == [200, 404]


@pytest.mark.parametrize(
    ("changes", "why"),
    [({"DATABASE_URL": "postgresql://somewhere/else"}, "DATABASE_URL"), ({}, "WAL_ARCHIVE_DIR is not set")],
)
def test_there_is_no_going_back_without_an_archive_of_the_embedded_database(tmp_path, changes, why):
    refused = command(Server("", tmp_path, **changes), "restore", "--until", "latest")
    assert refused.returncode == 1
    assert why in refused.stderr
