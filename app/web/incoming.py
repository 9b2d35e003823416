"""Reading a request's body: bounded by Content-Length and by counting, with limits for idling and for dripping."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence

from starlette.types import Receive

from app.web.errors import BadRequest, RequestTimeout, TooLarge, UnsupportedFormat

IDLE_SECONDS = 15.0
# We wait this long for a body altogether, and longer by a second for each so many bytes that have come.
PATIENCE_SECONDS = 30.0
BYTES_A_SECOND = 8192
_PLAIN = {"Accept-Encoding": "identity"}


class ClientGone(Exception):
    """The client closed the connection before it had its answer."""


class Incoming:
    """A request body read piece by piece (`upload: Incoming`), with the request's headers."""

    def __init__(self, receive: Receive, headers: Sequence[tuple[bytes, bytes]], limit: int) -> None:
        self._receive = receive
        self.headers = headers
        self.limit = limit

    async def stream(self) -> AsyncIterator[bytes]:
        """The body in the pieces it arrives in. Raises TooLarge, UnsupportedFormat, RequestTimeout, ClientGone."""
        check_head(self.headers, self.limit)
        size = 0
        waited = 0.0
        while True:
            began = time.monotonic()
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    message = await self._receive()
            except TimeoutError:
                raise _too_slow(f"No data for {IDLE_SECONDS:.0f} s.") from None
            waited += time.monotonic() - began
            if message["type"] == "http.disconnect":
                raise ClientGone
            chunk = message.get("body", b"")
            size += len(chunk)
            if size > self.limit:
                raise too_large(self.limit)
            if chunk:
                yield chunk
            if not message.get("more_body", False):
                return
            if waited > PATIENCE_SECONDS + size / BYTES_A_SECOND:
                raise _too_slow(f"The body comes with less than {BYTES_A_SECOND} bytes a second.")

    async def read(self) -> bytes:
        """The whole body."""
        return b"".join([chunk async for chunk in self.stream()])


def check_head(headers: Sequence[tuple[bytes, bytes]], limit: int) -> None:
    """Refuse a body that announces more than the limit, or is compressed, before reading any of it."""
    for name, value in headers:
        if name == b"content-encoding" and value.lower() not in (b"", b"identity"):
            raise UnsupportedFormat("A compressed body is not read; send it as it is.", headers=_PLAIN)
        if name == b"content-length":
            if not value.isdigit():
                raise BadRequest("Content-Length is not a number.")
            if int(value) > limit:
                raise too_large(limit)


def _too_slow(detail: str) -> RequestTimeout:
    return RequestTimeout(detail, headers={"Connection": "close"})


def too_large(limit: int) -> TooLarge:
    """The 413. The rest of the body is read and dropped for a while (protocol.py): closing would cut off the answer."""
    return TooLarge(f"The body may have at most {limit} bytes.")
