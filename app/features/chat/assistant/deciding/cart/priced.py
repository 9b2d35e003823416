"""Goods that are told by what they cost: `e 1 daquele de 8,90`, `o ventilador de 139`."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.cart.choosing import of_line
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.prices import in_name
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, shares, spread
from app.features.chat.assistant.products.name_words import product_words

_AS_PRICE = (
    r"\b(?:d[aeo]|por|of|for|at)\s+(?:r\$\s*)?{}(?:\s+(?:reais|conto|pila|bucks))?"
    r"(?=\s*(?:$|[,.;!?\n]|(?:d[aeo]|com|e|em|n[ao]|[oa]|ainda|mesmo|tem|pra|no|of|with|and|please)\b))"
)


def at_price(products: Sequence[Product], mention: Mention) -> list[Product]:
    """Those that cost so much, or have the number in their name; all where no price is told."""
    cents = mention.price_cents
    if cents is None:
        return list(products)
    return [one for one in products if in_name(one.name, cents)] or [
        one for one in products if one.price_cents == cents
    ]


def known_at(mind: Mind, mention: Mention) -> list[Product] | None:
    """What costs so much of what was shown before or is in the cart; None: what is spoken of costs something else, so
    that another thing is meant, which has to be looked up."""
    carted = [of_line(line) for line in mind.cart.lines]
    spoken_of = [*spread(mind.seen), *(spread([mind.focus]) if mind.focus is not None else []), *carted]
    found = {one.product_id: one for one in at_price(spoken_of, mention)}
    return list(found.values()) or None


def names_spoken_of(mind: Mind, mention: Mention) -> list[str]:
    """What the thing is called that is spoken of, where only another price is told: one of those is looked for."""
    if mention.price_cents is None or mention.words:
        return []
    name = (mind.focus.base or mind.focus.name) if mind.focus is not None else ""
    name = name or (mind.cart.lines[-1].name if mind.cart.lines else "")
    return product_words(fold(name))[:1]


def told_apart(products: Sequence[Product], searched: Sequence[Product], mention: Mention) -> list[Product]:
    """Of what a wish may mean: what costs what was told; by its price alone it is that or nothing."""
    if mention.words or mention.soft:
        return at_price(products, mention) or list(products)
    return at_price(searched, mention)


def in_reais(cents: int) -> set[int]:
    """As what a price is spoken of in whole reais: 24,90 is `24` and `25`."""
    return {cents // 100, (cents + 10) // 100}


def told_in_reais(mind: Mind, products: list[Product], mention: Mention) -> tuple[list[Product], Mention]:
    """`a tapioca de 12`, `o kit de dados de 39`: behind goods of which none is called or told by such a number, and
    some cost it, it tells which, and neither their size nor how many."""
    numbers = [word for word in mention.soft if word.isdigit()]
    if len(numbers) != 1 or not mention.words or re.search(_AS_PRICE.format(numbers[0]), fold(mind.acts.text)) is None:
        return products, mention
    if any(shares(numbers, f"{one.name} {one.about} {one.description}") for one in products):
        return products, mention
    costing = [one for one in products if one.price_cents is not None and int(numbers[0]) in in_reais(one.price_cents)]
    if not costing:
        return products, mention
    return costing, replace(mention, soft=tuple(word for word in mention.soft if word not in numbers))
