"""The engine for floods of calls, aiohttp: see app/clients/transports.py."""

import ssl
from collections.abc import Mapping

import aiohttp
from yarl import URL

from app.clients.calls import Call, CallTimeout, NotConnected, OutboundError, Policy, TlsFailed, Unreachable
from app.clients.transports import HEADERS, KEEPALIVE_S, Response, has_cause, outbound_error


class AiohttpTransport:
    """Transport over aiohttp."""

    def __init__(self, tls: ssl.SSLContext | None) -> None:
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEPALIVE_S, ssl=tls or True),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            headers=HEADERS,
        )
        self._timeouts: dict[tuple[float, float, float], aiohttp.ClientTimeout] = {}

    async def open(self, call: Call, policy: Policy) -> Response:
        """See Transport."""
        limits = policy.connect_s, policy.read_s, policy.total_s
        timeout = self._timeouts.get(limits)
        if timeout is None:
            # Reading is bounded by the deadline anyway; a second timer is for policies that are stricter there.
            read_s = policy.read_s if policy.read_s < policy.total_s else None
            timeout = aiohttp.ClientTimeout(total=None, sock_connect=policy.connect_s, sock_read=read_s)
            self._timeouts[limits] = timeout
        try:
            response = await self._session.request(
                call.method,
                URL(call.url, encoded=True),
                headers=call.headers,
                data=call.content or None,
                server_hostname=call.server_name,
                timeout=timeout,
                allow_redirects=False,
            )
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _cause(policy, error) from error
        return _AiohttpResponse(response, policy)

    async def close(self) -> None:
        """See Transport."""
        await self._session.close()


class _AiohttpResponse:
    __slots__ = ("_content", "_policy", "_response", "headers", "status")

    def __init__(self, response: aiohttp.ClientResponse, policy: Policy) -> None:
        self.status = response.status
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._content = response.content
        self._policy = policy

    def at_hand(self) -> bytes | None:
        """See Response."""
        try:
            return self._content.read_nowait() or (b"" if self._content.at_eof() else None)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _cause(self._policy, error) from error

    async def more(self) -> bytes:
        """See Response."""
        try:
            return await self._content.readany()
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _cause(self._policy, error) from error

    async def close(self) -> None:
        """See Response."""
        self._response.release()


def _cause(policy: Policy, error: Exception) -> OutboundError:
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return outbound_error(NotConnected, policy, error)
    if isinstance(error, TimeoutError):
        return outbound_error(CallTimeout, policy, error)
    if isinstance(error, aiohttp.ClientSSLError) or has_cause(error, ssl.SSLError):
        return outbound_error(TlsFailed, policy, error)
    return outbound_error(
        NotConnected if isinstance(error, aiohttp.ClientConnectorError) else Unreachable, policy, error
    )
