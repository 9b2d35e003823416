"""Taking pictures in, ordering and removing them. SQL: sql/pictures.sql; tests/features/test_pictures.py."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import many, one
from app.features.pictures.jobs import RemovePicture, folder_of, names_of, remove_picture
from app.features.pictures.types import MAX_PICTURES, Picture, PictureForm
from app.web.decode import validation_failed
from app.web.errors import Conflict, NotFound

_MEDIA_TYPES = {"jpg": "image/jpeg", "png": "image/png"}
# By then an upload has either become a picture, or never will.
_ABANDONED = timedelta(hours=1)


async def add_picture(ctx: AppCtx, product_id: UUID, form: PictureForm) -> Picture:
    """Make an upload a picture, behind the others.

    Raises NotFound (product), Conflict (too many), UnsupportedFormat, UnreadableFile, Overloaded, Unavailable.
    """
    async with ctx.transaction() as tx:
        await _require_room(ctx, tx, product_id)
    made = await ctx.services.files.picture(form.file.path)
    kind = made.facts.kind
    file = f"{folder_of(ctx.actor_id)}/{secrets.token_hex(16)}"
    # First of all, so that whatever happens from here on leaves no file behind that nobody knows.
    sweep = RemovePicture(ctx.actor_id, file, kind)
    await ctx.jobs.enqueue(ctx.db, remove_picture, sweep, company_id=ctx.actor_id, run_at=ctx.now() + _ABANDONED)
    for name, content in zip(names_of(file, kind), (made.full, made.thumbnail), strict=True):
        await ctx.services.media.put(name, content, _MEDIA_TYPES[kind])
    async with ctx.transaction() as tx:
        await _require_room(ctx, tx, product_id)
        row = await ctx.q.pictures.create_picture(
            tx,
            id=uuid7(),
            product_id=product_id,
            actor_id=ctx.actor_id,
            file=file,
            kind=kind,
            width=made.facts.width,
            height=made.facts.height,
        )
        return one(row, Picture)


async def order_pictures(ctx: AppCtx, product_id: UUID, ids: Sequence[UUID]) -> list[Picture]:
    """Give a product's pictures another order. Raises NotFound (product, picture), ValidationFailed (not all)."""
    await _lock(ctx, ctx.db, product_id)
    known = {picture.id for picture in await _pictures(ctx, ctx.db, product_id)}
    if set(ids) - known:
        raise NotFound("picture")
    if len(ids) != len(known) or len(set(ids)) != len(ids):
        raise validation_failed("/ids", "every picture of the product once")
    await _order(ctx, product_id, ids)
    return await _pictures(ctx, ctx.db, product_id)


async def delete_picture(ctx: AppCtx, product_id: UUID, picture_id: UUID) -> None:
    """Take a picture away; its files follow in a job. Raises NotFound."""
    await _lock(ctx, ctx.db, product_id)
    row = await ctx.q.pictures.delete_picture(
        ctx.db, picture_id=picture_id, product_id=product_id, actor_id=ctx.actor_id
    )
    if row is None:
        raise NotFound("picture")
    await _order(ctx, product_id, [picture.id for picture in await _pictures(ctx, ctx.db, product_id)])
    gone = RemovePicture(ctx.actor_id, row["file"], row["kind"])
    await ctx.jobs.enqueue(ctx.db, remove_picture, gone, company_id=ctx.actor_id)


async def copy_pictures(ctx: AppCtx, product_id: UUID, new_id: UUID) -> None:
    """The pictures of a product for its copy. Call it in the copy's transaction, with the product locked."""
    await ctx.q.pictures.copy_pictures(
        ctx.db,
        product_id=product_id,
        new_id=new_id,
        new_ids=[uuid7() for _ in range(MAX_PICTURES)],
        actor_id=ctx.actor_id,
    )


async def _require_room(ctx: AppCtx, tx: Executor, product_id: UUID) -> None:
    await _lock(ctx, tx, product_id)
    if len(await _pictures(ctx, tx, product_id)) >= MAX_PICTURES:
        raise Conflict(f"A product has at most {MAX_PICTURES} pictures.", limit=MAX_PICTURES)


async def _lock(ctx: AppCtx, tx: Executor, product_id: UUID) -> Any:
    product = await ctx.q.products.lock_product(tx, product_id=product_id, actor_id=ctx.actor_id)
    if product is None or product["deleted_at"] is not None:
        raise NotFound("product")
    return product


async def _pictures(ctx: AppCtx, tx: Executor, product_id: UUID) -> list[Picture]:
    return many(await ctx.q.pictures.list_pictures(tx, product_id=product_id, actor_id=ctx.actor_id), Picture)


async def _order(ctx: AppCtx, product_id: UUID, ids: Sequence[UUID]) -> None:
    await ctx.q.pictures.order_pictures(ctx.db, product_id=product_id, ids=list(ids), actor_id=ctx.actor_id)
