"""Secrets that are looked up: sealed in the database beside a keyed hash, by which they are found.

The hash is keyed by AUTH_SECRET: with another one nothing is found any more, and everybody signs in anew, as with any
session cookie. What is sealed follows SECRETS_KEY (app/ops/secret_box.py). tests/ops/test_vault.py.
"""

import hmac
from hashlib import sha256

from app.ops.secret_box import SecretBox, SecretBoxError
from app.settings import Settings


class Vault:
    """Hashes and seals; `aad` binds a sealed value to its row."""

    def __init__(self, box: SecretBox, secret: str) -> None:
        self._box = box
        self._key = hmac.digest(secret.encode(), b"vault", "sha256")

    def hash(self, kind: str, text: str) -> str:
        """What `text` is found by. Equal texts of two kinds have different hashes."""
        return hmac.new(self._key, f"{kind}\0{text}".encode("utf-8", "surrogatepass"), sha256).hexdigest()

    def seal(self, text: str, aad: str) -> bytes:
        """The sealed form of a text."""
        return self._box.seal(text, aad)

    def open(self, sealed: bytes, aad: str) -> str | None:
        """The text; None when none of the keys opens it, which is as if it were not there."""
        try:
            return self._box.open(sealed, aad)
        except SecretBoxError:
            return None


def open_vault(settings: Settings) -> Vault:
    """The vault of these settings. Raises SecretBoxError for keys that are none."""
    return Vault(SecretBox(settings.secrets_key.reveal()), settings.auth_secret.reveal())
