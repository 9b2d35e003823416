"""Goods by what they are for, where nothing but that is said: `algo pra quem tá começando a correr, até 150`."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.documents.answers import sentences_of
from app.features.chat.assistant.language.words import fold, verbal
from app.features.chat.assistant.products.matching import Product, asserted
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.products.portions import for_people
from app.features.chat.assistant.products.sizes import dimensions
from app.features.chat.assistant.products.spans import in_span
from app.ops.expressions import expression

_PURPOSE = expression(r"\b(?:pra|para|p)\s+(?:quem\s+\w+\s+)?(?P<root>[a-z]{2,})[aei]r\b")
_WEIGHS = expression(
    r"\b(?:pes(?:a|ando)|weigh(?:s|ing))\s+(?:(?:uns|umas|cerca\s+de|about)\s+)?(?P<kilos>\d{1,3})\s*(?:kg|[kq]u?ilos?)\b"
)
_LEAST = 4  # letters of a root: `corr` of `correr` is in `corrida`


def serving(products: Sequence[Product], mention: Mention) -> list[Product]:
    """Those that are there and are called by, else told to be for, what all the words of a mention do."""
    doings = [word[:-2] for word in mention.words if word.endswith(("ar", "er", "ir"))]
    roots = tuple(root for root in doings if len(root) >= _LEAST)
    if not roots or not all(map(verbal, mention.words)):
        return []
    there = [one for one in products if one.in_stock]
    named = [one for one in there if _has(f"{one.name} {one.category or ''}", roots)]
    return named or [one for one in there if _has(asserted(one), roots)]


def for_so_many(mind: Mind, products: Sequence[Product]) -> list[Product]:
    """`bolo pra 20 pessoas`: of each thing the size that serves so many, by what the shop tells of it; `ele pesa 12
    kg`: those that are for that weight, where some are called so."""
    sentences = [one for passage in mind.shop.passages for one in sentences_of(passage.text)]
    weight = _WEIGHS.search(fold(mind.acts.text))
    fit = [one for one in products if weight and f"{weight['kilos']}kg" in dimensions(one.name)]
    return for_people(mind.acts.text, fit or products, sentences)


def in_told_size(mind: Mind, products: Sequence[Product], mention: Mention) -> list[Product]:
    """Of one thing the size that takes the number which is told of it: `meia 39`, which comes in `38-40`."""
    told = [word for word in mention.soft if word.isdigit() and len(word) == 2]
    sentences = [one for passage in mind.shop.passages for one in sentences_of(passage.text)]
    return in_span(told[0], products, sentences) if len(told) == 1 else list(products)


def for_purpose(text: str, products: Sequence[Product]) -> list[Product]:
    """`o mais barato pra correr`: those of them that are called by it, where some are. text: folded."""
    found = _PURPOSE.search(text)
    roots = (found["root"],) if found and len(found["root"]) >= _LEAST else ()
    named = [one for one in products if roots and _has(f"{one.name} {one.category or ''}", roots)]
    return named or list(products)


def _has(text: str, roots: tuple[str, ...]) -> bool:
    return any(word.startswith(roots) for word in product_words(fold(text)))
