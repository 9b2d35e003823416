"""A disk without room is seen before the first write fails, and afterwards."""

import errno
import os
import re
import shutil
from collections import namedtuple
from dataclasses import replace

import asyncpg
import pytest

from app.ops.host import LEAST_FREE, REMEMBER_S, Disk, HostCollector, backup_age
from app.settings import Settings
from tests.problems import assert_problem

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def left(monkeypatch):
    """Sets the room that every disk has."""

    def set_free(size):
        monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(1 << 40, 0, size))

    set_free(LEAST_FREE)
    return set_free


async def test_health_is_degraded_while_a_disk_has_no_room(api, left):
    part = (await api.public.get("/health")).json()
    assert (part["status"], part["disk"]["status"]) == ("ok", "ok")
    left(LEAST_FREE - 1)
    part = (await api.public.get("/health")).json()
    assert (part["status"], part["disk"]["status"]) == ("degraded", "down")
    assert part["disk"]["error"] == "no room left: data, tmp"
    shown = re.search(r'disk_free_bytes\{folder="data"\} (\S+)', (await api.public.get("/metrics")).text)
    assert float(shown[1]) == LEAST_FREE - 1


@pytest.mark.parametrize(
    "refusal",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EROFS, "Read-only file system"),
        asyncpg.DiskFullError("could not extend file"),
    ],
)
async def test_a_write_that_was_refused_degrades_health_and_names_the_cause(api, left, monkeypatch, capfd, refusal):
    def fail(*_args, **_options):
        raise refusal

    monkeypatch.setattr(api.services.db, "transaction", fail)
    assert_problem(
        await api.auth.post("/internal/auth/users", json={"email": "a@b.co", "name": "A"}), 503, "unavailable"
    )
    assert type(refusal).__name__ in capfd.readouterr().err
    part = (await api.public.get("/health")).json()
    assert (part["status"], part["disk"]["status"]) == ("degraded", "down")


@pytest.mark.parametrize("error", [OSError(errno.EMFILE, "Too many open files"), MemoryError()])
async def test_what_the_machine_is_short_of_is_no_defect(api, monkeypatch, error):
    def fail(*_args, **_options):
        raise error

    monkeypatch.setattr(api.services.db, "transaction", fail)
    body = {"email": "a@b.co", "name": "A"}
    assert_problem(await api.auth.post("/internal/auth/users", json=body), 503, "unavailable")
    assert (await api.public.get("/health")).json()["disk"]["status"] == "ok"


async def test_a_refusal_is_forgotten_in_time(tmp_path, left):
    clock = [0.0]
    disk = Disk(tmp_path / "not yet" / "there", now=lambda: clock[0])
    disk.refused()
    assert (await disk.check())["status"] == "down"
    clock[0] = REMEMBER_S
    assert "status" not in await disk.check()


def test_the_age_of_backups_is_that_of_the_newest(tmp_path):
    assert backup_age(tmp_path / "none", 1000) is None
    for name, at in (("a.dump", 100), ("b.dump", 400), ("c.part", 900), ("of a clock that was ahead.dump", 9000)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (at, at))
    assert backup_age(tmp_path, 1000) == 600


def test_scheduled_backups_of_which_there_is_none_are_infinitely_old(tmp_path, left):
    def shown(settings):
        families = HostCollector(settings, Disk(tmp_path)).collect()
        return {family.name: [sample.value for sample in family.samples] for family in families}

    assert shown(replace(Settings(), data_dir=tmp_path))["backup_age_seconds"] == []
    assert shown(replace(Settings(), data_dir=tmp_path, backup_every=3600))["backup_age_seconds"] == [float("inf")]
