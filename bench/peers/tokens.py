"""What a session's token is found by, for whoever has no vault: as app/ops/vault.py makes it."""

import hmac
from hashlib import sha256

# The service's AUTH_SECRET in a measurement.
SECRET = "bench-secret-" + "s" * 32
_KEY = hmac.digest(SECRET.encode(), b"vault", "sha256")


def token_hash(token: str) -> str:
    """The keyed hash that stands in the database."""
    return hmac.new(_KEY, f"session_token\0{token}".encode(), sha256).hexdigest()
