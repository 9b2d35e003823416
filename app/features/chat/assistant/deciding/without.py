"""What is to be made without something: the thing itself, and a note of how."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.words import fold, tied_in
from app.features.chat.assistant.products.matching import (
    Product,
    fitting,
)
from app.features.chat.assistant.products.mentions import product_words
from app.features.conversations import cart as carts


def made_without(mention: Mention, searched: Sequence[Product]) -> list[Product]:
    """`x-burger sem cebola`: the thing itself."""
    words = tuple(word for word in mention.words if word not in mention.without)
    return fitting(searched, msgspec.structs.replace(mention, words=words)) if words else []


def note_without(mind: Mind, mention: Mention, products: Sequence[Product]) -> None:
    """How it is to be made stands in the order's notes, unless the shop says it already (`Fone sem Fio`)."""
    named = {word for product in products for word in product_words(fold(product.name))}
    for word in mention.without if products else ():
        told = any(tied_in(product.description, word, ("sem", "without")) for product in products)
        if word not in named and not told:
            mind.cart = carts.with_note(mind.cart, f"sem {word}")
