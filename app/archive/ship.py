"""Carries the write-ahead log from where the embedded server hands it out into the archive, and keeps bases coming.

One process at a time does it, whichever holds the database: a lock file says which.
"""

import asyncio
import fcntl
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from app.archive import wal
from app.archive.base import last_base
from app.archive.store import ArchiveError, Store, open_store
from app.archive.tools import identifier
from app.db.cluster import Cluster
from app.ops.host import CLOCK_SLACK_S
from app.ops.log import log
from app.settings import Settings

LOOK_EVERY_S = 2.0
TELL_EVERY_S = 60.0
# Without BACKUP_EVERY: a recovery replays at most a day.
DAILY_S = 86_400


async def keep_archive(settings: Settings, cluster: Cluster) -> None:
    """Ship what comes and make a base whenever one is due, until cancelled. What fails is tried again."""
    told = -TELL_EVERY_S
    while True:
        try:
            await _look(settings, cluster)
        except (ArchiveError, OSError) as error:
            if time.monotonic() - told >= TELL_EVERY_S:
                log.error("archive_failed", error=str(error))
                told = time.monotonic()
        await asyncio.sleep(LOOK_EVERY_S)


async def _look(settings: Settings, cluster: Cluster) -> None:
    lock = os.open(cluster.home / "archive.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        await asyncio.to_thread(_ship_waiting, settings, cluster)
        base = await asyncio.to_thread(last_base, cluster)
        age = None if base is None else time.time() - base.finished_at
        if age is None or not -CLOCK_SLACK_S < age < (settings.backup_every or DAILY_S):
            await _make_base(settings)
    except BlockingIOError:
        return
    finally:
        os.close(lock)


def _ship_waiting(settings: Settings, cluster: Cluster) -> None:
    if waiting(cluster):
        ship(open_store(settings), cluster)


def waiting(cluster: Cluster) -> list[Path]:
    """What the archiver has handed out, oldest first; not what it is still at."""
    return sorted(path for path in cluster.spool.glob("*") if wal.ARCHIVED.match(path.name))


def ship(store: Store, cluster: Cluster) -> None:
    """Carry away all that waits."""
    system = identifier(cluster)
    for path in waiting(cluster):
        keep(store, system, path, cluster.home)
        path.unlink()


def keep(store: Store, system: str, source: Path, folder: Path) -> None:
    """Put one file of the log into the archive; it is packed in `folder`."""
    packed = folder / "packed.gz"
    wal.pack(source, packed)
    store.put(f"{system}/wal/{source.name}.gz", packed)
    packed.unlink()


async def _make_base(settings: Settings) -> None:
    # A process of its own, like a scheduled backup: it may take long, and ends with us.
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app", "archive", "--base"),
        env=os.environ | {"DATABASE_URL": ""},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, said = await process.communicate()
    except asyncio.CancelledError:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        raise
    if process.returncode != 0:
        raise ArchiveError(f"no base was made: {said.decode(errors='replace').strip()[-500:]}")
    log.info("archive_base_made")
