"""Goes back in time: a base, and the log after it up to a moment, made whole beside the data, then put in their place.

Whatever fails before that last step leaves the data as they were. What was there is kept beside them until the next
recovery. Each recovery begins a new timeline; a time is looked for on the one that was in force then.
"""

import asyncio
import contextlib
import re
import shlex
import shutil
import tarfile
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import msgspec

from app.archive import wal
from app.archive.base import Base, list_bases
from app.archive.ship import keep
from app.archive.store import ArchiveError, Store
from app.archive.tools import identifier, tool
from app.db.cluster import DURABLE, Cluster
from app.db.embedded import DATABASE, server_pid, shut_down

# The log ends before the wanted time.
_ENDED = "recovery ended before configured recovery target was reached"
_HBA = "local all all trust\n"


class Recovered(msgspec.Struct, frozen=True):
    """What a recovery did. `before` has the data that were there, None where there were none."""

    base: Base
    timeline: int
    before: Path | None


async def recover(store: Store, cluster: Cluster, until: datetime | None, of: str = "") -> Recovered:
    """Bring the data to the state of a moment, or to the archive's end; nobody else may use them meanwhile.

    `of` is the identifier of the server whose archive it is: that of the data here, and on a new box the one that was
    archived last. Raises ArchiveError, having changed nothing.
    """
    cluster.settle()
    here = await asyncio.to_thread(identifier, cluster) if (cluster.data / "PG_VERSION").exists() else ""
    there = here != "" and of in ("", here)
    beside = cluster.beside("restoring")
    await asyncio.to_thread(_clear, beside)
    try:
        if there:
            await asyncio.to_thread(_complete, store, here, cluster)
        system = of or here or await asyncio.to_thread(_newest, store, cluster, until)
        plan = await asyncio.to_thread(_plan, store, system, beside, until)
        await asyncio.to_thread(plan.fetch)
        try:
            await _replay(plan, until)
        except _TooShort as error:
            # With the data here the log is complete: nothing was written between its end and the wanted time.
            if not there:
                raise ArchiveError(f"{error}; `--until latest` goes as far as it does") from None
            await asyncio.to_thread(plan.fetch)
            await _replay(plan, None)
        before = await asyncio.to_thread(_swap, cluster, beside)
        with contextlib.suppress(ArchiveError):  # then it is carried there once the service runs
            await asyncio.to_thread(_complete, store, system, cluster)
        return Recovered(plan.base, plan.timeline.number, before)
    finally:
        await asyncio.to_thread(_clear, beside)


class _TooShort(Exception):
    pass


def _clear(beside: Cluster) -> None:
    if server_pid(beside) is not None:
        shut_down(beside)
    for path in beside.root.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _complete(store: Store, system: str, cluster: Cluster) -> None:
    """Put into the archive what only the data here have of the log.

    What the archiver is not done with may be there from an earlier time, and less of it.
    """
    archived = set(store.names(f"{system}/wal/"))
    written = cluster.data / "pg_wal"
    for path in [*cluster.spool.glob("*"), *written.glob("*")]:
        known = wal.HISTORY.match(path.name) or (wal.SEGMENT.match(path.name) and wal.is_written(path))
        done = (written / "archive_status" / f"{path.name}.done").exists()
        if known and not (done and f"{system}/wal/{path.name}.gz" in archived):
            keep(store, system, path, cluster.home)


def _newest(store: Store, cluster: Cluster, until: datetime | None) -> str:
    """The server that was archived last before a moment."""
    limit = until.timestamp() if until else float("inf")
    newest: dict[str, float] = {}
    for system in {name.split("/")[0] for name in store.names("")}:
        bases = [base.finished_at for base in list_bases(store, system, cluster.home) if base.finished_at <= limit]
        newest |= {system: max(bases)} if bases else {}
    if not newest:
        raise ArchiveError("the archive has no base from before that time" if until else "the archive has no base")
    return max(newest, key=newest.__getitem__)


