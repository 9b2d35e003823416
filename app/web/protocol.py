"""uvicorn's HTTP protocol with bounds on what a client can hold or make grow.

uvicorn keeps half-sent heads open for ever, collects headers, trailers and pipelined requests without end, and waits
for ever for a client that does not read. Timers are armed only while something is odd, which an ordinary request never
is. At the end it cuts connections whose request it has not read yet.
"""

import asyncio
import fcntl
import sys
import termios
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
HEAD_BYTES = 128 * 1024
# Chunked framing that a byte of body pays for: chunks of one byte are legal.
FRAMING = 8
PIPELINED = 32
# A client that takes less than this of a waiting answer in this time is not reading it.
READ_SECONDS = 15.0
READ_BYTES = 16 * 1024
LAST_CALL_SECONDS = 0.5


class TooMany(Exception):
    """More requests on one connection than have been answered; ends the parser."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """HttpToolsProtocol that ends connections whose head is slow or large, and those that do not read or pile up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._in_head = False
        self._framing = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection that sends nothing is closed, too."""
        super().connection_made(transport)
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the timers with the connection."""
        self._disarm()
        self._trust_reader()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Watch size and time of a head, and whatever else arrives while no request is being served."""
        self._framing += len(data)
        super().data_received(data)
        if self._framing > HEAD_BYTES:
            self.send_400_response("Request head too large.")
        elif self._in_head or self.cycle is None or self.cycle.response_complete:
            self._arm()
        else:
            self._disarm()

    def on_message_begin(self) -> None:
        """A head begins."""
        if len(self.pipeline) >= PIPELINED:
            raise TooMany
        super().on_message_begin()
        self._in_head = True
        self._framing = 0

    def on_headers_complete(self) -> None:
        """The head is there in time."""
        self._in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """What is no body is framing: chunk sizes, their extensions, trailers."""
        self._framing = max(0, self._framing - (1 + FRAMING) * len(body))
        super().on_body(body)

    def on_response_complete(self) -> None:
        """An answer that closes the connection is bounded like any other."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch_reader()

    def pause_writing(self) -> None:
        """The client is slower than we are; or it does not read at all."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """The client has read nearly everything."""
        self._trust_reader()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Closing waits until everything is sent."""
        super().timeout_keep_alive_handler()
        self._watch_reader()

    def send_400_response(self, msg: str) -> None:
        """Answer once; a connection that is going down gets nothing more, nor one in the middle of an answer."""
        self._disarm()
        if self.transport is None or self.transport.is_closing():
            return
        if self.pipeline or (self.cycle and self.cycle.response_started and not self.cycle.response_complete):
            self.transport.close()
        else:
            super().send_400_response(msg)
        self._watch_reader()

    def shutdown(self) -> None:
        """The server ends: a connection that seems idle gets a moment, its request may lie unread in the kernel."""
        if self.cycle is None or self.cycle.response_complete:
            self.loop.call_later(LAST_CALL_SECONDS, self._end)
        else:
            super().shutdown()

    def _end(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def _arm(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _disarm(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _too_slow(self) -> None:
        self._head_timer = None
        if not self.transport.is_closing():
            self.transport.close()
        self._watch_reader()

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
            self.transport.abort()
        else:
            self._watch_reader()

    def _unread(self) -> int:
        """Bytes that have not reached the client, the kernel's included: it takes megabytes and asks for more late."""
        queued = bytearray(4)
        with suppress(OSError):
            fcntl.ioctl(self.transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, queued)
        return self.transport.get_write_buffer_size() + int.from_bytes(queued, sys.byteorder)
