"""What a search finds (sql/search.sql)."""

from uuid import UUID

from msgspec import Raw, Struct

from app.web.types import Resource


class FoundProduct(Resource):
    """A product, best first.

    `image_urls`: pictures of our own as paths, before links to elsewhere;
    `score`: how likely it fits, 0..1, 0.5 divides what fits from what does not; `similarity`: the cosine, null while
    its vector is being made; `close`: nothing fits, this comes nearest; `available`: null when it is not counted.
    """

    product_id: UUID
    name: str
    description: str
    category: str | None
    price_cents: int | None
    available: int | None
    image_urls: list[str]
    score: float
    similarity: float | None
    group: str | None = None
    options: Raw = Raw(b"{}")
    close: bool = False

    @property
    def in_stock(self) -> bool:
        """True also when the store does not count this product."""
        return self.available is None or self.available > 0


class OnShelf(Struct, frozen=True):
    """A product on sale that a message may mean. `available`: None when it is not counted."""

    id: UUID
    name: str
    options: Raw
    group: str | None
    category: str | None
    description: str
    price_cents: int | None
    available: int | None


class FoundChunk(Resource):
    """A passage of a document. `score` is the cosine, or the share of the query's words it holds where that is more."""

    document_id: UUID
    chunk_no: int
    title: str
    content: str
    score: float
    similarity: float | None
