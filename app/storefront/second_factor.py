"""The second factor of an account: codes of an authenticator app (RFC 6238) and backup codes.

The rows are those of the auth library's two-factor plugin, sealed as it seals them (XChaCha20-Poly1305 under the
SHA-256 of AUTH_SECRET, nonce first, in hex): a person enrols once and is asked for the same codes by both frontends.
Every change names the row's version, so that of two answers with one code one counts. Tests: test_second_factor.py, and
with the library itself tests/packages/test_better_auth.py.
"""

import base64
import hmac
import json
import secrets
import string
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Literal

import pyotp
from nacl import bindings
from nacl.exceptions import CryptoError

from app.storefront.backend import ApiError, Json, segment
from app.storefront.site import Site

ENABLED = "twoFactorEnabled"
"""What the library keeps on a user, in `plugin_fields`."""
_MODEL = "twoFactor"
_ALPHABET = string.ascii_letters + string.digits
_PERIOD_S = 30
_BACKUP_CODES, _BACKUP_LENGTH = 10, 10
# As the library: so many wrong answers in a row close the account's second step for a while (NIST SP 800-63B §5.2.2).
_MOST_FAILURES, _CLOSED_FOR = 10, timedelta(minutes=15)
_TRIES = 3

Verdict = Literal["right", "wrong", "closed"]


@dataclass(frozen=True, slots=True)
class Factor:
    """A second factor as it is stored. `codes`: the backup codes that are left; `proven`: a code was right once."""

    row_id: str
    version: int
    secret: str
    codes: tuple[str, ...]
    proven: bool
    failures: int
    closed_until: datetime | None
    last_step: int
    created_at: datetime

    @property
    def _totp(self) -> pyotp.TOTP:
        return pyotp.TOTP(base64.b32encode(self.secret.encode()).decode().rstrip("="), interval=_PERIOD_S)

    @property
    def key(self) -> str:
        """The secret as an authenticator app takes it: Base32 in groups of four."""
        return " ".join(self._totp.secret[at : at + 4] for at in range(0, len(self._totp.secret), 4))

    def uri(self, email: str, issuer: str) -> str:
        """The `otpauth://` address that a QR code shows."""
        return self._totp.provisioning_uri(name=email, issuer_name=issuer)

    def step_of(self, code: str, now: datetime) -> int | None:
        """The time step a code is of, this one or a neighbour that was not used before; None: of none."""
        current = int(now.timestamp()) // _PERIOD_S
        for step in (current, current - 1, current + 1):
            if step > self.last_step and hmac.compare_digest(self._totp.generate_otp(step).encode(), code.encode()):
                return step
        return None


async def find(site: Site, user_id: str) -> Factor | None:
    """The user's second factor; None when there is none, or when another AUTH_SECRET has sealed it."""
    rows = await site.backend.auth.get(f"/internal/auth/extensions/by-user/{segment(user_id)}", model=_MODEL)
    found = [factor for row in rows if (factor := _opened(site, row))]
    return next((factor for factor in found if factor.proven), found[0] if found else None)


async def enrol(site: Site, user_id: str) -> Factor:
    """A new factor in the place of one that was never proven. It counts once `prove` has seen a code of it."""
    path = f"/internal/auth/extensions/by-user/{segment(user_id)}"
    await site.backend.auth.delete(path, query={"model": _MODEL})
    secret = "".join(secrets.choice(_ALPHABET) for _ in range(32))
    data = {
        "secret": _sealed(site, secret),
        "backupCodes": _sealed(site, json.dumps(_backup_codes())),
        "verified": False,
        "failedVerificationCount": 0,
        "lockedUntil": None,
    }
    row = await site.backend.auth.post("/internal/auth/extensions", {"user_id": user_id, "model": _MODEL, "data": data})
    made = _opened(site, row)
    assert made is not None  # noqa: S101 - sealed just now
    return made


async def prove(site: Site, user_id: str, code: str) -> Factor | None:
    """Take a new factor into use with its first code, and answer it; None when the code is not right."""
    factor = await find(site, user_id)
    now = datetime.now(UTC)
    step = factor.step_of(_plain(code), now) if factor and not factor.proven else None
    if factor is None or step is None or not await _change(site, factor, verified=True, lastStep=step):
        return None
    await site.backend.auth.patch(f"/internal/auth/users/{segment(user_id)}", {"plugin_fields": {ENABLED: True}})
    return factor


