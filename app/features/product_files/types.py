"""Product files as contract.md §4 names them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from app.files import Flaw
from app.web.types import BigCount, Body, Meta, Resource, Url

FileStatus = Literal["processing", "completed", "error"]
Filename = Annotated[str, Meta(min_length=1, max_length=255)]
ContentType = Annotated[str, Meta(min_length=1, max_length=255)]
StorageKey = Annotated[str, Meta(min_length=1, max_length=500)]
Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
ErrorMessage = Annotated[str, Meta(max_length=2000)]


class ProductFile(Resource):
    """The record of a file that lies in object storage. warnings: what its reader left out or is not sure of."""

    file_id: UUID
    product_id: UUID
    store_id: UUID
    filename: str
    content_type: str
    size_bytes: int
    storage_key: str
    url: str | None
    sha256: str | None
    status: FileStatus
    error_message: str | None
    warnings: list[Flaw]
    document_id: UUID | None
    created_at: datetime
    updated_at: datetime


class FileToRead(Resource):
    """What the worker needs to fetch a file."""

    filename: str
    url: str
    sha256: str | None
    product_id: UUID
    document_id: UUID | None


class CreateProductFile(Body):
    """A file that was uploaded to object storage."""

    filename: Filename
    content_type: ContentType
    size_bytes: BigCount
    storage_key: StorageKey
    url: Url | None = None
    sha256: Sha256 | None = None


class SetProductFileStatus(Body):
    """What became of the file. A message belongs to the status error; `document_id`: where its text was put.

    The document goes with the file.
    """

    status: FileStatus
    error_message: ErrorMessage | None = None
    document_id: UUID | None = None
