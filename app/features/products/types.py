"""Products, as contract.md §4 names them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta, Raw

from app.web.types import (
    UNSET,
    Body,
    Cents,
    Count,
    Label,
    Metadata,
    PageQuery,
    Resource,
    Text,
    Title,
    UnsetType,
    Url,
)

MAX_BATCH = 5000
Category = Annotated[str, Meta(max_length=200)]
ImageUrls = Annotated[list[Url], Meta(max_length=50)]
SearchText = Annotated[str, Meta(min_length=1, max_length=500)]


class Product(Resource):
    """A catalogue item. `price_cents` null: no price is known; `stock_quantity` null: not counted."""

    id: UUID
    store_id: UUID
    external_id: str | None
    sku: str | None
    name: str
    description: str
    category: str | None
    price_cents: int | None
    currency: str
    stock_quantity: int | None
    image_urls: Sequence[str]
    attributes: Raw
    active: bool
    embedding_status: str
    created_at: datetime
    updated_at: datetime


class ProductFilter(PageQuery, kw_only=True):
    """Products of one store; with `q`, the best matches first."""

    store_id: UUID
    q: SearchText | None = None


class ProductItem(Body):
    """A row of a batch; only the keys present are written. A new product needs a name.

    It is found by id, else external_id, else sku, else name. `price` is a price as text; price_cents goes before it.
    """

    id: UUID | UnsetType = UNSET
    external_id: Label | None | UnsetType = UNSET
    sku: Label | None | UnsetType = UNSET
    name: Title | UnsetType = UNSET
    description: Text | None | UnsetType = UNSET
    category: Category | None | UnsetType = UNSET
    price_cents: Cents | None | UnsetType = UNSET
    price: Annotated[str, Meta(max_length=200)] | None | UnsetType = UNSET
    stock_quantity: Count | None | UnsetType = UNSET
    image_urls: ImageUrls | UnsetType = UNSET
    attributes: Metadata | UnsetType = UNSET
    active: bool | UnsetType = UNSET


def _item_schema() -> dict[str, Any]:
    """ProductItem as an inline schema: the items travel undecoded, so that one bad row does not refuse all."""
    (schema,), components = msgspec.json.schema_components([ProductItem], ref_template="#/{name}")
    item: dict[str, Any] = components[schema["$ref"].removeprefix("#/")]
    return item


class UpsertProducts(Body):
    """Rows to insert or update, each by itself: a bad row is reported and the good ones are kept."""

    store_id: UUID
    items: Annotated[list[Raw], Meta(min_length=1, max_length=MAX_BATCH, extra_json_schema={"items": _item_schema()})]


class RowError(Resource):
    """Why a row was left out; `index` counts from 0."""

    index: int
    detail: str


class UpsertResult(Resource):
    """What became of a batch."""

    created: int
    updated: int
    unchanged: int
    errors: list[RowError]


class ProductStats(Resource):
    """Numbers of a store's catalogue."""

    total: int
    active: int
    out_of_stock: int
    without_price: int
    by_category: Raw
    embedding: Raw
