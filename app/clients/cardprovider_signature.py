"""The card provider's webhook signature: `t=<unix>,v1=<hex>[,v1=<hex>]`, HMAC-SHA256 over `<t>.<body>`."""

import hashlib
import hmac

TOLERANCE_S = 300


class BadCardSignature(Exception):
    """Unsigned, signed with another secret, or signed too long ago or too far ahead."""


def verify(header: str | None, body: bytes, *, secrets: str, now: float) -> None:
    """Check the signature header against any of the comma-separated `secrets` (several during a roll).

    The provider signs with every live secret, so any v1 may match any secret. Raises BadCardSignature. Unlike the
    official library this refuses a timestamp more than 300 s in the future as well: it was never sent by them.
    """
    pairs = [part.strip().partition("=") for part in (header or "").split(",")]
    stamps = [value for name, _, value in pairs if name == "t"]
    offered = [value.encode(errors="replace") for name, _, value in pairs if name == "v1"]
    if len(stamps) != 1 or not (stamps[0].isascii() and stamps[0].isdigit() and len(stamps[0]) <= 12):
        raise BadCardSignature("no timestamp")
    expected = [_digest(secret, stamps[0], body) for part in secrets.split(",") if (secret := part.strip())]
    matches = [hmac.compare_digest(given, own) for given in offered for own in expected]
    if not any(matches):
        raise BadCardSignature("signature does not match")
    if abs(now - int(stamps[0])) > TOLERANCE_S:
        raise BadCardSignature("timestamp outside the tolerance")


def _digest(secret: str, stamp: str, body: bytes) -> bytes:
    return hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest().encode()
