"""Bodies and answers of /openai, as OpenAI's API has them."""

from typing import Annotated, Literal

from app.features.embed.types import EmbedText, Encoding, Vector
from app.web.types import Body, Meta, Resource

MAX_INPUTS = 2048  # what OpenAI's own clients send at most
MAX_IDS = 8192

TokenId = Annotated[int, Meta(ge=0, lt=2**31)]
TokenIds = Annotated[list[TokenId], Meta(min_length=1, max_length=MAX_IDS)]


class CreateEmbeddings(Body):
    """`input`: one text or several, or token ids of the model's own tokenizer.

    `model` may be anything: the answer names the real one.
    """

    input: EmbedText | Annotated[list[EmbedText | TokenId | TokenIds], Meta(min_length=1, max_length=MAX_INPUTS)]
    model: Annotated[str, Meta(max_length=200)] = ""
    encoding_format: Encoding = "float"
    dimensions: Annotated[int, Meta(ge=1, le=1024)] = 1024
    user: Annotated[str, Meta(max_length=500)] = ""


class EmbeddingItem(Resource):
    """One vector."""

    object: Literal["embedding"]
    index: int
    embedding: Vector


class EmbeddingsUsage(Resource):
    """Both are the tokens of the input."""

    prompt_tokens: int
    total_tokens: int


class EmbeddingList(Resource):
    """Vectors in the order of the input."""

    object: Literal["list"]
    data: list[EmbeddingItem]
    model: str
    usage: EmbeddingsUsage


class OpenAIModel(Resource):
    """A model that serves; `created` is when its folder was written."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class OpenAIModelList(Resource):
    """All of them: one."""

    object: Literal["list"]
    data: list[OpenAIModel]
