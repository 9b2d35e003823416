"""Documents as contract.md §4 names them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from app.web.types import (
    UNSET,
    Body,
    LongText,
    Meta,
    PageQuery,
    Query,
    Resource,
    SmallObject,
    Struct,
    Title,
    UnsetType,
    Url,
)

SourceType = Literal["manual", "product", "file", "url"]
DocumentStatus = Literal["processing", "ready", "error"]
SearchText = Annotated[str, Meta(min_length=1, max_length=200)]
Ids = Annotated[list[UUID], Meta(max_length=1000)]


class Document(Resource):
    """A text agents may quote. `status`: processing until every chunk has its vector."""

    id: UUID
    store_id: UUID
    product_id: UUID | None
    title: str
    content: str
    source_type: SourceType
    source_url: str | None
    metadata: msgspec.Raw
    chunk_count: int
    status: DocumentStatus
    agent_ids: list[UUID]
    created_at: datetime
    updated_at: datetime


class DocumentSummary(Resource):
    """A document in a list: the first 200 characters instead of the whole text."""

    id: UUID
    store_id: UUID
    product_id: UUID | None
    title: str
    excerpt: str
    source_type: SourceType
    source_url: str | None
    metadata: msgspec.Raw
    chunk_count: int
    status: DocumentStatus
    agent_ids: list[UUID]
    created_at: datetime
    updated_at: datetime


class WrittenDocument(Struct):
    """What a write tells: whether the text has to be chunked, and whether the row is new."""

    id: UUID
    store_id: UUID
    changed: bool
    created: bool


class DocumentFilter(PageQuery, kw_only=True):
    """Documents of one store; `q` looks into the title, any case, without accents."""

    store_id: UUID
    product_id: UUID | None = None
    agent_id: UUID | None = None
    status: DocumentStatus | None = None
    source_type: SourceType | None = None
    q: Annotated[str, Meta(max_length=200)] | None = None


class PassageFilter(Query):
    """A question, as a shopper would ask it."""

    q: SearchText


class CreateDocument(Body):
    """A new document. Its text is chunked and embedded in the background."""

    store_id: UUID
    title: Title
    content: LongText = ""
    product_id: UUID | None = None
    source_type: SourceType = "manual"
    source_url: Url | None = None
    metadata: SmallObject = {}


class UpdateDocument(Body):
    """Changes of a document; only the keys present. A changed title or text is embedded again."""

    title: Title | UnsetType = UNSET
    content: LongText | UnsetType = UNSET
    product_id: UUID | None | UnsetType = UNSET
    source_type: SourceType | UnsetType = UNSET
    source_url: Url | None | UnsetType = UNSET
    metadata: SmallObject | UnsetType = UNSET


class UpsertProductDocument(Body):
    """The one document of a product; the title defaults to the product's name."""

    product_id: UUID
    content: LongText
    title: Title | None = None
    metadata: SmallObject | UnsetType = UNSET


class ReplaceDocumentAgents(Body):
    """The agents that may use the document; all of its store. Replaces the links."""

    agent_ids: Ids
