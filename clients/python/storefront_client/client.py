"""The two clients, and what no schema describes: the streamed chat and live updates."""

from collections.abc import AsyncGenerator, Callable, Iterator
from typing import Any, Self

import httpx

from .calls import Caller, Headers, Operation, Options
from .errors import Unreachable, error_of
from .events import ChatEvent, EventReader, ServerEvent, UpdateReader
from .operations import AsyncOperations, Operations
from .types import ChatRequest

_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20)
_CHAT: Operation[Any] = Operation("POST", "/chat", (), None, slow=True)
_STREAM = {"Accept": "text/event-stream"}


class Client(Operations):
    """The API, blocking. One object keeps one connection pool; `with` or `close()` ends it."""

    def __init__(
        self,
        base_url: str,
        app_token: str | None = None,
        actor: str | None = None,
        *,
        acting_user: str | None = None,
        auth_token: str | None = None,
        webhook_token: str | None = None,
        timeout: float = 15.0,
        slow_timeout: float = 90.0,
        retries: int = 2,
        headers: Headers | Callable[[], Headers] | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(
            Caller(
                app_token=app_token,
                auth_token=auth_token,
                webhook_token=webhook_token,
                actor=actor,
                acting_user=acting_user,
            ),
            Options(timeout=timeout, slow_timeout=slow_timeout, retries=retries, headers=headers),
        )
        self._http = httpx.Client(base_url=base_url, transport=transport, limits=_LIMITS, trust_env=False)

    def chat_stream(self, body: ChatRequest) -> Iterator[ChatEvent]:
        """The answer to a shopper's message while it is made; the last event is the ChatAnswer."""
        request = self._request(_CHAT, body=body, headers=_STREAM)
        reader = EventReader()
        try:
            with self._http.stream(**request) as response:
                if not response.is_success:
                    response.read()
                    raise error_of(response)
                for line in response.iter_lines():
                    yield from reader.feed(line)
        except httpx.HTTPError as error:
            raise Unreachable(error) from error

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(AsyncOperations):
    """The API, for asyncio. One object keeps one connection pool; `async with` or `aclose()` ends it."""

    def __init__(
        self,
        base_url: str,
        app_token: str | None = None,
        actor: str | None = None,
        *,
        acting_user: str | None = None,
        auth_token: str | None = None,
        webhook_token: str | None = None,
        timeout: float = 15.0,
        slow_timeout: float = 90.0,
        retries: int = 2,
        headers: Headers | Callable[[], Headers] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        limits: httpx.Limits = _LIMITS,
    ) -> None:
        super().__init__(
            Caller(
                app_token=app_token,
                auth_token=auth_token,
                webhook_token=webhook_token,
                actor=actor,
                acting_user=acting_user,
            ),
            Options(timeout=timeout, slow_timeout=slow_timeout, retries=retries, headers=headers),
        )
        self._http = httpx.AsyncClient(base_url=base_url, transport=transport, limits=limits, trust_env=False)

    async def chat_stream(self, body: ChatRequest) -> AsyncGenerator[ChatEvent, None]:
        """The answer to a shopper's message while it is made; the last event is the ChatAnswer."""
        request = self._request(_CHAT, body=body, headers=_STREAM)
        reader = EventReader()
        try:
            async with self._http.stream(**request) as response:
                if not response.is_success:
                    await response.aread()
                    raise error_of(response)
                async for line in response.aiter_lines():
                    for event in reader.feed(line):
                        yield event
        except httpx.HTTPError as error:
            raise Unreachable(error) from error

    async def follow(self, path: str, last_event_id: str | None = None) -> AsyncGenerator[ServerEvent, None]:
        """The live updates of an app-scope path, until the server ends the stream; `last_event_id` resumes one."""
        headers = _STREAM | ({"Last-Event-ID": last_event_id} if last_event_id else {})
        request = self._request(Operation("GET", path, ("app", "actor"), None, slow=True), headers=headers)
        reader = UpdateReader()
        try:
            async with self._http.stream(**request) as response:
                if not response.is_success:
                    await response.aread()
                    raise error_of(response)
                async for line in response.aiter_lines():
                    for event in reader.feed(line):
                        yield event
        except httpx.HTTPError as error:
            raise Unreachable(error) from error

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
