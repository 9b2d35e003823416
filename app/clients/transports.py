"""The two engines behind the one way out: httpx for third parties, aiohttp for the language model (flood.py).

httpx's pool stalls at 1,000 calls at once and costs 50 times the CPU a call there, which only chats come near
(bench/README.md, chat). Both say in the same few words what went wrong. tests/clients/test_http.py runs over both.
"""

import functools
import ssl
from collections.abc import AsyncIterator, Mapping
from typing import Protocol

import httpx

from app.clients.calls import Call, CallTimeout, NotConnected, OutboundError, Policy, TlsFailed, Unreachable

KEEPALIVE_S = 30
HEADERS = {"Accept-Encoding": "identity", "User-Agent": "storefront-backend"}


class Response(Protocol):
    """An answer whose body still arrives."""

    status: int
    headers: Mapping[str, str]

    def at_hand(self) -> bytes | None:
        """What has arrived already; empty at the end, None where it has to be waited for. Raises OutboundError."""

    async def more(self) -> bytes:
        """The next piece, decoded; empty at the end. Raises OutboundError."""

    async def close(self) -> None:
        """Give the connection back; one whose body was not read to its end is closed."""


class Transport(Protocol):
    """The connections of one engine."""

    async def open(self, call: Call, policy: Policy) -> Response:
        """Send a call and wait for the head of its answer. Raises OutboundError."""

    async def close(self) -> None:
        """Close all connections."""


def open_transport(tls: ssl.SSLContext | None = None) -> Transport:
    """The connections all third parties of one process share."""
    return _Httpx(tls)


def open_flood_transport(tls: ssl.SSLContext | None = None) -> Transport:
    """The connections to the language model: thousands of calls at once."""
    # A process without a remote model spares the 0.2 s that importing aiohttp takes.
    from app.clients.flood import AiohttpTransport

    return AiohttpTransport(tls)


@functools.cache
def trusted() -> ssl.SSLContext:
    """Whom everybody trusts. Read once a process: it takes tens of milliseconds."""
    return httpx.create_ssl_context(trust_env=False)


class _Httpx:
    def __init__(self, tls: ssl.SSLContext | None) -> None:
        self._client = httpx.AsyncClient(
            verify=tls or trusted(),
            headers=HEADERS,
            limits=httpx.Limits(max_connections=None, keepalive_expiry=KEEPALIVE_S),
            follow_redirects=False,
            trust_env=False,
        )

    async def open(self, call: Call, policy: Policy) -> Response:
        """See Transport."""
        timeout = httpx.Timeout(policy.read_s, connect=policy.connect_s, pool=policy.total_s)
        # The certificate is checked against this name, too.
        extensions = {"sni_hostname": call.server_name} if call.server_name else {}
        try:
            request = self._client.build_request(
                call.method,
                call.url,
                headers=dict(call.headers),
                content=call.content or None,
                timeout=timeout,
                extensions=extensions,
            )
            response = await self._client.send(request, stream=True)
            # Answers carry cookies that are nobody's here.
            self._client.cookies.clear()
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            raise _of_httpx(policy, error) from error
        return _HttpxResponse(response, policy)

    async def close(self) -> None:
        """See Transport."""
        await self._client.aclose()


class _HttpxResponse:
    def __init__(self, response: httpx.Response, policy: Policy) -> None:
        self.status = response.status_code
        self.headers: Mapping[str, str] = response.headers
        self._response = response
        self._pieces: AsyncIterator[bytes] = response.aiter_bytes()
        self._policy = policy

    def at_hand(self) -> bytes | None:
        """See Response. httpx does not tell."""
        return None

    async def more(self) -> bytes:
        """See Response."""
        try:
            return await anext(self._pieces, b"")
        except (httpx.HTTPError, httpx.StreamError, OSError, ValueError) as error:
            raise _of_httpx(self._policy, error) from error

    async def close(self) -> None:
        """See Response."""
        await self._response.aclose()


def _of_httpx(policy: Policy, error: Exception) -> OutboundError:
    if isinstance(error, httpx.ConnectTimeout):
        return outbound_error(NotConnected, policy, error)
    if isinstance(error, httpx.TimeoutException):
        return outbound_error(CallTimeout, policy, error)
    if isinstance(error, httpx.ConnectError):
        return outbound_error(TlsFailed if has_cause(error, ssl.SSLError) else NotConnected, policy, error)
    return outbound_error(Unreachable, policy, error)


def outbound_error(kind: type[OutboundError], policy: Policy, error: Exception) -> OutboundError:
    """What the library raised, in our words: the text of the provider never travels further than the log."""
    return kind(f"{policy.name}: {type(error).__name__}")


def has_cause(error: BaseException | None, kind: type[BaseException]) -> bool:
    """Tell whether an error is of a kind, or came of one that is."""
    while error is not None:
        if isinstance(error, kind):
            return True
        error = error.__cause__ or error.__context__
    return False
