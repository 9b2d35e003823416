"""What an alert has to know of the archive: how long something waits for it, and how old the newest base is."""

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.archive.base import Base
from app.settings import Settings


class ArchiveCollector(Collector):
    """wal_archive_waiting_seconds and wal_archive_base_age_seconds, from the files of the embedded server.

    By whichever process is asked: the one that ships may have no /metrics.
    """

    def __init__(self, settings: Settings) -> None:
        self._home = settings.data_dir / "postgres" if settings.wal_archive_dir else None

    def collect(self) -> Iterator[Metric]:
        """Read the current numbers; none without an embedded server that is archived."""
        if self._home is None or not (self._home / "location").exists():
            return
        root = self._home / (self._home / "location").read_text("utf-8").strip()
        yield GaugeMetricFamily(
            "wal_archive_waiting_seconds", "Age of the oldest log that is not in the archive yet", value=_waiting(root)
        )
        yield GaugeMetricFamily(
            "wal_archive_base_age_seconds", "Age of the newest base in the archive", value=_base_age(self._home)
        )


def _waiting(root: Path) -> float:
    """Where the archiver has not been yet, and what it has handed out."""
    oldest = now = time.time()
    for path in (*(root / "data" / "pg_wal" / "archive_status").glob("*.ready"), *(root / "archive").glob("*")):
        try:
            oldest = min(oldest, path.stat().st_mtime)
        except FileNotFoundError:
            continue  # gone on its way meanwhile
    return now - oldest


def _base_age(home: Path) -> float:
    try:
        base = msgspec.json.decode((home / "base.json").read_bytes(), type=Base)
    except (OSError, msgspec.DecodeError):
        return float("inf")
    return max(0.0, time.time() - base.finished_at)
