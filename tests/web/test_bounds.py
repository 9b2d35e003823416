"""No body has a text, list or object without an end: a caller would choose how much the service keeps."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from app.main import declared_routes
from app.web.routing import Route


def unbounded(kind: Any, place: str, *, checked: bool = False) -> Iterator[str]:
    """Places of a body, as JSON pointers, that take any size; `checked`: something beyond msgspec bounds the whole."""
    match kind:
        case inspect.Metadata():
            yield from unbounded(kind.type, place, checked=(kind.extra or {}).get("check") == "object")
        case inspect.UnionType():
            for one in kind.types:
                yield from unbounded(one, place)
        case inspect.StructType():
            for field in kind.fields:
                yield from unbounded(field.type, f"{place}/{field.encode_name}")
        case inspect.StrType(max_length=None, pattern=None):
            yield place
        case inspect.ListType():
            if kind.max_length is None:
                yield place
            yield from unbounded(kind.item_type, f"{place}/0")
        case inspect.DictType() if not checked:
            if kind.max_length is None:
                yield place
            yield from unbounded(kind.key_type, f"{place}/(key)")
            yield from unbounded(kind.value_type, f"{place}/(value)")
        case inspect.RawType() | inspect.AnyType():
            yield place


def _names(route: Route) -> set[str]:
    return {f"{route.method} {route.path} {place}" for place in unbounded(inspect.type_info(route.body), "")}


def test_every_text_list_and_object_of_a_body_has_an_end() -> None:
    found = set().union(*(_names(route) for route in declared_routes() if route.body is not None))
    # Decoded row by row, into what POST /internal/products takes.
    assert found == {"POST /internal/products/batch-upsert /items/0"}
