"""Instants that every part of the service can hold: PostgreSQL, Python and a company's zone agree on all of these.

A check is compiled once a type and looks at the fields that can hold a time and at no others. A day (`date`) is no
instant: what it begins and ends at is the business of who knows the zone.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

FIRST = datetime(1, 1, 2, tzinfo=UTC)
END = datetime(9999, 12, 31, tzinfo=UTC)
OUT_OF_RANGE = "times lie between 0001-01-02T00:00:00Z and 9999-12-31T00:00:00Z"

# The JSON pointer of the first time out of range in a decoded value, None when there is none.
TimeCheck = Callable[[Any], "str | None"]


@functools.cache
def time_check(kind: Any) -> TimeCheck | None:
    """The check of a type's values; None: they can hold no time."""
    origin, arms = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return time_check(arms[0])
    if origin in (Union, UnionType):
        return _of_any([time_check(arm) for arm in arms])
    if kind is datetime:
        return _out_of_range
    if isinstance(origin or kind, type):
        plain: type = origin or kind
        if issubclass(plain, msgspec.Struct):
            return _of_struct(kind)
        if issubclass(plain, Mapping):
            return _of_items(arms[1:2], lambda value: value.items() if isinstance(value, Mapping) else ())
        if issubclass(plain, Sequence | set | frozenset) and plain is not str:
            return _of_items(arms[:1], lambda value: enumerate(value) if isinstance(value, Sequence) else ())
    return None


def _out_of_range(value: Any) -> str | None:
    if not isinstance(value, datetime):
        return None
    # Without a zone: refused by its type, or meant in UTC.
    inside = FIRST <= (value if value.tzinfo is not None else value.replace(tzinfo=UTC)) < END
    return None if inside else ""


def _of_any(checks: Sequence[TimeCheck | None]) -> TimeCheck | None:
    """Each check passes over values that are not of its type."""
    wanted = [check for check in checks if check is not None]
    if len(wanted) < 2:
        return wanted[0] if wanted else None

    def check(value: Any) -> str | None:
        found = (one(value) for one in wanted)
        return next((pointer for pointer in found if pointer is not None), None)

    return check


def _of_struct(kind: Any) -> TimeCheck | None:
    plain = get_origin(kind) or kind
    hints = get_type_hints(plain, include_extras=True)
    names = zip(plain.__struct_fields__, plain.__struct_encode_fields__, strict=True)
    checks = [(field, shown, one) for field, shown in names if (one := time_check(hints[field])) is not None]
    if not checks:
        return None

    def check(value: Any) -> str | None:
        if isinstance(value, plain):
            for field, shown, one in checks:
                if (pointer := one(getattr(value, field))) is not None:
                    return f"/{shown}{pointer}"
        return None

    return check


def _of_items(arms: Sequence[Any], items: Callable[[Any], Any]) -> TimeCheck | None:
    inner = time_check(arms[0]) if arms else None
    if inner is None:
        return None

    def check(value: Any) -> str | None:
        for key, item in items(value):
            if (pointer := inner(item)) is not None:
                return f"/{key}{pointer}"
        return None

    return check
