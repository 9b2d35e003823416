"""What all fakes share: a loopback server in a thread, a log of requests, and faults that can be switched on."""

import asyncio
import contextlib
import functools
import socket
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Self

import uvicorn

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Fault = Literal[
    "hang",
    "500",
    "401",
    "403",
    "400",
    "429",
    "garbage",
    "cut",
    "huge",
    "redirect",
    "lost_reply",
    "half_reply",
    "misshapen",
    "nul",
]
"""lost_reply: the request takes effect, but the answer is an error; half_reply: it breaks off in the middle."""


@dataclass
class Seen:
    """One recorded request."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes
    params: dict[str, Any] = field(default_factory=dict)


@dataclass
class Answer:
    """Status, headers and bytes of one reply."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


class _Server(uvicorn.Server):
    """Ends when it is told to; uvicorn's own looks ten times a second, and then sleeps for another tenth."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._end: Callable[[], object] = lambda: None

    async def main_loop(self) -> None:
        told = asyncio.Event()
        self._end = functools.partial(asyncio.get_running_loop().call_soon_threadsafe, told.set)
        if not await self.on_tick(0):
            await told.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in [*self.servers, *(sockets or [])]:
            listener.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=1)

    def end(self) -> None:
        """From another thread, whether it has begun or not."""
        self.should_exit = True
        self._end()


class Fake:
    """Base of the fakes: `handle` answers a request; faults come before it."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self._faults: list[tuple[Fault, str, str]] = []
        self._always: Fault | None = None
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None
        self.port = 0
        self.url = ""

    async def handle(self, request: Seen) -> Answer:
        """The healthy answer."""
        raise NotImplementedError

    def fail(self, fault: Fault, times: int = 1, *, path: str = "", method: str = "") -> None:
        """The next `times` requests (to a path that begins so, by that method) meet this fault."""
        self._faults += [(fault, method, path)] * times

    def fail_always(self, fault: Fault | None) -> None:
        """Every request meets this fault until it is switched off with None."""
        self._always = fault

    def calm(self) -> None:
        """Forget the faults that have not come about."""
        self._faults.clear()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = await _read(scope, receive)
        self.seen.append(request)
        fault = self._next_fault(request)
        if fault is None:
            await _reply(await self.handle(request), send)
        elif fault == "lost_reply":
            await self.handle(request)
            raise ConnectionResetError
        elif fault == "half_reply":
            # The head has arrived: too late for the caller's transport to ask again by itself.
            answer = await self.handle(request)
            await _reply(Answer(answer.status, answer.body[:-1], {"content-length": str(len(answer.body))}), send)
        else:
            await _misbehave(fault, receive, send)

    def _next_fault(self, request: Seen) -> Fault | None:
        for place, (fault, method, prefix) in enumerate(self._faults):
            if request.path.startswith(prefix) and method in ("", request.method):
                del self._faults[place]
                return fault
        return self._always

    def __enter__(self) -> Self:
        listener = socket.create_server(("127.0.0.1", self.port))
        # Of a socket that was made elsewhere asyncio does not see that it is TCP; without this an answer's body waits
        # 40 ms for its head to be acknowledged.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        config = uvicorn.Config(self, log_level="critical", lifespan="off", loop="asyncio")
        self._server = _Server(config)
        self._thread = threading.Thread(target=self._run, args=(listener,), daemon=True)
        self._thread.start()
        return self

    def _run(self, listener: socket.socket) -> None:
        assert self._server is not None
        asyncio.run(self._server.serve(sockets=[listener]))

    def __exit__(self, *_: object) -> None:
        assert self._server is not None
        assert self._thread is not None
        self._server.end()
        self._thread.join(5)


async def _read(scope: Scope, receive: Receive) -> Seen:
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
    return Seen(scope["method"], scope["path"], scope["query_string"].decode(), headers, body)


async def _reply(answer: Answer, send: Send) -> None:
    headers = {"content-type": "application/json", "content-length": str(len(answer.body))} | answer.headers
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": pairs})
    await send({"type": "http.response.body", "body": answer.body})


async def _misbehave(fault: Fault, receive: Receive, send: Send) -> None:
    match fault:
        case "hang":
            # Until the caller gives up: its disconnect is the next message.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(receive(), 60)
        case "500":
            await _reply(Answer(500, b'{"error":{"type":"api_error","message":"boom"}}'), send)
        case "misshapen":
            await _reply(Answer(200, b"[]"), send)
        case "nul":
            await _reply(Answer(400, b'{"error":{"type":"invalid_request_error","message":"no \\u0000"}}'), send)
        case "400" | "401" | "403":
            await _reply(Answer(int(fault), b'{"error":{"type":"invalid_request_error","message":"no"}}'), send)
        case "429":
            await _reply(Answer(429, b'{"error":{"type":"rate_limit_error"}}', {"retry-after": "1"}), send)
        case "garbage":
            await _reply(Answer(200, b"<html>\xff\xfe not json"), send)
        case "redirect":
            await _reply(Answer(302, b"", {"location": "http://127.0.0.1:1/"}), send)
        case "huge":
            await _flood(send)
        case _:
            # A promised body that never comes: uvicorn then closes the connection.
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1000")]})
            await send({"type": "http.response.body", "body": b'{"id":', "more_body": True})
            raise ConnectionResetError


async def _flood(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    with contextlib.suppress(Exception):
        for _ in range(1600):
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
