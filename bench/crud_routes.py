"""What the last of all routes costs beside the first: our index and Starlette's router, on the service's own paths."""

import asyncio
import inspect
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from app.main import declared_routes
from app.settings import Settings
from app.web.endpoint import Kit
from app.web.errors import NotFound
from app.web.kit import make_application
from app.web.roles import Member
from app.web.routing import Group, Route
from app.web.scopes import Credentials, Scope

# A round alternates between the two paths in short turns: a neighbour's load then meets both.
TURNS, CALLS = 20, 200


def _ours(paths: list[str]) -> Starlette:
    group = Group("", Scope.PUBLIC, tag="bench")

    async def handler() -> None:
        """Nothing."""

    for path in paths:
        group.get(path)(_named(path, handler))
    return make_application(
        [group],
        Kit(Credentials(Settings()), lambda _route, _request: None, lambda context, run, _body: run(context), _nobody),
        settings=None,
        explain=lambda _error: None,
        observe=lambda *_: None,
        failed=lambda *_: None,
        lifespan=_nothing,
    )


async def _nobody(_route: Route, _company_id: str, _user_id: str) -> Member:
    raise NotFound


@asynccontextmanager
async def _nothing(_app: object) -> Any:
    yield


def _named(path: str, _handler: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A handler whose signature names the path's parameters."""

    async def handler(**_values: str) -> None:
        """Nothing."""

    names = [part[1:-1].partition(":")[0] for part in path.split("/") if part.startswith("{")]
    parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    handler.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    handler.__annotations__ = dict.fromkeys(names, str) | {"return": None}
    return handler


async def _call(app: Any, path: str) -> float:
    """CPU seconds of one turn's requests."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "headers": [],
        "query_string": b"",
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(event: dict[str, Any]) -> None:
        if event.get("status", 204) != 204:
            raise RuntimeError(f"{path} answered {event['status']}")

    started = time.process_time()
    for _ in range(CALLS):
        await app(dict(scope), receive, send)
    return time.process_time() - started


def first_and_last(rounds: int) -> dict[str, list[float]]:
    """CPU of the last path over the first, one value a round; both paths have no parameters."""
    paths = list(dict.fromkeys(route.path for route in declared_routes()))
    fixed = [path for path in paths if "{" not in path]
    last = fixed[-1]
    # Whatever the list ends with, the measured one stands at its end.
    paths = [path for path in paths if path not in (fixed[0], last)]
    paths = [fixed[0], *paths, last]

    async def nothing(_request: object) -> Response:
        return Response(status_code=204)

    apps = {"ours": _ours(paths), "starlette": Starlette(routes=[StarletteRoute(path, nothing) for path in paths])}
    ratios: dict[str, list[float]] = {name: [] for name in apps}

    async def run() -> None:
        for _ in range(rounds):
            for name, app in apps.items():
                turns = [(await _call(app, paths[0]), await _call(app, last)) for _ in range(TURNS)]
                ratios[name].append(statistics.median(after / before for before, after in turns))

    asyncio.run(run())
    return ratios