async def check(site: Site, user_id: str, code: str) -> Verdict:
    """Judge a code of the app or a backup code. A right one is spent, a wrong one is counted, over all replicas."""
    for _ in range(_TRIES):
        factor = await find(site, user_id)
        if factor is None or not factor.proven:
            return "wrong"
        now = datetime.now(UTC)
        if factor.closed_until is not None and factor.closed_until > now:
            return "closed"
        changes = _spent(site, factor, _plain(code), now)
        right = changes is not None
        if changes is None:
            failures = (0 if factor.closed_until else factor.failures) + 1
            closed = (now + _CLOSED_FOR).isoformat() if failures >= _MOST_FAILURES else None
            changes = {"failedVerificationCount": failures, "lockedUntil": closed}
        if await _change(site, factor, **changes):
            return "right" if right else "wrong"
    return "wrong"


async def renew_codes(site: Site, user_id: str) -> tuple[str, ...] | None:
    """New backup codes in the place of those that are left; None when the factor was changed meanwhile."""
    factor, codes = await find(site, user_id), _backup_codes()
    if factor is None or not await _change(site, factor, backupCodes=_sealed(site, json.dumps(codes))):
        return None
    return tuple(codes)


async def remove(site: Site, user_id: str) -> None:
    """Ask for no second factor any more."""
    await site.backend.auth.patch(f"/internal/auth/users/{segment(user_id)}", {"plugin_fields": {ENABLED: False}})
    path = f"/internal/auth/extensions/by-user/{segment(user_id)}"
    await site.backend.auth.delete(path, query={"model": _MODEL})


def _spent(site: Site, factor: Factor, code: str, now: datetime) -> dict[str, Any] | None:
    """What a right code changes in the row; None for a wrong one."""
    clean = {"failedVerificationCount": 0, "lockedUntil": None}
    if (step := factor.step_of(code, now)) is not None:
        return clean | {"lastStep": step}
    left = [one for one in factor.codes if not hmac.compare_digest(_plain(one).encode(), code.encode())]
    if len(left) == len(factor.codes):
        return None
    return clean | {"backupCodes": _sealed(site, json.dumps(left))}


async def _change(site: Site, factor: Factor, **data: Any) -> bool:
    """Whether the row was still as it was read, and is changed."""
    try:
        path = f"/internal/auth/extensions/{segment(factor.row_id)}"
        await site.backend.auth.patch(path, {"data": data, "version": factor.version})
    except ApiError as error:
        if error.status in (404, 409):
            return False
        raise
    return True


def _opened(site: Site, row: Mapping[str, Any]) -> Factor | None:
    data = row["data"]
    secret, codes = _open(site, data.get("secret")), _open(site, data.get("backupCodes"))
    if secret is None:
        return None
    closed = data.get("lockedUntil")
    return Factor(
        row["id"],
        row["version"],
        secret,
        tuple(_texts(codes)),
        data.get("verified") is not False,
        int(data.get("failedVerificationCount") or 0),
        datetime.fromisoformat(closed) if closed else None,
        int(data.get("lastStep") or 0),
        datetime.fromisoformat(row["created_at"]),
    )


def _texts(codes: str | None) -> list[str]:
    found: Json = json.loads(codes) if codes else []
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def _plain(code: str) -> str:
    """A code without the blanks and the dash it may be written with."""
    return "".join(char for char in code if char not in " -\t")[:64]


def _backup_codes() -> list[str]:
    made = ("".join(secrets.choice(_ALPHABET) for _ in range(_BACKUP_LENGTH)) for _ in range(_BACKUP_CODES))
    return [f"{code[:5]}-{code[5:]}" for code in made]


def _key(site: Site) -> bytes:
    return sha256(site.settings.auth_secret.reveal().encode()).digest()


def _sealed(site: Site, text: str) -> str:
    nonce = secrets.token_bytes(bindings.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    return (nonce + bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(text.encode(), None, nonce, _key(site))).hex()


def _open(site: Site, sealed: object) -> str | None:
    try:
        raw = bytes.fromhex(sealed) if isinstance(sealed, str) else b""
        size = bindings.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
        opened: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(raw[size:], None, raw[:size], _key(site))
    except (ValueError, CryptoError):
        return None
    return opened.decode()
