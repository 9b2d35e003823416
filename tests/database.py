"""Databases for tests: one embedded server per checkout without fsync, one fresh database per test.

The server is shared by all xdist workers (and runs at the same time) through the supervisor's lock files. Its files
are in memory when there is room, because a database is 600 files: making one takes a disk several times as long. The
migrated template is made once per state of migrations/. Making and dropping happens on a thread of its own, which
keeps one database in reserve, so a test waits for neither.
"""

import asyncio
import contextlib
import hashlib
import itertools
import os
import shutil
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest

from app.db.embedded import EmbeddedServer, _locked, server_pid
from app.db.ids import uuid7
from app.db.migrate import migrate
from app.db.pool import Database

ROOT = Path(__file__).parents[1]
MIGRATIONS = ROOT / "migrations"
MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3  # a run takes about a quarter of it
T = TypeVar("T")


class DatabaseMaker:
    """Makes and drops test databases. One per test session."""

    def __init__(self, folder: Path) -> None:
        self._in_memory = _place_in_memory(folder / "memory")
        self._server = EmbeddedServer(folder / "memory" if self._in_memory else folder, durable=False)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="test-databases", daemon=True)
        self._numbers = itertools.count(1)
        self._spare: Future[str] | None = None
        self._dropping: list[Future[None]] = []
        self._template = ""

    def start(self) -> None:
        """Start or join the server and see to the template."""
        self._thread.start()
        self._run(self._server.start()).result(180)
        self._run(self._prepare()).result(120)

    def stop(self) -> None:
        """Drop what is left and leave the server."""
        if self._spare is not None:
            self.drop(self._spare.result(30))
        for pending in self._dropping:
            pending.result(30)
        self._run(self._finish()).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def take(self) -> str:
        """Name of a fresh migrated database."""
        ready = self._spare or self._run(self._create())
        self._spare = None
        name = ready.result(60)
        self._spare = self._run(self._create())
        return name

    def drop(self, name: str) -> None:
        """Drop a database, without waiting for it."""
        self._dropping = [pending for pending in self._dropping if not pending.done()]
        self._dropping.append(self._run(self._drop(name)))

    def dsn(self, name: str) -> str:
        """Connection string of a database of this server."""
        return self._server.cluster.dsn(name)

    def _run(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _prepare(self) -> None:
        self._admin = await asyncpg.connect(self.dsn("postgres"))
        self._lock = asyncio.Lock()
        self._template = f"template_{_fingerprint()}"
        await self._admin.execute("SELECT pg_advisory_lock(1)")
        try:
            await self._drop_leftovers()
            if not await self._exists(self._template):
                await self._make_template()
        finally:
            await self._admin.execute("SELECT pg_advisory_unlock(1)")

    async def _make_template(self) -> None:
        making = f"{self._template}_new"
        await self._admin.execute(f'DROP DATABASE IF EXISTS "{making}" WITH (FORCE)')
        await self._admin.execute(f'CREATE DATABASE "{making}"')
        if any(MIGRATIONS.glob("*.sql")):
            await migrate(self.dsn(making), directory=MIGRATIONS)
        await self._admin.execute(f'ALTER DATABASE "{making}" RENAME TO "{self._template}"')

    async def _drop_leftovers(self) -> None:
        """Databases of dead test processes, and templates of other states of migrations/."""
        for (name,) in await self._admin.fetch("SELECT datname FROM pg_database WHERE NOT datistemplate"):
            dead = name.startswith("t_") and not _alive(int(name.split("_")[1]))
            old = name.startswith("template_") and not name.startswith(self._template)
            if dead or old:
                with contextlib.suppress(asyncpg.ObjectInUseError):
                    await self._admin.execute(f'DROP DATABASE IF EXISTS "{name}"')

    async def _exists(self, name: str) -> bool:
        return bool(await self._admin.fetchval("SELECT true FROM pg_database WHERE datname = $1", name))

    async def _create(self) -> str:
        name = f"t_{os.getpid()}_{next(self._numbers)}"
        async with self._lock:
            await self._admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{self._template}" STRATEGY file_copy')
        return name

    async def _drop(self, name: str) -> None:
        async with self._lock:
            await self._admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    async def _finish(self) -> None:
        await self._admin.close()
        await self._server.stop()
        if self._in_memory:
            async with _locked(self._server.cluster.home / "start.lock"):
                if server_pid(self._server.cluster) is None:  # else another run uses it
                    shutil.rmtree(self._server.cluster.data)


def _place_in_memory(folder: Path) -> bool:
    """Have the cluster of this DATA_DIR in memory; False when there is no room.

    The place is named by chance: what a checkout left there that was removed since has another password.
    """
    try:
        if shutil.disk_usage(MEMORY).free < ROOM or not os.access(MEMORY, os.W_OK | os.X_OK):
            return False
    except OSError:
        return False
    home = folder / "postgres"
    home.mkdir(parents=True, exist_ok=True)
    fresh = home / f"location.{os.getpid()}"
    fresh.write_text(str(MEMORY / f"storefront-tests-{os.geteuid()}-{uuid7().hex[-12:]}"), "utf-8")
    with contextlib.suppress(FileExistsError):  # that of an earlier run, or of the worker that came first
        os.link(fresh, home / "location")
    fresh.unlink()
    return True


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted(MIGRATIONS.glob("*.sql")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


@contextlib.contextmanager
def own_data_dir() -> Iterator[Path]:
    """A DATA_DIR for a server of one's own. Not tmp_path: pytest closes that to the server's account."""
    folder = ROOT / "var" / "tests" / f"own-{uuid7().hex[-12:]}"
    yield folder
    kept = folder / "postgres" / "location"
    if kept.exists():
        shutil.rmtree(kept.parent / kept.read_text("utf-8").strip(), ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def embedded_dir() -> Iterator[Path]:
    """A DATA_DIR for a server of the test's own."""
    with own_data_dir() as folder:
        yield folder


@pytest.fixture(scope="session")
def database_maker() -> Iterator[DatabaseMaker]:
    """The session's source of databases."""
    maker = DatabaseMaker(ROOT / "var" / "tests")
    maker.start()
    yield maker
    maker.stop()


@pytest.fixture
def dsn(database_maker: DatabaseMaker) -> Iterator[str]:
    """Connection string of a fresh, migrated database."""
    name = database_maker.take()
    yield database_maker.dsn(name)
    database_maker.drop(name)


@pytest.fixture
async def database(dsn: str) -> AsyncIterator[Database]:
    """A pool on a fresh, migrated database."""
    pool = await Database.connect(dsn, max_size=8)
    yield pool
    await pool.close()
