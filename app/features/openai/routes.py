"""POST /openai/embeddings, GET /openai/models. No SQL; tests/features/test_openai.py."""

from app.context import PublicCtx
from app.features.embed.routes import BODY_LIMIT
from app.features.openai import service
from app.features.openai.types import CreateEmbeddings, EmbeddingList, OpenAIModel, OpenAIModelList
from app.web.errors import Overloaded
from app.web.routing import Group
from app.web.scopes import Scope

openai = Group("/openai", Scope.PUBLIC, tag="openai")


@openai.post("/embeddings", body_limit=BODY_LIMIT, cancel_on_disconnect=True, errors=(Overloaded,))
async def create_embeddings(ctx: PublicCtx, body: CreateEmbeddings) -> EmbeddingList:
    """Vectors in the form of OpenAI's API, so that its clients work unchanged.

    Token ids and shorter vectors are taken where the model allows them: the default one does not.
    """
    return await service.create_embeddings(ctx.services, body)


@openai.get("/models")
async def list_openai_models(ctx: PublicCtx) -> OpenAIModelList:
    """The embedding model that serves."""
    return OpenAIModelList("list", [service.describe(ctx.services)])


@openai.get("/models/{model}")
async def get_openai_model(ctx: PublicCtx, model: str) -> OpenAIModel:
    """The embedding model that serves, by its name."""
    return service.find(ctx.services, model)
