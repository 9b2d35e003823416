"""Body and answer of POST /embed."""

from typing import Annotated, Literal

from app.web.types import UNSET, Body, Meta, Resource, UnsetType

MAX_TEXTS = 256

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
