"""Pushes to a customer's ERP: signed, to a judged address, without redirects, its answer reduced to a status."""

import asyncio
import ssl
import time
from datetime import datetime
from typing import Protocol

import httpx
import msgspec

from app.clients.outbound_guard import OutboundRefused, Resolver, Target, judge, system_resolver
from app.clients.standard_webhooks import sign

PUSH_TIMEOUT_S = 10.0
USER_AGENT = "storefront-backend/1"


class ErpAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a push. Nothing of the remote body: it may hold what only the remote network may see."""

    ok: bool
    status_code: int | None
    latency_ms: int
    error: str | None

    @property
    def gone(self) -> bool:
        """The ERP answered 410: it wants no further pushes."""
        return self.status_code == 410


class Erp(Protocol):
    """Customer ERPs, whichever they are."""

    async def check_url(self, url: str) -> None:
        """Raise OutboundRefused when a URL must not be saved as an ERP's address."""

    async def push(self, url: str, secret: str, *, message_id: str, body: bytes, at: datetime) -> ErpAnswer:
        """Deliver one signed message. Never raises for what the ERP or the network does."""


class HttpErp:
    """Standard Webhooks over HTTP. One client for all stores; connections are never shared between hosts."""

    def __init__(
        self,
        *,
        allow_private: bool,
        resolver: Resolver = system_resolver,
        ssl_context: ssl.SSLContext | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout_s: float = PUSH_TIMEOUT_S,
    ) -> None:
        self._allow_private = allow_private
        self._resolver = resolver
        self._timeout_s = timeout_s
        self._client = httpx.AsyncClient(
            verify=ssl_context or True,
            transport=transport,
            # The pool knows a connection by its address: one kept alive could serve another host name at that
            # address, whose certificate was never checked.
            limits=httpx.Limits(max_keepalive_connections=0),
            # No proxy from the environment: it would resolve the name again.
            trust_env=False,
            timeout=timeout_s,
        )

    async def check_url(self, url: str) -> None:
        """See Erp."""
        try:
            async with asyncio.timeout(self._timeout_s):
                await self._judge(url)
        except TimeoutError:
            raise OutboundRefused("the host name does not resolve in time") from None

    async def push(self, url: str, secret: str, *, message_id: str, body: bytes, at: datetime) -> ErpAnswer:
        """See Erp."""
        headers = sign(secret, message_id, int(at.timestamp()), body)
        started = time.monotonic()
        status, error = await self._deliver(url, headers, body)
        latency_ms = round((time.monotonic() - started) * 1000)
        return ErpAnswer(ok=error is None, status_code=status, latency_ms=latency_ms, error=error)

    async def aclose(self) -> None:
        """Close what is open."""
        await self._client.aclose()

    async def _deliver(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int | None, str | None]:
        """Status and error, in constant words."""
        try:
            async with asyncio.timeout(self._timeout_s):
                status = await self._post(await self._judge(url), headers, body)
        except OutboundRefused as refused:
            return None, f"refused: {refused}"
        except (TimeoutError, httpx.TimeoutException):
            return None, "timeout"
        except httpx.ConnectError as problem:
            return None, "TLS failed" if _is_tls(problem) else "connection failed"
        except httpx.HTTPError:
            return None, "connection broken"
        if 300 <= status < 400:
            return status, "redirects are not followed"
        return status, None if 200 <= status < 300 else f"status {status}"

    async def _judge(self, url: str) -> Target:
        return await judge(url, allow_private=self._allow_private, resolver=self._resolver)

    async def _post(self, target: Target, headers: dict[str, str], body: bytes) -> int:
        """Send to the first judged address that accepts a connection; only the status line is read."""
        failure: httpx.ConnectError | None = None
        for address in target.addresses:
            request = self._client.build_request(
                "POST",
                target.url.copy_with(host=address),
                content=body,
                headers=headers
                | {
                    "host": target.url.netloc.decode("ascii"),
                    "content-type": "application/json",
                    "user-agent": USER_AGENT,
                },
                # The certificate must be the host's, although the connection goes to the address.
                extensions={"sni_hostname": target.url.raw_host.decode("ascii")},
            )
            try:
                answer = await self._client.send(request, stream=True, follow_redirects=False)
            except httpx.ConnectError as problem:
                failure = problem
                continue
            await answer.aclose()
            return answer.status_code
        raise failure or httpx.ConnectError("no address")


def _is_tls(problem: BaseException) -> bool:
    """Whether a TLS error lies at the bottom of a chain of wrapped errors."""
    inner: BaseException | None = problem
    while inner is not None:
        if isinstance(inner, ssl.SSLError):
            return True
        inner = inner.__cause__ or inner.__context__
    return False
