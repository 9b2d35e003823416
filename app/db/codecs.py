"""How values travel between asyncpg and PostgreSQL. tests/db/test_codecs.py.

JSON stays bytes from the server to the answer (`msgspec.Raw`); vectors go between numpy and pgvector's binary
form without a list in between.
"""

from typing import Any

import asyncpg
import msgspec
import numpy as np
from numpy.typing import NDArray

_encode_json = msgspec.json.Encoder().encode
Matrix = NDArray[np.floating[Any]]
_FORMATS: dict[str, tuple[str, type[np.floating[Any]]]] = {
    "vector": (">f4", np.float32),
    "halfvec": (">f2", np.float16),
}


async def install_codecs(connection: asyncpg.Connection, vector_schema: str | None) -> None:
    """Teach one connection our types; `vector_schema` is where pgvector lives, None when it is not installed."""
    await connection.set_type_codec(
        "jsonb", schema="pg_catalog", format="binary", encoder=_jsonb_to_wire, decoder=_jsonb_from_wire
    )
    await connection.set_type_codec(
        "json", schema="pg_catalog", format="binary", encoder=_json_to_wire, decoder=msgspec.Raw
    )
    if vector_schema is None:
        return
    for name in _FORMATS:
        await connection.set_type_codec(
            name,
            schema=vector_schema,
            format="binary",
            encoder=_vector_writer(name),
            decoder=_vector_reader(name),
        )


def pack_vectors(matrix: Matrix, kind: str = "halfvec") -> list[bytes]:
    """The rows of a matrix as values for an array parameter (`:vectors::halfvec[]`).

    asyncpg takes an ndarray inside a list for a further array dimension, so batches travel as packed bytes.
    """
    order, _ = _FORMATS[kind]
    count, dimension = matrix.shape
    header = dimension.to_bytes(2, "big") + b"\0\0"
    body = np.ascontiguousarray(matrix, dtype=order).tobytes()
    size = len(body) // count if count else 0
    return [header + body[at : at + size] for at in range(0, len(body), size or 1)]


def _json_to_wire(value: object) -> bytes:
    return value if isinstance(value, bytes) else _encode_json(value)


def _jsonb_to_wire(value: object) -> bytes:
    return b"\x01" + _json_to_wire(value)


def _jsonb_from_wire(data: bytes) -> msgspec.Raw:
    return msgspec.Raw(data[1:])  # the first byte is the version of the format


def _vector_writer(name: str) -> Any:
    order, _ = _FORMATS[name]

    def write(value: object) -> bytes:
        if isinstance(value, bytes):
            return value  # packed by pack_vectors
        array = np.ascontiguousarray(value, dtype=order)
        if array.ndim != 1:
            raise ValueError("expected one vector")
        return len(array).to_bytes(2, "big") + b"\0\0" + array.tobytes()

    return write


def _vector_reader(name: str) -> Any:
    order, kind = _FORMATS[name]

    def read(data: bytes) -> Matrix:
        return np.frombuffer(data, dtype=order, offset=4).astype(kind)

    return read
