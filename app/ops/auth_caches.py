"""The two look-up caches of the auth scope, and the channel on which processes tell each other of changes."""

from typing import Any

from app.ops.cache import GuardedCache

CHANNEL = "auth_cache"


class AuthCaches:
    """Users by e-mail and sessions by token. Enabled only while the listener hears the channel."""

    def __init__(self) -> None:
        self.users_by_email: GuardedCache[Any] = GuardedCache()
        self.sessions_by_token: GuardedCache[Any] = GuardedCache()

    def heard(self, payload: str) -> None:
        """A notification of the database: `users:<key>`, `sessions:<key>`, or `*` in place of many keys."""
        kind, _, key = payload.partition(":")
        cache = self.users_by_email if kind == "users" else self.sessions_by_token
        if key == "*":
            cache.clear()
        else:
            cache.invalidate(key)

    def listening(self, heard: bool) -> None:
        """The listener came up (True) or went down (False)."""
        self.users_by_email.enabled = heard
        self.sessions_by_token.enabled = heard
