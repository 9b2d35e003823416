"""PgBouncer in transaction mode, as Debian packages it, in front of a test's database."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from app.db.engine import RunAs, choose_account
from tests.servers import free_port

PROGRAM = shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")
CONFIGURATION = """\
[databases]
{name} = host={host} port={port} dbname={name} user={user} password={password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = {sessions}
"""


@contextmanager
def running_bouncer(dsn: str, sessions: int) -> Iterator[str]:
    """A pooler with that many sessions on the database of `dsn`; gives its own DSN."""
    assert PROGRAM is not None
    parts = urlsplit(dsn)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    listen, name, user = free_port(), parts.path.strip("/"), unquote(parts.username or "")
    account = choose_account()  # PgBouncer refuses to be root, and the test server's socket is its account's alone
    folder = Path(tempfile.mkdtemp(prefix="pgbouncer-"))
    try:
        text = CONFIGURATION.format(
            **query, name=name, user=user, password=unquote(parts.password or ""), listen=listen, sessions=sessions
        )
        (folder / "pgbouncer.ini").write_text(text, "utf-8")
        for path in (folder / "pgbouncer.ini", folder):
            account.give(path)
        with (folder / "log").open("wb") as log:
            process = _start(account, folder, log.fileno())
        try:
            _wait(listen, process, folder / "log")
            yield f"postgresql://{user}:any@127.0.0.1:{listen}/{name}"
        finally:
            process.terminate()
            process.wait(10)
    finally:
        shutil.rmtree(folder)


def _start(account: RunAs, folder: Path, log: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [str(PROGRAM), str(folder / "pgbouncer.ini")],
        cwd="/",
        stdout=log,
        stderr=log,
        user=account.uid if account.switch else None,
        group=account.gid if account.switch else None,
        extra_groups=[] if account.switch else None,
    )


def _wait(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except ConnectionRefusedError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"pgbouncer did not start:\n{log.read_text()}")
