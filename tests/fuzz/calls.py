"""One raw ASGI request to the application: no client library that would mend what is broken in it."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

Header = tuple[bytes, bytes]


@dataclass
class Call:
    """A request as bytes. `name` says what is odd about it."""

    name: str
    method: str
    path: bytes
    query: bytes = b""
    headers: list[Header] = field(default_factory=list)
    body: bytes = b""


@dataclass
class Answer:
    """What came back."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


async def send(app: Any, call: Call) -> Answer:
    """Run the application for one request. Raises what escapes it, TimeoutError after 15 s.

    Events that a GET answers have no end: the client goes away after the first part of them.
    """
    answer = Answer()
    asked = False
    gone = asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await gone.wait()
            return {"type": "http.disconnect"}
        asked = True
        return {"type": "http.request", "body": call.body, "more_body": False}

    async def sent(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {name.decode().lower(): value.decode("latin-1") for name, value in message["headers"]}
        else:
            answer.body += message.get("body", b"")
            if call.method == "GET" and answer.headers.get("content-type", "").startswith("text/event-stream"):
                gone.set()

    path, _, _ = call.path.partition(b"?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": call.method,
        "scheme": "http",
        "path": path.decode("latin-1"),
        "raw_path": path,
        "query_string": call.query,
        "root_path": "",
        "headers": [(b"host", b"test"), (b"content-length", str(len(call.body)).encode()), *call.headers],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    async with asyncio.timeout(15):
        await app(scope, receive, sent)
    return answer
