"""The one way out: every call to a third party over HTTP goes through `Outbound`.

Timeouts, size cap, no redirects, few tries inside one deadline, circuit breaker. Tests: tests/clients/test_http.py.
"""

import asyncio
import random
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

import aiohttp
from cachetools import LRUCache
from yarl import URL

from app.clients.breaker import Breaker

RETRY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
MAX_ORIGINS = 1024
FIRST_WAIT_S = 0.25
Transport = aiohttp.ClientSession
# Also TimeoutError, which is an OSError.
_BROKEN = (aiohttp.ClientError, OSError, ValueError)


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
    """Status, headers (names in any case) and the whole body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class OpenAnswer:
    """An answer whose body still arrives: `read` it or iterate `chunks`, once, inside the `stream` block."""

    __slots__ = ("_content", "_ends", "_now", "_policy", "_response", "_size", "headers", "status")

    def __init__(self, response: aiohttp.ClientResponse, policy: Policy, now: Callable[[], float], ends: float) -> None:
        self.status = response.status
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._content = response.content
        self._size = 0
        self._policy = policy
        self._now = now
        self._ends = ends

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body, decoded, at most `max_bytes` of it and until the deadline."""
        while not self._content.at_eof():
            yield await self._more()

    async def read(self) -> bytes:
        """The whole body, under the same limits."""
        parts = []
        while not self._content.at_eof():
            parts.append(await self._more())
        return b"".join(parts)

    async def _more(self) -> bytes:
        try:
            async with asyncio.timeout(max(0.0, self._ends - self._now())):
                chunk = await self._content.readany()
        except _BROKEN as error:
            raise _outbound_error(self._policy, error) from error
        self._size += len(chunk)
        if self._size > self._policy.max_bytes:
            raise AnswerTooLarge(f"{self._policy.name}: more than {self._policy.max_bytes} bytes")
        return chunk

    def close(self) -> None:
        """Give the connection back; one whose body was not read to its end is closed."""
        self._response.release()


def open_transport(tls: ssl.SSLContext | None = None) -> Transport:
    """The connections all providers of one process share; close it with `close()`.

    aiohttp's: httpx's own pool stalls at 1,000 concurrent calls and costs 50 times the CPU per call there, and its
    request and response objects cost more than the whole call does here (bench/README.md, chat).
    """
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=30, ssl=tls or True)
    headers = {"Accept-Encoding": "identity", "User-Agent": "storefront-backend"}
    return Transport(connector=connector, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False, headers=headers)


class Outbound:
    """Calls one provider (or one kind of remote, such as ERPs: each origin has its own breaker)."""

    def __init__(
        self,
        transport: Transport,
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
        # Reading is bounded by the deadline anyway; a second timer is for policies that are stricter there.
        read_s = policy.read_s if policy.read_s < policy.total_s else None
        self._timeout = aiohttp.ClientTimeout(total=None, sock_connect=policy.connect_s, sock_read=read_s)

    async def send(self, call: Call, *, total_s: float | None = None) -> Answer:
        """The answer of the provider, whatever its status, after at most `policy.tries` tries.

        `total_s` tightens the policy's deadline. Raises OutboundError.
        """
        async with self.stream(call, total_s=total_s) as opened:
            return Answer(opened.status, opened.headers, await opened.read())

    @asynccontextmanager
    async def stream(self, call: Call, *, total_s: float | None = None) -> AsyncIterator[OpenAnswer]:
        """Like `send`, with the body as it arrives. Retries end with the first answer worth reading.

        Raises OutboundError, also while `chunks` is read, which counts as the provider's failure. Leaving the block
        early closes the connection.
        """
        ends = self._now() + min(self.policy.total_s, total_s if total_s is not None else self.policy.total_s)
        breaker = self._breaker(call)
        opened = await self._first_good(call, breaker, ends)
        alive: bool | None = None
        try:
            yield opened
            alive = opened.status < 500
        except OutboundError:
            alive = False
            raise
        finally:
            opened.close()
            await self._leave(breaker, alive)

    async def _first_good(self, call: Call, breaker: Breaker, ends: float) -> OpenAnswer:
        tries = self.policy.tries if call.retry else 1
        for number in range(1, tries + 1):
            try:
                opened = await self._try(call, breaker, ends)
            except CircuitOpen:
                raise
            except OutboundError:
                wait = self._backoff(number, None)
                if number == tries or self._now() + wait >= ends:
                    raise
            else:
                if number == tries or opened.status not in self.policy.retry_statuses:
                    return opened
                wait = self._backoff(number, opened.headers.get("retry-after"))
                if wait > self.policy.max_retry_after_s or self._now() + wait >= ends:
                    return opened
                opened.close()
                await self._leave(breaker, opened.status < 500)
            await self._sleep(wait)
        raise AssertionError("unreachable")  # pragma: no cover - the last try returns or raises

    def _backoff(self, number: int, retry_after: str | None) -> float:
        asked = retry_after_seconds(retry_after)
        # Half fixed, half random: callers that failed together do not come back together.
        spread = FIRST_WAIT_S * float(2 ** (number - 1)) * (0.5 + self._jitter() / 2)
        return max(asked or 0.0, spread)

    async def _try(self, call: Call, breaker: Breaker, ends: float) -> OpenAnswer:
        """One request under the breaker, which it leaves when there is no answer."""
        await self._enter(breaker, ends)
        try:
            async with asyncio.timeout(max(0.0, ends - self._now())):
                response = await self._transport.request(
                    call.method,
                    URL(call.url, encoded=True),
                    headers=call.headers,
                    data=call.content or None,
                    server_hostname=call.server_name,
                    timeout=self._timeout,
                    allow_redirects=False,
                )
        except _BROKEN as error:
            await self._leave(breaker, alive=False)
            raise _outbound_error(self.policy, error) from error
        except BaseException:
            await self._leave(breaker, alive=None)
            raise
        return OpenAnswer(response, self.policy, self._now, ends)

    async def _leave(self, breaker: Breaker, alive: bool | None) -> None:
        breaker.leave(alive)
        if breaker.window is not None:
            async with self._left:
                self._left.notify_all()

    async def _enter(self, breaker: Breaker, ends: float) -> None:
        if breaker.full():
            await self._room(breaker, ends)
        if (left := breaker.retry_after()) > 0:
            raise CircuitOpen(f"{self.policy.name}: not called, it failed too often", left)
        breaker.enter()

    async def _room(self, breaker: Breaker, ends: float) -> None:
        """Wait until a call may join those in flight, or none may at all."""
        try:
            async with asyncio.timeout(max(0.0, ends - self._now())):
                while breaker.full() and not breaker.retry_after():
                    async with self._left:
                        # Asked again under the lock: a call may have left while we waited for it.
                        if breaker.full():
                            await self._left.wait()
        except TimeoutError:
            raise CallTimeout(f"{self.policy.name}: too many calls wait for an answer") from None

    def _breaker(self, call: Call) -> Breaker:
        origin = (call.server_name or "") + call.url[: call.url.find("/", 8) if "/" in call.url[8:] else None]
        breaker = self._breakers.get(origin)
        if breaker is None:
            breaker = self._breakers[origin] = Breaker(self._now, self.policy.window)
        return breaker


def _outbound_error(policy: Policy, error: Exception) -> OutboundError:
    """What the library raised, in our words: the text of the provider never travels further than the log."""
    slow = isinstance(error, TimeoutError) and not isinstance(error, aiohttp.ConnectionTimeoutError)
    return (CallTimeout if slow else Unreachable)(f"{policy.name}: {type(error).__name__}")


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
