"""Sizes and colours that were said, and that none of some goods comes in. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import Product, asserted, one_group, shares
from app.features.chat.assistant.products.name_words import is_size
from app.features.chat.assistant.products.sizes import size_called


def lacking(products: Sequence[Product], mention: Mention) -> str:
    """The size and the colour of the mention that no variant of the one thing has, as they are told; empty where each
    has one, or it comes in none."""
    alone = len(products) == 1 and products[0].group is not None
    if not (alone or one_group(products)):
        return _colour_untold(products, mention)
    sizes = {size for one in products for size in _sizes(one)}
    told = [word for word in mention.soft if is_size(word)] if sizes else []
    coloured = any(is_colour(word) for one in products for value in one.options.values() for word in words(fold(value)))
    colours = [word for word in mention.words if is_colour(word)] if coloured else []
    strange = [word for word in colours if not any(shares([word], _named(one)) for one in products)]
    return " ".join([*strange, *(word.upper() for word in told if word not in sizes)])


def _colour_untold(products: Sequence[Product], mention: Mention) -> str:
    """`tem estante branca?`, of shelves that are told to be of other colours; empty where none is told."""
    asked = [word for word in mention.words if is_colour(word)]
    told = [f"{_named(one)} {asserted(one)}" for one in products]
    coloured = bool(told) and all(any(map(is_colour, words(fold(text)))) for text in told)
    return (
        " ".join(asked)
        if asked and coloured and not any(shares([word], text) for word in asked for text in told)
        else ""
    )


def _sizes(product: Product) -> set[str]:
    """The sizes it comes in, by all that they are called."""
    own = {fold(value) for value in product.options.values() if is_size(fold(value))}
    return own | set(size_called(product.options)) if own else own


def _named(product: Product) -> str:
    return f"{product.name} {' '.join(product.options.values())}"
