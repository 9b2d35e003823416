"""Base copies of the embedded server: what a recovery begins with."""

import fcntl
import json
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from app.archive import wal
from app.archive.store import ArchiveError, Store
from app.archive.tools import tool
from app.db.cluster import Cluster


class Base(msgspec.Struct, frozen=True):
    """What is in a base copy. It can be recovered to any time from `finished_at`, a Unix time, on."""

    name: str
    finished_at: float
    timeline: int
    # The first segment a recovery from it reads.
    first: str
    # Where the copy is whole, as a number.
    end: int
    major: int


def make_base(store: Store, system: str, cluster: Cluster, *, keep: int) -> Base:
    """Copy the running server, check the copy against its own manifest, archive it, and drop what is too old.

    Behind the one that another process is making.
    """
    with _in_turn(cluster.home / "base.lock"):
        return _make(store, system, cluster, keep)


@contextmanager
def _in_turn(lock: Path) -> Iterator[None]:
    with lock.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make(store: Store, system: str, cluster: Cluster, keep: int) -> Base:
    making, packed = cluster.home / "base.new", cluster.home / "base.tar.gz"
    shutil.rmtree(making, ignore_errors=True)
    try:
        tool(cluster, "pg_basebackup", f"--pgdata={making}", "--checkpoint=fast", "--wal-method=stream", "--no-sync")
        tool(cluster, "pg_verifybackup", "--quiet", str(making))
        base = _describe(making, cluster.engine.major)
        packed.touch(mode=0o600)  # it holds the whole database
        with tarfile.open(packed, "w:gz", compresslevel=1) as tar:
            tar.add(making, arcname=".")
        store.put(f"{system}/base/{base.name}.tar.gz", packed)
        packed.write_bytes(msgspec.json.encode(base))
        store.put(f"{system}/base/{base.name}.json", packed)
    finally:
        shutil.rmtree(making, ignore_errors=True)
        packed.unlink(missing_ok=True)
    cluster.base_note.write_bytes(msgspec.json.encode(base))
    prune(store, system, cluster.home, keep=keep)
    return base


def _describe(copy: Path, major: int) -> Base:
    ranges = json.loads((copy / "backup_manifest").read_bytes())["WAL-Ranges"]
    newest = max(ranges, key=lambda one: one["Timeline"])
    first = min(wal.parse_lsn(one["Start-LSN"]) for one in ranges)
    now = datetime.now(UTC)
    return Base(
        name=f"{now:%Y%m%dT%H%M%S.%fZ}",
        finished_at=now.timestamp(),
        timeline=newest["Timeline"],
        first=wal.segment_of(newest["Timeline"], first // wal.SEGMENT_BYTES),
        end=wal.parse_lsn(newest["End-LSN"]),
        major=major,
    )


def last_base(cluster: Cluster) -> Base | None:
    """The newest base this server knows of: kept beside it, so that nobody asks the archive every other second."""
    try:
        return msgspec.json.decode(cluster.base_note.read_bytes(), type=Base)
    except (OSError, msgspec.DecodeError):
        return None


def list_bases(store: Store, system: str, folder: Path) -> list[Base]:
    """The bases of a server, oldest first; read by way of a file in `folder`."""
    found = []
    with tempfile.TemporaryDirectory(dir=folder) as own:
        file = Path(own) / "base.json"
        for name in store.names(f"{system}/base/"):
            if name.endswith(".json"):
                store.get(name, file)
                try:
                    found.append(msgspec.json.decode(file.read_bytes(), type=Base))
                except msgspec.DecodeError as error:
                    raise ArchiveError(f"{name} in the archive is no description of a base") from error
    return sorted(found, key=lambda base: base.finished_at)


def prune(store: Store, system: str, folder: Path, *, keep: int) -> None:
    """Keep the newest bases, and of the log what the oldest of them needs. Histories are small and stay."""
    # By the log, which no clock that was put back can turn round.
    bases = sorted(list_bases(store, system, folder), key=lambda base: (base.timeline, base.end))
    kept = bases[-max(1, keep) :]
    for base in bases[: len(bases) - len(kept)]:
        # Its description first: without it the rest does not count.
        store.delete(f"{system}/base/{base.name}.json")
        store.delete(f"{system}/base/{base.name}.tar.gz")
    needed = min(wal.place(base.first) for base in kept)
    for name in store.names(f"{system}/wal/"):
        file = name.rpartition("/")[2]
        if not wal.HISTORY.match(file.removesuffix(".gz")) and wal.place(file) < needed:
            store.delete(name)
