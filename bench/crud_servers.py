"""The service and its web peers, each in a process of its own on one database, and the CPU time each has used."""

import base64
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.peers.tokens import SECRET

ROOT = Path(__file__).parents[1]
TOKEN = "bench-token-" + "t" * 32
CONNECTIONS = 32
APPS = {name: f"bench.peers.{name}_app:app" for name in ("raw", "litestar", "fastapi")}


@dataclass
class Server:
    """A running server."""

    name: str
    process: subprocess.Popen[bytes]
    port: int

    def cpu_us(self) -> float:
        """CPU microseconds of all its threads so far."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        total = 0
        for task in tasks:
            with contextlib.suppress(OSError):  # a thread that ended meanwhile
                total += int((task / "schedstat").read_text().split()[0])
        return total / 1000

    def get(self, request: "Request") -> tuple[int, Any]:
        """Status and JSON of one request."""
        made = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{request.path}",
            method=request.method,
            data=request.body or None,
            headers=request.headers,
        )
        with urllib.request.urlopen(made, timeout=120) as answer:  # noqa: S310
            return answer.status, json.loads(answer.read())


@dataclass(frozen=True)
class Request:
    """One HTTP request of the load."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""

    def encoded(self) -> str:
        """The whole request, for crud_load."""
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: bench"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        if self.body:
            lines.append(f"Content-Length: {len(self.body)}")
        return base64.b64encode("\r\n".join(lines).encode() + b"\r\n\r\n" + self.body).decode()


class Generator:
    """The load generator's process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "bench.crud_load"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def cpu_per_request(self, server: Server, requests: list[Request], status: int) -> float:
        """Send all at CONNECTIONS at a time; CPU microseconds of the server each. Raises on another status."""
        order = {"port": server.port, "connections": min(CONNECTIONS, len(requests))}
        line = json.dumps(order | {"requests": [request.encoded() for request in requests]})
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        before = server.cpu_us()
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"statuses": "nothing, the generator ended"}')
        used = server.cpu_us() - before
        if answer["statuses"] != {str(status): len(requests)}:
            raise RuntimeError(f"{server.name} answered {answer['statuses']}, not {len(requests)} times {status}")
        return used / len(requests)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def running(name: str, dsn: str, statements: Path, python: Path | None = None) -> Iterator[Server]:
    """A server of that name while the block runs: `ours`, or one of APPS under the peers' `python`."""
    port = free_port()
    variables = {"BENCH_DSN": dsn, "BENCH_TOKEN": TOKEN, "BENCH_STATEMENTS": str(statements)}
    if name == "ours":
        variables = ours(dsn, port, statements.parent)
        command = [sys.executable, "-m", "app", "serve"]
    else:
        options = [
            "--port",
            str(port),
            "--loop",
            "uvloop",
            "--http",
            "httptools",
            "--no-access-log",
            "--no-server-header",
        ]
        command = [str(python), "-m", "uvicorn", APPS[name], *options]
    log = statements.parent / f"{name}.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | variables, stderr=sink, stdout=sink)
    try:
        wait(process, port, log)
        yield Server(name, process, port)
    finally:
        end(process)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Ask it to stop; one that does not within its grace period is killed, so that a run always ends."""
    process.terminate()
    try:
        process.wait(40)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def ours(dsn: str, port: int, folder: Path) -> dict[str, str]:
    """The service's settings for a measurement: as in production, access lines included, but no jobs."""
    return {
        "DATABASE_URL": dsn, "PORT": str(port), "DATA_DIR": str(folder), "JOB_CONCURRENCY": "0", "LOG_FORMAT": "json",
        "LOG_LEVEL": "info", "INTERNAL_API_TOKEN": TOKEN, "INTERNAL_AUTH_TOKEN": TOKEN, "AUTH_SECRET": SECRET,
    }  # fmt: skip


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    """Until it listens. Raises RuntimeError with the end of its log."""
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(log.read_text("utf-8", "replace")[-2000:])
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise RuntimeError("not up in a minute")
