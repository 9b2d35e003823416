"""Links that are mailed: each is good once, for an hour, and only who reads the mail knows its token.

Kept as the backend's verifications: the identifier says what the link is for and whose it is, the value is the token.
Tests: test_reset_pages.py, test_email_change.py.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Literal
from urllib.parse import quote

from starlette.responses import Response

from app.storefront.backend import ApiError, segment
from app.storefront.site import Site

LIFETIME = timedelta(hours=1)
# With an address of 320 characters in it, of whatever alphabet.
MAX_TOKEN = 1800
SECOND_STEP = "desk-second-step"

Purpose = Literal["reset-password", "confirm-email"]


async def make(site: Site, purpose: Purpose, user_id: str, told: str = "") -> str:
    """The address to mail. `told` is a part of the token, and given back when the link is used up."""
    token = secrets.token_urlsafe(32) + (f".{urlsafe_b64encode(told.encode()).decode()}" if told else "")
    expires_at = (datetime.now(UTC) + LIFETIME).isoformat()
    record = {"identifier": f"{purpose}:{user_id}", "value": token, "expires_at": expires_at}
    await site.backend.auth.post("/internal/auth/verifications", record)
    return f"{site.public_url}/{purpose}?token={quote(token, safe='')}"


async def use_up(site: Site, purpose: Purpose, token: str) -> tuple[str, str] | None:
    """Whose a live link is and what it was told, or None. Of concurrent callers one gets it."""
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
    told = urlsafe_b64decode(token.partition(".")[2]).decode()
    return str(removed["identifier"]).removeprefix(f"{purpose}:"), told


async def end_links(site: Site, user_id: str) -> None:
    """Make worthless what has been mailed to a user, and a sign-in that waits for its code.

    Called before a password or an address changes: who read the old mail, or knew the old password, then has nothing.
    """
    for purpose in ("reset-password", "confirm-email", SECOND_STEP):
        identifier = segment(f"{purpose}:{user_id}")
        await site.backend.auth.delete(f"/internal/auth/verifications/by-identifier/{identifier}")


def private(response: Response) -> Response:
    """The answer of a page whose address holds a token: it must not leave in a Referer."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
