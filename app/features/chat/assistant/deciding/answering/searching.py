"""What is asked of the search for a wish, and what of its answers a wish is met from."""

import re
from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of, query_words
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.words import fold, is_colour
from app.features.chat.assistant.products.matching import Product, described, fitting, of_another_model, shares
from app.features.chat.assistant.products.name_words import everyday
from app.features.chat.assistant.products.restricted import free_of

LEAST_SIZE = 30
"""From here on a number that goods come in is rather which of them than how many."""


def asked_for(mind: Mind, wish: Look, query: str) -> Ask:
    """The search for a wish, by its price where one is told."""
    # That tool ranks by the shopper's last message: of no use when the message is only a price.
    own = bool(wish.mention.words) or not query
    priced = wish.min_price is not None or wish.max_price is not None
    if priced and own and mind.offers("filter_products_by_price"):
        arguments: dict[str, Any] = {"limit": FOUND}
        if wish.min_price is not None:
            arguments["min_price"] = wish.min_price
        if wish.max_price is not None:
            arguments["max_price"] = wish.max_price
        return Ask("filter_products_by_price", arguments)
    return Ask(
        "search_products", {"query": " ".join(query_words(query.split()))[:400] or mind.acts.text[:200], "limit": FOUND}
    )


def in_range(product: Product, wish: Look) -> bool:
    """Its price is within what the wish tells."""
    if wish.min_price is None and wish.max_price is None:
        return True
    price = product.price
    return price is not None and (wish.min_price or 0) <= price <= (wish.max_price or float("inf"))


def in_number_told(
    products: list[Product], matching: list[Product], wish: Look
) -> tuple[list[Product], list[Product], Look]:
    """`tem furadeira? 220`, of what comes in 127 V and 220 V: those found and those meant, and no count."""
    told = wish.quantity or 0
    fit = [one for one in products if shares([str(told)], " ".join(one.options.values()))]
    if told < LEAST_SIZE or not fit:
        return products, matching, wish
    return fit, [one for one in matching if one in fit], msgspec.structs.replace(wish, quantity=None)


def price_text(price: float | None) -> str:
    """A price of a wish as it is said; empty: none is told."""
    return "" if price is None else str(price)


def pool_of(wanted: Change, searched: dict[int, list[Product]], at: int) -> list[Product] | None:
    """What was looked up for a wish; for a colour alone also what was for the others: `2 de madeira e 1 branco`, and
    for what no name has, as `12 detergente minuano e 6 ype coco` has only options of what stands before it."""
    own, words = searched.get(at), wanted.mention.words
    if own is None or not words:
        return own
    known = {one.product_id for one in own}
    others = [one for found in searched.values() for one in found if one.product_id not in known]
    if all(map(is_colour, words)):
        return own + others
    if fitting(own, wanted.mention):
        return own
    options = [one for one in others if one.options and fitting([one], wanted.mention)]
    return own + options


def free_ones(
    mind: Mind, what: str, products: Sequence[Product], mention: Mention
) -> Generator[list[Ask], list[Done], list[Product]]:
    """Those of the products that are told to be without it, else what the search finds by that: `não como carne, tem
    cachorro quente?`, which is called otherwise."""
    found = free_of(products, mention, what)
    found = [one for one in found if shares([what], one.name)] or found  # what is called so, before what has some of it
    if found or fitting(products, mention) or not mind.may_search:
        return found
    done = yield [Ask("search_products", {"query": what, "limit": FOUND})]
    return [one for one in free_of(products_of(done[-1]), Mention(), what) if one.in_stock]


def of_another_kind(mind: Mind, mention: Mention, near: Sequence[Product]) -> bool:
    """One of them is not what was named: `tem gelo de coco?`, where there is ice, and none of coconut; `leite
    piracanjuba`, a brand that no goods have."""
    told = [word for word in mention.words[1:] if re.search(rf"\bd[eo]\s+{re.escape(word)}\b", mind.acts.asked)]
    told += [word for before, word in pairwise(mention.words) if _is_brand(mind, before, word)]
    strange = any(not described(product, Mention((word,))) for word in told for product in near)
    return strange or any(of_another_model(product, mention) for product in near)


def _is_brand(mind: Mind, before: str, word: str) -> bool:
    """Nothing of the shop's goods, and told right behind what they are: no colour, and no `bonita`."""
    goods = mind.shop.goods
    if mind.acts.language == "en" or goods.place(before) < NAMES or not goods.strange(word):
        return False
    if not word.isalpha() or is_colour(word) or everyday(Mention((word,))):
        return False
    tied = rf"\b{re.escape(before)}\s+(?:d[aeo]s?\s+)?(?:marca\s+)?{re.escape(word)}\b"
    return re.search(tied, fold(mind.acts.text)) is not None


def besides(mind: Mind, matching: list[Product]) -> list[Product]:
    """`outra plantinha`: what is there besides the one that is spoken of; all of it where there is none."""
    own = {one.product_id for one in mind.focus.each} if mind.focus is not None else set()
    others = [one for one in matching if one.in_stock and one.product_id not in own]
    return others or matching


def is_whole(wish: Look, matching: Sequence[Product]) -> bool:
    """Something is called by all that was said, which is then no list: `pistola de tag e o pino de tag`."""
    said = (*wish.mention.words, *wish.mention.soft)
    return bool(matching) and (
        not wish.parts or any(all(shares([word], one.name) for word in said) for one in matching)
    )
