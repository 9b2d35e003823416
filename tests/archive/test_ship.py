"""What carries the log on: by itself, without losing anything to an archive that is away, and visible while it is."""

import asyncio
import contextlib
import os
import time
from pathlib import Path

import msgspec
import pytest

from app.archive import ship as shipping
from app.archive.base import Base
from app.archive.metrics import ArchiveCollector
from app.archive.ship import keep_archive
from app.settings import Settings
from tests.waiting import until

SEGMENT = "000000010000000000000003"


class Cluster:
    """The files of a server that `keep_archive` looks at."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.spool = home / "cluster" / "archive"
        self.status = home / "cluster" / "data" / "pg_wal" / "archive_status"
        self.base_note = home / "base.json"
        for folder in (self.spool, self.status):
            folder.mkdir(parents=True)
        (home / "location").write_text("cluster")
        base = Base(name="b", finished_at=time.time(), timeline=1, first=SEGMENT, end=0, major=18)
        self.base_note.write_bytes(msgspec.json.encode(base))


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    monkeypatch.setattr(shipping, "identifier", lambda _: "7")
    monkeypatch.setattr(shipping, "LOOK_EVERY_S", 0.01)
    return Cluster(tmp_path / "postgres")


@contextlib.asynccontextmanager
async def kept(settings, cluster):
    task = asyncio.create_task(keep_archive(settings, cluster))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def numbers(settings: Settings) -> dict[str, float]:
    return {family.name: family.samples[0].value for family in ArchiveCollector(settings).collect()}


async def test_the_log_waits_for_an_archive_that_is_away_and_is_seen_to(cluster, tmp_path, capfd):
    blocked = tmp_path / "archive"
    blocked.write_text("a file where a folder is wanted")
    settings = Settings(data_dir=tmp_path, wal_archive_dir=str(blocked))
    waiting = cluster.spool / SEGMENT
    waiting.write_bytes(b"log")
    os.utime(waiting, (time.time() - 1000, time.time() - 1000))
    said = ""
    async with kept(settings, cluster):
        while "archive_failed" not in said:
            await asyncio.sleep(0.01)
            said += capfd.readouterr().err
        assert waiting.exists()
        assert numbers(settings)["wal_archive_waiting_seconds"] > 900
        blocked.unlink()
        await until(lambda: not waiting.exists(), seconds=20)
    assert (blocked / "7" / "wal" / f"{SEGMENT}.gz").exists()
    assert numbers(settings)["wal_archive_waiting_seconds"] == 0
    assert "archive_failed" not in capfd.readouterr().err  # once in a while, not at each look


async def test_what_the_archiver_has_not_fetched_yet_waits_too_and_an_unfinished_copy_is_left(cluster, tmp_path):
    settings = Settings(data_dir=tmp_path, wal_archive_dir=str(tmp_path / "archive"))
    ready = cluster.status / f"{SEGMENT}.ready"
    ready.touch()
    os.utime(ready, (time.time() - 1000, time.time() - 1000))
    assert numbers(settings)["wal_archive_waiting_seconds"] > 900
    ready.unlink()
    unfinished = cluster.spool / f"archtemp.{SEGMENT}.77.99"
    unfinished.touch()
    (cluster.spool / "00000002.history").touch()
    async with kept(settings, cluster):
        await until(lambda: not (cluster.spool / "00000002.history").exists(), seconds=20)
    assert unfinished.exists()


async def test_a_base_that_is_due_is_made_and_its_failure_is_said(cluster, tmp_path, monkeypatch, capfd):
    """Here there is no server to copy."""
    settings = Settings(data_dir=tmp_path, wal_archive_dir=str(tmp_path / "archive"), backup_every=3600)
    monkeypatch.setenv("ENVIRONMENT", "production")
    cluster.base_note.unlink()
    assert numbers(settings)["wal_archive_base_age_seconds"] == float("inf")
    said = ""
    async with kept(settings, cluster):
        while "no base was made" not in said:
            await asyncio.sleep(0.01)
            said += capfd.readouterr().err


def test_without_an_archive_nothing_is_shown(tmp_path):
    assert numbers(Settings(data_dir=tmp_path)) == {}
