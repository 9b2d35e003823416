"""The look-up caches of sign-in and membership, and the channel on which processes tell each other of changes."""

from typing import Any

from app.ops.cache import GuardedCache

CHANNEL = "auth_cache"


class AuthCaches:
    """Users by e-mail, sessions by token, roles by `member_key`. Enabled only while the listener hears the channel."""

    def __init__(self) -> None:
        self.users_by_email: GuardedCache[Any] = GuardedCache()
        self.sessions_by_token: GuardedCache[Any] = GuardedCache()
        self.member_roles: GuardedCache[str] = GuardedCache()
        self._by_kind: dict[str, GuardedCache[Any]] = {
            "users": self.users_by_email,
            "sessions": self.sessions_by_token,
            "members": self.member_roles,
        }

    def heard(self, payload: str) -> None:
        """A notification of the database: `users:<key>`, `sessions:…`, `members:…`, or `*` in place of many keys."""
        kind, _, key = payload.partition(":")
        cache = self._by_kind[kind]
        if key == "*":
            cache.clear()
        else:
            cache.invalidate(key)

    def listening(self, heard: bool) -> None:
        """The listener came up (True) or went down (False)."""
        for cache in self._by_kind.values():
            cache.enabled = heard


def member_key(company_id: str, user_id: str) -> str:
    """What a member's role is kept by; neither id holds a space."""
    return f"{company_id} {user_id}"
