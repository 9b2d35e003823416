"""Links that are mailed: each is good once, for an hour, and only who reads the mail knows its token.

Kept as the backend's verifications: the identifier says what the link is for, the value is the token.
Tests: test_reset_pages.py, test_email_change.py.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Literal
from urllib.parse import quote

from starlette.responses import Response

from app.storefront.backend import ApiError, segment
from app.storefront.site import Site

LIFETIME = timedelta(hours=1)
MAX_TOKEN = 512

Purpose = Literal["reset-password", "confirm-email"]


async def make(site: Site, purpose: Purpose, subject: str) -> str:
    """The address to mail. `subject` is what the link is about, told again when it is used up."""
    token = secrets.token_urlsafe(32)
    expires_at = (datetime.now(UTC) + LIFETIME).isoformat()
    record = {"identifier": f"{purpose}:{subject}", "value": token, "expires_at": expires_at}
    await site.backend.auth.post("/internal/auth/verifications", record)
    return f"{site.public_url}/{purpose}?token={quote(token, safe='')}"


async def use_up(site: Site, purpose: Purpose, token: str) -> str | None:
    """The subject of a live link, or None. Of concurrent callers one gets it."""
    if not token or len(token) > MAX_TOKEN or "\0" in token:
        return None
    auth = site.backend.auth
    record = await auth.maybe(f"/internal/auth/verifications/by-value/{segment(token)}")
    if record is None or not str(record["identifier"]).startswith(f"{purpose}:"):
        return None
    try:
        body = {"identifier": record["identifier"], "value": token}
        removed = await auth.post("/internal/auth/verifications/consume", body)
    except ApiError as error:
        if error.status == 404:
            return None
        raise
    return str(removed["identifier"]).removeprefix(f"{purpose}:")


def private(response: Response) -> Response:
    """The answer of a page whose address holds a token: it must not leave in a Referer."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
