"""Real API processes on loopback, for what one process in memory cannot show: several replicas, kill -9, SIGTERM."""

import itertools
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.api import APP_TOKEN, AUTH_SECRET, AUTH_TOKEN, ROOT, SECRETS_KEY, WEBHOOK_TOKEN
from tests.forks import Fork, run_app

# For clients of plain HTTP, of which a test makes many: reading whom to trust takes each 30 ms.
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
# Seeding the demo takes some seconds of CPU: more than a minute where many share it.
START_SECONDS = 110
# Above the last port that `fetch` refuses (10080: https://fetch.spec.whatwg.org/#port-blocking).
FIRST_PORT, EPHEMERAL = 10_081, 32_768
_places = itertools.count(os.getpid() * 1009)


def free_port() -> int:
    """A port nobody listens on right now, below those that the system gives to outgoing connections.

    Between here and the server's start nothing but another test can take it: each process begins at a place of its own
    and goes on from there.
    """
    while True:
        port = FIRST_PORT + next(_places) % (EPHEMERAL - FIRST_PORT)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """One `python -m app serve` on the test's database, of this checkout or of the one in `tree`; command: no fork."""

    def __init__(
        self, dsn: str, data_dir: Path, *, tree: Path = ROOT, command: bool = False, **environment: str
    ) -> None:
        self.tree = tree
        self.command = command or tree != ROOT
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = os.environ | {
            "DATABASE_URL": dsn,
            "DATA_DIR": str(data_dir),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DB_POOL_MAX": "8",
            "INTERNAL_API_TOKEN": APP_TOKEN,
            "INTERNAL_AUTH_TOKEN": AUTH_TOKEN,
            "INTERNAL_WEBHOOK_TOKEN": WEBHOOK_TOKEN,
            "AUTH_SECRET": AUTH_SECRET,
            "SECRETS_KEY": SECRETS_KEY,
            "LOG_LEVEL": "warning",
            "EMBEDDING_MODEL": "lexical-pt-1024",
            **environment,
        }
        self.log = data_dir / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | Fork | None = None

    def start(self, *options: str) -> "Server":
        """Start it (with options of `serve`) and wait until it is ready."""
        self.process = self._run("serve", *options)
        deadline = time.monotonic() + START_SECONDS
        with httpx.Client(timeout=1, verify=PLAIN) as http:
            while time.monotonic() < deadline and self.process.poll() is None:
                try:
                    if http.get(f"{self.url}/readyz").status_code == 200:
                        return self
                except httpx.TransportError:
                    time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()}")

    def _run(self, *arguments: str) -> "subprocess.Popen[bytes] | Fork":
        if not self.command:
            return run_app(arguments, self.environment, self.log)
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "app", *arguments],
                env=self.environment,
                cwd=self.tree,
                stdout=log,
                stderr=log,
            )

    def client(self, **headers: str) -> httpx.AsyncClient:
        """A client with the given headers."""
        limits = httpx.Limits(max_connections=200)
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=30, limits=limits, verify=PLAIN)

    def auth(self) -> httpx.AsyncClient:
        """The frontend's auth adapter."""
        return self.client(**{"X-Auth-Token": AUTH_TOKEN})

    def as_actor(self, actor_id: str) -> httpx.AsyncClient:
        """The frontend's server acting for a user."""
        return self.client(**{"X-Internal-Token": APP_TOKEN, "X-Actor-User-Id": actor_id})

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> int:
        """SIGTERM; answers the exit code."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(40)


@pytest.fixture
def server(dsn: str, tmp_path: Path) -> Iterator[Server]:
    """One running API process."""
    running = Server(dsn, tmp_path).start()
    yield running
    running.stop()


@pytest.fixture
def two_servers(dsn: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two running API processes on one database."""
    first, second = Server(dsn, tmp_path).start(), Server(dsn, tmp_path).start()
    yield first, second
    first.stop()
    second.stop()
