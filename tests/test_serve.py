"""A real process: starts, serves, ends at SIGTERM with exit code 0 and its requests answered."""

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click
import httpx
import pytest

from app.cli.run import expect_temporary_folder
from app.db.embedded import locate, server_pid
from app.ops.large_pages import TUNABLES, VARIABLE
from tests.api import ROOT
from tests.servers import Server, free_port


def test_sigterm_ends_the_process_with_exit_code_0(server):
    assert server.stop() == 0


def test_in_production_every_line_on_stderr_is_a_line_of_the_log(dsn: str, tmp_path: Path):
    server = Server(dsn, tmp_path, command=True, ENVIRONMENT="production", LOG_LEVEL="info").start()
    assert server.stop() == 0
    events = [json.loads(line)["event"] for line in server.log.read_text().splitlines()]
    assert {"serving", "request"} <= set(events)


async def test_requests_in_flight_at_sigterm_are_answered(server):
    async with server.auth() as http:
        user = (await http.post("/internal/auth/users", json={"email": "a@b.c", "name": "a"})).json()
        calls = [asyncio.create_task(http.get(f"/internal/auth/users/by-id/{user['id']}")) for _ in range(100)]
        await asyncio.sleep(0.02)
        server.process.terminate()
        answers = await asyncio.gather(*calls, return_exceptions=True)
    statuses = [answer.status_code for answer in answers if not isinstance(answer, Exception)]
    assert statuses
    assert set(statuses) == {200}
    assert await asyncio.to_thread(server.process.wait, 30) == 0


@pytest.mark.parametrize(("given", "taken"), [({}, TUNABLES), ({VARIABLE: "a=0"}, "a=0")])
def test_it_takes_large_pages_unless_malloc_was_told_otherwise(dsn: str, tmp_path: Path, given, taken):
    server = Server(dsn, tmp_path, command=True, **given).start()
    # glibc ends each tunable where it reads it.
    variables = Path(f"/proc/{server.process.pid}/environ").read_text().replace("\0", ":")
    assert f":{VARIABLE}={taken}:" in f":{variables}"
    assert server.stop() == 0


def test_a_taken_port_is_named_with_its_setting(dsn: str, tmp_path: Path):
    server = Server(dsn, tmp_path, command=True)
    with socket.create_server(("127.0.0.1", server.port)), pytest.raises(RuntimeError) as refused:
        server.start()
    assert f"Error: 127.0.0.1:{server.port} is taken; set PORT to another port." in str(refused.value)


@pytest.mark.parametrize(("command", "setting"), [("storefront", "STOREFRONT_PORT"), ("worker", "WORKER_PORT")])
def test_each_second_process_on_a_port_says_so_in_one_line(dsn: str, tmp_path: Path, command: str, setting: str):
    port = free_port()
    environment = Server(dsn, tmp_path, **{setting: str(port), "LOG_LEVEL": "info"}).environment
    with socket.create_server(("127.0.0.1", port)):
        ended = subprocess.run(
            [sys.executable, "-m", "app", command],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert ended.returncode == 1
    assert ended.stderr == f"Error: 127.0.0.1:{port} is taken; set {setting} to another port.\n"


def test_the_storefront_ends_with_a_killed_service(dsn, tmp_path):
    port = free_port()
    server = Server(dsn, tmp_path, command=True, STOREFRONT_PORT=str(port)).start("--with-storefront")
    login = f"http://127.0.0.1:{port}/login"
    wait_until(lambda: answers(login))
    server.kill()
    wait_until(lambda: not answers(login))


def answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=2).status_code == 200
    except httpx.TransportError:
        return False


def wait_until(true) -> None:
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_two_api_processes_end_at_sigterm_with_exit_code_0(dsn: str, tmp_path: Path):
    assert Server(dsn, tmp_path, command=True, WORKERS="2").start().stop() == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_sigterm_while_it_starts_ends_its_database_too(tmp_path: Path, embedded_dir: Path, workers: str):
    server = Server("", tmp_path, command=True, DATA_DIR=str(embedded_dir), WORKERS=workers)
    process = server._run("serve")
    cluster = locate(embedded_dir)
    wait_until(lambda: server_pid(cluster) is not None)
    process.terminate()
    assert process.wait(30) == 0
    assert server_pid(cluster) is None
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("command", ["serve", "worker"])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"SECRETS_KEY": "abc"}, "SECRETS_KEY: key 1 is not base64"),
        ({"AGENT_TYPES_FILE": "/nowhere.yaml"}, "AGENT_TYPES_FILE: /: nowhere.yaml cannot be read (FileNotFoundError)"),
        ({"DATA_DIR": "/dev/null/x", "SECRETS_KEY": ""}, "/dev/null/x: Not a directory"),
        ({"DATABASE_URL": "postgresql://a:pass:word@h:x/d"}, "DATABASE_URL, or DATABASE_DIRECT_URL, cannot be read"),
        (
            {"DATABASE_URL": "postgresql://a:b@localhost/d?sslmode=verify-full", "HOME": "/dev/null"},
            'DATABASE_URL, or DATABASE_DIRECT_URL: root certificate file "/dev/null/',
        ),
    ],
)
def test_a_setting_it_cannot_work_with_is_named_in_one_line(
    dsn: str, tmp_path: Path, command: str, given: dict[str, str], says: str
):
    server = Server(dsn, tmp_path, command=True, **{"WORKER_PORT": "0", **given})
    assert server._run(command).wait(60) == 1
    *told, last = server.log.read_text().splitlines()
    assert last.startswith(f"Error: {says}")
    assert not [line for line in told if not line.startswith(("{", "Building "))]


def test_a_system_without_a_folder_for_temporary_files_is_told_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/dev/null"])
    monkeypatch.setattr(tempfile, "tempdir", None)
    with pytest.raises(click.ClickException, match="TMPDIR: No usable temporary directory"):
        expect_temporary_folder()
