"""A primary and its streaming standby, made of the bundled programs: two real servers on one box."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from app.db.cluster import PORT, Cluster
from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from tests.database import MIGRATIONS, own_data_dir

STANDBY_PORT = PORT + 1


class Pair:
    """The two servers. `standby` is spoken to over the same socket folder, on another port."""

    def __init__(self, cluster: Cluster, dsn: str) -> None:
        self.dsn = dsn
        self.read_dsn = dsn.replace(f"port={PORT}", f"port={STANDBY_PORT}")
        self._cluster = cluster
        self._data = cluster.root / "standby"

    def copy(self) -> None:
        """Make the standby's data folder from the running primary."""
        self._run(
            "pg_basebackup", f"--pgdata={self._data}", f"--dbname={self.dsn}", "--checkpoint=fast", "--no-sync", "-R"
        )
        settings = self._data / "local.conf"
        settings.write_text(f"port = {STANDBY_PORT}\nwal_receiver_status_interval = 1s\n", "ascii")
        self._cluster.account.give(settings)

    def start(self) -> None:
        """Start the standby; returns when it takes connections."""
        self._run("pg_ctl", "start", "--wait", "--silent", f"--pgdata={self._data}", f"--log={self._data}.log")

    def kill(self) -> None:
        """End the standby as a crash does."""
        self._run("pg_ctl", "stop", "--mode=immediate", "--silent", f"--pgdata={self._data}")

    def freeze(self, stop: bool) -> None:
        """Stall every process of the standby, or let them go on."""
        for pid in self._pids():
            os.kill(pid, signal.SIGSTOP if stop else signal.SIGCONT)

    async def pause(self) -> None:
        """Stop replaying; returns when it stands still."""
        await self._execute("SELECT pg_wal_replay_pause()")
        while await self._value("SELECT pg_get_wal_replay_pause_state()") != "paused":
            await asyncio.sleep(0.005)

    async def resume(self) -> None:
        """Go on replaying."""
        await self._execute("SELECT pg_wal_replay_resume()")

    async def catch_up(self) -> None:
        """Wait until the standby has what the primary has written."""
        primary = await asyncpg.connect(self.dsn)
        position = await primary.fetchval("SELECT pg_current_wal_lsn()::text")
        await primary.close()
        async with asyncio.timeout(10):
            while not await self._value(f"SELECT pg_last_wal_replay_lsn() >= '{position}'"):
                await asyncio.sleep(0.005)

    async def _execute(self, statement: str) -> None:
        await self._value(statement)

    async def _value(self, statement: str) -> object:
        connection = await asyncpg.connect(self.read_dsn)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    def _pids(self) -> list[int]:
        parent = int((self._data / "postmaster.pid").read_text("ascii").split("\n", 1)[0])
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()
        return [parent, *map(int, children)]

    def _run(self, program: str, *options: str) -> None:
        answer = self._cluster.account.run([str(self._cluster.engine.bin / program), *options])
        assert answer.returncode == 0, answer.stderr


@contextmanager
def running_pair() -> Iterator[Pair]:
    """Both servers, migrated, while the block runs."""
    with own_data_dir() as folder:
        server = EmbeddedServer(folder, durable=True)  # the volatile one writes no log to follow
        asyncio.run(_start(server))
        pair = Pair(server.cluster, server.dsn)
        try:
            pair.copy()
            pair.start()
            yield pair
            pair.kill()
        finally:
            asyncio.run(server.stop())


async def _start(server: EmbeddedServer) -> None:
    await server.start()
    connection = await asyncpg.connect(server.dsn)
    # Commits still wait for the log, so that the standby hears of them at once; without fsync that costs nothing.
    await connection.execute("ALTER SYSTEM SET fsync = 'off'")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()
    await migrate(server.dsn, directory=MIGRATIONS)
