"""Bounds on what a client can hold or make grow, as a subclass of uvicorn's HTTP/1.1 protocol.

uvicorn keeps half-sent heads open for ever, collects headers, trailers and pipelined requests without end, and waits
for ever for a client that does not read. Timers are armed only while something is odd, which an ordinary request never
is. tests/web/test_protocol.py, tests/web/test_hostile_clients.py.
"""

import asyncio
import fcntl
import socket
import struct
import sys
import termios
from contextlib import suppress
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

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


class TooMany(Exception):
    """Too many headers, or requests that have not been answered yet; ends the parser."""


class _Trailers(list[tuple[bytes, bytes]]):
    """Where headers go that come after the body: nowhere."""

    def append(self, _: tuple[bytes, bytes]) -> None:
        """Forget it."""


_TRAILERS = _Trailers()


class BoundedHttpProtocol(HttpToolsProtocol):
    """One connection. uvicorn makes it; its class does the parsing, the queue and the answers."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.headers = _TRAILERS
        # The request whose answer is due; `cycle` is the newest, which still gets its body.
        self._running: RequestResponseCycle | None = None
        self._framing = 0
        self._idle_timer: asyncio.TimerHandle | None = None
        self._idle_since = 0.0
        self._head_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None

    # The transport's calls.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection that sends nothing is closed, too."""
        super().connection_made(transport)
        self._arm(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the running request, which need not be the newest, and drop the timers with the connection."""
        self._disarm()
        self._trust_reader()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client is slower than we are, so `send` waits; or it does not read at all."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """The client has read nearly everything."""
        self._trust_reader()
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """Parse; watch size and time of a head, and whatever else arrives while no request is being served."""
        self._framing += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._framing > HEAD_BYTES or len(self.headers) > HEADERS:
            self.send_400_response("Request head too large.")
        elif self.headers is not _TRAILERS or self.cycle is None:
            self._arm(HEAD_SECONDS)
        elif self.cycle.response_complete:
            self._arm(LINGER_SECONDS)
        elif self._head_timer is not None:
            self._disarm()

    # The parser's calls, in their order. `headers` grows while a head is read and is nobody's list afterwards.

    def on_headers_complete(self) -> None:
        """The head is there in time: the request starts, or stands in line behind the one that runs."""
        if len(self.headers) > HEADERS or len(self.pipeline) >= PIPELINED:
            raise TooMany
        before = self.cycle
        super().on_headers_complete()
        self.headers = _TRAILERS
        self._framing = 0
        if before is None or before.response_complete:
            self._running = self.cycle

    def on_body(self, body: bytes) -> None:
        """A piece of the body of the newest request; what is no body is framing: chunk sizes, extensions, trailers."""
        self._framing = max(0, self._framing - (1 + FRAMING) * len(body))
        super().on_body(body)

    # The life of requests on this connection.

    def _start(self, exchange: RequestResponseCycle) -> None:
        self._running = exchange
        task = self.loop.create_task(exchange.run_asgi(self.app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    def on_response_complete(self) -> None:
        """An answer is complete: the next request of the connection, or a time limit for it to come."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            self._watch_reader()
            return
        self.flow.resume_reading()
        if self.pipeline:
            exchange, _ = self.pipeline.pop()
            self._start(exchange)
            return
        self._idle_since = self.loop.time()
        # One timer a connection looks after all its pauses; setting one after each answer would cost more.
        if self._idle_timer is None:
            self._idle_timer = self.loop.call_later(self.timeout_keep_alive, self._look_idle)

    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _look_idle(self) -> None:
        limit = self.timeout_keep_alive
        rest = self._idle_since + limit - self.loop.time() if self._idle() else limit
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
            super().shutdown()

    def _end(self) -> None:
        if self._idle():
            self._close()
        else:
            super().shutdown()

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

    def send_400_response(self, msg: str) -> None:
        """Answer once; a connection that is going down gets nothing more, nor one in the middle of an answer."""
        self._disarm()
        if self.transport.is_closing():
            return
        running = self._running
        if not self.pipeline and (running is None or running.response_complete or not running.response_started):
            super().send_400_response(msg)
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
        return int(self.transport.get_write_buffer_size()) + int.from_bytes(queued, sys.byteorder)
