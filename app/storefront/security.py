"""Who may go where: the route protection table, the redirect check, the origin check. Pure.

Tests: test_security.py.
"""

import re
from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from app.settings import Settings

PUBLIC_PATHS = ("/", "/login", "/register", "/forgot-password", "/reset-password", "/confirm-email", "/auth/callback")
PROTECTED_PREFIXES = (
    "/account",
    "/admin",
    "/agents",
    "/dashboard",
    "/developers",
    "/inbox",
    "/products",
    "/stores",
    "/upload",
    "/leads",
    "/orders",
    "/settings",
    "/client-stats",
    "/database-stats",
    "/token-usage",
    "/documents",
    "/instance-settings",
)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
# A provider's server sends no Origin; the relay is protected by what the backend checks, not by a cookie.
ORIGIN_FREE_PREFIX = "/api/webhooks/"

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: https:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
_SMUGGLED = re.compile(r"%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)", re.IGNORECASE)
_MAX_REDIRECT = 2_000


def is_protected(path: str) -> bool:
    """Whether a path needs a session. Prefixes end at segment boundaries: /administrator is not /admin."""
    return any(path == prefix or path.startswith(prefix + "/") for prefix in PROTECTED_PREFIXES)


def login_url(path: str) -> str:
    """Where an anonymous visitor of a protected path is sent."""
    return f"/login?redirect={quote(path, safe='/')}"


def safe_redirect(target: str | None, default: str = "/dashboard") -> str:
    """The redirect target when it stays on this site, else `default`.

    Checked when read, because anybody can write the query of a login link. Refused: another scheme or host,
    `//`, backslashes (browsers read them as slashes), control characters (browsers drop them) and the
    percent-encoded forms of all these.
    """
    if not target or len(target) > _MAX_REDIRECT or not target.startswith("/"):
        return default
    if "\\" in target or any(ord(ch) < 0x20 or 0x7F <= ord(ch) <= 0x9F or ch == " " for ch in target):
        return default
    path = target.split("?", 1)[0].split("#", 1)[0]
    if "//" in path or _SMUGGLED.search(target):
        return default
    try:
        parts = urlsplit(target)
        target.encode("utf-8")
    except (ValueError, UnicodeEncodeError):
        return default
    return default if parts.scheme or parts.netloc else target


def origin_of(url: str) -> str:
    """scheme://host[:port] of a URL, lower-case, without a default port; empty for anything else."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    default_port = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != default_port else "")


def trusted_origins(settings: Settings) -> frozenset[str]:
    """The origins whose pages may send us forms: the configured ones, in development also our loopback port."""
    urls = [settings.auth_url, settings.public_auth_url, *settings.auth_trusted_origins]
    if settings.development:
        urls += [f"http://{host}:{settings.storefront_port}" for host in ("127.0.0.1", "localhost")]
    return frozenset(filter(None, map(origin_of, urls)))


def origin_allowed(trusted: frozenset[str], origins: Sequence[str], fetch_sites: Sequence[str]) -> bool:
    """Whether an unsafe request comes from one of our own pages.

    `origins` and `fetch_sites` are all values of the two headers; a repeated or missing Origin is refused.
    `Origin: null` is what Chromium sends from a page with Referrer-Policy no-referrer; sandboxed and foreign
    documents send it too, so it counts only together with Sec-Fetch-Site: same-origin.
    """
    if len(origins) != 1:
        return False
    if origins[0] == "null":
        return list(fetch_sites) == ["same-origin"]
    return origins[0] in trusted
