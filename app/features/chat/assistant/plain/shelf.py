"""The goods that a message may mean, by the keys they can be named with. Pure."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from app.features.chat.assistant.language.words import fold, in_portuguese, slipped, stem, without_diminutive
from app.features.chat.assistant.plain.lexicon import SAYS_NOTHING
from app.features.chat.assistant.plain.tokens import SPAN, joined_in, keys_of
from app.features.chat.assistant.products.matching import Product
from app.ops.expressions import expression

# How the size of clothes is said in a word: only where the goods come in that letter.
_SIZES = {
    **dict.fromkeys(("pequeno", "pequena", "pequenos", "pequenas", "small"), "p"),
    **dict.fromkeys(("medio", "media", "medios", "medias", "medium"), "m"),
    **dict.fromkeys(("grande", "grandes", "large"), "g"),
    **dict.fromkeys(("avulso", "avulsa", "avulsos", "avulsas", "solto", "solta", "soltos", "soltas"), "unidad"),
}  # fmt: skip

_LETTERS = {stem(word): letter for word, letter in _SIZES.items()}
_HEARD = str.maketrans("oezyw", "uisiv")
_AMOUNT = expression(r"(\d+(?:\.\d+)?)([a-z]+)")


class Kind(Struct, frozen=True, eq=False):
    """One product, or one variant: the keys of what it is called, in their order, those of each option, and those of
    what else the shop tells of it."""

    product: Product
    base: str
    name: tuple[str, ...]
    options: tuple[frozenset[str], ...]
    about: frozenset[str] = frozenset()

    @property
    def keys(self) -> frozenset[str]:
        """All by which it can be named."""
        return frozenset(self.name).union(*self.options)

    @property
    def heads(self) -> tuple[str, ...]:
        """What it is: the first word of its name, and the parts of that."""
        first = self.name[:1]
        return (*first, *(part for part in self.name[1:] if first and part in first[0].split("-")))

    def is_called(self, keys: Collection[str]) -> bool:
        """By what it is."""
        return any(head in keys for head in self.heads)


class Shelf:
    """Kinds of goods, and which words name them."""

    def __init__(self, products: Iterable[Product]) -> None:
        by_id = {one.product_id: _kind(one) for one in products}
        self.kinds = tuple(by_id.values())
        self._strange: set[str] = set()
        self._by_id = by_id
        self._keys = {id(one): one.keys for one in self.kinds}
        self.keys = frozenset().union(*self._keys.values()) if self.kinds else frozenset()
        self.names = {key for one in self.kinds for key in one.name}
        self.heads = {head for one in self.kinds for head in one.heads}
        self.values = {key for one in self.kinds for option in one.options for key in option}
        self.traits = frozenset().union(*(one.about for one in self.kinds)) if self.kinds else frozenset()
        self.axes = {key for one in self.kinds for name in one.product.options for key in keys_of(name)}
        self.joined = {pair for one in self.kinds for pair in joined_in(one.product.name)}

    def key(self, word: str) -> str | None:
        """The key that a word stands for, also in English or in the diminutive."""
        if word.startswith(SPAN):
            return word if word in self.keys else None
        size = _SIZES.get(word)
        return next(
            (form for form in _forms(word) if form in self.keys), size if size in self.values else self._slip(word)
        )

    def _slip(self, word: str) -> str | None:
        """The only key that is a slip of the pen away."""
        if len(word) < 5 or word in SAYS_NOTHING or word in self._strange:
            return None
        alike = [head for head in self.heads if len(head) > 3 and _sound(head) == _sound(stem(word))]
        if len(alike) == 1 or len(word) < 7:
            return alike[0] if len(alike) == 1 else None
        near = [key for key in self.keys if len(key) > 4 and key.isalpha() and slipped(key, stem(word), key, word)]
        if len(near) != 1:
            self._strange.add(word)
        return near[0] if len(near) == 1 else None

    def trait(self, word: str) -> str | None:
        """The key of a word that only descriptions have."""
        return next((form for form in _forms(word) if form in self.traits), None)

    def having(self, keys: Collection[str], among: Sequence[Kind] | None = None) -> list[Kind]:
        """The kinds with all of some keys."""
        return [one for one in (self.kinds if among is None else among) if self._keys[id(one)].issuperset(keys)]

    def calls(self, keys: Collection[str]) -> bool:
        """Some keys, all of one kind, say what it is."""
        return any(one.is_called(keys) for one in self.having(keys))

    def in_letters(self, keys: Sequence[str], among: Sequence[Kind] | None = None) -> list[str]:
        """The keys, sizes as the letters that goods come in, where none has the words: `da média`, of P, M and G."""
        if self.having(keys, among):
            return list(keys)
        letters = [_LETTERS.get(key, key) for key in keys]
        return letters if letters != list(keys) and self.having(letters, among) else list(keys)

    def of(self, product_id: str) -> Kind | None:
        """The kind of that product."""
        return self._by_id.get(product_id)

    def alike(self, kind: Kind) -> list[Kind]:
        """The variants of one thing, itself among them."""
        return [one for one in self.kinds if one.base == kind.base]


def _sound(word: str) -> str:
    """A stem as it is heard, by which it is often written: `regoa` for `régua`."""
    return word.replace("ch", "x").replace("ss", "s").translate(_HEARD)


def amount_of(kind: Kind) -> tuple[float, str] | None:
    """How much the one option that is a measure tells of, and its unit: 500, `ml`."""
    found = [part for option in kind.options for key in option if (part := _AMOUNT.fullmatch(key))]
    return (float(found[0][1]), found[0][2]) if len(found) == 1 else None


def _forms(word: str) -> Iterator[str]:
    """The stems of a word, its plain form, what catalogues in Portuguese call it, and of `infantis`."""
    plain = without_diminutive(word)
    of_many = [f"{word[:-2]}il"] if len(word) > 5 and word.endswith("is") else []
    of_many += [f"{word[:-2]}m"] if len(word) > 4 and word.endswith("ns") else []  # `quindins`
    return map(stem, [word, *([plain] if plain else []), *in_portuguese(word), *of_many])


def _kind(product: Product) -> Kind:
    base = product.base or product.name
    options = tuple(frozenset(keys_of(value)) for value in product.options.values())
    about = frozenset(keys_of(f"{product.category or ''} {product.description or product.about}"))
    return Kind(product, fold(base), tuple(keys_of(base)), options, about)
