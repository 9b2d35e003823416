"""The look-up of Starlette's Router by dictionary and segment tree: the last of all routes costs what the first does.

The index is made of `routes` and answers what walking them would; tests/web/test_router.py holds the two against each
other. What is no `Endpoint` (a Mount, a plain Route that somebody adds) is walked as Starlette does.
"""

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from starlette.routing import BaseRoute, Match, Router
from starlette.types import Receive, Scope, Send

from app.web.decode import unquote_segment
from app.web.endpoint import Endpoint
from app.web.errors import NotFound

Methods = dict[str, Endpoint]
Found = tuple[Endpoint, dict[str, str]]
_PARAM = re.compile(r"\{(\w+)(:path)?\}")


@dataclass(slots=True)
class _Node:
    static: dict[bytes, "_Node"] = field(default_factory=dict)
    param: "_Node | None" = None
    rest: Methods = field(default_factory=dict)
    methods: Methods = field(default_factory=dict)


@functools.cache
def pattern(path: str) -> tuple[str, ...]:
    """The segments of a route template: literals, `{}` for a parameter, `{:path}` for the rest."""
    found = [(segment, _PARAM.fullmatch(segment)) for segment in path.split("/")[1:]]
    return tuple(segment if match is None else "{:path}" if match[2] else "{}" for segment, match in found)


def precedence(path: str) -> tuple[int, ...]:
    """Sorts templates so that the first that fits is the one the index finds."""
    return tuple({"{}": 1, "{:path}": 2}.get(segment, 0) for segment in pattern(path))


class RouteIndex:
    """Endpoints by path. A literal segment wins over a parameter, a parameter over `{x:path}`."""

    def __init__(self, endpoints: Iterable[Endpoint]) -> None:
        self._literal: dict[bytes, Methods] = {}
        # What ends in its only value, by what stands before it: most of all paths.
        self._before_last: dict[bytes, Methods] = {}
        self._root = _Node()
        for endpoint in endpoints:
            self._add(endpoint)

    def _add(self, endpoint: Endpoint) -> None:
        methods = self._methods_of(endpoint.path)
        if "{" not in endpoint.path:
            self._literal[endpoint.path.encode()] = methods
        for method in endpoint.methods or ():
            if method in methods:
                raise ValueError(f"{method} {endpoint.path} is declared twice")
            methods[method] = endpoint
        before, _, last = endpoint.path.rpartition("/")
        if "{" not in before and last.startswith("{"):
            ends = self._before_last.setdefault(before.encode(), {})
            # A parameter wins over a rest, which may be the last segment, too.
            self._before_last[before.encode()] = ends | methods if ":path" not in last else methods | ends

    def _methods_of(self, path: str) -> Methods:
        node = self._root
        for segment in pattern(path):
            if segment == "{:path}":
                return node.rest
            if segment == "{}":
                node.param = node.param or _Node()
                node = node.param
            else:
                node = node.static.setdefault(segment.encode(), _Node())
        return node.methods

    def find(self, raw_path: bytes, method: str) -> Found | None:
        """The endpoint of a raw (still percent-encoded) path and its path values; None: no such path.

        An endpoint without the method: the path is known for others.
        """
        methods = self._literal.get(raw_path)
        if methods is not None and (endpoint := methods.get(method)) is not None:
            return endpoint, {}
        before, _, last = raw_path.rpartition(b"/")
        methods = self._before_last.get(before)
        if methods is not None and last and (endpoint := methods.get(method)) is not None:
            return _with_values(endpoint, (last,))
        return _Search(raw_path.split(b"/"), method).result(self._root)


class _Search:
    """A walk through the whole tree, depth first in the order of precedence."""

    __slots__ = ("_method", "_partial", "_segments", "_values")

    def __init__(self, segments: list[bytes], method: str) -> None:
        self._method = method
        self._segments = segments
        self._values: list[bytes] = []
        # The first path that fits and lacks the method.
        self._partial: Found | None = None

    def result(self, root: _Node) -> Found | None:
        """The first endpoint that fits, else the first that lacks the method."""
        return self._walk(root, 1) or self._partial

    def _walk(self, node: _Node, index: int) -> Found | None:
        if index == len(self._segments):
            return self._pick(node.methods)
        raw = self._segments[index]
        child = node.static.get(raw)
        if child is not None and (found := self._walk(child, index + 1)) is not None:
            return found
        if node.param is not None and raw:
            self._values.append(raw)
            if (found := self._walk(node.param, index + 1)) is not None:
                return found
            self._values.pop()
        if node.rest:
            self._values.append(b"/".join(self._segments[index:]))
            if (found := self._pick(node.rest)) is not None:
                return found
            self._values.pop()
        return None

    def _pick(self, methods: Methods) -> Found | None:
        endpoint = methods.get(self._method)
        if endpoint is not None:
            return _with_values(endpoint, self._values)
        if methods and self._partial is None:
            self._partial = _with_values(next(iter(methods.values())), self._values)
        return None


def _with_values(endpoint: Endpoint, values: Sequence[bytes]) -> Found | None:
    """None: a value is not UTF-8, and nothing has such a name."""
    try:
        texts = [unquote_segment(value) for value in values]
    except NotFound:
        return None
    return endpoint, dict(zip(endpoint.param_convertors, texts, strict=True))


class IndexedRouter(Router):
    """Starlette's Router without the walk over one regular expression a route."""

    _indexed = -1

    def _make_index(self) -> None:
        self._indexed = len(self.routes)
        endpoints = [route for route in self.routes if isinstance(route, Endpoint)]
        self._index = RouteIndex(endpoints)
        self._others: list[tuple[int, BaseRoute]] = [
            (place, route) for place, route in enumerate(self.routes) if not isinstance(route, Endpoint)
        ]
        # By identity: Starlette's routes compare by value and cannot be keys.
        self._places = {id(route): place for place, route in enumerate(self.routes)}

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI event; Starlette's own `app` with another way to the route."""
        if scope["type"] != "http":
            await super().app(scope, receive, send)
            return
        if self._indexed != len(self.routes):
            self._make_index()
        if "router" not in scope:
            scope["router"] = self
        found = self._index.find(raw_route_path(scope), scope["method"])
        if self._others:
            other = self._other(scope, found)
            if other is not None:
                await other.handle(scope, receive, send)
                return
        if found is None:
            await self.default(scope, receive, send)
            return
        endpoint, values = found
        scope["route"] = endpoint
        scope["endpoint"] = endpoint.endpoint
        scope["path_params"] = {**scope["path_params"], **values} if scope.get("path_params") else values
        await endpoint.handle(scope, receive, send)

    def _other(self, scope: Scope, found: Found | None) -> BaseRoute | None:
        """The route outside the index that stands before the one found, or is the only one that fits."""
        whole = found is not None and scope["method"] in (found[0].methods or ())
        limit = self._places[id(found[0])] if found is not None and whole else len(self.routes)
        for place, route in self._others:
            if place > limit:
                return None
            match, child_scope = route.matches(scope)
            if match is Match.FULL or (match is Match.PARTIAL and found is None):
                scope["route"] = route
                scope.update(child_scope)
                return route
        return None


def raw_route_path(scope: Scope) -> bytes:
    """The path below a mount, as it was sent: a percent-encoded slash inside a value is no separator."""
    raw: bytes | None = scope.get("raw_path")
    root: str = scope.get("root_path", "")
    if not root:
        return raw if raw is not None else quote(scope["path"]).encode()
    start = root.encode()
    if raw is not None and raw.startswith(start):
        return raw[len(start) :]
    return quote(scope["path"].removeprefix(root)).encode()
