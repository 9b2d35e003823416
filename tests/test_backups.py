"""Scheduled backups: made when due, by one process, verified, and no more than are kept."""

import asyncio
import os
import time
from dataclasses import replace

import pytest

from app import backups
from app.backups import make_due


@pytest.fixture
def settings(app_settings, tmp_path, monkeypatch):
    """Backups every hour, of which two are kept."""
    for name in ("internal_api_token", "internal_webhook_token", "auth_secret", "secrets_key"):
        monkeypatch.setenv(name.upper(), getattr(app_settings, name).reveal())
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    return replace(app_settings, backup_dir=str(tmp_path / "kept"), backup_every=3600, backup_keep=2)


async def test_a_backup_is_made_when_one_is_due_and_not_twice(settings):
    made, other = await asyncio.gather(make_due(settings), make_due(settings))
    assert [made, other].count(None) == 1
    file = made or other
    assert file.stat().st_size > 1000
    assert await make_due(settings) is None
    then = time.time() - 3601
    os.utime(file, (then, then))
    for number in range(3):
        old = file.with_name(f"scheduled-2020010{number + 1}T000000Z.dump")
        old.touch()
        os.utime(old, (then, then))
    for year in (2098, 2099):  # of a clock that was ahead
        ahead = file.with_name(f"scheduled-{year}0101T000000Z.dump")
        ahead.touch()
        os.utime(ahead, (then + 1e9, then + 1e9))
    await asyncio.sleep(1 - time.time() % 1)  # the name has the second
    made = await make_due(settings)
    assert made is not None
    assert set(settings.backups.glob("*.dump")) == {file, made}


async def test_a_backup_that_fails_is_said_and_leaves_no_file(settings, capfd):
    wrong = replace(settings, app_pg_bin="/nowhere")
    os.environ["APP_PG_BIN"] = "/nowhere"
    try:
        assert await make_due(wrong) is None
    finally:
        del os.environ["APP_PG_BIN"]
    assert list(wrong.backups.glob("*.dump")) == []
    assert "backup_failed" in capfd.readouterr().err


async def test_what_a_process_left_that_was_killed_at_a_backup_goes_with_the_next(settings):
    left = settings.backups / "scheduled-20200101T000000Z.dump.part"
    settings.backups.mkdir()
    left.write_bytes(b"half a backup")
    made = await make_due(settings)
    assert [path for path in settings.backups.iterdir() if path.name != ".lock"] == [made]


async def test_without_a_period_nothing_is_made(settings):
    await backups.keep_backups(replace(settings, backup_every=0))
    assert not settings.backups.exists()
