"""HTTP/1.1 connections for uvicorn's server: one write an answer, bounds on what a client can hold or make grow.

uvicorn's own protocol keeps half-sent heads open for ever, collects headers, trailers and pipelined requests without
end, and waits for ever for a client that does not read. It also writes head and body apart, sets a timer after each
answer and checks each header with two regular expressions, which together cost more than our routing, credentials and
JSON. Here timers are armed only while something is odd, which an ordinary request never is. A request and its answer:
`app.web.exchange`.
"""

import asyncio
import fcntl
import logging
import socket
import struct
import sys
import termios
from collections import deque
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT, FlowControl
from uvicorn.protocols.utils import get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState

from app.web.exchange import Exchange

HEAD_SECONDS = 10.0
# A client that was answered early (413) reads that only when it has sent its body; what comes then is dropped.
LINGER_SECONDS = 30.0
HEAD_BYTES = 128 * 1024
# In memory a header is some thirty times as large as its shortest text.
HEADERS = 256
# Chunked framing that a byte of body pays for: chunks of one byte are legal.
FRAMING = 8
PIPELINED = 32
# A client that takes less than this of a waiting answer in this time is not reading it.
READ_SECONDS = 15.0
READ_BYTES = 16 * 1024
LAST_CALL_SECONDS = 0.5
_RESET = struct.pack("ii", 1, 0)

_log = logging.getLogger("uvicorn.error")


class TooMany(Exception):
    """Too many headers, or requests that have not been answered yet; ends the parser."""


class _Trailers(list[tuple[bytes, bytes]]):
    """Where headers go that come after the body: nowhere."""

    def append(self, _: tuple[bytes, bytes]) -> None:
        """Forget it."""


_TRAILERS = _Trailers()


