"""The four credentials. A token is exactly one header value, compared as bytes in constant time."""

import re
from collections.abc import Iterable
from enum import Enum
from hmac import compare_digest

from app.settings import Secret, Settings
from app.web.errors import Unauthorized
from app.web.types import TEXT_ID

Headers = Iterable[tuple[bytes, bytes]]
Tokens = tuple[bytes, ...]

_ID = re.compile(TEXT_ID.encode())
_NOBODY = (None, None)


class Scope(Enum):
    """Who may call a route; every Group has exactly one."""

    AUTH = "auth"
    APP = "app"
    WEBHOOK = "webhook"
    APP_OR_WEBHOOK = "app or webhook"
    PUBLIC = "public"


# Where a query parameter that is not declared is refused: nobody but our own callers is there, and a misspelt filter
# would answer more than was asked for. Public routes are also called by probes, browsers and providers.
STRICT = frozenset({Scope.AUTH, Scope.APP, Scope.APP_OR_WEBHOOK})


class Credentials:
    """Checks a request's headers against the configured tokens. A scope with no configured token is closed."""

    def __init__(self, settings: Settings) -> None:
        self._auth = _token_bytes(settings.auth_token)
        self._app = _token_bytes(settings.internal_api_token)
        self._webhook = _token_bytes(settings.internal_webhook_token)

    def check(self, scope: Scope, headers: Headers) -> tuple[str | None, str | None]:
        """Who calls: in the app scope the actor and, when somebody else acts for it, that person; else nobody.

        A person that nobody can be (an empty or malformed id) is "". Raises Unauthorized.
        """
        if scope is Scope.PUBLIC:
            return _NOBODY
        if scope is Scope.APP:
            return self._actor(headers)
        if scope is Scope.AUTH:
            self._require(_single(headers, b"x-auth-token"), self._auth)
        elif scope is Scope.WEBHOOK:
            self._require(_single(headers, b"x-webhook-token"), self._webhook)
        elif not (
            _matches(_single(headers, b"x-internal-token"), self._app)
            or _matches(_single(headers, b"x-webhook-token"), self._webhook)
        ):
            raise Unauthorized
        return _NOBODY

    def _actor(self, headers: Headers) -> tuple[str, str | None]:
        """One walk over the headers: this runs for each request of the app scope."""
        token = actor = acting = None
        for name, value in headers:
            if name == b"x-internal-token":
                if token is not None:
                    raise Unauthorized
                token = value
            elif name == b"x-actor-user-id":
                if actor is not None:
                    raise Unauthorized
                actor = value
            elif name == b"x-acting-user-id":
                if acting is not None:
                    raise Unauthorized
                acting = value
        self._require(token, self._app)
        if actor is None or not _ID.fullmatch(actor):
            raise Unauthorized
        if acting is None or acting == actor:
            return actor.decode("ascii"), None
        return actor.decode("ascii"), acting.decode("ascii") if _ID.fullmatch(acting) else ""

    @staticmethod
    def _require(given: bytes | None, wanted: Tokens) -> None:
        if not _matches(given, wanted):
            raise Unauthorized


def _token_bytes(secret: Secret) -> Tokens:
    return tuple(token.encode() for token in secret.parts())


def _matches(given: bytes | None, wanted: Tokens) -> bool:
    """Whether it is one of the tokens; each is compared in full, so that time tells nothing of which."""
    if given is None:
        return False
    found = False
    for token in wanted:
        found |= compare_digest(given, token)
    return found


def _single(headers: Headers, name: bytes) -> bytes | None:
    """The header's value when it was sent exactly once (a proxy may append a second, forged one)."""
    found = None
    for key, value in headers:
        if key == name:
            if found is not None:
                return None
            found = value
    return found
