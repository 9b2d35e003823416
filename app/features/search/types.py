"""What a search finds (sql/search.sql)."""

from uuid import UUID

from app.web.types import Resource


class FoundProduct(Resource):
    """A product, best first. `score` 0..1: 1 when meaning and words both put it first."""

    product_id: UUID
    name: str
    description: str
    category: str | None
    price_cents: int | None
    stock_quantity: int | None
    image_urls: list[str]
    score: float

    @property
    def in_stock(self) -> bool:
        """True also when the store does not count this product."""
        return self.stock_quantity is None or self.stock_quantity > 0


class FoundChunk(Resource):
    """A passage of a document. `score` is the cosine."""

    document_id: UUID
    chunk_no: int
    title: str
    content: str
    score: float
