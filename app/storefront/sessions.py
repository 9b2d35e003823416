"""Sessions: who is signed in, signing in and out. The live session is asked of the backend each time.

Tests: test_auth_pages.py.
"""

import secrets
import string
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog
from starlette.requests import Request

from app.storefront import cookies
from app.storefront.backend import ApiError, Json, segment
from app.storefront.site import site_of
from app.web.errors import Unauthorized

log = structlog.get_logger("storefront")

_TOKEN_ALPHABET = string.ascii_letters + string.digits
_REFRESH_AFTER = timedelta(days=1)
_UNKNOWN = object()


@dataclass(frozen=True, slots=True)
class User:
    """The signed-in person. Language and time zone are what they have chosen, empty when they have not."""

    id: str
    email: str
    name: str
    language: str = ""
    timezone: str = ""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A live session, its user, and the companies that they may act for."""

    user: User
    session_id: str
    token: str
    expires_at: datetime
    companies: Sequence[Json]


async def look_up(request: Request) -> Visitor | None:
    """The visitor of this request, or None. Asked once per request; may raise ApiError."""
    known = getattr(request.state, "visitor", _UNKNOWN)
    if known is _UNKNOWN:
        known = await _find(request)
        request.state.visitor = known
    assert known is None or isinstance(known, Visitor)  # noqa: S101 - narrows the type for mypy
    return known


async def get_current_user(request: Request) -> User | None:
    """The signed-in user, or None."""
    visitor = await look_up(request)
    return visitor.user if visitor else None


async def require_visitor(request: Request) -> Visitor:
    """The signed-in visitor; raises Unauthorized (401) for an anonymous caller."""
    visitor = await look_up(request)
    if visitor is None:
        raise Unauthorized("Sign in first.")
    return visitor


async def require_user(request: Request) -> User:
    """The signed-in user; raises Unauthorized (401) for an anonymous caller."""
    return (await require_visitor(request)).user


def begin(request: Request, user_id: str) -> tuple[dict[str, str], str]:
    """A new session of this visitor as the backend takes it, and the Set-Cookie header that goes with it."""
    site = site_of(request)
    token = "".join(secrets.choice(_TOKEN_ALPHABET) for _ in range(32))
    expires_at = datetime.now(UTC) + timedelta(seconds=cookies.SESSION_SECONDS)
    body = {
        "user_id": user_id,
        "token": token,
        "expires_at": expires_at.isoformat(),
        **_whence(request),
    }
    return {k: v for k, v in body.items() if v is not None}, cookies.set_session(site.settings, token)


async def start(request: Request, user_id: str) -> str:
    """Create a session; returns the Set-Cookie header."""
    body, cookie = begin(request, user_id)
    await site_of(request).backend.auth.post("/internal/auth/sessions", body)
    await tell(request, "sign_in", user_id)
    return cookie


async def tell(request: Request, type_: str, user_id: str | None) -> None:
    """Have the audit log of the user's company say what happened; that it was not told stops nobody.

    The types are those that the better-auth adapter tells.
    """
    event = {"type": type_, "user_id": user_id, **_whence(request)}
    try:
        await site_of(request).backend.auth.post("/internal/auth/events", event)
    except ApiError as error:
        log.warning("auth_event_lost", type=type_, status=error.status)


def _whence(request: Request) -> dict[str, str | None]:
    return {
        "ip_address": request.client.host if request.client else None,
        "user_agent": request.headers.get("user-agent", "")[:2048] or None,
    }


async def refreshed_cookie(request: Request, visitor: Visitor) -> str | None:
    """Lengthen a session at most once a day; returns the cookie to set again, or None when it is fresh."""
    site = site_of(request)
    whole = timedelta(seconds=cookies.SESSION_SECONDS)
    if visitor.expires_at - datetime.now(UTC) > whole - _REFRESH_AFTER:
        return None
    expires_at = (datetime.now(UTC) + whole).isoformat()
    try:
        await site.backend.auth.patch(
            f"/internal/auth/sessions/{segment(visitor.session_id)}", {"expires_at": expires_at}
        )
    except ApiError:
        # The session itself is still good; the next request tries again.
        return None
    return cookies.set_session(site.settings, visitor.token)


async def end(request: Request, user_id: str, session_id: str) -> None:
    """Delete a session of a user."""
    await site_of(request).backend.auth.delete(f"/internal/auth/sessions/{segment(session_id)}")
    await tell(request, "session_revoked", user_id)


async def end_all(request: Request, user_id: str, *, but: Visitor | None = None) -> None:
    """Delete every session of a user, but the one that is kept."""
    query = {"except": but.token if but else None}
    await site_of(request).backend.auth.delete(f"/internal/auth/sessions/by-user/{segment(user_id)}", query=query)
    await tell(request, "sessions_revoked", user_id)


async def _find(request: Request) -> Visitor | None:
    site = site_of(request)
    raw = request.cookies.get(cookies.cookie_name(site.settings))
    token = cookies.open_value(raw, site.settings.auth_secret.reveal()) if raw else None
    if token is None or len(token) > 512:
        return None
    auth = site.backend.auth
    found = await auth.maybe(f"/internal/auth/sessions/by-token/{segment(token)}", include="companies")
    if found is None:
        return None
    session, user = found["session"], found["user"]
    expires_at = datetime.fromisoformat(session["expires_at"])
    if expires_at <= datetime.now(UTC):
        return None
    chosen = user.get("metadata") or {}
    person = User(
        id=user["id"],
        email=user["email"],
        name=user.get("name") or user["email"],
        language=str(chosen.get("language") or ""),
        timezone=str(chosen.get("timezone") or ""),
    )
    return Visitor(person, session["id"], token, expires_at, found["companies"])
