"""Downloads of files that customers keep in object storage: to a judged address, bounded, straight to disk."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

from app.clients.http import AnswerTooLarge, Call, Outbound, OutboundError, Policy, Unreachable
from app.clients.outbound_guard import OutboundRefused, Resolver, Target, judge, system_resolver

MAX_DOWNLOAD = 50 * 1024 * 1024
STORAGE_POLICY = Policy(
    name="object storage", connect_s=5, read_s=15, total_s=90, tries=1, window=None, max_bytes=MAX_DOWNLOAD
)
"""For `Outbound`: one try, because the job that downloads is repeated; no window: stores share no storage."""
_FLUSH = 1 << 20

__all__ = [
    "MAX_DOWNLOAD",
    "STORAGE_POLICY",
    "AnswerTooLarge",
    "Downloaded",
    "HttpObjectStorage",
    "NotThere",
    "ObjectStorage",
    "OutboundError",
    "OutboundRefused",
]


class NotThere(Exception):
    """The storage answered, but not with the file. `status` is what it answered."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the storage answered {status}")
        self.status = status


class Downloaded(msgspec.Struct, frozen=True):
    """What was written to disk."""

    size: int
    sha256: str


class ObjectStorage(Protocol):
    """Where product files lie, whoever runs it."""

    async def download(self, url: str, to: Path) -> Downloaded:
        """Write the object to `to`. Raises OutboundRefused, OutboundError, NotThere."""


class HttpObjectStorage:
    """GET over HTTP, to no address inside our own network unless that is allowed."""

    def __init__(self, http: Outbound, *, allow_private: bool, resolver: Resolver = system_resolver) -> None:
        self._http = http
        self._allow_private = allow_private
        self._resolver = resolver

    async def download(self, url: str, to: Path) -> Downloaded:
        """See ObjectStorage."""
        target = await judge(url, allow_private=self._allow_private, resolver=self._resolve)
        async with self._http.stream(_call(target)) as answer:
            if answer.status != 200:
                raise NotThere(answer.status)
            return await _to_disk(answer.chunks(), to)

    async def _resolve(self, host: str, port: int) -> list[str]:
        try:
            return await self._resolver(host, port)
        except OSError:
            # A name server that is away for a minute is no reason to refuse the URL for good.
            raise Unreachable("object storage: the host name does not resolve") from None


def _call(target: Target) -> Call:
    host = target.url.raw_host.decode("ascii").strip("[]")
    return Call(
        method="GET",
        url=str(target.url.copy_with(host=target.addresses[0], fragment=None)),
        headers={"host": target.url.netloc.decode("ascii")},
        server_name=host,
    )


async def _to_disk(chunks: AsyncIterator[bytes], to: Path) -> Downloaded:
    digest, size, pending = hashlib.sha256(), 0, bytearray()
    file = await asyncio.to_thread(to.open, "wb")
    try:
        async for chunk in chunks:
            size += len(chunk)
            pending += chunk
            if len(pending) >= _FLUSH:
                await asyncio.to_thread(_flush, file, digest, pending)
        await asyncio.to_thread(_flush, file, digest, pending)
    finally:
        await asyncio.to_thread(file.close)
    return Downloaded(size, digest.hexdigest())


def _flush(file: BinaryIO, digest: "hashlib._Hash", pending: bytearray) -> None:
    file.write(pending)
    digest.update(pending)
    pending.clear()
