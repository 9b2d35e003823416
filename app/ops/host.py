"""What the process's machine has left: room on the disk, and how old the newest backup is. tests/ops/test_host.py."""

import asyncio
import errno
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.settings import Settings

# Below this a write may fail at any moment: PostgreSQL's log grows by 16 MiB at once.
LEAST_FREE = 128 << 20
# A disk that refused a write stays in /health for as long, also when it is the database's, which we cannot look at.
REMEMBER_S = 60.0
# What lies further in the future was made by a clock that has been put back since.
CLOCK_SLACK_S = 60.0
# No room, or a file system that the kernel has put to reading alone, or that is broken.
DISK_REFUSES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)
# No file, process or memory is left to be had: that passes.
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)
DISK_FULL_SQLSTATE = "53100"


class Disk:
    """The folders this process writes to, and refusals it met."""

    def __init__(self, data_dir: Path, *, now: Callable[[], float] = time.monotonic) -> None:
        self._folders = {"data": data_dir, "tmp": Path(tempfile.gettempdir())}
        self._now = now
        self._refused_at: float | None = None

    def refused(self) -> None:
        """A disk did not take a write, here or in the database."""
        self._refused_at = self._now()

    def free(self) -> dict[str, int]:
        """Bytes left by folder; one that does not exist yet is its parent's."""
        found = {}
        for name, folder in self._folders.items():
            there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
            found[name] = shutil.disk_usage(there).free
        return found

    async def check(self) -> dict[str, Any]:
        """The part of /health."""
        free = await asyncio.to_thread(self.free)
        full = [name for name, left in free.items() if left < LEAST_FREE]
        if self._refused_at is not None and self._now() - self._refused_at < REMEMBER_S:
            return {
                "status": "down",
                "error": "a disk refused a write: request_failed in the log says why",
                "free_bytes": free,
            }
        if full:
            return {"status": "down", "error": f"no room left: {', '.join(full)}", "free_bytes": free}
        return {"free_bytes": free}


def backup_age(folder: Path, now: float) -> float | None:
    """Seconds since the newest backup in a folder was finished; None: there is none, but of a clock that was ahead."""
    ages = [now - path.stat().st_mtime for path in folder.glob("*.dump")] if folder.is_dir() else []
    return min((max(0.0, age) for age in ages if age > -CLOCK_SLACK_S), default=None)


class HostCollector(Collector):
    """disk_free_bytes and backup_age_seconds."""

    def __init__(self, settings: Settings, disk: Disk) -> None:
        self._settings = settings
        self._disk = disk

    def collect(self) -> Iterator[Metric]:
        """Read the current numbers."""
        free = GaugeMetricFamily("disk_free_bytes", "Room left where this process writes", labels=["folder"])
        for name, left in self._disk.free().items():
            free.add_metric([name], left)
        yield free
        age = backup_age(self._settings.backups, time.time())
        if age is None and self._settings.backup_every:
            age = float("inf")
        # Named without a number where nobody asked for backups and none was made: there is nothing to be too old.
        yield GaugeMetricFamily("backup_age_seconds", "Time since the newest backup in BACKUP_DIR", value=age)
