"""Goods as a phrase is held against them, and what of them it refers to. Pure; tests: those of references.py."""

from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.language.words import fold, in_portuguese, stem, without_diminutive
from app.features.chat.assistant.products.sizes import size_called, with_sides
from app.features.conversations.state import Listed, Pending


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


def own_choice(asked: Pending, open_too: Sequence[Pending], found: Reference) -> Pending:
    """The one choice that is answered where a list of all that is open is."""
    fits = [one for one in open_too if one.kind == "choose" and _ids(one.options).issuperset(found.products)]
    return fits[0] if len(fits) == 1 and len(fits[0].options) < len(asked.options) else asked


def share_of(asked: Pending, many: int) -> int | None:
    """`2 xícaras`, then `a azul e a branca`: one of each. None: it does not go."""
    share, left = divmod(asked.quantity or 0, many)
    return None if left else share or None


def _ids(options: Sequence[Listed]) -> set[str]:
    return {each.product_id for option in options for each in option.each}
