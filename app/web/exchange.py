"""How an answer is written: uvicorn's cycle of request and response with a `send` of its own.

The head of an answer waits for the first piece of its body, so an ordinary answer is one write to the socket: a second
one costs as much as all the Python of a cached look-up. Line breaks in headers are looked for once, in the whole head.
tests/web/test_protocol.py.
"""

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

if TYPE_CHECKING:
    from app.web.protocol import BoundedHttpProtocol


class Exchange(RequestResponseCycle):
    """One request and its answer on a connection."""

    def __init__(self, protocol: "BoundedHttpProtocol", *, keep_alive: bool) -> None:
        super().__init__(
            scope=protocol.scope,
            transport=protocol.transport,
            flow=protocol.flow,
            logger=protocol.logger,
            access_logger=protocol.access_logger,
            access_log=False,
            default_headers=protocol.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=protocol.expect_100_continue,
            keep_alive=keep_alive,
            on_response=protocol.on_response_complete,
        )
        self._head = b""

    async def send(self, message: Any) -> None:
        """ASGI: head, then body. Raises RuntimeError for an application that breaks the order or the length."""
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        kind = message["type"]
        if not self.response_started and kind == "http.response.start":
            self._begin(message["status"], message.get("headers", ()))
        elif self.response_started and not self.response_complete and kind == "http.response.body":
            self._write(message.get("body", b""), message.get("more_body", False))
        else:
            raise RuntimeError(f"the ASGI message {kind!r} does not belong here")

    def _begin(self, status: int, headers: Any) -> None:
        parts = [STATUS_LINE[status]]
        length: int | None = None
        closes = False
        for name, value in (*self.default_headers, *headers):
            parts += name, b": ", value, b"\r\n"
            if name == b"content-length":
                length = int(value)
            elif name == b"transfer-encoding":
                self.chunked_encoding = value.lower() == b"chunked"
            elif name == b"connection":
                closes = closes or b"close" in value.lower()
        lines = len(parts) // 4 + 1
        if closes:
            self.keep_alive = False
        elif not self.keep_alive:
            parts.append(b"connection: close\r\n")
            lines += 1
        bodiless = self.scope["method"] == "HEAD" or status in (204, 304)
        if length is None and not self.chunked_encoding and not bodiless:
            self.chunked_encoding = True
            parts.append(b"transfer-encoding: chunked\r\n")
            lines += 1
        parts.append(b"\r\n")
        head = b"".join(parts)
        # A line break inside a value would begin a header of its own.
        if head.count(b"\n") != lines + 1 or head.count(b"\r") != lines + 1 or b"\0" in head:
            raise RuntimeError("a header of the answer has a line break or NUL")
        self.response_started = True
        self.waiting_for_100_continue = False
        self.expected_content_length = 0 if bodiless or length is None else length
        if self.chunked_encoding and not bodiless:
            self.transport.write(head)  # a stream: its first piece may be long in coming
        else:
            self._head = head

    def _write(self, body: bytes, more: bool) -> None:
        if self.scope["method"] == "HEAD":
            body = b""
        elif self.chunked_encoding:
            body = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
            if not more:
                body += b"0\r\n\r\n"
        else:
            self.expected_content_length -= len(body)
            if self.expected_content_length < 0 or (self.expected_content_length > 0 and not more):
                raise RuntimeError("the answer's body is not as long as its Content-Length")
        if self._head:
            body, self._head = self._head + body, b""
        if body:
            self.transport.write(body)
        if not more:
            self.response_complete = True
            self.message_event.set()
            if not self.keep_alive:
                self.transport.close()
            self.on_response()
