"""Products, as contract.md §4 names them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

from app.features.pictures.types import Picture
from app.web.types import (
    LINE,
    UNSET,
    Body,
    Cents,
    Count,
    Label,
    PageQuery,
    Resource,
    SmallObject,
    Text,
    Title,
    UnsetType,
    Url,
)

MAX_BATCH = 5000
Category = Annotated[str, Meta(max_length=200, extra=LINE)]
ImageUrls = Annotated[list[Url], Meta(max_length=50)]
OptionText = Annotated[str, Meta(min_length=1, max_length=100, extra=LINE)]
Options = Annotated[dict[OptionText, OptionText], Meta(max_length=10, description="size: M, colour: azul …")]
SearchText = Annotated[str, Meta(max_length=500)]


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
    reserved: int
    available: int | None
    group: str | None
    options: Raw
    version: int
    # JSON built by the database (msgspec.Raw at run time).
    pictures: Sequence[Picture]


class Highlight(Resource):
    """Where the query's words stand: HTML with them in `<mark>`; null where none of them is."""

    name: str | None
    description: str | None


class Variant(Resource):
    """One of a group's products, beside the one that stands for all in a list."""

    id: UUID
    name: str
    options: dict[str, str]
    price_cents: int | None
    stock_quantity: int | None
    active: bool


class ListedProduct(Product):
    """A product of a list. With `q` how it fits: `score` (0.5 divides), `similarity`, `close` when nothing does.

    With `grouped`: `variants` is all of its group, itself included, and `group_name` what they are called together;
    null where it has none.
    """

    # JSON built by the database (msgspec.Raw at run time).
    variants: list[Variant] | None | UnsetType = UNSET
    score: float | UnsetType = UNSET
    similarity: float | None | UnsetType = UNSET
    close: bool | UnsetType = UNSET
    highlight: Highlight | UnsetType = UNSET
    group_name: str | None | UnsetType = UNSET


class ProductPage(Struct, frozen=True):
    """One page of a list. `facets`, when asked for: how many of all that match are in each category.

    With `q`, `total` and `facets` are of what fits, of the 2,000 best at most.
    """

    items: Sequence[ListedProduct]
    total: int
    limit: int
    offset: int
    facets: dict[str, dict[str, int]] | UnsetType = UNSET


Sort = Literal[
    "relevance",
    "created_at",
    "-created_at",
    "updated_at",
    "-updated_at",
    "price",
    "-price",
    "name",
    "-name",
    "stock",
    "-stock",
]


class ProductFilter(PageQuery, kw_only=True):
    """Products of one store; with `q`, those that fit it, best first.

    `category`: a part of its name; `attributes`: `key:value`, all of them, the value also as one of a list; `sort`:
    newest first, with `q` by relevance; `archived`: those instead, without `q`; `grouped`: of a group's variants one.
    """

    store_id: UUID
    q: SearchText | None = None
    category: Category | None = None
    active: bool | None = None
    in_stock: bool | None = None
    group: Label | None = None
    min_price_cents: Cents | None = None
    max_price_cents: Cents | None = None
    attributes: Annotated[list[Annotated[str, Meta(pattern="^[^:]+:", max_length=300)]], Meta(max_length=20)] = []
    sort: Sort | None = None
    archived: bool = False
    grouped: bool = False
    facets: bool = False
    highlight: bool = False


class ProductFields(Body):
    """What can be written of a product; only the keys present are. `price` is text; price_cents goes before it.

    Variants of one thing share a `group` and differ in their `options`, such as size and colour.
    """

    external_id: Label | None | UnsetType = UNSET
    sku: Label | None | UnsetType = UNSET
    name: Title | UnsetType = UNSET
    description: Text | None | UnsetType = UNSET
    category: Category | None | UnsetType = UNSET
    price_cents: Cents | None | UnsetType = UNSET
    price: Annotated[str, Meta(max_length=200)] | None | UnsetType = UNSET
    stock_quantity: Count | None | UnsetType = UNSET
    image_urls: ImageUrls | UnsetType = UNSET
    attributes: SmallObject | UnsetType = UNSET
    active: bool | UnsetType = UNSET
    group: Label | None | UnsetType = UNSET
    options: Options | UnsetType = UNSET


class ProductItem(ProductFields):
    """A row of a batch; a new product needs a name.

    It is found by id, else external_id, else sku, else name.
    """

    id: UUID | UnsetType = UNSET


class CreateProduct(ProductFields, kw_only=True):
    """A new product."""

    store_id: UUID
    name: Title


class DuplicateProduct(Body):
    """What the copy is called; without it, as the original with a note."""

    name: Title | None = None


class UpdateProduct(ProductFields):
    """Changes of a product. `version` is the one the form was filled from: written since: 409.

    `expected_stock_quantity` is the count that a new one was typed over, which orders change without a version: another
    by now: 409.
    """

    version: Count | UnsetType = UNSET
    expected_stock_quantity: Count | None | UnsetType = UNSET


def _item_schema() -> dict[str, Any]:
    """ProductItem as an inline schema: the items travel undecoded, so that one bad row does not refuse all."""
    (schema,), components = msgspec.json.schema_components([ProductItem], ref_template="#/{name}")
    item: dict[str, Any] = components[schema["$ref"].removeprefix("#/")]
    return item


class UpsertProducts(Body):
    """Rows to insert or update, each by itself: a bad row is reported and the good ones are kept."""

    store_id: UUID
    items: Annotated[list[Raw], Meta(min_length=1, max_length=MAX_BATCH, extra_json_schema={"items": _item_schema()})]
    dry_run: bool = False


class RowError(Resource, kw_only=True):
    """Why a row was left out; `index` counts from 0, `field` is null where no single one is to blame."""

    index: int
    sku: str | None = None
    name: str | None = None
    field: str | None
    detail: str


class PriceChange(Resource):
    """A product whose price a batch would change; null: no price is known."""

    index: int
    id: UUID
    sku: str | None
    name: str
    from_cents: int | None
    to_cents: int | None


class UpsertResult(Resource):
    """What became of a batch, or with `dry_run` would become of it."""

    created: int
    updated: int
    unchanged: int
    errors: list[RowError]
    dry_run: bool = False
    price_changes: list[PriceChange] = []


class ProductStats(Resource):
    """Numbers of a store's catalogue."""

    total: int
    active: int
    out_of_stock: int
    without_price: int
    by_category: Raw
    embedding: Raw
