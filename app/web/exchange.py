"""One HTTP request and its answer, as ASGI's receive and send. tests/web/test_protocol.py.

The head of an answer waits for the first piece of its body, so an ordinary answer is one write to the socket: a second
one costs as much as all the Python of a cached look-up.
"""

import asyncio
import http
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.web.protocol import BoundedHttpProtocol

_log = logging.getLogger("uvicorn.error")
_STATUS_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in http.HTTPStatus}
_FAILED = b"Internal Server Error"
Application = Callable[..., Awaitable[None]]


class Exchange:
    """Runs the application for one request. The protocol feeds it; `complete` when the answer is written."""

    __slots__ = (
        "_chunked",
        "_expects_continue",
        "_head",
        "_lost",
        "_more_body",
        "_news",
        "_owed",
        "_protocol",
        "_woken",
        "body",
        "complete",
        "keep_alive",
        "scope",
        "started",
        "task",
    )

    def __init__(
        self, protocol: "BoundedHttpProtocol", scope: dict[str, Any], *, keep_alive: bool, expects_continue: bool
    ) -> None:
        self._protocol = protocol
        self.scope = scope
        self.keep_alive = keep_alive
        self.task: asyncio.Task[None] | None = None
        # What came in.
        self.body = b""
        self._more_body = True
        self._expects_continue = expects_continue
        self._lost = False
        self._news = False
        self._woken: asyncio.Event | None = None
        # What went out.
        self.started = False
        self._head = b""
        self._chunked = False
        self._owed = 0
        self.complete = False

    def feed(self, piece: bytes) -> None:
        """A piece of the request's body has come."""
        self.body += piece
        self._wake()

    def end_of_body(self) -> None:
        """The request has come as a whole."""
        self._more_body = False
        self._wake()

    def lose(self) -> None:
        """The connection is gone."""
        if not self.complete:
            self._lost = True
        self._wake()

    def _wake(self) -> None:
        self._news = True
        if self._woken is not None:
            self._woken.set()

    async def run(self, app: Application) -> None:
        """Call the application; what it leaves undone becomes a 500, or the end of the connection."""
        try:
            await app(self.scope, self.receive, self.send)
            if not self.complete and not self._lost:
                _log.error("ASGI application returned without completing its response.")
                await self._fail()
        except BaseException as error:
            _log.error("Exception in ASGI application\n", exc_info=error)
            await self._fail()
        finally:
            self._protocol.server_state.tasks.discard(self.task)

    async def _fail(self) -> None:
        if self.started:
            self._protocol.transport.close()
            return
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(_FAILED)).encode()),
            (b"connection", b"close"),
        ]
        await self.send({"type": "http.response.start", "status": 500, "headers": headers})
        await self.send({"type": "http.response.body", "body": _FAILED})

    async def receive(self) -> dict[str, Any]:
        """ASGI: the next piece of the body, or the news that nobody waits for the answer any more."""
        transport = self._protocol.transport
        if self._expects_continue and not transport.is_closing():
            transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            self._expects_continue = False
        if not self._lost and not self.complete:
            self._protocol.flow.resume_reading()
            if not self._news:
                self._woken = self._woken or asyncio.Event()
                await self._woken.wait()
            self._news = False
            if self._woken is not None:
                self._woken.clear()
        if self._lost or self.complete:
            return {"type": "http.disconnect"}
        body, self.body = self.body, b""
        return {"type": "http.request", "body": body, "more_body": self._more_body}

    async def send(self, message: Any) -> None:
        """ASGI: head, then body. Raises RuntimeError for an application that breaks the order or the length."""
        if self._protocol.flow.write_paused and not self._lost:
            await self._protocol.flow.drain()
        if self._lost:
            return
        kind = message["type"]
        if not self.started and kind == "http.response.start":
            self._begin(message["status"], message.get("headers", ()))
        elif self.started and not self.complete and kind == "http.response.body":
            self._write(message.get("body", b""), message.get("more_body", False))
        else:
            raise RuntimeError(f"the ASGI message {kind!r} does not belong here")

    def _begin(self, status: int, headers: Any) -> None:
        parts = [_STATUS_LINES.get(status) or b"HTTP/1.1 %d \r\n" % status]
        length: int | None = None
        closes = False
        for name, value in (*self._protocol.server_state.default_headers, *headers):
            parts += name, b": ", value, b"\r\n"
            if name == b"content-length":
                length = int(value)
            elif name == b"transfer-encoding":
                self._chunked = value.lower() == b"chunked"
            elif name == b"connection":
                closes = closes or b"close" in value.lower()
        lines = len(parts) // 4 + 1
        if closes:
            self.keep_alive = False
        elif not self.keep_alive:
            parts.append(b"connection: close\r\n")
            lines += 1
        bodiless = self.scope["method"] == "HEAD" or status in (204, 304)
        if length is None and not self._chunked and not bodiless:
            self._chunked = True
            parts.append(b"transfer-encoding: chunked\r\n")
            lines += 1
        parts.append(b"\r\n")
        head = b"".join(parts)
        # A line break inside a value would begin a header of its own.
        if head.count(b"\n") != lines + 1 or head.count(b"\r") != lines + 1 or b"\0" in head:
            raise RuntimeError("a header of the answer has a line break or NUL")
        self.started = True
        self._expects_continue = False
        self._owed = 0 if bodiless or length is None else length
        if self._chunked and not bodiless:
            self._protocol.transport.write(head)  # a stream: its first piece may be long in coming
        else:
            self._head = head

    def _write(self, body: bytes, more: bool) -> None:
        if self.scope["method"] == "HEAD":
            body = b""
        elif self._chunked:
            body = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
            if not more:
                body += b"0\r\n\r\n"
        else:
            self._owed -= len(body)
            if self._owed < 0 or (self._owed > 0 and not more):
                raise RuntimeError("the answer's body is not as long as its Content-Length")
        if self._head:
            body, self._head = self._head + body, b""
        transport = self._protocol.transport
        if body:
            transport.write(body)
        if not more:
            self.complete = True
            self._wake()
            if not self.keep_alive:
                transport.close()
            self._protocol.answered()
