"""POST /embed. No SQL; tests/features/test_embed.py."""

from app.context import PublicCtx
from app.features.embed import service
from app.features.embed.types import Embeddings, EmbedTexts
from app.web.errors import Overloaded
from app.web.routing import Group
from app.web.scopes import Scope

# What contract.md allows: 256 texts of 32,000 characters, each of four bytes.
BODY_LIMIT = 32 << 20

embed = Group("", Scope.PUBLIC, tag="embedding")


@embed.post("/embed", body_limit=BODY_LIMIT, cancel_on_disconnect=True, errors=(Overloaded,))
async def embed_texts(ctx: PublicCtx, body: EmbedTexts) -> Embeddings:
    """Vectors of one text or many.

    The same text has the same vector whatever it is sent with. A text is cut at the model's length; `truncated` counts
    the texts that were.
    """
    return await service.embed(ctx.services, body)
