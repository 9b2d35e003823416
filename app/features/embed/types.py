"""Bodies and answers of POST /embed and POST /v1/embeddings."""

from typing import Annotated, Literal

from app.web.types import UNSET, Body, Meta, Resource, UnsetType

MAX_TEXTS = 256
MAX_INPUTS = 2048  # what OpenAI's own clients send at most

EmbedText = Annotated[str, Meta(min_length=1, max_length=32_000)]
Encoding = Literal["float", "base64"]
Vector = list[float] | str


class EmbedTexts(Body):
    """Exactly one of `text` and `texts`."""

    text: EmbedText | UnsetType = UNSET
    texts: Annotated[list[EmbedText], Meta(min_length=1, max_length=MAX_TEXTS)] | UnsetType = UNSET
    input_type: Literal["query", "document"] = "document"
    encoding_format: Encoding = "float"


class EmbedUsage(Resource):
    """Tokens of all texts, as the model counts them."""

    tokens: int


class Embeddings(Resource):
    """One vector of length 1 per text, in order; base64 = little-endian float32. `truncated`: texts that were cut."""

    model: str
    dimension: int
    embeddings: list[Vector]
    usage: EmbedUsage
    truncated: int


class CreateEmbeddings(Body):
    """OpenAI's form. `model` may be anything: the answer names the real one."""

    input: EmbedText | Annotated[list[EmbedText], Meta(min_length=1, max_length=MAX_INPUTS)]
    model: Annotated[str, Meta(max_length=200)] = ""
    encoding_format: Encoding = "float"
    dimensions: Literal[1024] = 1024
    user: Annotated[str, Meta(max_length=500)] = ""


class EmbeddingItem(Resource):
    """One vector of OpenAI's form."""

    object: Literal["embedding"]
    index: int
    embedding: Vector


class EmbeddingsUsage(Resource):
    """OpenAI's usage: both are the tokens of the input."""

    prompt_tokens: int
    total_tokens: int


class EmbeddingList(Resource):
    """OpenAI's answer."""

    object: Literal["list"]
    data: list[EmbeddingItem]
    model: str
    usage: EmbeddingsUsage
