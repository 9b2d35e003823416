"""The one way out: every call to a third party over HTTP goes through `Outbound`.

Timeouts, size cap, no redirects, few tries inside one deadline, circuit breaker. Tests: tests/clients/test_http.py.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

import aiohttp
import httpx
from cachetools import LRUCache
from httpx_aiohttp import AiohttpTransport

from app.clients.breaker import Breaker

RETRY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
MAX_ORIGINS = 1024
FIRST_WAIT_S = 0.25
# One message for whatever the two libraries raise; the text of the provider never travels further than the log.
_BROKEN = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, aiohttp.ClientError, OSError, ValueError)


class OutboundError(Exception):
    """A third party could not be asked. `retry_after_s` is a hint for the caller's own answer."""

    retry_after_s: float = 2.0


class Unreachable(OutboundError):
    """No connection, or it broke before the answer was whole."""


class CallTimeout(OutboundError):
    """No whole answer within the deadline."""


class AnswerTooLarge(OutboundError):
    """The answer is larger than the policy allows."""


class CircuitOpen(OutboundError):
    """The provider failed too often just now; it was not called."""

    def __init__(self, message: str, retry_after_s: float) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How one provider is called. `total_s` bounds all tries together; `window`: see Breaker."""

    name: str
    connect_s: float = 3.0
    read_s: float = 10.0
    total_s: float = 15.0
    max_bytes: int = 1 << 20
    tries: int = 3
    retry_statuses: frozenset[int] = RETRY_STATUSES
    max_retry_after_s: float = 10.0
    window: int | None = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request. `retry=False` for calls that must not run twice (no idempotency key).

    `server_name`: TLS name when the URL holds an address that was judged beforehand (send Host in `headers`).
    """

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes = b""
    retry: bool = True
    server_name: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers (lower-case names by httpx.Headers) and the whole body."""

    status: int
    headers: httpx.Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class OpenAnswer:
    """An answer whose body still arrives: iterate `chunks` once, inside the `stream` block."""

    status: int
    headers: httpx.Headers
    chunks: AsyncIterator[bytes]


def open_transport() -> httpx.AsyncBaseTransport:
    """The transport all providers of one process share; close it with `aclose()`.

    httpx's interface over aiohttp's connections: httpx's own pool stalls at 1,000 concurrent calls and costs 50
    times the CPU per call there, aiohttp's carries 2,000.
    """

    def session() -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=30)
        return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False)

    return AiohttpTransport(client=session)


class Outbound:
    """Calls one provider (or one kind of remote, such as ERPs: each origin has its own breaker)."""

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        policy: Policy,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.policy = policy
        self._transport = transport
        self._now = now
        self._sleep = sleep
        self._jitter = jitter
        self._breakers: LRUCache[str, Breaker] = LRUCache(MAX_ORIGINS)
        self._left = asyncio.Condition()

    async def send(self, call: Call, *, total_s: float | None = None) -> Answer:
        """The answer of the provider, whatever its status, after at most `policy.tries` tries.

        `total_s` tightens the policy's deadline. Raises OutboundError.
        """
        async with self.stream(call, total_s=total_s) as opened:
            body = b"".join([chunk async for chunk in opened.chunks])
            return Answer(opened.status, opened.headers, body)

    @asynccontextmanager
    async def stream(self, call: Call, *, total_s: float | None = None) -> AsyncIterator[OpenAnswer]:
        """Like `send`, with the body as it arrives. Retries end with the first answer worth reading.

        Raises OutboundError, also while `chunks` is read. Leaving the block early closes the connection.
        """
        ends = self._now() + min(self.policy.total_s, total_s if total_s is not None else self.policy.total_s)
        breaker = self._breaker(call)
        async with AsyncExitStack() as stack:
            opened = await self._first_good(call, breaker, ends, stack)
            yield opened

    async def _first_good(self, call: Call, breaker: Breaker, ends: float, stack: AsyncExitStack) -> OpenAnswer:
        tries = self.policy.tries if call.retry else 1
        for number in range(1, tries + 1):
            attempt = AsyncExitStack()
            try:
                opened = await attempt.enter_async_context(self._try(call, breaker, ends))
            except CircuitOpen:
                raise
            except OutboundError:
                wait = self._backoff(number, None)
                if number == tries or self._now() + wait >= ends:
                    raise
            else:
                wait = self._backoff(number, opened.headers.get("retry-after"))
                if self._final(opened, number == tries, wait, ends):
                    stack.push_async_exit(attempt.__aexit__)
                    return opened
                await attempt.aclose()
            await self._sleep(wait)
        raise AssertionError("unreachable")  # pragma: no cover - the last try returns or raises

    def _final(self, opened: OpenAnswer, last: bool, wait: float, ends: float) -> bool:
        if last or opened.status not in self.policy.retry_statuses:
            return True
        return wait > self.policy.max_retry_after_s or self._now() + wait >= ends

    def _backoff(self, number: int, retry_after: str | None) -> float:
        asked = retry_after_seconds(retry_after)
        # Half fixed, half random: callers that failed together do not come back together.
        spread = FIRST_WAIT_S * float(2 ** (number - 1)) * (0.5 + self._jitter() / 2)
        return max(asked or 0.0, spread)

    @asynccontextmanager
    async def _try(self, call: Call, breaker: Breaker, ends: float) -> AsyncIterator[OpenAnswer]:
        """One request under the breaker. A failure while the body is read counts as the provider's."""
        await self._enter(breaker, ends)
        alive: bool | None = None
        try:
            try:
                async with asyncio.timeout(max(0.0, ends - self._now())):
                    response = await self._transport.handle_async_request(self._request(call, ends))
            except TimeoutError:
                raise CallTimeout(f"{self.policy.name}: no answer in time") from None
            except httpx.ReadTimeout as error:
                raise CallTimeout(f"{self.policy.name}: {type(error).__name__}") from error
            except _BROKEN as error:
                raise Unreachable(f"{self.policy.name}: {type(error).__name__}") from error
            try:
                yield OpenAnswer(response.status_code, response.headers, self._chunks(response, ends))
                alive = response.status_code < 500
            finally:
                await _close(response)
        except OutboundError:
            alive = False
            raise
        finally:
            breaker.leave(alive)
            if breaker.window is not None:
                async with self._left:
                    self._left.notify_all()

    async def _enter(self, breaker: Breaker, ends: float) -> None:
        try:
            async with asyncio.timeout(max(0.0, ends - self._now())):
                while breaker.full() and not breaker.retry_after():
                    async with self._left:
                        # Asked again under the lock: a call may have left while we waited for it.
                        if breaker.full():
                            await self._left.wait()
        except TimeoutError:
            raise CallTimeout(f"{self.policy.name}: too many calls wait for an answer") from None
        if (left := breaker.retry_after()) > 0:
            raise CircuitOpen(f"{self.policy.name}: not called, it failed too often", left)
        breaker.enter()

    async def _chunks(self, response: httpx.Response, ends: float) -> AsyncIterator[bytes]:
        """The body, decoded, at most `max_bytes` of it and until the deadline."""
        plain = response.headers.get("content-encoding", "identity") == "identity"
        source = aiter(response.stream) if plain and isinstance(response.stream, httpx.AsyncByteStream) else None
        parts = source if source is not None else response.aiter_bytes()
        size = 0
        while True:
            try:
                async with asyncio.timeout(max(0.0, ends - self._now())):
                    chunk = await anext(parts, None)
            except (TimeoutError, httpx.TimeoutException):
                raise CallTimeout(f"{self.policy.name}: the answer did not end in time") from None
            except _BROKEN as error:
                raise Unreachable(f"{self.policy.name}: {type(error).__name__}") from error
            if chunk is None:
                return
            size += len(chunk)
            if size > self.policy.max_bytes:
                raise AnswerTooLarge(f"{self.policy.name}: more than {self.policy.max_bytes} bytes")
            yield chunk

    def _request(self, call: Call, ends: float) -> httpx.Request:
        policy = self.policy
        left = max(0.001, ends - self._now())
        timeout = {"connect": policy.connect_s, "pool": policy.connect_s, "read": min(policy.read_s, left)}
        extensions: dict[str, object] = {"timeout": timeout}
        if call.server_name:
            extensions["sni_hostname"] = call.server_name
        headers = {"Accept-Encoding": "identity", "User-Agent": "storefront-backend", **call.headers}
        return httpx.Request(call.method, call.url, headers=headers, content=call.content, extensions=extensions)

    def _breaker(self, call: Call) -> Breaker:
        origin = (call.server_name or "") + call.url[: call.url.find("/", 8) if "/" in call.url[8:] else None]
        breaker = self._breakers.get(origin)
        if breaker is None:
            breaker = self._breakers[origin] = Breaker(self._now, self.policy.window)
        return breaker


async def _close(response: httpx.Response) -> None:
    stream = response.stream
    if isinstance(stream, httpx.AsyncByteStream):
        try:
            await stream.aclose()
        except _BROKEN:
            return


def retry_after_seconds(value: str | None) -> float | None:
    """Seconds of a Retry-After header (number or date); None when absent or unreadable."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return None
