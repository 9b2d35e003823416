"""Goods as a phrase is held against them, and what of them it refers to. Pure; tests: those of references.py."""

from msgspec import Struct

from app.features.chat.assistant.language.words import fold, in_portuguese, stem, without_diminutive
from app.features.chat.assistant.products.sizes import size_called, with_sides
from app.features.conversations.state import Listed


class Reference(Struct, frozen=True):
    """products: those that may be meant, one where it is certain; quantity: so many; told: how many of its words or
    numbers chose."""

    products: tuple[str, ...]
    quantity: int | None = None
    told: int = 0


class Thing(Struct, frozen=True):
    """One product before the shopper, at its place in the list."""

    product: Listed
    place: int
    tokens: tuple[str, ...]
    about: tuple[str, ...] = ()

    def tells(self, word: str) -> bool:
        """Its description has the word, or one made of it: `rodinha` of `rodas`."""
        names = {stem(word), *map(stem, in_portuguese(word)), stem(without_diminutive(word) or word)}
        return not names.isdisjoint(map(stem, self.about))

    @property
    def words(self) -> frozenset[str]:
        """The stems of its name and options."""
        return frozenset(stem(token) for token in self.tokens)


def called(each: Listed) -> str:
    return with_sides(" ".join([each.base, each.name, *each.options.values(), *size_called(each.options)]).lower())


def told_of(product: Listed) -> str:
    return fold(f"{product.name} {' '.join(product.options.values())} {product.about}")
