"""A call to a third party in our words: what is sent, how patiently, what comes back, what may go wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

RETRY_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})


class OutboundError(Exception):
    """A third party could not be asked. `retry_after_s` is a hint for the caller's own answer."""

    retry_after_s: float = 2.0
    outcome: ClassVar[str] = "failed"
    """The word for it in the metrics."""


class Unreachable(OutboundError):
    """No connection, or it broke before the answer was whole."""

    outcome = "broken"


class NotConnected(Unreachable):
    """Not even a connection: another address may still do."""

    outcome = "not_connected"


class TlsFailed(NotConnected):
    """The certificate or the handshake is wrong."""

    outcome = "tls_failed"


class CallTimeout(OutboundError):
    """No whole answer within the deadline."""

    outcome = "timeout"


class AnswerTooLarge(OutboundError):
    """The answer is larger than the policy allows."""

    outcome = "too_large"


class CircuitOpen(OutboundError):
    """The provider failed too often just now; it was not called."""

    outcome = "held_back"

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
