"""Where the archive lies: a folder, or a bucket of an S3-compatible store."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from app.ops.buckets import open_bucket
from app.settings import Settings

# A large file is read in pieces, each within the time of one request.
_PIECE = 8 << 20


class ArchiveError(Exception):
    """The archive cannot be read or written, or has not what was asked of it; the message says which."""


class Store(Protocol):
    """Files by name. What `put` has returned from is durable, and replaces what had its name as a whole."""

    def put(self, name: str, source: Path) -> None:
        """Keep the file."""

    def get(self, name: str, target: Path) -> None:
        """Write what is kept under a name into a file."""

    def names(self, prefix: str) -> list[str]:
        """Every name below `prefix`, which ends in a slash or is empty; sorted."""

    def delete(self, name: str) -> None:
        """Drop it; harmless when it is gone."""


def open_store(settings: Settings) -> Store:
    """The store of WAL_ARCHIVE_DIR. Raises ArchiveError when there is none or its address cannot be read."""
    if not settings.wal_archive_dir:
        raise ArchiveError("WAL_ARCHIVE_DIR is not set: there is no archive")
    if "://" not in settings.wal_archive_dir:
        return FolderStore(Path(settings.wal_archive_dir))
    return BucketStore(settings)


class FolderStore:
    """A folder, best on another disk. Nobody else may read it: it holds the whole database."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, name: str, source: Path) -> None:
        """See Store."""
        with _said("written"):
            target = self._root / name
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = target.with_name(f"{target.name}.part")
            with source.open("rb") as read, part.open("wb") as written:
                os.fchmod(written.fileno(), 0o600)
                shutil.copyfileobj(read, written, 1 << 20)
                written.flush()
                os.fsync(written.fileno())
            part.replace(target)
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def get(self, name: str, target: Path) -> None:
        """See Store."""
        with _said("read"):
            shutil.copyfile(self._root / name, target)

    def names(self, prefix: str) -> list[str]:
        """See Store."""
        with _said("read"):
            files = (path for path in (self._root / prefix).rglob("*") if path.suffix != ".part" and path.is_file())
            return sorted(path.relative_to(self._root).as_posix() for path in files)

    def delete(self, name: str) -> None:
        """See Store."""
        with _said("written"):
            (self._root / name).unlink(missing_ok=True)


class BucketStore:
    """`s3://bucket/prefix` with the standard AWS_* variables, which any S3-compatible store understands."""

    def __init__(self, settings: Settings) -> None:
        # As open_bucket: only an archive in a bucket needs it.
        import obstore

        try:
            self._store = open_bucket(settings, settings.wal_archive_dir, timeout_s=30)
        except ValueError as error:
            raise ArchiveError(f"WAL_ARCHIVE_DIR: {error}") from None
        self._api = obstore

    def put(self, name: str, source: Path) -> None:
        """See Store. A large file goes in parts."""
        with _said("written"):
            self._api.put(self._store, name, source)

    def get(self, name: str, target: Path) -> None:
        """See Store."""
        with _said("read"), target.open("wb") as file:
            size = self._api.head(self._store, name)["size"]
            for start in range(0, size, _PIECE):
                length = min(_PIECE, size - start)
                file.write(self._api.get_range(self._store, name, start=start, length=length))

    def names(self, prefix: str) -> list[str]:
        """See Store."""
        with _said("read"):
            return sorted(one["path"] for some in self._api.list(self._store, prefix or None) for one in some)

    def delete(self, name: str) -> None:
        """See Store."""
        with _said("written"):
            self._api.delete(self._store, name)


@contextmanager
def _said(done: str) -> Iterator[None]:
    """Whatever goes wrong with a store, in one kind of error, without the addresses and keys of a request."""
    try:
        yield
    except Exception as error:
        raise ArchiveError(f"the archive cannot be {done}: {type(error).__name__}: {str(error)[:300]}") from error
