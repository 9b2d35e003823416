"""Product files. SQL: sql/product_files.sql; tests/features/test_product_files.py."""

from uuid import UUID

from app.context import AppCtx
from app.db.rows import one
from app.features.product_files import service
from app.features.product_files.types import CreateProductFile, ProductFile, SetProductFileStatus
from app.web.errors import Conflict
from app.web.patch import values
from app.web.replies import Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope
from app.web.types import PartQuery

files_of_product = Group(
    "/internal/products", Scope.APP, tag="product files", reads=Role.ATTENDANT, writes=Role.MANAGER
)
product_files = Group(
    "/internal/product-files", Scope.APP, tag="product files", reads=Role.ATTENDANT, writes=Role.MANAGER
)
GROUPS = (files_of_product, product_files)


@files_of_product.post("/{product_id}/files", status=201, errors=(Conflict,), idempotent=True)
async def create_product_file(ctx: AppCtx, product_id: UUID, body: CreateProductFile) -> ProductFile:
    """Record a file of a product after its upload to object storage.

    A PDF, CSV or XLSX with a `url` is fetched and read in the background; its text becomes a document.
    """
    return await service.create(ctx, product_id, body)


@files_of_product.get("/{product_id}/files")
async def list_product_files(ctx: AppCtx, product_id: UUID, query: PartQuery) -> Reply[list[ProductFile]]:
    """A product's files, newest first; the header X-Total-Count says how many it has."""
    return await service.list_files(ctx, product_id, query)


@product_files.get("/{file_id}")
async def get_product_file(ctx: AppCtx, file_id: UUID) -> ProductFile:
    """A file's record."""
    row = await ctx.q.product_files.get_product_file(ctx.db, file_id=file_id, actor_id=ctx.actor_id)
    return one(row, ProductFile)


@product_files.patch("/{file_id}/status", errors=(Conflict,))
async def set_product_file_status(ctx: AppCtx, file_id: UUID, body: SetProductFileStatus) -> ProductFile:
    """Say what became of a file."""
    row = await ctx.q.product_files.set_product_file_status(
        ctx.db, file_id=file_id, actor_id=ctx.actor_id, **values(body)
    )
    return one(row, ProductFile)


@product_files.delete("/{file_id}")
async def delete_product_file(ctx: AppCtx, file_id: UUID) -> None:
    """Delete a file's record and the document of its text; the object itself belongs to whoever stored it."""
    await service.delete(ctx, file_id)
