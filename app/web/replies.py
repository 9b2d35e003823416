"""Answers: JSON by the return type, `Reply` for another status or headers, `Content` for other media, `EventStream`."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

T = TypeVar("T")

_encoder = msgspec.json.Encoder()
JSON = (b"content-type", b"application/json")
PROBLEM = (b"content-type", b"application/problem+json")


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """A JSON answer whose status or headers the handler chooses."""

    value: T
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Content:
    """An answer that is not JSON, or JSON encoded by the handler itself."""

    body: bytes
    media_type: str
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventStream:
    """Server-sent events; the generator yields encoded chunks and is closed when the client goes away."""

    chunks: AsyncGenerator[bytes, None]
    media_type: str = "text/event-stream"


class Streamed(StreamingResponse):
    """Chunks as they come. Starlette leaves the generator where it stands when the reader has gone: what that holds
    would be held until the collector came by."""

    def __init__(
        self, chunks: AsyncGenerator[bytes, None], media_type: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(chunks, media_type=media_type, headers=headers)
        self._chunks = chunks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them, and close the generator whatever comes."""
        async with aclosing(self._chunks):
            await super().__call__(scope, receive, send)


@dataclass(frozen=True, slots=True)
class JsonStream(EventStream):
    """One JSON answer that is too large to be made at once, in the place of its type; or JSON by the line."""

    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Encoded:
    """An answer ready for the wire."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def encode_json(value: Any) -> bytes:
    """JSON as the API writes it: UTF-8, RFC 3339 in UTC; msgspec.Raw passes through."""
    return _encoder.encode(value)


def encode(result: Any, status: int) -> Encoded:
    """A handler's result for the wire; `status` is the route's default."""
    if isinstance(result, Reply):
        headers = header_pairs(result.headers)
        status = result.status or status
        if status == 204:
            return Encoded(204, headers, b"")
        return Encoded(status, [JSON, *headers], _encoder.encode(result.value))
    if isinstance(result, Content):
        headers = [(b"content-type", result.media_type.encode()), *header_pairs(result.headers)]
        return Encoded(result.status or status, headers, result.body)
    if status == 204:
        return Encoded(204, [], b"")
    return Encoded(status, [JSON], _encoder.encode(result))


def header_pairs(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Headers as ASGI wants them."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


async def send_encoded(answer: Encoded, scope: Scope, send: Send) -> None:
    """Give an answer to ASGI's `send`; one to HEAD has no body."""
    headers = answer.headers
    if answer.status != 204:
        headers.append((b"content-length", str(len(answer.body)).encode("ascii")))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else answer.body})


def sse(event: str, data: Any) -> bytes:
    """One server-sent event with JSON data (WHATWG HTML, Server-sent events)."""
    return b"event: " + event.encode() + b"\ndata: " + _encoder.encode(data) + b"\n\n"
