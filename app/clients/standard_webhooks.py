"""Signatures of webhooks, those sent and those of ERPs: Standard Webhooks 1.0.0, and the plain `sha256=<hex>` form of
older ERPs.

Pure: bytes, secrets and times come in, headers or a verdict come out.
"""

import hashlib
import hmac
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable
from secrets import token_bytes

TOLERANCE_S = 300
PREFIX = "whsec_"


class BadSignature(Exception):
    """Unsigned, signed with another secret, or signed too long ago or too far ahead."""


def make_secret() -> str:
    """A new signing secret: `whsec_` and the base64 of 32 random bytes."""
    return PREFIX + b64encode(token_bytes(32)).decode()


def sign(secrets: Iterable[str], message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers of Standard Webhooks for this message, with a signature by each secret."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(
            "v1," + b64encode(_digest(secret, message_id, str(timestamp), body)).decode() for secret in secrets
        ),
    }


def verify(secrets: Iterable[str], *, message_id: str, timestamp: str, signature: str, body: bytes, now: float) -> None:
    """Check the headers of Standard Webhooks against any of `secrets`.

    Raises BadSignature. Several signatures may stand in the header, divided by spaces: one must match.
    """
    # isascii: str.isdigit alone accepts digits of other scripts, which int() would then read.
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise BadSignature("no timestamp")
    if abs(now - int(timestamp)) > TOLERANCE_S:
        raise BadSignature("timestamp outside the tolerance")
    offered = [part.removeprefix("v1,") for part in signature.split(" ") if part.startswith("v1,")]
    expected = [b64encode(_digest(secret, message_id, timestamp, body)) for secret in secrets if _key(secret)]
    if not message_id or not _any_match(offered, expected):
        raise BadSignature("signature does not match")


def verify_plain(secrets: Iterable[str], *, signature: str, body: bytes) -> None:
    """Check `X-Signature-256: sha256=<hex>`: HMAC-SHA256 of the raw body, key = the secret's text as shown.

    Raises BadSignature. This form carries no time: de-duplication by event is the only replay guard.
    """
    expected = [sign_plain(secret, body).encode() for secret in secrets if secret]
    if not _any_match([signature.strip().lower()], expected):
        raise BadSignature("signature does not match")


def sign_plain(secret: str, body: bytes) -> str:
    """The value of `X-Signature-256` for this body."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _digest(secret: str, message_id: str, timestamp: str, body: bytes) -> bytes:
    signed = f"{message_id}.{timestamp}.".encode() + body
    return hmac.new(_key(secret), signed, hashlib.sha256).digest()


def _key(secret: str) -> bytes:
    """Standard Webhooks keys are base64 after `whsec_`; a secret of another form is used as its text."""
    try:
        return b64decode(secret.removeprefix(PREFIX), validate=True)
    except (Base64Error, ValueError):
        return secret.encode()


def _any_match(offered: list[str], expected: list[bytes]) -> bool:
    """Compares every pair in constant time; as bytes, because compare_digest refuses non-ASCII text."""
    matches = [hmac.compare_digest(given.encode(errors="replace"), own) for given in offered for own in expected]
    return any(matches)
