"""What webhook endpoints and ERPs are sent: signed, to a judged address, no redirects, of the answer its status."""

import asyncio
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from app.clients.http import (
    Call,
    CallTimeout,
    CircuitOpen,
    NotConnected,
    Outbound,
    OutboundError,
    Policy,
    TlsFailed,
    Unreachable,
)
from app.clients.outbound_guard import HostUnknown, OutboundRefused, Resolver, Target, judge, system_resolver
from app.clients.standard_webhooks import sign

RECEIVER_POLICY = Policy(name="webhooks", connect_s=5, read_s=10, total_s=10, tries=1)

_HELD_BACK = "not called: it failed too often just now"


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a message. Nothing of the remote body: it may hold what only the remote network may see."""

    ok: bool
    status_code: int | None
    latency_ms: int
    error: str | None
    called: bool = True
    """False: the circuit breaker held the message back; that is no try."""

    @property
    def gone(self) -> bool:
        """The receiver answered 410: it wants nothing more."""
        return self.status_code == 410


class Receivers(Protocol):
    """Servers of customers, whichever they are."""

    async def check_url(self, url: str) -> None:
        """Raise OutboundRefused when a URL must not be saved as a receiver's address."""

    async def send(self, url: str, secrets: Sequence[str], *, message_id: str, body: bytes, at: datetime) -> Receipt:
        """Deliver one message, signed with each secret. Never raises for what the receiver or the network does."""


class HttpReceivers:
    """Standard Webhooks over HTTP, through the one way out with a policy of its own: one try, ten seconds.

    Retries are the deliveries': they span days and must survive a restart.
    """

    def __init__(self, http: Outbound, *, allow_private: bool, resolver: Resolver = system_resolver) -> None:
        self._http = http
        self._allow_private = allow_private
        self._resolver = resolver

    async def check_url(self, url: str) -> None:
        """See Receivers."""
        try:
            async with asyncio.timeout(self._http.policy.total_s):
                await self._judge(url)
        except TimeoutError:
            raise HostUnknown("the host name does not resolve in time") from None

    async def send(self, url: str, secrets: Sequence[str], *, message_id: str, body: bytes, at: datetime) -> Receipt:
        """See Receivers."""
        headers = sign(secrets, message_id, int(at.timestamp()), body)
        started = time.monotonic()
        status, error = await self._deliver(url, headers, body)
        latency_ms = round((time.monotonic() - started) * 1000)
        return Receipt(
            ok=error is None, status_code=status, latency_ms=latency_ms, error=error, called=error != _HELD_BACK
        )

    async def _deliver(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int | None, str | None]:
        """Status and error, in constant words."""
        try:
            ends = time.monotonic() + self._http.policy.total_s
            async with asyncio.timeout(self._http.policy.total_s):
                target = await self._judge(url)
            # Without a time limit around it: the breaker learns nothing of a call that its caller cancels.
            status = await self._post(target, headers, body, ends)
        except OutboundRefused as refused:
            return None, f"refused: {refused}"
        except (TimeoutError, CallTimeout):
            return None, "timeout"
        except CircuitOpen:
            return None, _HELD_BACK
        except TlsFailed:
            return None, "TLS failed"
        except OutboundError:
            return None, "connection failed"
        if 300 <= status < 400:
            return status, "redirects are not followed"
        return status, None if 200 <= status < 300 else f"status {status}"

    async def _judge(self, url: str) -> Target:
        return await judge(url, allow_private=self._allow_private, resolver=self._resolver)

    async def _post(self, target: Target, headers: dict[str, str], body: bytes, ends: float) -> int:
        """Send to the first judged address that accepts a connection; only the status line is read."""
        host = target.url.raw_host.decode("ascii").strip("[]")
        own = {"host": target.url.netloc.decode("ascii"), "content-type": "application/json"}
        for address in target.addresses:
            call = Call(
                method="POST",
                url=str(target.url.copy_with(host=address, fragment=None)),
                headers=headers | own,
                content=body,
                # The certificate must be the host's, although the connection goes to the address.
                server_name=host,
            )
            try:
                async with self._http.stream(call, total_s=ends - time.monotonic()) as answer:
                    return answer.status
            except NotConnected as problem:
                if isinstance(problem, TlsFailed) or address == target.addresses[-1]:
                    raise
        raise Unreachable("no address")
