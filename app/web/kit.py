"""The ASGI application: a Starlette whose routes are the groups' and whose router looks them up by an index."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as AsgiScope

from app.web.answering import Answering, Observe
from app.web.endpoint import Endpoint, Kit
from app.web.errors import NotFound, Problem
from app.web.router import IndexedRouter, pattern, precedence, raw_route_path
from app.web.routing import Group, Route
from app.web.scopes import Credentials, Scope

# Unknown paths under these prefixes ask for the credential first: a caller without it learns nothing of our routes.
_GUARDS = ((b"/internal/auth/", Scope.AUTH), (b"/internal/email/", Scope.WEBHOOK), (b"/internal/", Scope.APP))


class Application(Starlette):
    """Starlette without its own two middlewares: they prepare each request for handlers that nobody has registered, the
    inner one alone for 3 % of a look-up. `Answering` turns exceptions into answers, HTTPException too.
    """

    def build_middleware_stack(self) -> ASGIApp:
        """Starlette's own stack as soon as somebody adds an exception handler or debugs."""
        if self.exception_handlers or self.debug:
            return super().build_middleware_stack()
        app: ASGIApp = self.router
        for middleware, args, kwargs in reversed(self.user_middleware):
            app = middleware(app, *args, **kwargs)
        return app


def make_application(
    groups: Sequence[Group],
    kit: Kit,
    *,
    settings: Any,
    explain: Callable[[Exception], Problem | None],
    observe: Observe,
    failed: Callable[[Exception, Problem, AsgiScope], None],
    lifespan: Callable[[Any], AbstractAsyncContextManager[Any]],
) -> Starlette:
    """An application that serves the routes of all groups which the settings do not hide."""
    app = Application(middleware=[Middleware(Answering, explain=explain, observe=observe, failed=failed)])
    app.router = IndexedRouter(
        endpoints(shown(groups, settings), kit),
        # A redirect would go where the Host header says.
        redirect_slashes=False,
        default=_Nowhere(kit.credentials),
        lifespan=lifespan,
    )
    return app


def endpoints(routes: Iterable[Route], kit: Kit) -> list[BaseRoute]:
    """The routes as Starlette's, in the order of precedence: walked one by one they give the same."""
    routes = list(routes)
    allowed: dict[tuple[str, ...], set[str]] = {}
    for route in routes:
        # What answers GET answers HEAD.
        methods = {"GET", "HEAD"} if route.method == "GET" else {route.method}
        allowed.setdefault(pattern(route.path), set()).update(methods)
    routes.sort(key=lambda route: precedence(route.path))
    return [Endpoint(route, kit, ", ".join(sorted(allowed[pattern(route.path)]))) for route in routes]


def shown(groups: Iterable[Group], settings: Any) -> list[Route]:
    """The routes of all groups that no setting hides, as they were declared."""
    return [route for group in groups for route in group.routes if route.enabled is None or route.enabled(settings)]


class _Nowhere:
    """Where no route leads: 404, in a closed scope after its credential."""

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Raise NotFound, or Unauthorized before it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        raw_path = raw_route_path(scope)
        for prefix, guard in _GUARDS:
            if raw_path.startswith(prefix):
                self._credentials.check(guard, scope["headers"])
                break
        raise NotFound
