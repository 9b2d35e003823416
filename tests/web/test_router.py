"""The indexed look-up answers what Starlette's own router answers, and costs the same for every route."""

import random
from uuid import UUID

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Match, Mount, Route, Router
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Secret, Settings
from app.web.endpoint import Endpoint, Kit
from app.web.kit import endpoints
from app.web.router import RouteIndex
from app.web.scopes import Credentials
from tests.web.kit import APP, AUTH, GROUPS, SETTINGS, client, make_kit, nobody_acts

KIT = Kit(Credentials(SETTINGS), lambda route, request: None, lambda ctx, run, body: run(ctx), nobody_acts)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def _service() -> Starlette:
    return create_app(Settings(internal_api_token=Secret("x"), secrets_key=Secret("x")))


def _walked(routes, path, method):
    """What Starlette's own router picks: the first full match, else the first partial one."""
    partial = None
    for route in routes:
        match, scope = route.matches({"type": "http", "method": method, "path": path, "root_path": ""})
        if match is Match.FULL:
            return route, scope["path_params"]
        if match is Match.PARTIAL and partial is None:
            partial = route, scope["path_params"]
    return partial


def _paths(routes, rng):
    words = ["stats", "by-id", "full", "x", "a-b", str(UUID(int=7)), "store", "events", ""]
    for route in routes:
        parts = [rng.choice(words) if part.startswith("{") else part for part in route.path.split("/")]
        yield "/".join(parts)
        yield "/".join(parts) + "/"
        yield "/".join([*parts, rng.choice(words)])
        yield "/".join(parts[:-1])
        yield "/".join(rng.choice([part, rng.choice(words)]) if part else part for part in parts)


@pytest.mark.parametrize("routes", [_service().routes, make_kit().routes], ids=["service", "kit"])
def test_the_index_agrees_with_starlettes_router_on_every_route_and_method(routes):
    index = RouteIndex(routes)
    rng = random.Random(7)
    checked = 0
    while checked < 6_000:
        for path in _paths(routes, rng):
            method = rng.choice(METHODS)
            if path.startswith("/"):
                assert index.find(path.encode(), method) == _walked(routes, path, method), (method, path)
                checked += 1


def test_a_route_declared_twice_is_refused():
    [first] = [route for group in GROUPS for route in group.routes if route.name == "get_thing"]
    with pytest.raises(ValueError, match="declared twice"):
        RouteIndex(endpoints([first, first], KIT))


def test_the_service_is_a_starlette_with_a_real_route_for_every_declared_one():
    app = _service()
    assert isinstance(app, Starlette)
    assert isinstance(app.router, Router)
    assert len(app.routes) >= 119
    for route in app.routes:
        assert isinstance(route, Route)
        values = dict.fromkeys(route.param_convertors, "x")
        assert app.url_path_for(route.name, **values) == route.path_format.format(**values)


async def test_starlettes_own_router_serves_the_same_routes():
    """Walked instead of looked up: same answers, so nothing depends on our router."""
    kit = make_kit()
    walked = Starlette(routes=kit.routes, middleware=kit.user_middleware)
    walked.router.redirect_slashes, walked.router.default = False, kit.router.default
    for method, path in [
        ("GET", "/internal/things"),
        ("PUT", "/internal/things"),
        ("GET", f"/internal/things/stats/{UUID(int=1)}"),
        ("DELETE", f"/internal/things/{UUID(int=1)}"),
        ("GET", "/nothing"),
        ("POST", "/things/boom"),
    ]:
        answers = []
        for app in (kit, walked):
            async with client(app, **APP, **{"X-Request-Id": "r"}) as http:
                answer = await http.request(method, path)
            answers.append((answer.status_code, answer.headers.get("allow"), answer.content))
        assert answers[0] == answers[1], (method, path)


async def test_the_service_can_be_mounted_into_another_application():
    outer = Starlette(routes=[Route("/own", lambda request: PlainTextResponse("own")), Mount("/api", make_kit())])
    async with client(outer, **APP) as http:
        assert (await http.get("/own")).text == "own"
        assert (await http.get("/api/internal/things?limit=3")).json()["limit"] == 3
        assert (await http.get("/api/internal/nothing")).status_code == 404
        url = httpx.URL("http://test", raw_path=b"/api/internal/auth/tokens/by-value/a%2Fb")
        answer = await http.get(url, headers=AUTH)
        assert (answer.json()["name"], answer.headers["cache-control"]) == ("a/b", "no-store")
    async with client(outer) as http:
        assert (await http.get("/api/internal/nothing")).status_code == 401


async def test_another_application_mounted_into_the_service_is_reached_in_its_place():
    kit = make_kit()
    kit.mount("/plain", Starlette(routes=[Route("/x", lambda request: PlainTextResponse("plain"))]))
    kit.router.routes.insert(0, Route("/things", lambda request: PlainTextResponse("first"), methods=["GET"]))
    kit.add_route("/things/{name}", lambda request: PlainTextResponse(request.path_params["name"]))
    async with client(kit) as http:
        assert (await http.get("/plain/x")).text == "plain"
        assert (await http.get("/things")).text == "first"
        assert (await http.get("/things/last")).text == "last"
        assert (await http.post("/things/last")).status_code == 405
        missing = await http.get("/plain/y")
        assert missing.status_code == 404
        assert missing.headers["x-request-id"]


class _Teapot:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def answer(message):
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"x-teapot", scope["route"].path.encode())]
            await send(message)

        await self.app(scope, receive, answer)


async def test_middleware_and_exception_handlers_of_others_attach_as_everywhere():
    kit = make_kit(explain=lambda error: None)
    kit.user_middleware.append(Middleware(_Teapot))
    kit.add_middleware(_Teapot)
    kit.add_exception_handler(RuntimeError, lambda request, error: PlainTextResponse("handled", 418))
    async with client(kit) as http:
        answer = await http.get("/things")
        assert answer.headers.get_list("x-teapot") == ["/things", "/things"]
        assert (await http.post("/things/boom")).status_code == 418


def test_starlettes_test_client_runs_the_lifespan_and_calls_routes():
    kit = make_kit()
    with TestClient(kit) as http:
        assert http.get(kit.url_path_for("list_open")).json() == [{"name": "open", "actor": None}]


def test_instrumentation_finds_the_template_behind_a_request():
    """As OpenTelemetry's and others do: walk `app.routes`, ask each whether it matches, take its path and endpoint."""
    scope = {"type": "http", "method": "GET", "path": "/internal/orders/" + str(UUID(int=1)), "root_path": ""}
    [found] = [route for route in _service().routes if route.matches(scope)[0] is Match.FULL]
    assert isinstance(found, Endpoint)
    assert (found.path, found.endpoint.__name__) == ("/internal/orders/{order_id}", "get_order")
