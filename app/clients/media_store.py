"""Where pictures lie that we serve ourselves: an S3-compatible store, or a folder of DATA_DIR.

Names are made here and never used twice, so a file does not change: who has it may keep it for ever. Tests:
tests/clients/test_media_store.py.
"""

import asyncio
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from app.ops.buckets import open_bucket
from app.settings import Settings, SettingsError

CACHED = "public, max-age=31536000, immutable"
_NAME = re.compile(r"[0-9a-f]{24}/[0-9a-f]{32}(?:-t)?\.(?:jpg|png)")
_FOLDER = re.compile(r"[0-9a-f]{24}")
_NO_NAME = "not a name of the media store"


class MediaStoreError(Exception):
    """The store did not do it; the message says what it answered, for the log."""


class MediaStore(Protocol):
    """Files by name, `<company's folder>/<random>.<kind>`. Every method may raise MediaStoreError."""

    async def put(self, name: str, content: bytes, media_type: str) -> None:
        """Keep a file, whole or not at all."""

    async def get(self, name: str) -> bytes | None:
        """A file; None when it is not there."""

    async def delete(self, name: str) -> None:
        """Remove a file; one that is not there is no error."""

    async def delete_folder(self, folder: str) -> None:
        """Remove all files of a company."""


def open_media(settings: Settings) -> MediaStore:
    """The store of MEDIA_DIR. Raises SettingsError when its address cannot be read."""
    if "://" in settings.media_dir:
        return BucketMedia(settings)
    return FolderMedia(Path(settings.media_dir) if settings.media_dir else settings.data_dir / "media")


def is_media_name(name: str) -> bool:
    """Whether a file of the store can be called so."""
    return _NAME.fullmatch(name) is not None


class FolderMedia:
    """The store of one box, or of several that share the folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def put(self, name: str, content: bytes, media_type: str) -> None:
        """See MediaStore."""
        await asyncio.to_thread(self._write, self._path(name), content)

    async def get(self, name: str) -> bytes | None:
        """See MediaStore."""
        try:
            return await asyncio.to_thread(self._path(name).read_bytes)
        except FileNotFoundError:
            return None

    async def delete(self, name: str) -> None:
        """See MediaStore."""
        await asyncio.to_thread(self._path(name).unlink, missing_ok=True)

    async def delete_folder(self, folder: str) -> None:
        """See MediaStore."""
        await asyncio.to_thread(shutil.rmtree, self._root / _checked(folder, _FOLDER), ignore_errors=True)

    def _path(self, name: str) -> Path:
        return self._root / _checked(name, _NAME)

    @staticmethod
    def _write(path: Path, content: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            part.write_bytes(content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


class BucketMedia:
    """A bucket of an S3-compatible store, `s3://bucket/prefix`."""

    def __init__(self, settings: Settings) -> None:
        import obstore

        try:
            self._store = open_bucket(settings, settings.media_dir, timeout_s=10)
        except ValueError as error:
            raise SettingsError(f"MEDIA_DIR: {error}") from None
        self._api = obstore

    async def put(self, name: str, content: bytes, media_type: str) -> None:
        """See MediaStore."""
        attributes = {"Content-Type": media_type, "Cache-Control": CACHED}
        with _said("written"):
            await self._api.put_async(
                self._store, _checked(name, _NAME), content, attributes=attributes, use_multipart=False
            )

    async def get(self, name: str) -> bytes | None:
        """See MediaStore."""
        with _said("read"):
            try:
                found = await self._api.get_async(self._store, _checked(name, _NAME))
            except FileNotFoundError:
                return None
            return bytes(await found.bytes_async())

    async def delete(self, name: str) -> None:
        """See MediaStore."""
        with _said("written"):
            await self._api.delete_async(self._store, _checked(name, _NAME))

    async def delete_folder(self, folder: str) -> None:
        """See MediaStore."""
        with _said("written"):
            async for some in self._api.list(self._store, _checked(folder, _FOLDER) + "/"):
                await self._api.delete_async(self._store, [one["path"] for one in some])


@contextmanager
def _said(done: str) -> Iterator[None]:
    """Whatever goes wrong with the store, in one kind of error, without the addresses and keys of a request."""
    try:
        yield
    except ValueError as error:
        if str(error) == _NO_NAME:
            raise
        raise MediaStoreError(f"pictures cannot be {done}: {str(error)[:300]}") from error
    except Exception as error:
        raise MediaStoreError(f"pictures cannot be {done}: {type(error).__name__}: {str(error)[:300]}") from error


def _checked(name: str, form: re.Pattern[str]) -> str:
    if not form.fullmatch(name):
        raise ValueError(_NO_NAME)
    return name
