"""No body has a text, list or object without an end: a caller would choose how much the service keeps."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from app.main import declared_routes
from app.web.routing import Route
from tests.problems import assert_problem


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


async def test_a_range_that_ends_before_it_begins_is_refused(shop):
    of_store, of_stores = {"store_id": shop.store_id}, {"store_ids": shop.store_id}
    times, days = ("2026-02-02T00:00:00Z", "2026-02-01T00:00:00Z"), ("2026-02-02", "2026-02-01")
    for path, params, names, ends in (
        ("orders", of_stores, ("created_from", "created_to"), times),
        ("orders/sheets", of_stores, ("created_from", "created_to"), times),
        ("audit", {}, ("from", "to"), times),
        (f"numbers/{shop.store_id}", {}, ("from", "to"), days),
        ("products", of_store, ("min_price_cents", "max_price_cents"), (2, 1)),
        ("events", {}, ("after", "before"), (2, 1)),
    ):
        answer = await shop.client.get(f"/internal/{path}", params=params | dict(zip(names, ends, strict=True)))
        problem = assert_problem(answer, 422, "validation", f"/{names[1]}")
        assert problem["detail"] == f"{names[1]}: before {names[0]}", path
