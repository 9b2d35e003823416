"""Times at the edges of what the service can hold are a 422 naming the field, in every schema of every route."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Annotated, Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, UnsetType, inspect

from app.main import declared_routes
from app.web.decode import json_body, query_decoder
from app.web.errors import ValidationFailed
from app.web.times import END, FIRST, time_check
from app.web.types import Body, Timestamp

MOMENT = timedelta(microseconds=1)
OUTSIDE = (
    "0001-01-01T00:00:00Z",
    "0001-01-01T23:59:59.999999Z",
    "0001-01-02T00:00:00+00:01",
    "9999-12-31T00:00:00Z",
    "9999-12-31T23:59:59.999999Z",
    "9999-12-30T23:59:00-00:01",
)
INSIDE = (
    "0001-01-02T00:00:00Z",
    "0001-01-01T23:59:00-00:01",
    "9999-12-30T23:59:59.999999Z",
    "2026-02-28T10:00:00-03:00",
)


class Inner(Body):
    at: Timestamp | None = None


class Outer(Body, rename="camel"):
    starts_at: Timestamp | None | UnsetType = UNSET
    inner: list[Inner] = []
    either: Inner | list[Timestamp] | None = None
    plain: Annotated[int, Meta(ge=0)] = 0


decoder = msgspec.json.Decoder(Outer)


@pytest.mark.parametrize("text", OUTSIDE)
@pytest.mark.parametrize(
    ("shape", "pointer"),
    [
        ('{"startsAt": "%s"}', "/startsAt"),
        ('{"inner": [{}, {"at": "%s"}]}', "/inner/1/at"),
        ('{"either": {"at": "%s"}}', "/either/at"),
        ('{"either": ["2026-01-01T00:00:00Z", "%s"]}', "/either/1"),
    ],
)
def test_a_time_outside_is_refused_wherever_it_stands(shape, pointer, text):
    with pytest.raises(ValidationFailed) as refused:
        json_body(decoder, (shape % text).encode())
    assert refused.value.errors[0]["pointer"] == pointer


@pytest.mark.parametrize("text", INSIDE)
def test_a_time_inside_is_taken(text):
    assert json_body(decoder, f'{{"startsAt": "{text}"}}'.encode()).starts_at == datetime.fromisoformat(text)


@given(st.datetimes(timezones=st.builds(lambda m: timezone(timedelta(minutes=m)), st.integers(-840, 840))))
def test_what_is_taken_can_be_told_in_every_zone(at):
    try:
        found = json_body(decoder, msgspec.json.encode({"startsAt": at})).starts_at
    except ValidationFailed:
        assert not FIRST <= at < END
        return
    for hours in (-14, 14):
        found.astimezone(timezone(timedelta(hours=hours)))
    assert found.astimezone(UTC) + MOMENT


def _slots(kind: Any, seen: tuple[Any, ...] = ()):
    """Paths to every time of a type: ("body", "items", 0, "at")."""
    match inspect.type_info(kind) if not isinstance(kind, inspect.Type) else kind:
        case inspect.DateTimeType():
            yield ()
        case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            for field in fields:
                for path in _slots(field.type, (*seen, cls)):
                    yield (field.encode_name, *path)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            for path in _slots(item, seen):
                yield (0, *path)
        case inspect.UnionType(types=arms):
            for arm in arms:
                yield from _slots(arm, seen)
        case inspect.Metadata(type=inner):
            yield from _slots(inner, seen)
        case _:
            return


DECLARED = [
    pytest.param(kind, path, id=f"{route.method} {route.path} {'/'.join(map(str, path))}")
    for route in declared_routes()
    for kind in (route.query, route.body if route.body_decoder is not None else None, route.form)
    if kind is not None
    for path in _slots(kind)
]


def test_there_are_schemas_with_times():
    assert len(DECLARED) >= 15


@pytest.mark.parametrize(("kind", "path"), DECLARED)
def test_every_time_of_every_schema_is_checked(kind, path):
    check = time_check(kind)
    assert check is not None
    for edge in (FIRST - MOMENT, END):
        assert check(_built(kind, path, edge)) == "/" + "/".join(map(str, path))


def _built(kind: Any, path: tuple[Any, ...], value: Any) -> Any:
    """An instance of the schema with that one value set and everything else left out."""
    if not path:
        return value
    if path[0] == 0:
        return [_built(_item_type(kind), path[1:], value)]
    struct = _struct_of(kind)
    fields = inspect.type_info(struct).fields
    own = {field.name: field.type for field in fields if field.encode_name == path[0]}
    return struct(**{f.name: _built(own[f.name], path[1:], value) if f.name in own else None for f in fields})


def _struct_of(kind: Any) -> Any:
    info = kind if isinstance(kind, inspect.Type) else inspect.type_info(kind)
    if isinstance(info, inspect.StructType):
        return info.cls
    if isinstance(info, inspect.Metadata):
        return _struct_of(info.type)
    return next(_struct_of(arm) for arm in info.types if isinstance(arm, inspect.StructType | inspect.Metadata))


def _item_type(kind: Any) -> Any:
    info = kind if isinstance(kind, inspect.Type) else inspect.type_info(kind)
    if isinstance(info, inspect.UnionType):
        return next(_item_type(arm) for arm in info.types if hasattr(arm, "item_type"))
    return info.item_type


def test_a_timestamp_in_a_query_is_text_not_a_number():
    class Between(msgspec.Struct):
        since: Timestamp | None = None
        id: UUID | None = None

    decode = query_decoder(Between)
    for text in ("1700000000", "1e9", "9999-12-31T00:00:00Z"):
        with pytest.raises(ValidationFailed):
            decode(f"since={text}".encode())
    assert decode(b"since=2026-01-01T00:00:00Z").since == datetime(2026, 1, 1, tzinfo=UTC)
