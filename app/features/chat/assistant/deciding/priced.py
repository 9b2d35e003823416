"""Goods that are told by what they cost: `e 1 daquele de 8,90`, `o organizador de 49`."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.choosing import of_line
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.prices import in_name
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, shares, spread
from app.features.chat.assistant.products.mentions import product_words


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


def in_reais(mind: Mind, products: list[Product], wanted: Change) -> tuple[list[Product], Change]:
    """`o organizador de 49`, `o bolo de 45 reais`, where that is what some of them cost and in the name of none: these,
    and the number tells no size."""
    mention, text = wanted.mention, fold(mind.acts.text)
    for word in mention.soft if products and wanted.kind in ("want", "add", "exchange") else ():
        told = word.isdigit() and re.search(rf"\bde\s+{word}\b|\b{word}\s+(?:reais|contos?|pilas?|bucks)\b", text)
        if not told or any(shares([word], f"{one.name} {one.about}") for one in products):
            continue
        if costs := [one for one in products if (one.price_cents or 0) // 100 == int(word)]:
            rest = tuple(one for one in mention.soft if one != word)
            return costs, replace(wanted, mention=replace(mention, soft=rest))
    return products, wanted
