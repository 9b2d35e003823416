"""Goods whose whole name is said beside words that nothing in the shop has: a brand, the trade's own word, a use."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.language.words import fold, is_colour
from app.features.chat.assistant.products.lacking import lacking
from app.features.chat.assistant.products.matching import Product, asserted, shares
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.products.restricted import restriction
from app.ops.expressions import expression

# `um açaí com nutela`, which is more than an açaí
_BESIDE = expression(r"\b(?:com|sem|with|without)\s+([a-z]+)")


def named_in_full(products: Sequence[Product], mention: Mention, goods: Goods, text: str) -> bool:
    """`fita veda rosca tigre`, of the `Fita Veda Rosca`: they are one thing, the mention has each word of its name, two
    at least, and what else it says could not tell it from another of this shop. A colour, a size, a number or what it
    comes with or without is no such word. text: the message."""
    if len({one.group or one.product_id for one in products}) != 1 or lacking(products, mention):
        return False
    said = [*mention.words, *mention.soft]
    own = [word for word in product_words(fold(products[0].base or products[0].name)) if _tells(word)]
    if len(own) < 2 or not all(any(shares([one], word) for one in said) for word in own):
        return False
    lost = [word for word in mention.words if not any(shares([word], _told(one)) for one in products)]
    beside = _BESIDE.findall(fold(text))
    return all(word not in beside and _tells_nothing_apart(word, mention, goods) for word in lost)


def _told(product: Product) -> str:
    return f"{product.name} {product.category or ''} {asserted(product)}"


def _tells(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word not in v.FILLER


def _tells_nothing_apart(word: str, mention: Mention, goods: Goods) -> bool:
    apart = word in (*mention.without, *mention.having) or is_colour(word) or not word.isalpha()
    return not apart and goods.place(word) == 0 and not restriction(word)
