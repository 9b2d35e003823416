"""Pictures of products, and /media where they are served. SQL: sql/pictures.sql; tests/features/test_pictures.py."""

from uuid import UUID

from app.clients.media_store import CACHED, is_media_name
from app.context import AppCtx, PublicCtx
from app.features.pictures import service
from app.features.pictures.types import OrderPictures, Picture, PictureForm
from app.web.errors import Conflict, NotFound, Overloaded, Unavailable, UnreadableFile
from app.web.replies import Content
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

MAX_PICTURE_BYTES = 10 * 1024 * 1024
_MEDIA_TYPES = {".jpg": "image/jpeg", ".png": "image/png"}

pictures = Group("/internal/products", Scope.APP, tag="pictures", reads=Role.ATTENDANT, writes=Role.MANAGER)
media = Group("/media", Scope.PUBLIC, tag="pictures")
GROUPS = (pictures, media)


@pictures.post(
    "/{product_id}/pictures",
    status=201,
    transaction=False,
    body_limit=MAX_PICTURE_BYTES,
    errors=(Conflict, UnreadableFile, Overloaded, Unavailable),
)
async def create_picture(ctx: AppCtx, product_id: UUID, form: PictureForm) -> Picture:
    """Add a picture to a product: a JPEG, PNG or WebP of at most 10 MiB and 50 million pixels.

    It is turned upright, made no larger than 2048 pixels a side, and stripped of everything but its pixels.
    """
    return await service.add_picture(ctx, product_id, form)


@pictures.put("/{product_id}/pictures", errors=(Conflict,))
async def order_pictures(ctx: AppCtx, product_id: UUID, body: OrderPictures) -> list[Picture]:
    """Give a product's pictures another order; `ids` names each of them once."""
    return await service.order_pictures(ctx, product_id, body.ids)


@pictures.delete("/{product_id}/pictures/{picture_id}")
async def delete_picture(ctx: AppCtx, product_id: UUID, picture_id: UUID) -> None:
    """Take a picture away from a product."""
    await service.delete_picture(ctx, product_id, picture_id)


@media.get("/{folder}/{name}", media=("image/jpeg", "image/png"), statuses=(200, 304), errors=(NotFound, Unavailable))
async def get_media(ctx: PublicCtx, folder: str, name: str) -> Content:
    """A picture, to be kept for ever: what an address leads to does not change."""
    address = f"{folder}/{name}"
    if not is_media_name(address):
        raise NotFound("file")
    headers = {"ETag": f'"{name}"', "Cache-Control": CACHED, "X-Content-Type-Options": "nosniff"}
    media_type = _MEDIA_TYPES[address[-4:]]
    if headers["ETag"] in (ctx.request.header("if-none-match") or ""):
        return Content(b"", media_type, status=304, headers=headers)
    content = await ctx.services.media.get(address)
    if content is None:
        raise NotFound("file")
    return Content(content, media_type, headers=headers)