class _Plan:
    """A base, a timeline, and the segments between, for one recovery."""

    def __init__(self, store: Store, system: str, beside: Cluster, base: Base, timeline: wal.Timeline) -> None:
        self.base = base
        self.timeline = timeline
        self.beside = beside
        self.log = beside.root / "wal"
        self._store = store
        self._system = system

    def fetch(self) -> None:
        """Lay down the base, verified, and the log it needs."""
        _clear(self.beside)
        packed = self.beside.root / "base.tar.gz"
        self._store.get(f"{self._system}/base/{self.base.name}.tar.gz", packed)
        try:
            with tarfile.open(packed, "r:gz") as tar:
                tar.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4 on
                tar.extractall(self.beside.data)  # noqa: S202 - our own, and checked against its manifest below
        except (tarfile.TarError, OSError, EOFError) as error:
            raise ArchiveError(f"the base {self.base.name} cannot be unpacked: {error}") from error
        packed.unlink()
        tool(self.beside, "pg_verifybackup", "--quiet", str(self.beside.data))
        self.log.mkdir()
        for name in self._store.names(f"{self._system}/wal/"):
            file = name.rpartition("/")[2]
            plain = file.removesuffix(".gz")
            if wal.HISTORY.match(plain) or (
                wal.SEGMENT.match(plain) and wal.place(plain) >= wal.place(self.base.first)
            ):
                self._store.get(name, self.log / file)
        for path in (self.beside.data, self.log):
            _hand_over(self.beside, path)

    def expect_whole(self) -> None:
        """A segment that is missing or damaged would end the recovery there as if nothing had followed."""
        lines = {*self.timeline.left, self.timeline.number}
        there = set()
        for path in self.log.glob("*"):
            name = path.name.removesuffix(".gz")
            if wal.SEGMENT.match(name) and wal.timeline(name) in lines:
                if wal.packed_size(path) != wal.SEGMENT_BYTES:
                    raise ArchiveError(f"{name} in the archive is damaged")
                there.add(wal.place(name))
        for number in range(wal.place(self.base.first), max(there, default=0)):
            if number not in there:
                raise ArchiveError(f"the archive lacks {wal.segment_of(self.timeline.number, number)}")


def _plan(store: Store, system: str, beside: Cluster, until: datetime | None) -> _Plan:
    limit = until.timestamp() if until else float("inf")
    lines = [wal.Timeline(1, 0.0, {})]
    for name in store.names(f"{system}/wal/"):
        file = name.rpartition("/")[2]
        if wal.HISTORY.match(file.removesuffix(".gz")):
            packed = beside.root / file
            store.get(name, packed)
            lines.append(wal.read_history(file, packed))
    line = max((one for one in lines if one.began_at <= limit), key=lambda one: one.number)
    bases = list_bases(store, system, beside.root)
    fitting = [base for base in bases if base.finished_at <= limit and line.holds(base.timeline, base.end)]
    if not fitting:
        first = min((base.finished_at for base in bases), default=None)
        begins = f"; it begins at {datetime.fromtimestamp(first, UTC).isoformat()}" if first else ""
        raise ArchiveError(f"the archive has no base from before that time{begins}")
    base = fitting[-1]
    if base.major != beside.engine.major:
        raise ArchiveError(f"the base is of PostgreSQL {base.major}, the programs here of {beside.engine.major}")
    return _Plan(store, system, beside, base, line)


def _hand_over(cluster: Cluster, path: Path) -> None:
    for one in (path, *path.rglob("*")):
        cluster.account.give(one)
    path.chmod(0o700)


