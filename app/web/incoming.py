"""Reading a request's body: bounded by Content-Length and by counting, with an idle limit."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from starlette.types import Receive

from app.web.errors import BadRequest, RequestTimeout, TooLarge

IDLE_SECONDS = 15.0


class ClientGone(Exception):
    """The client closed the connection before it had its answer."""


class Incoming:
    """A request body read piece by piece (`upload: Incoming`), with the request's headers."""

    def __init__(self, receive: Receive, headers: Sequence[tuple[bytes, bytes]], limit: int) -> None:
        self._receive = receive
        self.headers = headers
        self.limit = limit

    async def stream(self) -> AsyncIterator[bytes]:
        """The body in the pieces it arrives in. Raises TooLarge, RequestTimeout, ClientGone."""
        check_length(self.headers, self.limit)
        size = 0
        while True:
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    message = await self._receive()
            except TimeoutError:
                raise RequestTimeout(f"No data for {IDLE_SECONDS:.0f} s.", headers={"Connection": "close"}) from None
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

    async def read(self) -> bytes:
        """The whole body."""
        return b"".join([chunk async for chunk in self.stream()])


def check_length(headers: Sequence[tuple[bytes, bytes]], limit: int) -> None:
    """Refuse a body that announces more than the limit before reading any of it."""
    for name, value in headers:
        if name == b"content-length":
            if not value.isdigit():
                raise BadRequest("Content-Length is not a number.")
            if int(value) > limit:
                raise too_large(limit)


def too_large(limit: int) -> TooLarge:
    """The 413, which also closes the connection: the rest of the body is not wanted."""
    return TooLarge(f"The body may have at most {limit} bytes.", headers={"Connection": "close"})
