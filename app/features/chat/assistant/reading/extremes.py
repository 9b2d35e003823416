"""The first or last of some goods by price or size. Pure; tests: those of references.py."""

from collections.abc import Sequence

from app.features.chat.assistant.products.sizes import size_of
from app.features.conversations.state import Listed


def extreme(products: Sequence[Listed], *, sized: bool, most: bool) -> set[str]:
    """The cheapest or dearest, the smallest or largest of them, all that are alike; empty where one cannot tell."""
    sizes: list[float | None] = [size_of(one.name, one.options) if sized else one.price_cents for one in products]
    if sized and any(size is None for size in sizes):
        sizes = [one.price_cents for one in products]
    known = [size for size in sizes if size is not None]
    if len(known) < len(products):
        return set()
    best = (max if most else min)(known)
    return {one.product_id for one, size in zip(products, sizes, strict=True) if size == best}
