"""Rows to Structs, by position: a query selects its columns in the order of the Struct's fields.

The staleness test of queries.pyi and the endpoint tests see a query whose columns moved. tests/db/test_rows.py.
"""

from collections.abc import Iterable
from typing import TypeVar

from asyncpg import Record

T = TypeVar("T")


class RowMissing(Exception):
    """A query that was to find a row found none."""


def one(row: Record | None, kind: type[T], noun: str | None = None) -> T:
    """The row as `kind`; RowMissing, which names it as callers know it, when there is none."""
    if row is None:
        raise RowMissing(noun or kind.__name__)
    return kind(*row)


def maybe(row: Record | None, kind: type[T]) -> T | None:
    """The row as `kind`, or None."""
    return None if row is None else kind(*row)


def many(rows: Iterable[Record], kind: type[T]) -> list[T]:
    """All rows as `kind`, in their order."""
    return [kind(*row) for row in rows]
