"""Scheduled backups: whichever process that runs jobs looks first makes one. tests/test_backups.py.

The newest file of BACKUP_DIR says when the next is due, and a lock file who makes it: nothing to keep in the database,
and a backup made by hand counts. Each is verified before it gets its name.
"""

import asyncio
import fcntl
import os
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from app.ops.host import backup_age
from app.ops.log import log
from app.settings import Settings

LOOK_EVERY_S = 60.0
_PREFIX, _PART = "scheduled-", ".part"


async def keep_backups(settings: Settings) -> None:
    """Make a backup whenever one is due, until cancelled; without BACKUP_EVERY there is nothing to do."""
    while settings.backup_every:
        try:
            await make_due(settings)
        except OSError as error:
            log.error("backup_failed", error=str(error))
        await asyncio.sleep(min(LOOK_EVERY_S, settings.backup_every))


async def make_due(settings: Settings) -> Path | None:
    """Make and verify a backup if one is due and nobody else is at it, and drop what is too old; the new file."""
    folder = settings.backups
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        age = backup_age(folder, time.time())
        if age is not None and age < settings.backup_every:
            return None
        for left in folder.glob(f"{_PREFIX}*{_PART}"):  # by a process that was killed at it
            left.unlink()
        return await _make(settings, folder)
    except BlockingIOError:
        return None
    finally:
        os.close(lock)


async def _make(settings: Settings, folder: Path) -> Path | None:
    file = folder / f"{_PREFIX}{datetime.now(UTC):%Y%m%dT%H%M%SZ}.dump"
    # A process of its own: PostgreSQL's tools and a scratch server, and a time limit for neither.
    environment = os.environ | {"DATABASE_URL": settings.direct_url, "DATABASE_DIRECT_URL": ""}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "app", "backup", str(file), "--verify"),
        env=environment,
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
        log.error("backup_failed", error=said.decode(errors="replace").strip()[-500:])
        return None
    log.info("backup_made", file=file.name, bytes=file.stat().st_size)
    _drop_old(file, settings.backup_keep)
    return file


def _drop_old(newest: Path, keep: int) -> None:
    """The name has the time, and one later than the newest's is of a clock that was ahead: those go first.

    Backups made by hand are not ours to drop.
    """
    kept = sorted(newest.parent.glob(f"{_PREFIX}*.dump"), key=lambda file: (file.name <= newest.name, file.name))
    for old in kept[: -max(1, keep)]:
        old.unlink()
