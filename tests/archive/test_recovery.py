"""Back in time: what was written until a moment is there again, what came later is not; a failure changes nothing."""

import asyncio
import gzip
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import pytest

from app.archive import ArchiveError, wal
from app.archive.base import list_bases, make_base
from app.archive.recover import recover
from app.archive.ship import ship, waiting
from app.archive.store import FolderStore
from app.archive.tools import identifier
from app.db.embedded import EmbeddedServer, locate, stopped
from tests.archive.folders import open_folder
from tests.waiting import until


class Box:
    """An embedded database that is archived, and the names written into it."""

    def __init__(self, data_dir: Path, archive: Path) -> None:
        self.data_dir = data_dir
        self.archive = archive
        self.store = FolderStore(archive)

    def server(self) -> EmbeddedServer:
        """The server, started on entering."""
        return EmbeddedServer(self.data_dir, archive=True)

    async def begin(self) -> None:
        """A table, and a base to recover from."""
        cluster = locate(self.data_dir)
        cluster.prepare(durable=False, archive=True)
        # What survives a power cut is PostgreSQL's to test, and takes time.
        (cluster.data / "local.conf").write_text("fsync = off\n")
        cluster.account.give(cluster.data / "local.conf")
        async with self.server() as server:
            await execute(server, "CREATE TABLE users (name text)")
            await self.base(server)

    async def base(self, server: EmbeddedServer) -> None:
        """A base copy, after the log that came before it."""
        await execute(server, "SELECT pg_switch_wal()")
        ship(self.store, server.cluster)
        make_base(self.store, identifier(server.cluster), server.cluster, keep=2)

    async def write(self, *names: str) -> datetime:
        """Write names, one transaction each; a moment after the last."""
        async with self.server() as server:
            for name in names:
                await execute(server, "INSERT INTO users VALUES ($1)", name)
            return await execute(server, "SELECT clock_timestamp()")

    async def names(self) -> list[str]:
        """What is there now."""
        async with self.server() as server:
            return await execute(server, "SELECT coalesce(array_agg(name ORDER BY name), '{}') FROM users")

    async def recover(self, moment: datetime | None, of: str = "") -> None:
        """Go back."""
        async with stopped(self.data_dir) as cluster:
            await recover(self.store, cluster, moment, of)


async def execute(server: EmbeddedServer, sql: str, *values: object):
    """Run one statement; its first value."""
    connection = await asyncpg.connect(server.dsn)
    try:
        return await connection.fetchval(sql, *values)
    finally:
        await connection.close()


@pytest.fixture(scope="module")
def begun():
    """A box that was begun, to be copied."""
    with open_folder() as folder:
        asyncio.run(Box(Path(folder) / "here", Path(folder) / "archive").begin())
        yield folder


@pytest.fixture
def box(begun):
    """A box of the test's own."""
    with open_folder() as folder:
        subprocess.run(["cp", "-a", f"{begun}/.", folder], check=True)
        yield Box(Path(folder) / "here", Path(folder) / "archive")


async def test_a_moment_is_brought_back_and_each_recovery_can_be_left_again(box):
    first = await box.write("a")
    second = await box.write("b")
    await box.recover(first)
    assert await box.names() == ["a"]
    # On what came after going back, and to a moment that only the history before it has.
    third = await box.write("c")
    await box.write("d")
    await box.recover(third)
    assert await box.names() == ["a", "c"]
    await box.recover(second)
    # Where a new box goes on: the archive knows each branch as soon as it begins.
    assert [path.name for path in sorted(box.archive.glob("*/wal/*.history.gz"))][-1] == "00000004.history.gz"
    assert await box.names() == ["a", "b"]


async def test_a_new_box_is_brought_to_the_end_of_the_archive(box):
    await box.write("a")
    async with box.server() as server:
        await execute(server, "SELECT pg_switch_wal()")
        await until(lambda: waiting(server.cluster), seconds=30)
        ship(box.store, server.cluster)
    await box.write("never archived")
    other = Box(box.data_dir.with_name("there"), box.archive)
    await other.recover(None)
    assert await other.names() == ["a"]


async def test_data_that_no_longer_start_give_what_the_archive_lacks(box):
    await box.write("a", "b")
    (locate(box.data_dir).data / "global" / "pg_filenode.map").unlink()
    await box.recover(None)
    assert await box.names() == ["a", "b"]


async def test_a_recovery_that_fails_changes_nothing(box):
    moment = await box.write("a")
    await box.write("b")
    first = list_bases(box.store, identifier(locate(box.data_dir)), box.data_dir)[0]
    with pytest.raises(ArchiveError, match="no base from before that time; it begins at"):
        await box.recover(datetime.fromtimestamp(first.finished_at - 1, UTC))
    async with stopped(box.data_dir) as cluster:
        with pytest.raises(ArchiveError, match="no base"):
            await recover(FolderStore(box.archive / "empty"), cluster, moment)
    base = next(box.archive.glob("*/base/*.tar.gz"))
    whole = base.read_bytes()
    base.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ArchiveError, match="cannot be unpacked"):
        await box.recover(moment)
    base.write_bytes(whole)
    ship(box.store, locate(box.data_dir))  # from now on the archive alone has it
    log = next(box.archive.glob(f"*/wal/{first.first}.gz"))
    whole = log.read_bytes()
    log.write_bytes(gzip.compress(gzip.decompress(whole)[:1000]))
    with pytest.raises(ArchiveError, match="damaged"):
        await box.recover(None)
    log.write_bytes(whole)
    assert await box.names() == ["a", "b"]
    assert not any(locate(box.data_dir).beside("restoring").root.iterdir())
    # Each try has put what there was of the log into the archive; there is more now.
    await box.write("c")
    await box.recover(None)
    assert await box.names() == ["a", "b", "c"]


async def test_a_base_made_by_hand_waits_for_the_one_that_is_due(box):
    async with box.server() as server:
        system = identifier(server.cluster)

        def base() -> str:
            return make_base(box.store, system, server.cluster, keep=9).name

        made = await asyncio.gather(*(asyncio.to_thread(base) for _ in range(2)))
        bases = [one.name for one in list_bases(box.store, system, box.data_dir)]
        assert bases[-2:] == sorted(made)


async def test_only_what_the_kept_bases_need_stays(box):
    async with box.server() as server:
        for number in range(2):
            await execute(server, "INSERT INTO users VALUES ($1)", str(number))
            await box.base(server)
    system = identifier(locate(box.data_dir))
    bases = list_bases(box.store, system, box.data_dir)
    assert len(bases) == 2
    kept = [name.rpartition("/")[2] for name in box.store.names(f"{system}/wal/")]
    assert kept
    assert all(wal.place(name) >= wal.place(bases[0].first) for name in kept)
    assert not any(path.stat().st_mode & 0o077 for path in box.archive.rglob("*") if path.is_file())


async def test_a_recovery_killed_at_its_last_step_is_finished_by_the_next_start(box):
    await box.write("a")
    cluster = locate(box.data_dir)
    shutil.move(cluster.data, cluster.restored)
    assert await box.names() == ["a"]
