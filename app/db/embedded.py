"""The embedded PostgreSQL: processes that use the same DATA_DIR share one server, the last one stops it.

Two lock files instead of reference counts, because the kernel drops a lock with its process: `start.lock` is held
alone while starting or stopping, `use.lock` is held shared while in use. Nothing is stale after kill -9.
"""

import asyncio
import contextlib
import fcntl
import os
import re
import signal
import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import asyncpg
import structlog

from app.db.cluster import Cluster, locate_cluster
from app.db.engine import EmbeddedError, choose_account, find_engine

log = structlog.get_logger()
DATABASE = "app"
START_TIMEOUT_S = 120.0  # recovery after a crash replays up to max_wal_size
STOP_TIMEOUT_S = 30
WATCH_EVERY_S = 0.5
# A live server is asked this often, and is stuck when it has given no answer for so long.
ASK_EVERY_S = 5.0
ASK_PATIENCE_S = 4.0
STUCK_S = 30.0
KILL_S = 10
_NO_CHILDREN = (b"AuxiliaryProcs are in use", b"could not fork")


class EmbeddedServer:
    """One use of the embedded server. `async with EmbeddedServer(path) as server:` then `server.dsn`."""

    def __init__(self, data_dir: Path, *, pg_bin: str = "", durable: bool = True, archive: bool = False) -> None:
        self._data_dir = data_dir
        self._pg_bin = pg_bin
        self._durable = durable
        self._archive = archive
        self._use: int | None = None
        self._cluster: Cluster | None = None
        # Whether the server ran before `start`: another process uses the same DATA_DIR.
        self.joined = False

    @property
    def cluster(self) -> Cluster:
        """Files and account of the server; only after `start`."""
        if self._cluster is None:
            raise RuntimeError("the embedded server is not started")
        return self._cluster

    @property
    def dsn(self) -> str:
        """Connection string of the service's database."""
        return self.cluster.dsn(DATABASE)

    async def start(self) -> Self:
        """Start the server, or join the one that runs. Raises EmbeddedError when it does not come up.

        Cancelled in the midst of it, it ends what it has begun: nobody else would.
        """
        beginning = asyncio.create_task(self._start())
        try:
            await asyncio.shield(beginning)
        except asyncio.CancelledError:
            undoing = asyncio.create_task(self._undo(beginning))
            while not undoing.done():  # anyio cancels again and again
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.shield(undoing)
            raise
        return self

    async def _undo(self, beginning: asyncio.Task[None]) -> None:
        with contextlib.suppress(Exception):
            await beginning
        await self.stop()

    async def _start(self) -> None:
        self._cluster = await asyncio.to_thread(locate, self._data_dir, self._pg_bin)
        async with _locked(self._cluster.home / "start.lock"):
            self.joined = server_pid(self._cluster) is not None
            await self._ensure_running(self._cluster)
            self._use = await _flock(self._cluster.home / "use.lock", fcntl.LOCK_SH)

    async def watch(self) -> None:
        """Start the server again whenever it is gone (killed, out of memory), until cancelled.

        One that lives and gives no answer for STUCK_S, or cannot start the children that would answer, is ended first:
        whatever it still does, nobody gets anything from it. One that recovers from a crash is given longer.
        """
        answered = time.monotonic()
        looked = 0.0
        while True:
            await asyncio.sleep(WATCH_EVERY_S)
            if server_pid(self.cluster) is None:
                # A disk that is full now may have room at the next look.
                with contextlib.suppress(EmbeddedError):
                    async with _locked(self.cluster.home / "start.lock"):
                        await self._ensure_running(self.cluster)
                answered = time.monotonic()
            elif time.monotonic() - looked >= ASK_EVERY_S:
                state = await _ask(self.cluster)
                if state == "answers":
                    answered = time.monotonic()
                elif time.monotonic() - answered >= _patience(self.cluster, state):
                    await self._end_stuck(self.cluster)
                    answered = time.monotonic()
                looked = time.monotonic()

    async def _end_stuck(self, cluster: Cluster) -> None:
        """End a server that does not answer; the next look starts it. Of several watchers one does it."""
        async with _locked(cluster.home / "start.lock"):
            pid = server_pid(cluster)
            if pid is None or await _ask(cluster) == "answers":
                return
            log.error("database_stuck", pid=pid)
            await asyncio.to_thread(_kill, cluster, pid)

    async def stop(self) -> None:
        """Leave the server; whoever leaves last stops it. Harmless when not started."""
        if self._use is None:
            return
        os.close(self._use)
        self._use = None
        async with _locked(self.cluster.home / "start.lock"):
            descriptor = _open(self.cluster.home / "use.lock")
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            else:
                await asyncio.to_thread(shut_down, self.cluster)
            finally:
                os.close(descriptor)

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _ensure_running(self, cluster: Cluster) -> None:
        """Probe with a real connection and start what does not answer, until the time is over.

        A server that is killed leaves its pid file behind and may still have children: the start is retried.
        """
        deadline = time.monotonic() + START_TIMEOUT_S
        prepared = False
        while True:
            problem = await _probe(cluster) if (cluster.data / "PG_VERSION").exists() else "not made yet"
            if problem is None:
                return
            if server_pid(cluster) is None:
                if not prepared:
                    await asyncio.to_thread(cluster.prepare, durable=self._durable, archive=self._archive)
                    prepared = True
                _drop_foreign_pid_file(cluster)
                problem = await asyncio.to_thread(_launch, cluster) or problem
            if time.monotonic() > deadline:
                raise EmbeddedError(f"PostgreSQL in {cluster.data} does not start ({problem}; see {cluster.log})")
            await asyncio.sleep(0.02)


