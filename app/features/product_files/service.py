"""Recording a file and having it read. SQL: sql/product_files.sql; tests/features/test_product_files.py."""

from typing import Any
from uuid import UUID

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, maybe
from app.features.product_files.jobs import ReadProductFile, is_readable, read_product_file
from app.features.product_files.types import CreateProductFile, ProductFile
from app.web.errors import NotFound
from app.web.paging import part
from app.web.patch import values
from app.web.replies import Reply
from app.web.types import PartQuery


async def list_files(ctx: AppCtx, product_id: UUID, query: PartQuery) -> Reply[list[ProductFile]]:
    """A product's files, newest first, and how many it has. Raises NotFound (product)."""
    named: dict[str, Any] = {"product_id": product_id, "actor_id": ctx.actor_id}
    if await ctx.q.product_files.owns_product(ctx.db, **named) is None:
        raise NotFound("product")
    rows = await ctx.q.product_files.list_product_files(ctx.db, **named, limit=query.limit, offset=query.offset)
    return part(many(rows, ProductFile), await ctx.q.product_files.count_product_files(ctx.db, **named) or 0)


async def delete(ctx: AppCtx, file_id: UUID) -> None:
    """Remove a file's record, and with it what agents know from it. Raises NotFound."""
    row = await ctx.q.product_files.delete_product_file(ctx.db, file_id=file_id, actor_id=ctx.actor_id)
    if row is None:
        raise NotFound("product file")
    if row["document_id"] is not None:
        await ctx.q.documents.delete_document(ctx.db, document_id=row["document_id"], actor_id=ctx.actor_id)


async def create(ctx: AppCtx, product_id: UUID, body: CreateProductFile) -> ProductFile:
    """Record a file; one that can be read is read in the background. Raises NotFound (product), Conflict (key)."""
    row = await ctx.q.product_files.create_product_file(
        ctx.db, id=uuid7(), actor_id=ctx.actor_id, product_id=product_id, **values(body)
    )
    file = maybe(row, ProductFile)
    if file is None:
        raise NotFound("product")
    if is_readable(body):
        await ctx.jobs.enqueue(
            ctx.db,
            read_product_file,
            ReadProductFile(file.store_id, file.file_id, ctx.actor_id),
            company_id=ctx.actor_id,
            unique_key=str(file.file_id),
        )
    return file
