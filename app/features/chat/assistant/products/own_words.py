"""Which of some products have the very words that were said: none that is only called alike. Pure."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, stem
from app.features.chat.assistant.products.name_words import product_words


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """As the shop calls it."""
        ...


N = TypeVar("N", bound=Named)


def by_own_name(products: Sequence[N], mention: Mention) -> list[N]:
    """`bermuda 38`, of no shorts that come in 38: where something tells which, those whose names have all the words,
    if there are any."""
    said = set(map(stem, mention.words))
    own = [one for one in products if said <= set(map(stem, product_words(fold(one.name))))]
    return own if own and mention.soft else list(products)


def as_often(products: Sequence[N], mention: Mention) -> list[N]:
    """Those whose name has a word, or a letter, as often as it was said: `cabo usb c pra usb c`."""
    said = (*mention.words, *(word for word in mention.soft if len(word) == 1 and word.isalpha()))
    twice = [word for word in dict.fromkeys(said) if said.count(word) > 1]
    if not twice or len(products) < 2:
        return list(products)
    names = [list(map(stem, product_words(fold(one.name)))) for one in products]
    counts = [(stem(word), said.count(word)) for word in twice]
    often = [one for one, name in zip(products, names, strict=True) if all(name.count(word) >= n for word, n in counts)]
    return often or list(products)
