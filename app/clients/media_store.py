"""Where pictures lie that we serve ourselves: an S3-compatible store, or a folder of DATA_DIR.

Names are made here and never used twice, so a file does not change: who has it may keep it for ever. Tests:
tests/clients/test_media_store.py.
"""

import asyncio
import os
import re
import shutil
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from app.clients.http import Answer, Call, Outbound, OutboundError, Policy
from app.clients.s3_signature import Credentials, encoded_path, encoded_query, signed_headers

MEDIA_POLICY = Policy(
    name="media store", connect_s=3, read_s=10, total_s=20, tries=3, window=32, max_bytes=32 * 1024 * 1024
)
CACHED = "public, max-age=31536000, immutable"
_NAME = re.compile(r"[0-9a-f]{24}/[0-9a-f]{32}(?:-t)?\.(?:jpg|png)")
_FOLDER = re.compile(r"[0-9a-f]{24}")
_KEY = re.compile(r"<Key>([A-Za-z0-9/._-]+)</Key>")


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


class S3Media:
    """A bucket of an S3-compatible store, addressed by path, which all of them understand."""

    def __init__(
        self,
        http: Outbound,
        *,
        endpoint: str,
        bucket: str,
        credentials: Credentials,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._http = http
        self._endpoint = endpoint.rstrip("/")
        self._host = urlsplit(self._endpoint).netloc
        self._path = f"{urlsplit(self._endpoint).path}/{bucket}"
        self._credentials = credentials
        self._now = now

    async def put(self, name: str, content: bytes, media_type: str) -> None:
        """See MediaStore."""
        headers = {"content-type": media_type, "cache-control": CACHED}
        await self._ask("PUT", "/" + _checked(name, _NAME), content=content, headers=headers)

    async def get(self, name: str) -> bytes | None:
        """See MediaStore."""
        answer = await self._ask("GET", "/" + _checked(name, _NAME), missing=True)
        return None if answer.status == 404 else answer.body

    async def delete(self, name: str) -> None:
        """See MediaStore."""
        await self._ask("DELETE", "/" + _checked(name, _NAME), missing=True)

    async def delete_folder(self, folder: str) -> None:
        """See MediaStore. A page of names at a time, until none is left."""
        query = {"list-type": "2", "prefix": _checked(folder, _FOLDER) + "/"}
        while names := _KEY.findall((await self._ask("GET", "", query=query)).body.decode("utf-8", "replace")):
            for name in names:
                await self.delete(name)

    async def _ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        content: bytes = b"",
        missing: bool = False,
    ) -> Answer:
        """The store's answer; one that is not 2xx is an error, but 404 where that is `missing`."""
        path, query = self._path + path, query or {}
        signed = signed_headers(self._credentials, method, self._host, path, query, headers or {}, content, self._now())
        origin = self._endpoint[: len(self._endpoint) - len(urlsplit(self._endpoint).path)]
        url = f"{origin}{encoded_path(path)}" + (f"?{encoded_query(query)}" if query else "")
        try:
            answer = await self._http.send(Call(method=method, url=url, headers=signed, content=content))
        except OutboundError as error:
            raise MediaStoreError(str(error)) from error
        if answer.status // 100 != 2 and not (missing and answer.status == 404):
            raise MediaStoreError(f"media store: {method} answered {answer.status}")
        return answer


def _checked(name: str, form: re.Pattern[str]) -> str:
    if not form.fullmatch(name):
        raise ValueError("not a name of the media store")
    return name
