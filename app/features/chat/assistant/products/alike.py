"""Of several that are called alike, which was said: the single one or its pack, with something or without it. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, stem, tied_in, without_diminutive
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.products.mentions import PACKS, product_words

_BESIDE = frozenset("com c de of with x un und unidade unidades fechado fechada".split())  # noqa: SIM905
_MANY = re.compile(r"\d+(?:un|und)?")


def without_packs(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`6 skol`: of the can and the box of twelve cans the can, unless a box is said; of what is sold by the `fardo`
    `engradado` says the same."""
    packs = {one.product_id: pack for one in products if (pack := _pack_of(one, products))}
    said = {stem(without_diminutive(word) or word) for word in (*mention.words, *mention.soft, mention.packed)}
    if said & set(packs.values()):
        return list(products)
    if packs and said & set(map(stem, PACKS)):
        return [one for one in products if one.product_id in packs]
    return [one for one in products if one.product_id not in packs]


def _pack_of(product: Product, products: Sequence[Product]) -> str:
    """The stem of what it is packed in, if it is so many of another of them: `Lata 350 ml Fardo 12`, `Pack 6 Lata`."""
    own = Counter(product_words(fold(product.name)))
    for other in products:
        single = Counter(product_words(fold(other.name)))
        more = own - single
        packed = next((stem(word) for word in own if word in PACKS), "")
        many = any(_MANY.fullmatch(word) for word in more)
        if packed and many and not single - own and all(x in PACKS | _BESIDE or _MANY.fullmatch(x) for x in more):
            return packed
    return ""


def with_or_without(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`água sem gás`, `água com gás`: of those that differ by just that."""
    found = list(products)
    for word in mention.words:
        lacking = [one for one in found if _lacks(one, word)]
        if lacking and len(lacking) < len(found):
            found = lacking if word in mention.without else [one for one in found if one not in lacking]
    return found


def _lacks(product: Product, word: str) -> bool:
    return tied_in(product.name, word, ("sem", "without", "no"))
