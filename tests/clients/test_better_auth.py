"""examples/better-auth against a served backend: the journey and the library's own suite. `make test-clients`."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import bcrypt
import httpx
import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "better-auth"
pytestmark = [
    pytest.mark.clients,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
]


@pytest.fixture(scope="module")
def installed() -> None:
    if not (EXAMPLE / "node_modules" / ".bin" / "vitest").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=EXAMPLE, check=True, timeout=240)


@pytest.fixture
def backend(dsn: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    """A backend of its own process; gives the environment its clients need."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "PORT": str(port),
        "DATABASE_URL": dsn,
        "DATA_DIR": str(tmp_path),
        "INTERNAL_API_TOKEN": "app-" + "a" * 40,
        "INTERNAL_AUTH_TOKEN": "auth-" + "b" * 40,
        "INTERNAL_WEBHOOK_TOKEN": "webhook-" + "c" * 40,
        "AUTH_SECRET": "d" * 40,
        "AUTH_URL": "http://127.0.0.1:3999",
        "LOG_LEVEL": "warning",
        "BACKEND_URL": f"http://127.0.0.1:{port}",
    }
    server = subprocess.Popen([sys.executable, "-m", "app", "serve"], cwd=ROOT, env=environment)
    try:
        _wait_until_ready(environment["BACKEND_URL"])
        yield environment
    finally:
        server.terminate()
        server.wait(30)


def test_a_user_lives_through_the_whole_journey_on_two_replicas(installed: None, backend: dict[str, str]) -> None:
    _run(["npm", "run", "--silent", "journey"], backend)
    mails = _outbox(Path(backend["DATA_DIR"]) / "outbox")
    assert len(mails) == 2  # one of the journey's two requests each, and none for the unknown address
    assert all("http://127.0.0.1:3999/api/auth/reset-password/" in mail for mail in mails)


def test_the_librarys_own_adapter_suite_passes(installed: None, backend: dict[str, str]) -> None:
    _run(["npm", "run", "--silent", "suite"], backend)


def test_a_hash_written_here_opens_there(installed: None, backend: dict[str, str]) -> None:
    """bcrypt on both sides: Python's hash signs in through better-auth, and the other way round."""
    headers = {"X-Auth-Token": backend["INTERNAL_AUTH_TOKEN"]}
    with httpx.Client(base_url=f"{backend['BACKEND_URL']}/internal/auth", headers=headers) as http:
        user = http.post("/users", json={"email": "py@example.com", "name": "Py"}).json()
        account = {"user_id": user["id"], "provider_id": "credential", "account_id": user["id"]}
        password = bcrypt.hashpw(b"a long password", bcrypt.gensalt(4)).decode()
        assert http.post("/accounts", json=account | {"password": password}).status_code == 201
        _run(["node", "test/sign-in.mjs", "py@example.com", "a long password", "another password"], backend)
        changed = http.get(f"/accounts/password-by-user/{user['id']}").json()["password"]
        assert bcrypt.checkpw(b"another password", changed.encode())


def _run(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=EXAMPLE, env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def _outbox(folder: Path) -> list[str]:
    """The mails, which leave as jobs."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and len(list(folder.glob("*.eml"))) < 2:
        time.sleep(0.1)
    bodies = [message_from_bytes(path.read_bytes(), policy=default).get_body() for path in folder.glob("*.eml")]
    return [body.get_content() for body in bodies if body is not None]


def _wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise AssertionError("the backend did not start")
