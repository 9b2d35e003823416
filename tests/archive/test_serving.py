"""As an operator has it: `serve` keeps the archive, and `restore --until` brings back what was there at a time."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from app.cli.root import main
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


@pytest.mark.timeout(300)  # two starts and four commands, each a process that begins with nothing
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
    assert "(this one)" in command(server, "archive").stdout
    done = command(server, "restore", "--until", moment, "--replace")
    assert done.returncode == 0, done.stderr
    assert "data.before" in done.stdout

    server.start()
    answers = [ask(server, "GET", f"/internal/auth/users/by-email/{name}@example.com") for name in ("ana", "bia")]
    assert [answer.status_code for answer in answers] == [200, 404]


@pytest.mark.parametrize(
    ("arguments", "changes", "why"),
    [
        (["--until", "latest"], {"DATABASE_URL": "postgresql://somewhere/else"}, "DATABASE_URL"),
        (["--until", "latest"], {"WAL_ARCHIVE_DIR": ""}, "WAL_ARCHIVE_DIR is not set"),
        (["--until", "yesterday"], {}, "expected a time like"),
        (["--until", "2026-01-01T10:00:00"], {}, "needs its zone"),
        (["--until", "2999-01-01T00:00:00Z"], {}, "still to come"),
        ([], {}, "either FILE or --until"),
    ],
)
def test_what_cannot_be_gone_back_to_is_said(tmp_path, arguments, changes, why):
    server = Server("", tmp_path, WAL_ARCHIVE_DIR=str(tmp_path / "archive"))
    refused = CliRunner().invoke(main, ["restore", *arguments], env=server.environment | changes)
    assert refused.exit_code in (1, 2)
    assert why in refused.output
