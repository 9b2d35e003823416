"""Indexed look-up answers what Starlette's own router answers, and costs the same for every route."""

import random
from types import SimpleNamespace
from uuid import UUID

import pytest
from starlette.routing import Match
from starlette.routing import Route as StarletteRoute

from app.main import declared_routes
from app.web.errors import NotFound
from app.web.table import RouteTable
from tests.web.kit import GROUPS


def _starlette(routes):
    """Starlette takes the first match, so specific templates come first: literals, then parameters, then the rest."""

    def specificity(route):
        return [2 if ":path}" in part else 1 if part.startswith("{") else 0 for part in route.path.split("/")]

    async def endpoint(request): ...

    paths = sorted({route.path: route for route in routes}.values(), key=specificity)
    return [(route.path, StarletteRoute(route.path, endpoint)) for route in paths]


def _expected(table, path):
    for template, route in table:
        match, scope = route.matches({"type": "http", "method": "GET", "path": path, "root_path": ""})
        if match is Match.FULL:
            return template, [str(value) for value in scope["path_params"].values()]
    return None


def _found(table, path):
    try:
        found = table.find(path.encode())
    except NotFound:
        return None
    if found is None:
        return None
    methods, values = found
    return next(iter(methods.values())).path, values


def _paths(routes, rng):
    words = ["stats", "by-id", "full", "x", "a-b", str(UUID(int=7)), "store", "events"]
    for route in routes:
        parts = [rng.choice(words) if part.startswith("{") else part for part in route.path.split("/")]
        yield "/".join(parts)
        yield "/".join(parts) + "/"
        yield "/".join([*parts, rng.choice(words)])
        yield "/".join(parts[:-1])
        mixed = [rng.choice([part, rng.choice(words)]) if part else part for part in parts]
        yield "/".join(mixed)


def test_the_table_agrees_with_starlettes_router_on_every_route():
    for routes in (declared_routes(), [route for group in GROUPS for route in group.routes]):
        table, starlette = RouteTable(routes), _starlette(routes)
        rng = random.Random(7)
        checked = 0
        for _ in range(20):
            for path in _paths(routes, rng):
                if path == "":
                    continue
                assert _found(table, path) == _expected(starlette, path), path
                checked += 1
        assert checked > 100


def test_a_route_declared_twice_is_refused():
    route = SimpleNamespace(path="/a/{b}", method="GET")
    with pytest.raises(ValueError, match="declared twice"):
        RouteTable([route, SimpleNamespace(path="/a/{c}", method="GET")])
