"""Rows become Structs by position."""

import msgspec
import pytest

from app.db import Database, RowMissing, many, maybe, one


class Pair(msgspec.Struct):
    """Two columns."""

    n: int
    data: msgspec.Raw


async def test_columns_fill_the_fields_in_order(database: Database) -> None:
    sql = "SELECT n, jsonb_build_object('n', n) FROM generate_series(1, 2) AS n ORDER BY n"
    assert msgspec.json.encode(one(await database.fetchrow(sql), Pair)) == b'{"n":1,"data":{"n": 1}}'
    assert [pair.n for pair in many(await database.fetch(sql), Pair)] == [1, 2]


def test_no_row_is_missing_or_none() -> None:
    assert maybe(None, Pair) is None
    with pytest.raises(RowMissing):
        one(None, Pair)