class BoundedHttpProtocol(asyncio.Protocol):
    """One connection: heads in, an Exchange for each, one at a time. uvicorn makes it and calls `shutdown`.

    Not here, because nothing of ours uses it: websockets, limit_concurrency, default log lines.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        if not config.loaded:
            config.load()
        self.app = config.loaded_app
        self.loop = _loop or asyncio.get_event_loop()
        self.server_state: Any = server_state
        self._app_state = app_state
        self._idle_seconds = config.timeout_keep_alive
        self._root_path = config.root_path
        self._parser: Any = httptools.HttpRequestParser(self)
        # The bytes behind a `Connection: close` request are not worth an error in place of its answer.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        # The newest request, which still gets its body, and the one whose answer is due.
        self._exchange: Exchange | None = None
        self._running: Exchange | None = None
        self._waiting: deque[Exchange] = deque()
        self._in_head = False
        self._framing = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None
        self._idle_timer: asyncio.TimerHandle | None = None
        self._idle_since = 0.0

    # The transport's calls.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection that sends nothing is closed, too."""
        self.transport = transport
        self.flow = FlowControl(transport)
        self.server_state.connections.add(self)
        self._server = get_local_addr(transport)
        self._client = get_remote_addr(transport)
        self._scheme = "https" if is_ssl(transport) else "http"
        self._arm(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the running request, and drop the timers with the connection."""
        self.server_state.connections.discard(self)
        self._disarm()
        self._trust_reader()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        for exchange in (self._running, self._exchange):
            if exchange is not None:
                exchange.lose()
        self.flow.resume_writing()
        if exc is None:
            self.transport.close()
        self._parser = None

    def eof_received(self) -> None:
        """Nothing more comes: the transport closes itself."""

    def pause_writing(self) -> None:
        """The client is slower than we are, so `send` waits; or it does not read at all."""
        self.flow.pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """The client has read nearly everything."""
        self._trust_reader()
        self.flow.resume_writing()

    def data_received(self, data: bytes) -> None:
        """Parse; watch size and time of a head, and whatever else arrives while no request is being served."""
        self._framing += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            _log.warning("Unsupported upgrade request.")
        except httptools.HttpParserError:
            _log.warning("Invalid HTTP request received.")
            self._refuse(b"Invalid HTTP request received.")
            return
        if self._framing > HEAD_BYTES:
            self._refuse(b"Request head too large.")
        elif self._in_head or self._exchange is None:
            self._arm(HEAD_SECONDS)
        elif self._exchange.complete:
            self._arm(LINGER_SECONDS)
        else:
            self._disarm()

    # The parser's calls, in their order.

    def on_message_begin(self) -> None:
        """A head begins."""
        if len(self._waiting) >= PIPELINED:
            raise TooMany
        self._in_head = True
        self._framing = 0
        self._url = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._expects_continue = False

    def on_url(self, url: bytes) -> None:
        """The request target, perhaps in pieces."""
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header; names are compared in lower case everywhere."""
        if len(self._headers) >= HEADERS:
            raise TooMany
        name = name.lower()
        if name == b"expect" and value.lower() == b"100-continue":
            self._expects_continue = True
        self._headers.append((name, value))

    def on_headers_complete(self) -> None:
        """The head is there in time: start the request, or queue it behind the one that runs."""
        self._in_head = False
        version = self._parser.get_http_version()
        exchange = Exchange(
            self,
            self._scope(version),
            keep_alive=version != "1.0" and self._parser.should_keep_alive(),
            expects_continue=self._expects_continue,
        )
        self._headers = _TRAILERS
        before, self._exchange = self._exchange, exchange
        if before is None or before.complete:
            self._start(exchange)
        else:
            self.flow.pause_reading()
            self._waiting.append(exchange)

    def on_body(self, body: bytes) -> None:
        """A piece of the body of the newest request; what is no body is framing: chunk sizes, extensions, trailers."""
        self._framing = max(0, self._framing - (1 + FRAMING) * len(body))
        exchange = self._exchange
        if exchange is not None and not exchange.complete:
            exchange.feed(body)
            if len(exchange.body) > HIGH_WATER_LIMIT:
                self.flow.pause_reading()

    def on_message_complete(self) -> None:
        """The newest request is there as a whole."""
        if self._exchange is not None and not self._exchange.complete:
            self._exchange.end_of_body()

    def _scope(self, version: str) -> dict[str, Any]:
        url = self._url
        if url.startswith(b"/") and b"#" not in url:
            raw_path, _, query = url.partition(b"?")
        else:
            parsed = httptools.parse_url(url)
            raw_path, query = parsed.path, parsed.query or b""
        path = raw_path.decode("ascii")
        root = self._root_path
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": version,
            "server": self._server,
            "client": self._client,
            "scheme": self._scheme,
            "root_path": root,
            "headers": self._headers,
            "state": self._app_state.copy(),
            "method": self._parser.get_method().decode("ascii"),
            "path": root + (unquote(path) if "%" in path else path),
            "raw_path": root.encode("ascii") + raw_path if root else raw_path,
            "query_string": query,
        }

    # The life of requests on this connection.

    def _start(self, exchange: Exchange) -> None:
        self._running = exchange
        exchange.task = self.loop.create_task(exchange.run(self.app))
        self.server_state.tasks.add(exchange.task)

    def answered(self) -> None:
        """An answer is complete: the next request of the connection, or a time limit for it to come."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            self._watch_reader()
            return
        self.flow.resume_reading()
        if self._waiting:
            self._start(self._waiting.popleft())
            return
        self._idle_since = self.loop.time()
        # One timer a connection looks after all its pauses; setting one after each answer would cost more.
        if self._idle_timer is None:
            self._idle_timer = self.loop.call_later(self._idle_seconds, self._look_idle)

    def _idle(self) -> bool:
        return self._exchange is None or self._exchange.complete

    def _look_idle(self) -> None:
        rest = self._idle_since + self._idle_seconds - self.loop.time() if self._idle() else self._idle_seconds
        if rest > 0:
            self._idle_timer = self.loop.call_later(rest, self._look_idle)
        else:
            self._idle_timer = None
            self._close()

    def shutdown(self) -> None:
        """The server ends: a connection that seems idle gets a moment, its request may lie unread in the kernel."""
        if self._idle():
            self.loop.call_later(LAST_CALL_SECONDS, self._end)
        else:
            self._end()

    def _end(self) -> None:
        if not self._idle():
            assert self._exchange is not None  # noqa: S101 (not idle)
            self._exchange.keep_alive = False
        else:
            self._close()

    # Heads that are too slow, too large or wrong.

    def _arm(self, seconds: float) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(seconds, self._too_slow)

    def _disarm(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        self._head_timer = None
        self._close()

    def _refuse(self, why: bytes) -> None:
        """Answer 400 once; a connection that is going down gets nothing more, nor one in the middle of an answer."""
        self._disarm()
        if self.transport.is_closing():
            return
        if not self._waiting and (self._running is None or self._running.complete or not self._running.started):
            head = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head % len(why) + why)
        self._close()

    def _close(self) -> None:
        """Closing waits until everything is sent, but not for ever."""
        if not self.transport.is_closing():
            self.transport.close()
        self._watch_reader()

    # Clients that do not read.

    def _watch_reader(self) -> None:
        if self._read_timer is None and self.transport.get_write_buffer_size():
            self._read_timer = self.loop.call_later(READ_SECONDS, self._judge_reader, self._unread())

    def _trust_reader(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _judge_reader(self, before: int) -> None:
        self._read_timer = None
        if before - self._unread() < min(before, READ_BYTES):
            # With a reset: the kernel would keep what it has not sent for minutes.
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            self.transport.abort()
        else:
            self._watch_reader()

    def _unread(self) -> int:
        """Bytes that have not reached the client, the kernel's included: it takes megabytes and asks for more late."""
        queued = bytearray(4)
        with suppress(OSError):
            fcntl.ioctl(self.transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, queued)
        return self.transport.get_write_buffer_size() + int.from_bytes(queued, sys.byteorder)
