"""The one way out: every call to a third party over HTTP goes through `Outbound`.

Timeouts, size cap, no redirects, few tries inside one deadline, circuit breaker. Tests: tests/clients/test_http.py.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from email.utils import parsedate_to_datetime

from cachetools import LRUCache

from app.clients.breaker import Breaker
from app.clients.calls import (
    RETRY_STATUSES,
    Answer,
    AnswerTooLarge,
    Call,
    CallTimeout,
    CircuitOpen,
    NotConnected,
    OutboundError,
    Policy,
    TlsFailed,
    Unreachable,
)
from app.clients.transports import Response, Transport, open_flood_transport, open_transport
from app.ops import tracing

__all__ = [
    "RETRY_STATUSES",
    "Answer",
    "AnswerTooLarge",
    "Call",
    "CallTimeout",
    "CircuitOpen",
    "Meter",
    "NotConnected",
    "OpenAnswer",
    "Outbound",
    "OutboundError",
    "Policy",
    "TlsFailed",
    "Transport",
    "Unreachable",
    "open_flood_transport",
    "open_transport",
    "retry_after_seconds",
    "unmetered",
]

MAX_ORIGINS = 1024
FIRST_WAIT_S = 0.25
# provider, outcome, seconds until the head of the answer: "2xx" to "5xx", or the word for what went wrong.
Meter = Callable[[str, str, float], None]


def unmetered(_provider: str, _outcome: str, _seconds: float) -> None:
    """Nobody counts."""


class OpenAnswer:
    """An answer whose body still arrives: `read` it or iterate `chunks`, once, inside the `stream` block."""

    __slots__ = ("_ends", "_now", "_policy", "_response", "_size", "headers", "status")

    def __init__(self, response: Response, policy: Policy, now: Callable[[], float], ends: float) -> None:
        self.status = response.status
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._size = 0
        self._policy = policy
        self._now = now
        self._ends = ends

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body, decoded, at most `max_bytes` of it and until the deadline."""
        while chunk := await self._more():
            yield chunk

    async def read(self) -> bytes:
        """The whole body, under the same limits."""
        parts = []
        while chunk := await self._more():
            parts.append(chunk)
        return b"".join(parts)

    async def _more(self) -> bytes:
        chunk = self._response.at_hand()  # most of what models answer comes with its head
        if chunk is None:
            try:
                async with asyncio.timeout(max(0.0, self._ends - self._now())):
                    chunk = await self._response.more()
            except TimeoutError as error:
                raise CallTimeout(f"{self._policy.name}: no whole answer in time") from error
        self._size += len(chunk)
        if self._size > self._policy.max_bytes:
            raise AnswerTooLarge(f"{self._policy.name}: more than {self._policy.max_bytes} bytes")
        return chunk

    async def close(self) -> None:
        """Give the connection back; one whose body was not read to its end is closed."""
        await self._response.close()


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
        meter: Meter = unmetered,
    ) -> None:
        self.policy = policy
        self._transport = transport
        self._now = now
        self._sleep = sleep
        self._jitter = jitter
        self._breakers: LRUCache[str, Breaker] = LRUCache(MAX_ORIGINS)
        self._left = asyncio.Condition()
        self._meter = meter

    async def send(self, call: Call, *, total_s: float | None = None) -> Answer:
        """The answer of the provider, whatever its status, after at most `policy.tries` tries.

        `total_s` tightens the policy's deadline. Raises OutboundError.
        """
        async with self.stream(call, total_s=total_s) as opened:
            return Answer(opened.status, opened.headers, await opened.read())

    def stream(self, call: Call, *, total_s: float | None = None) -> AbstractAsyncContextManager[OpenAnswer]:
        """Like `send`, with the body as it arrives. Retries end with the first answer worth reading.

        Raises OutboundError, also while `chunks` is read, which counts as the provider's failure. Leaving the block
        early closes the connection.
        """
        within = self.policy.total_s if total_s is None else min(self.policy.total_s, total_s)
        return _Stream(self, call, within)

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
                await opened.close()
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
        began = self._now()
        outcome = "cancelled"
        try:
            with tracing.span(f"{call.method} {self.policy.name}", "client", http_request_method=call.method):
                if tracing.on():
                    call = replace(call, headers={**call.headers, **tracing.carried()})
                async with asyncio.timeout(max(0.0, ends - began)):
                    response = await self._transport.open(call, self.policy)
            outcome = f"{response.status // 100}xx"
        except TimeoutError as error:
            outcome = CallTimeout.outcome
            await self._leave(breaker, alive=False)
            raise CallTimeout(f"{self.policy.name}: no answer in time") from error
        except OutboundError as error:
            outcome = error.outcome
            await self._leave(breaker, alive=False)
            raise
        except BaseException:
            await self._leave(breaker, alive=None)
            raise
        finally:
            self._meter(self.policy.name, outcome, self._now() - began)
        return OpenAnswer(response, self.policy, self._now, ends)

    def broken(self) -> int:
        """To how many origins no call is let through now."""
        return sum(breaker.retry_after() > 0 for breaker in self._breakers.values())

    async def _leave(self, breaker: Breaker, alive: bool | None) -> None:
        breaker.leave(alive)
        if breaker.window is not None:
            async with self._left:
                self._left.notify_all()

    async def _enter(self, breaker: Breaker, ends: float) -> None:
        if breaker.full():
            await self._room(breaker, ends)
        if (left := breaker.retry_after()) > 0:
            self._meter(self.policy.name, CircuitOpen.outcome, 0.0)
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


class _Stream:
    """An answer while its block reads it. A class: a generator costs as much as the rest of a call's bookkeeping."""

    __slots__ = ("_breaker", "_call", "_opened", "_out", "_within_s")

    def __init__(self, out: Outbound, call: Call, within_s: float) -> None:
        self._out = out
        self._call = call
        self._within_s = within_s

    async def __aenter__(self) -> OpenAnswer:
        out = self._out
        self._breaker = out._breaker(self._call)
        self._opened = await out._first_good(self._call, self._breaker, out._now() + self._within_s)
        return self._opened

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        alive: bool | None = None
        if error is None:
            alive = self._opened.status < 500
        elif isinstance(error, OutboundError):
            alive = False
        try:
            await self._opened.close()
        finally:
            await self._out._leave(self._breaker, alive)


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
