"""What a category says of one of its products: of `Bermudas e Shorts` the shorts are no bermudas. Pure."""

from app.features.chat.assistant.language.words import fold, stem
from app.features.chat.assistant.products.name_words import product_words
from app.ops.expressions import expression

_BETWEEN = expression(r"\s+(?:e|and|ou|or)\s+|\s*[,/&+]\s*")


def category_words(name: str, category: str | None) -> list[str]:
    """The words of a product's category; of one that joins several things those of the thing that its name tells."""
    parts = [product_words(part) for part in _BETWEEN.split(fold(category or ""))]
    called = set(map(stem, product_words(fold(name))))
    own = [part for part in parts if called & set(map(stem, part))] if len(parts) > 1 else []
    return [word for part in own or parts for word in part]