def locate(data_dir: Path, pg_bin: str = "") -> Cluster:
    """The files of the embedded server of a DATA_DIR, whether it runs or not."""
    account = choose_account()
    return locate_cluster(data_dir, account, find_engine(account, pg_bin))


class InUse(Exception):
    """Somebody uses the embedded server; the message says what to do."""


@contextlib.asynccontextmanager
async def stopped(data_dir: Path, pg_bin: str = "") -> AsyncIterator[Cluster]:
    """The files of the embedded server while nobody can start it. Raises InUse when somebody uses it."""
    cluster = await asyncio.to_thread(locate, data_dir, pg_bin)
    async with _locked(cluster.home / "start.lock"):
        descriptor = _open(cluster.home / "use.lock")
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InUse(f"the database in {data_dir} is in use: stop the service first") from None
            if server_pid(cluster) is not None:  # left behind by a process that was killed
                await asyncio.to_thread(shut_down, cluster)
            yield cluster
        finally:
            os.close(descriptor)


async def _probe(cluster: Cluster) -> str | None:
    """None when the server answers and our database exists (it is made here), else what went wrong."""
    try:
        connection = await asyncpg.connect(cluster.dsn("postgres"), timeout=5)
    except (OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.CannotConnectNowError) as error:
        return type(error).__name__
    try:
        if not await connection.fetchval("SELECT true FROM pg_database WHERE datname = 'app'"):
            await connection.execute("CREATE DATABASE app")
    except (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError) as error:
        return type(error).__name__
    finally:
        with contextlib.suppress(Exception):
            await connection.close(timeout=2)
    return None


async def _ask(cluster: Cluster) -> Literal["answers", "coming", "silent"]:
    """What a live server says; one whose connections are all in use is at work."""
    try:
        connection = await asyncpg.connect(cluster.dsn("postgres"), timeout=ASK_PATIENCE_S)
    except asyncpg.TooManyConnectionsError:
        return "answers"
    except asyncpg.CannotConnectNowError:
        return "coming"
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return "silent"
    connection.terminate()
    return "answers"


