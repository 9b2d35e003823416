"""Two replicas of frontend and backend; a relay between them ends one of them by kill -9 after a given write."""

import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Protocol

import httpx

from tests.api import AUTH_TOKEN
from tests.servers import Server


class Frontend(Protocol):
    """A process that visitors talk to and that is told of the relay as its backend."""

    url: str

    def start(self) -> object: ...
    def kill(self) -> None: ...


def client(**headers: str) -> httpx.Client:
    """A client for loopback: reading the certificates of the world takes a tenth of a second."""
    return httpx.Client(headers=headers, timeout=60, verify=False, trust_env=False)  # noqa: S501


def start_two(dsn: str, data_dir: Path, **environment: str) -> list[Server]:
    """Two backends on one database, started side by side."""
    servers = [Server(dsn, data_dir, **environment) for _ in range(2)]
    starts = [threading.Thread(target=server.start) for server in servers]
    for start in starts:
        start.start()
    for start in starts:
        start.join(90)
    return servers


class Stage:
    """A relay between frontends and backends; after the write it is told of it ends one of the two processes."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self.frontends: list[Frontend] = []
        self.used = 0
        self.http = client()
        self._victim: Callable[[], None] | None = None
        self._left = 0
        self._lock = threading.Lock()
        self._restart: threading.Thread | None = None
        self.relay = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.relay.daemon_threads = True
        threading.Thread(target=self.relay.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.relay.server_address[1]}"

    def kill_after(self, write: int, victim: str) -> None:
        """End the frontend that is asked, or the backend that answers, once this write (from 1) is done."""
        self._left, self._victim = write, self._kill_backend if victim == "backend" else self._kill_frontend

    def ends_here(self) -> bool:
        """Count one write, and end who is to be ended after it."""
        with self._lock:  # the visitor, who hears of it at once, waits in disarm until the restart has begun
            self._left -= 1
            if self._victim is None or self._left != 0:
                return False
            victim, self._victim = self._victim, None
            victim()
            return True

    def disarm(self) -> bool:
        """Have everything run again; gives whether somebody was ended."""
        with self._lock:
            happened, self._victim = self._victim is None, None
        if self._restart is not None:
            self._restart.join(60)
            self._restart = None
        return happened

    def ask(self, path: str) -> Any:
        """What the backend's auth scope says itself; None for 404."""
        url = f"{self.servers[0].url}/internal/auth/{path}"
        answer = self.http.get(url, headers={"X-Auth-Token": AUTH_TOKEN})
        return None if answer.status_code == 404 else answer.json()

    def close(self) -> None:
        """End everything."""
        self.disarm()
        self.relay.shutdown()
        self.relay.server_close()
        self.http.close()
        for frontend in self.frontends:
            frontend.kill()
        for server in self.servers:
            server.stop()

    def _kill_backend(self) -> None:
        dead = self.servers[0]
        dead.kill()
        self.servers.reverse()
        self._restart = threading.Thread(target=dead.start)
        self._restart.start()

    def _kill_frontend(self) -> None:
        dead = self.frontends[self.used]
        dead.kill()
        self._restart = threading.Thread(target=dead.start)
        self._restart.start()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        stage = self

        class Handler(BaseHTTPRequestHandler):
            disable_nagle_algorithm = True

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {
                    name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")
                }
                try:
                    reply = stage.http.request(
                        self.command, stage.servers[0].url + self.path, content=body, headers=headers
                    )
                except httpx.TransportError:  # the process ended before it answered
                    self.close_connection = True
                    return
                counts = self.command != "GET" and not self.path.endswith(("/rate-limits/consume", "/events"))
                if counts and stage.ends_here():
                    self.close_connection = True
                    return
                self.send_response(reply.status_code)
                for name in ("content-type", "x-deleted-count", "retry-after"):
                    if name in reply.headers:
                        self.send_header(name, reply.headers[name])
                self.send_header("content-length", str(len(reply.content)))
                self.end_headers()
                with suppress(OSError):
                    self.wfile.write(reply.content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815  (http.server's names)

            def log_message(self, *_: object) -> None:
                """Nothing."""

        return Handler
