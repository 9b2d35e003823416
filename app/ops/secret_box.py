"""Secrets at rest: AES-256-GCM with a list of keys, so that keys can be rotated.

A sealed value is: format byte, key id (4 bytes), nonce (12 bytes), ciphertext with tag. The key id says which
key opens it; `aad` (the row's identity) is bound in, so a value copied into another row does not open there.
"""

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterable
from hashlib import sha256
from secrets import token_bytes

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_FORMAT = b"\x01"
_KEY_ID = slice(1, 5)
_NONCE = slice(5, 17)
_BODY = slice(17, None)


class SecretBoxError(Exception):
    """A key or a sealed value cannot be used. The message never contains either."""


class SecretBox:
    """Seals with the first key and opens with all of them."""

    def __init__(self, keys: str) -> None:
        """`keys`: base64 AES-256 keys, comma-separated (the setting SECRETS_KEY). Raises SecretBoxError."""
        raw = [_decode(part.strip(), place) for place, part in enumerate(keys.split(","), 1) if part.strip()]
        if not raw:
            raise SecretBoxError("SECRETS_KEY holds no key")
        self._ciphers = {sha256(key).digest()[:4]: AESGCM(key) for key in raw}
        self._newest = sha256(raw[0]).digest()[:4]

    def seal(self, plain: str, aad: str) -> bytes:
        """The sealed form of `plain`, bound to `aad`. The same text never seals to the same bytes twice."""
        nonce = token_bytes(12)
        body = self._ciphers[self._newest].encrypt(nonce, plain.encode(), _bind(self._newest, aad))
        return _FORMAT + self._newest + nonce + body

    def open(self, sealed: bytes, aad: str) -> str:
        """The text inside. Raises SecretBoxError for an unknown key, another `aad` or changed bytes."""
        if sealed[:1] != _FORMAT:
            raise SecretBoxError("not a sealed value")
        key_id = sealed[_KEY_ID]
        cipher = self._ciphers.get(key_id)
        if cipher is None:
            raise SecretBoxError("sealed with a key that SECRETS_KEY no longer lists")
        try:
            return cipher.decrypt(sealed[_NONCE], sealed[_BODY], _bind(key_id, aad)).decode()
        except (InvalidTag, ValueError):
            raise SecretBoxError("sealed value does not open here") from None

    def open_all(self, sealed: Iterable[bytes | None], aad: str) -> list[str]:
        """The texts of those that are set and open: one of a lost key must not spoil the one that has taken its place.

        Raises SecretBoxError when some are set and none opens.
        """
        opened: list[str] = []
        failure: SecretBoxError | None = None
        for value in sealed:
            try:
                opened += [] if value is None else [self.open(value, aad)]
            except SecretBoxError as error:
                failure = error
        if failure is not None and not opened:
            raise failure
        return opened

    @property
    def rotating(self) -> bool:
        """True while an older key is listed."""
        return len(self._ciphers) > 1

    def needs_resealing(self, sealed: bytes) -> bool:
        """True when an older key than the newest sealed it."""
        return sealed[_KEY_ID] != self._newest


def _bind(key_id: bytes, aad: str) -> bytes:
    return _FORMAT + key_id + aad.encode()


def _decode(text: str, place: int) -> bytes:
    try:
        key = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        raise SecretBoxError(f"SECRETS_KEY: key {place} is not base64") from None
    if len(key) != 32:
        raise SecretBoxError(f"SECRETS_KEY: key {place} has {len(key)} bytes, not 32")
    return key
