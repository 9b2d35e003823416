"""Of several that are called alike, which was said: the single one or its pack, with something or without it. Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import Product, called_so, described

# `Cerveja Lata 350 ml Caixa com 12`
_PACK = re.compile(
    r"\s*[(,-]*\s*\b(?P<pack>caixa|cx|pack|fardo|engradado|kit|cartela|pacote|display|box|case)\s+(?:com|c/|de|of|with)\s+\d+.*$"
)


def without_packs(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`6 skol`: of the can and the box of twelve cans the can, unless a box is said."""
    singles = {fold(one.name) for one in products}
    packs = {}
    for one in products:
        found = _PACK.search(fold(one.name))
        if found and fold(one.name)[: found.start()] in singles:
            packs[one.product_id] = found["pack"]
    said = {stem(word) for word in (*mention.words, *mention.soft, mention.packed)}
    if said & {stem(pack) for pack in packs.values()}:
        return list(products)
    return [one for one in products if one.product_id not in packs]


def with_or_without(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`água sem gás`, `água com gás`: of those that differ by just that."""
    found = list(products)
    for word in mention.words:
        lacking = [one for one in found if _lacks(one, word)]
        if lacking and len(lacking) < len(found):
            found = lacking if word in mention.without else [one for one in found if one not in lacking]
    return found


def head_first(products: Sequence[Product], mention: Mention) -> list[Product]:
    """Those that are called so before those that only have it in their name: of `rosa` the `Rosa Unitária`."""
    return sorted(products, key=lambda product: not called_so(product, mention))


def said_of_all(products: Sequence[Product], said: Sequence[str]) -> list[Product]:
    """Those of whose name and description most of these words are; all where they are of none."""
    counts = [sum(described(one, Mention((word,))) for word in said) for one in products]
    most = max(counts, default=0)
    return [one for one, count in zip(products, counts, strict=True) if count == most]


def _lacks(product: Product, word: str) -> bool:
    name = words(fold(product.name))
    return any(one in ("sem", "without", "no") and stem(other) == stem(word) for one, other in pairwise(name))
