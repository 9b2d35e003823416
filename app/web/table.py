"""Route look-up by dictionary and segment tree: the last of 110 routes costs what the first does."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.web.decode import unquote_segment
from app.web.routing import Route, path_pattern

Methods = dict[str, Route]


@dataclass(slots=True)
class _Node:
    static: dict[str, "_Node"] = field(default_factory=dict)
    param: "_Node | None" = None
    rest: Methods | None = None
    methods: Methods | None = None


class RouteTable:
    """All routes of the application. A literal segment wins over a parameter, a parameter over `{x:path}`."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._static: dict[bytes, Methods] = {}
        self._root = _Node()
        for route in routes:
            self._add(route)

    def _add(self, route: Route) -> None:
        if "{" not in route.path:
            methods = self._static.setdefault(route.path.encode(), {})
        else:
            methods = self._node_methods(path_pattern(route.path))
        if route.method in methods:
            raise ValueError(f"{route.method} {route.path} is declared twice")
        methods[route.method] = route

    def _node_methods(self, pattern: Sequence[str]) -> Methods:
        node = self._root
        for segment in pattern:
            if segment == "{:path}":
                node.rest = node.rest if node.rest is not None else {}
                return node.rest
            if segment == "{}":
                node.param = node.param or _Node()
                node = node.param
            else:
                node = node.static.setdefault(segment, _Node())
        node.methods = node.methods if node.methods is not None else {}
        return node.methods

    def find(self, raw_path: bytes) -> tuple[Methods, list[str]] | None:
        """The routes of a raw (still percent-encoded) path by method, and its path values; None: no such path."""
        methods = self._static.get(raw_path)
        if methods is not None:
            return methods, []
        segments = raw_path.split(b"/")[1:]
        values: list[str] = []
        found = _walk(self._root, segments, 0, values)
        return (found, values) if found is not None else None


def _walk(node: _Node, segments: list[bytes], index: int, values: list[str]) -> Methods | None:
    if index == len(segments):
        return node.methods
    raw = segments[index]
    child = node.static.get(raw.decode("latin-1"))
    if child is not None and (found := _walk(child, segments, index + 1, values)) is not None:
        return found
    if node.param is not None and raw:
        values.append(unquote_segment(raw))
        if (found := _walk(node.param, segments, index + 1, values)) is not None:
            return found
        values.pop()
    if node.rest is not None and any(segments[index:]):
        values.append(unquote_segment(b"/".join(segments[index:])))
        return node.rest
    return None
