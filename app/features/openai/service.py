"""What OpenAI's form asks for beside ours: token ids, shorter vectors, the list of models."""

from typing import Any, cast

import numpy as np

from app.context import Services
from app.embed.config import ModelError
from app.embed.embedder import Embedder
from app.features.embed.service import encode_vectors
from app.features.embed.types import Vector
from app.features.openai.types import (
    CreateEmbeddings,
    EmbeddingItem,
    EmbeddingList,
    EmbeddingsUsage,
    OpenAIModel,
)
from app.web.decode import validation_failed
from app.web.errors import NotFound


async def create_embeddings(services: Services, body: CreateEmbeddings) -> EmbeddingList:
    """The vectors of the input, in the document role. Raises ValidationFailed and QueueFull."""
    embedder = services.embedder
    if body.dimensions < embedder.least_dimensions:
        allowed = "only 1024" if embedder.least_dimensions == 1024 else f"{embedder.least_dimensions} to 1024"
        raise validation_failed("/dimensions", f"{embedder.name} gives {allowed}")
    embedded = await embedder.embed(_texts(embedder, body.input), "document")
    vectors = embedded.vectors[:, : body.dimensions]
    if body.dimensions < embedder.dimension:
        vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    encoded = await encode_vectors(np.ascontiguousarray(vectors), body.encoding_format)
    data = [EmbeddingItem("embedding", index, cast(Vector, vector)) for index, vector in enumerate(encoded)]
    usage = EmbeddingsUsage(embedded.tokens, embedded.tokens)
    return EmbeddingList("list", data, embedder.name, usage)


def _texts(embedder: Embedder, given: Any) -> list[str]:
    """The input as texts: one, several, the ids of one or of several. Raises ValidationFailed."""
    if isinstance(given, str):
        return [given]
    if all(isinstance(one, str) for one in given):
        return list(given)
    if any(isinstance(one, str) for one in given) or len({type(one) for one in given}) > 1:
        raise validation_failed("/input", "texts and token ids cannot be mixed")
    lists = [given] if isinstance(given[0], int) else given
    try:
        return [embedder.text_of(ids) for ids in lists]
    except ModelError as error:
        raise validation_failed("/input", str(error)) from None


def describe(services: Services) -> OpenAIModel:
    """The model that serves."""
    return OpenAIModel(services.embedder.name, "model", services.embedder.written_at, "self-hosted")


def find(services: Services, name: str) -> OpenAIModel:
    """The model of that name. Raises NotFound."""
    if name != services.embedder.name:
        raise NotFound("model")
    return describe(services)
