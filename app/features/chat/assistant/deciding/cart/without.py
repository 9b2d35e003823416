"""What is to be made without something: the thing itself, and a note of how."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.answers import says_word
from app.features.chat.assistant.language.words import fold, tied_in
from app.features.chat.assistant.products.matching import Product, asserted, fitting
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.products.restricted import allergen, without_allergens
from app.features.conversations import cart as carts

_LACKING = ("sem", "without")


def made_without(mention: Mention, searched: Sequence[Product]) -> list[Product]:
    """`x-burger sem cebola`: the thing itself."""
    words = tuple(word for word in mention.words if word not in mention.without)
    thing = msgspec.structs.replace(mention, words=words)
    return fitting(searched, thing) if words or mention.soft else []


def so_made(
    mind: Mind, mention: Mention, products: Sequence[Product], searched: Sequence[Product]
) -> list[Product] | None:
    """What is wished for without something, with a note of that; of `2 barras sem leite` those that are without it, as
    far as the shop tells. None: all are called by it, and what the shop tells of it is said."""
    things = [one for one in products if not _has(one, mention)] or made_without(mention, searched)
    if any(map(allergen, mention.without)):
        every = {one.product_id: one for one in (*things, *made_without(mention, searched))}
        free = without_allergens([*every.values()], mention)
        if things and not free:
            told = next(filter(None, (says_word(mind.shop.passages, allergen(word)) for word in mention.without)), None)
            mind.says.append(Say("text", text=told) if told else Say("unknown_answer"))
            return None
        things = free
    note_without(mind, mention, things)
    return things


def in_full(mention: Mention, searched: Sequence[Product]) -> Mention:
    """`sem cream cheese`: with the word behind what it is to be without, where the shop writes both together."""
    texts = [fold(f"{one.name} {one.description}") for one in searched]
    pairs = [(one, other) for one, other in pairwise(mention.words) if one in mention.without]
    more = [other for one, other in pairs if any(f"{one} {other}" in text for text in texts)]
    return msgspec.structs.replace(mention, without=(*mention.without, *more)) if more else mention


def _has(product: Product, mention: Mention) -> bool:
    """The shop tells that all of that is in it, and its name does not say that it is without."""
    told = product_words(asserted(product))
    return all(
        word in told and not tied_in(product.description, word, _LACKING) for word in mention.without
    ) and not any(tied_in(product.name, word, _LACKING) for word in mention.without)


def note_without(mind: Mind, mention: Mention, products: Sequence[Product]) -> None:
    """How it is to be made stands in the order's notes, unless the shop says it already (`Fone sem Fio`)."""
    named = {word for product in products for word in product_words(fold(product.name))}
    lacking: list[str] = []
    for word in mention.without if products else ():
        what = allergen(word) or word
        told = any(_told_without(product, what) for product in products)
        lacking += [] if what in named or told else [what]
    if lacking:
        mind.cart = carts.with_note(mind.cart, f"sem {' '.join(lacking)}")


def _told_without(product: Product, what: str) -> bool:
    """`Salmão e arroz. Não leva cream cheese.`, `sem gordura`"""
    told = product_words(product.description)
    return tied_in(product.description, what, _LACKING) or (
        what in told and what not in product_words(asserted(product))
    )
