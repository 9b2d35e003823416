"""How values travel between asyncpg and PostgreSQL. tests/db/test_codecs.py.

JSON stays bytes from the server to the answer (`msgspec.Raw`); vectors are pgvector's types on the wire and numpy's
here, without a list in between.
"""

from typing import Any

import asyncpg
import msgspec
import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector, Vector

_encode_json = msgspec.json.Encoder().encode
Matrix = NDArray[np.floating[Any]]
VectorType = type[Vector] | type[HalfVector]
_TYPES: dict[str, VectorType] = {"vector": Vector, "halfvec": HalfVector}
_ORDERS = {"vector": ">f4", "halfvec": ">f2"}
# asyncpg asks the server about each array type when a connection first meets it, 7 ms a time; about all at once, 9 ms.
_ARRAYS = ("uuid", "text", "int", "bigint", "jsonb", "bytea", "float8", "real", "boolean", "timestamptz")


async def install_codecs(connection: asyncpg.Connection, vector_schema: str | None) -> None:
    """Teach one connection our types; `vector_schema` is where pgvector lives, None when it is not installed."""
    await connection.set_type_codec(
        "jsonb", schema="pg_catalog", format="binary", encoder=_jsonb_to_wire, decoder=_jsonb_from_wire
    )
    await connection.set_type_codec(
        "json", schema="pg_catalog", format="binary", encoder=_json_to_wire, decoder=msgspec.Raw
    )
    arrays = list(_ARRAYS)
    if vector_schema is not None:
        arrays.append(f'"{vector_schema}".halfvec')
        for name, kind in _TYPES.items():
            await connection.set_type_codec(
                name,
                schema=vector_schema,
                format="binary",
                encoder=_vector_writer(kind),
                decoder=_vector_reader(kind),
            )
    await connection.fetchval("SELECT " + ", ".join(f"NULL::{name}[]" for name in arrays))


def pack_vectors(matrix: Matrix, kind: str = "halfvec") -> list[bytes]:
    """The rows of a matrix as values for an array parameter (`:vectors::halfvec[]`).

    asyncpg takes an ndarray inside a list for a further array dimension, so batches travel as packed bytes.
    """
    count, dimension = matrix.shape
    header = dimension.to_bytes(2, "big") + b"\0\0"
    body = np.ascontiguousarray(matrix, dtype=_ORDERS[kind]).tobytes()
    size = len(body) // count if count else 0
    return [header + body[at : at + size] for at in range(0, len(body), size or 1)]


def _json_to_wire(value: object) -> bytes:
    return value if isinstance(value, bytes) else _encode_json(value)


def _jsonb_to_wire(value: object) -> bytes:
    return b"\x01" + _json_to_wire(value)


def _jsonb_from_wire(data: bytes) -> msgspec.Raw:
    return msgspec.Raw(data[1:])  # the first byte is the version of the format


def _vector_writer(kind: VectorType) -> Any:
    def write(value: Any) -> bytes:
        # Bytes are what pack_vectors has packed.
        return value if isinstance(value, bytes) else kind(value).to_binary()

    return write


def _vector_reader(kind: VectorType) -> Any:
    def read(data: bytes) -> Matrix:
        return kind.from_binary(data).to_numpy()

    return read