def _patience(cluster: Cluster, state: str) -> float:
    """Seconds without an answer after which it is stuck: recovery takes long, children that cannot start for ever."""
    if state == "silent" or any(sign in _end_of(cluster.log) for sign in _NO_CHILDREN):
        return STUCK_S
    return START_TIMEOUT_S


def _end_of(log_file: Path) -> bytes:
    try:
        with log_file.open("rb") as file:
            file.seek(max(0, log_file.stat().st_size - 4096))
            return file.read()
    except OSError:
        return b""


def _kill(cluster: Cluster, pid: int) -> None:
    """By its own tool, and where it does not listen to that either, by the kernel, with all its children."""
    program = str(cluster.engine.bin / "pg_ctl")
    stop = [program, "stop", "--mode=immediate", f"--timeout={KILL_S}", "--silent", f"--pgdata={cluster.data}"]
    with contextlib.suppress(subprocess.TimeoutExpired):
        cluster.account.run(stop, timeout=KILL_S + 5)
    if server_pid(cluster) != pid:
        return
    for child in (*_children(pid), pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    try:
        return [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    except OSError:
        return []


def _launch(cluster: Cluster) -> str | None:
    """Start the server in a session of its own; None when it is ready, else the reason."""
    log = cluster.log
    if log.exists() and log.stat().st_size > 10_000_000:
        log.replace(log.with_suffix(".old"))
    program = str(cluster.engine.bin / "pg_ctl")
    command = [
        program,
        "start",
        "--wait",
        "--timeout=60",
        "--silent",
        f"--pgdata={cluster.data}",
        f"--log={log}",
    ]
    answer = cluster.account.run(command, timeout=90)
    return None if answer.returncode == 0 else (answer.stderr or answer.stdout).strip() or "pg_ctl failed"


def shut_down(cluster: Cluster) -> None:
    program = str(cluster.engine.bin / "pg_ctl")
    command = [
        program,
        "stop",
        "--mode=fast",
        f"--timeout={STOP_TIMEOUT_S}",
        "--silent",
        f"--pgdata={cluster.data}",
    ]
    cluster.account.run(command, timeout=STOP_TIMEOUT_S + 10)


def server_pid(cluster: Cluster) -> int | None:
    """Pid of the live server of this data folder, else None."""
    try:
        pid = int((cluster.data / "postmaster.pid").read_text("ascii").split("\n", 1)[0])
        os.kill(pid, 0)
    except (OSError, ValueError):
        return None
    return None if _is_foreign(pid, cluster) else pid


def _is_foreign(pid: int, cluster: Cluster) -> bool:
    """True when the process is known to be no server of this data folder (the pid was given out again)."""
    try:
        if re.search(r"^State:\s+Z", Path(f"/proc/{pid}/status").read_text("ascii"), re.MULTILINE):
            return True
        return Path(f"/proc/{pid}/cwd").readlink() != cluster.data.resolve()
    except OSError:
        return False  # no /proc, or gone meanwhile: PostgreSQL itself judges its pid file


def _drop_foreign_pid_file(cluster: Cluster) -> None:
    """Remove a pid file whose number now belongs to another program, which PostgreSQL would take for a rival."""
    path = cluster.data / "postmaster.pid"
    try:
        pid = int(path.read_text("ascii").split("\n", 1)[0])
        os.kill(pid, 0)
    except (OSError, ValueError):
        return
    if _is_foreign(pid, cluster):
        path.unlink(missing_ok=True)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


async def _flock(path: Path, mode: int) -> int:
    """Take a file lock without blocking the loop; the descriptor holds it until closed."""
    descriptor = _open(path)
    try:
        while True:
            try:
                fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
            except BlockingIOError:
                await asyncio.sleep(0.02)
            else:
                return descriptor
    except BaseException:
        os.close(descriptor)
        raise


@contextlib.asynccontextmanager
async def _locked(path: Path) -> AsyncIterator[None]:
    descriptor = await _flock(path, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)