async def _replay(plan: _Plan, until: datetime | None) -> None:
    """Have PostgreSQL replay the log up to the moment and open the data; ends with the server stopped."""
    beside = plan.beside
    if until is None:
        await asyncio.to_thread(plan.expect_whole)
    await asyncio.to_thread(_configure, plan, until)
    await asyncio.to_thread(_start, beside)
    try:
        connection = await _opened(beside)
        try:
            if not await connection.fetchval("SELECT to_regclass('public.users') IS NOT NULL"):
                raise ArchiveError("the database had no tables at that time")
            # That of this DATA_DIR, which on a new box is another one.
            alter = "SELECT format('ALTER ROLE CURRENT_USER PASSWORD %L', $1::text)"
            statement = await connection.fetchval(alter, beside.password())
            await connection.execute(statement)
        finally:
            await connection.close()
    finally:
        await asyncio.to_thread(shut_down, beside)


def _configure(plan: _Plan, until: datetime | None) -> None:
    data = plan.beside.data
    hba = plan.beside.root / "hba.conf"
    hba.write_text(_HBA, "ascii")
    plan.beside.account.give(hba)
    command = f'gzip -dc < {shlex.quote(str(plan.log))}/%f.gz > "%p"'
    lines = {
        "hba_file": str(hba),
        "hot_standby": "off",
        # Switched on without a place to go: what this begins is archived once it serves.
        "archive_mode": "on",
        "restore_command": command,
        "recovery_target_timeline": str(plan.timeline.number),
        "recovery_target_action": "promote",
        **({"recovery_target_time": until.astimezone(UTC).isoformat(" ")} if until else {}),
    }
    quoted = (f"{name} = '{value.replace(chr(39), chr(39) * 2)}'" for name, value in lines.items())
    plan.beside.configure(DURABLE, "\n".join(quoted))
    signal = data / "recovery.signal"
    signal.touch()
    plan.beside.account.give(signal)


def _start(beside: Cluster) -> None:
    command = [str(beside.engine.bin / "pg_ctl"), "start", "--no-wait", "--silent"]
    done = beside.account.run([*command, f"--pgdata={beside.data}", f"--log={beside.log}"])
    if done.returncode != 0:
        raise ArchiveError(f"PostgreSQL does not start: {done.stderr.strip()[-500:]}")


# Seconds to begin: a loaded machine takes its time.
_BEGIN_S = 20.0


async def _opened(beside: Cluster) -> asyncpg.Connection:
    """A connection as soon as the recovery is over, however long that takes."""
    clock = asyncio.get_running_loop().time
    # The server says its first words before it writes its pid: until then it has not ended, it has not begun.
    running, begins_by = False, clock() + _BEGIN_S
    while True:
        with contextlib.suppress(OSError, asyncpg.PostgresConnectionError, asyncpg.CannotConnectNowError):
            return await asyncpg.connect(beside.dsn(DATABASE), timeout=5)
        running = running or server_pid(beside) is not None
        said = _said(beside)
        ended = running or "FATAL" in said or clock() > begins_by
        if ended and said and server_pid(beside) is None:
            if _ENDED in said:
                last = re.findall(r"last completed transaction was at log time (.+)", said)
                raise _TooShort(f"the archive ends before that time{f', at {last[-1]}' if last else ''}")
            raise ArchiveError(f"the recovery failed: {said[-500:]}")
        await asyncio.sleep(0.1)


def _said(beside: Cluster) -> str:
    return beside.log.read_text("utf-8", errors="replace").strip() if beside.log.exists() else ""


def _swap(cluster: Cluster, beside: Cluster) -> Path | None:
    """Put the new data in the place of the old. Killed in between, the next start does the last step."""
    if (cluster.data / "local.conf").exists():
        shutil.copy2(cluster.data / "local.conf", beside.data / "local.conf")
        cluster.account.give(beside.data / "local.conf")
    before = cluster.root / "data.before"
    if not cluster.data.exists():
        beside.data.rename(cluster.data)
        return None
    if before.exists():
        shutil.rmtree(before)
    beside.data.rename(cluster.restored)
    cluster.data.rename(before)
    cluster.restored.rename(cluster.data)
    return before
