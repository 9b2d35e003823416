"""The session cookie, in the very format the auth library writes, so both frontends share a session. Pure.

Value: encodeURIComponent(token + "." + base64(HMAC-SHA256(AUTH_SECRET, token))). Tests: test_cookies.py.
"""

import hmac
from base64 import b64encode
from hashlib import sha256
from urllib.parse import quote, unquote

from app.settings import Settings

SESSION_SECONDS = 604_800
_BASE_NAME = "better-auth.session_token"
_ENCODE_URI_COMPONENT_SAFE = "!~*'()"


def is_https(settings: Settings) -> bool:
    """Whether browsers reach the storefront over https (then cookies are Secure and prefixed)."""
    return settings.auth_url.lower().startswith("https://")


def cookie_name(settings: Settings) -> str:
    """Name of the session cookie: the `__Secure-` prefix is the library's on https."""
    return f"__Secure-{_BASE_NAME}" if is_https(settings) else _BASE_NAME


def signature(text: str, secret: str) -> str:
    """Base64 HMAC-SHA256 of a text."""
    return b64encode(hmac.new(secret.encode(), text.encode(), sha256).digest()).decode()


def sign_value(text: str, secret: str) -> str:
    """A signed, percent-encoded cookie value."""
    return quote(f"{text}.{signature(text, secret)}", safe=_ENCODE_URI_COMPONENT_SAFE)


def open_value(raw: str, secret: str) -> str | None:
    """The text of a signed value, or None when it was not signed with this secret."""
    text, dot, given = unquote(raw).rpartition(".")
    if not dot or not text or not secret:
        return None
    if not hmac.compare_digest(given.encode(), signature(text, secret).encode()):
        return None
    return text


def set_session(settings: Settings, token: str) -> str:
    """The Set-Cookie header that signs a browser in for seven days."""
    value = sign_value(token, settings.auth_secret.reveal())
    return f"{cookie_name(settings)}={value}; Max-Age={SESSION_SECONDS}; {_attributes(settings)}"


def clear_session(settings: Settings) -> str:
    """The Set-Cookie header that signs a browser out."""
    return f"{cookie_name(settings)}=; Max-Age=0; {_attributes(settings)}"


def set_small(settings: Settings, name: str, text: str, max_age: int) -> str:
    """A small signed cookie of the desk itself (flash message, chosen store)."""
    value = sign_value(text, settings.auth_secret.reveal())
    return f"{name}={value}; Max-Age={max_age}; {_attributes(settings)}"


def _attributes(settings: Settings) -> str:
    secure = "Secure; " if is_https(settings) else ""
    return f"Path=/; HttpOnly; {secure}SameSite=Lax"
