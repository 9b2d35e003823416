"""What a handler knows about its request, whatever the application adds to it (`app.context`)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from app.web.roles import Member
from app.web.scopes import Scope

if TYPE_CHECKING:
    from app.web.routing import Route


class RequestInfo:
    """One request: its route, headers, request id and, in the app scope, the company and who acts for it."""

    __slots__ = ("actor_id", "headers", "member", "raw_path", "request_id", "route")

    def __init__(
        self,
        route: "Route",
        raw_path: bytes,
        headers: Sequence[tuple[bytes, bytes]],
        request_id: str,
        actor_id: str | None,
        member: Member | None = None,
    ) -> None:
        self.route = route
        self.raw_path = raw_path
        self.headers = headers
        self.request_id = request_id
        self.actor_id = actor_id
        self.member = member

    def header(self, name: str) -> str | None:
        """The value of a header sent exactly once; None when absent or repeated."""
        key = name.lower().encode("ascii")
        values = [value for header, value in self.headers if header == key]
        return values[0].decode("latin-1") if len(values) == 1 else None


class RequestContext:
    """Base of the contexts of `app.context`; `scopes` says which groups may use it."""

    scopes: ClassVar[frozenset[Scope]] = frozenset()
    request: RequestInfo
