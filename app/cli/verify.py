"""`backup --verify`: restores a backup into a scratch server, takes a backup of that, and compares table by table."""

import asyncio
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from app.db.embedded import EmbeddedServer
from app.settings import Settings

_COPY = re.compile(rb"COPY (\S+) \(")
_SEQUENCE = re.compile(rb"SELECT pg_catalog\.setval\('([^']+)'")
# settings, dsn, file: brings that database to the state in the file.
Restore = Callable[[Settings, str, Path], None]
Dump = Callable[[Settings, str, Path], None]
# The rows in a backup as lines of SQL.
Data = Callable[[Settings, str, Path], Iterable[bytes]]


async def differences(settings: Settings, file: Path, *, restore: Restore, dump: Dump, data: Data) -> list[str]:
    """The tables and sequences that come out of the backup otherwise than they went in; empty when all is well."""
    with tempfile.TemporaryDirectory(prefix="storefront-verify-") as name:
        folder = Path(name)
        os.chmod(name, 0o755)  # noqa: S103 - the scratch server runs as a user of its own
        again = folder / "again.dump"
        async with EmbeddedServer(folder / "server", pg_bin=settings.app_pg_bin, durable=False) as scratch:
            await asyncio.to_thread(restore, settings, scratch.dsn, file)
            await asyncio.to_thread(dump, settings, scratch.dsn, again)
            first = await asyncio.to_thread(digests, data(settings, scratch.dsn, file))
            second = await asyncio.to_thread(digests, data(settings, scratch.dsn, again))
    return sorted(one for one in first.keys() | second.keys() if first.get(one) != second.get(one))


def digests(lines: Iterable[bytes]) -> dict[str, str]:
    """A digest of the rows of each table, and each sequence's state."""
    found: dict[str, str] = {}
    table, digest = "", hashlib.sha256()
    for line in lines:
        if table:
            if line == b"\\.\n":
                found[table], table = digest.hexdigest(), ""
            else:
                digest.update(line)
        elif (copy := _COPY.match(line)) is not None:
            table, digest = copy[1].decode(), hashlib.sha256()
        elif (sequence := _SEQUENCE.match(line)) is not None:
            found[sequence[1].decode()] = line.decode()
    return found
