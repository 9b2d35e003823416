"""Values keep their meaning on the way to PostgreSQL and back."""

import asyncio
import re
from uuid import UUID, uuid4

import msgspec
import numpy as np

from app.db import Database
from app.db.codecs import pack_vectors
from tests.api import ROOT


async def with_vector(database: Database, dsn: str) -> Database:
    await database.execute("CREATE EXTENSION IF NOT EXISTS vector")
    return await Database.connect(dsn, max_size=2)


async def test_json_comes_back_as_raw_bytes_that_encode_as_they_are(database: Database) -> None:
    value = {"name": "Caneca «Azul»", "n": [1, 2.5, None]}
    raw = await database.fetchval("SELECT $1::jsonb", value)
    assert isinstance(raw, msgspec.Raw)
    assert msgspec.json.decode(raw) == value
    assert msgspec.json.encode({"v": raw}) == b'{"v":' + bytes(raw) + b"}"
    assert await database.fetchval("SELECT ($1::jsonb)->>'name'", raw) == value["name"]
    assert msgspec.json.decode(await database.fetchval("SELECT $1::json", [1])) == [1]


async def test_a_uuid_is_a_uuid_that_msgspec_writes(database: Database) -> None:
    given = uuid4()
    got = await database.fetchval("SELECT $1::uuid", given)
    assert isinstance(got, UUID)
    assert got == given
    assert hash(got) == hash(given)
    assert msgspec.json.encode(got) == f'"{given}"'.encode()


async def test_vectors_travel_as_arrays(database: Database, dsn: str) -> None:
    pool = await with_vector(database, dsn)
    given = np.linspace(-1, 1, 1024, dtype=np.float32)
    got = await pool.fetchval("SELECT $1::vector", given)
    assert got.dtype == np.float32
    assert np.array_equal(got, given)
    half = await pool.fetchval("SELECT $1::halfvec", given)
    assert half.dtype == np.float16
    assert np.array_equal(half, given.astype(np.float16))
    await pool.close()


async def test_a_connection_knows_every_array_type_of_the_statements_from_its_start(
    database: Database, dsn: str
) -> None:
    sql = [path.read_text("utf-8") for folder in ("sql", "migrations") for path in (ROOT / folder).rglob("*.sql")]
    kinds = {kind for text in sql for kind in re.findall(r"::([a-z0-9_]+)\[\]", text)}
    assert {"uuid", "halfvec"} <= kinds
    pool = await with_vector(database, dsn)
    asked: list[str] = []
    async with pool.acquire() as connection:
        connection.add_query_logger(lambda record: asked.append(record.query))
        for kind in sorted(kinds):
            await connection.fetchval(f"SELECT NULL::{kind}[]")
        await asyncio.sleep(0)  # the logger is told of the last one a step later
    assert asked == [f"SELECT NULL::{kind}[]" for kind in sorted(kinds)]
    await pool.close()


async def test_a_batch_of_vectors_travels_packed(database: Database, dsn: str) -> None:
    pool = await with_vector(database, dsn)
    matrix = np.arange(12, dtype=np.float32).reshape(4, 3)
    rows = await pool.fetch(
        "SELECT v FROM unnest($1::halfvec[]) WITH ORDINALITY AS u (v, n) ORDER BY n", pack_vectors(matrix)
    )
    assert np.array_equal(np.stack([row[0] for row in rows]), matrix)
    assert pack_vectors(matrix[:0]) == []
    await pool.close()
