"""uvicorn's HTTP protocol with a bound on request heads: 10 seconds and 128 KiB.

uvicorn keeps half-sent heads open for ever and collects headers without end. The timer is armed only while a head is
incomplete, which an ordinary request never is. At the end it cuts connections whose request it has not read yet.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
HEAD_BYTES = 128 * 1024
LAST_CALL_SECONDS = 0.5


class BoundedHttpProtocol(HttpToolsProtocol):
    """HttpToolsProtocol that ends connections whose request head is slow or large."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._in_head = False
        self._head_bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection that sends nothing is closed, too."""
        super().connection_made(transport)
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the timer with the connection."""
        self._disarm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Watch size and time of a head until it is complete."""
        self._head_bytes += len(data)
        super().data_received(data)
        if not self._in_head:
            self._disarm()
        elif self._head_bytes > HEAD_BYTES:
            self.send_400_response("Request head too large.")
        else:
            self._arm()

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        """The head is there in time."""
        self._in_head = False
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer once; a connection that is going down gets nothing more."""
        self._disarm()
        if self.transport is not None and not self.transport.is_closing():
            super().send_400_response(msg)

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
