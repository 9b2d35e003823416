"""Vectors to JSON without making Python floats: an answer's encoding can cost more than its inference."""

import asyncio
from base64 import b64encode
from typing import cast

import msgspec
import numpy as np
import numpy.typing as npt
import orjson

from app.context import Services
from app.features.embed.types import Embeddings, EmbedTexts, EmbedUsage, Encoding, Vector
from app.web.decode import validation_failed
from app.web.types import UNSET

# Encoding holds the interpreter lock, in a thread too, so it is done in slices of some 0.3 ms with a turn for the
# event loop between them.
SLICE = 16


async def embed(services: Services, body: EmbedTexts) -> Embeddings:
    """The vectors of `text` or `texts`. Raises ValidationFailed, and QueueFull when the engine has too much to do."""
    if (body.text is UNSET) == (body.texts is UNSET):
        raise validation_failed("/texts", "send exactly one of text and texts")
    texts = body.texts if isinstance(body.texts, list) else [cast(str, body.text)]
    embedded = await services.embedder.embed(texts, body.input_type)
    return Embeddings(
        model=services.embedder.name,
        dimension=services.embedder.dimension,
        embeddings=cast(list[Vector], await encode_vectors(embedded.vectors, body.encoding_format)),
        usage=EmbedUsage(embedded.tokens),
        truncated=embedded.truncated,
    )


async def encode_vectors(vectors: npt.NDArray[np.float32], form: Encoding) -> list[msgspec.Raw]:
    """Each vector as JSON: an array of the shortest decimals that are exact, or base64."""
    encoded: list[msgspec.Raw] = []
    for start in range(0, len(vectors), SLICE):
        if start:
            await asyncio.sleep(0)
        encoded += map(_base64 if form == "base64" else _floats, vectors[start : start + SLICE])
    return encoded


def _floats(vector: npt.NDArray[np.float32]) -> msgspec.Raw:
    return msgspec.Raw(orjson.dumps(vector, option=orjson.OPT_SERIALIZE_NUMPY))


def _base64(vector: npt.NDArray[np.float32]) -> msgspec.Raw:
    return msgspec.Raw(b'"' + b64encode(vector.astype("<f4", copy=False).tobytes()) + b'"')
