"""Which of some products a mention means. Pure.

A product fits when every word of the mention is in its name, category or description, one at least in the name or
category. So nothing is taken for what was asked because it is merely near.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
from msgspec import Struct

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.prices import in_name
from app.features.chat.assistant.language.words import (
    fold,
    in_portuguese,
    slipped,
    stem,
    verbal,
    without_diminutive,
    words,
)
from app.features.chat.assistant.products.categories import category_words
from app.features.chat.assistant.products.mains import has_measure
from app.features.chat.assistant.products.mentions import PACKS
from app.features.chat.assistant.products.name_words import PACKED, length_of, product_words
from app.features.chat.assistant.products.numbers_in_names import chosen_by
from app.features.chat.assistant.products.own_words import as_often, by_own_name
from app.features.chat.assistant.products.singles import is_unwanted, packing_aside, plainest, told_without
from app.features.chat.assistant.products.sizes import dimensions, measure_in, same_measure, size_called
from app.features.conversations.state import Listed
from app.features.search.goods_list import also_called
from app.ops.expressions import expression

_SMALL, _BIG = (
    frozenset(map(stem, ("pequeno", "pequenininho", "small", "little", "menor"))),
    frozenset(map(stem, ("grande", "grandao", "big", "large", "maior"))),
)
REMEMBERED = 160
"""So much of a description is remembered, by which one of several may be chosen."""
SIZED = _SMALL | _BIG
"""Stems of words that choose by size."""


class Product(Struct, frozen=True):
    """A product as the tools show it; the price is in reais. about: what is remembered of its description."""

    product_id: str
    name: str
    description: str = ""
    category: str | None = None
    price: float | None = None
    in_stock: bool = True
    score: float | None = None
    available: int | None = None
    group: str | None = None
    base: str = ""
    options: dict[str, str] = {}
    about: str = ""

    @property
    def listed(self) -> Listed:
        """As it is remembered."""
        return Listed(
            self.product_id,
            self.name,
            self.price_cents,
            self.in_stock,
            self.group,
            self.base,
            self.options,
            self.about or asserted(self)[:REMEMBERED],
            available=self.available,
        )

    @property
    def price_cents(self) -> int | None:
        """The price in cents."""
        return None if self.price is None else round(self.price * 100)


def of_listed(item: Listed) -> Product:
    """A remembered product."""
    price = None if item.price_cents is None else item.price_cents / 100
    return Product(
        item.product_id,
        item.name,
        price=price,
        in_stock=item.in_stock,
        group=item.group,
        base=item.base,
        options=item.options,
        about=item.about,
        available=item.available,
    )


def spread(items: Iterable[Listed]) -> list[Product]:
    """Remembered products, each variant of a group by itself."""
    return [of_listed(each) for item in items for each in item.each]


def one_group(products: Sequence[Product]) -> bool:
    """They are variants of one thing."""
    return len(products) > 1 and products[0].group is not None and len({product.group for product in products}) == 1


def first(products: Sequence[Product], count: int) -> list[Product]:
    """The first so many things, variants of a group together."""
    things: list[str] = []
    for product in products:
        if (thing := product.group or product.product_id) not in things:
            things.append(thing)
    return [product for product in products if (product.group or product.product_id) in things[:count]]


def together(products: Sequence[Product]) -> list[Listed]:
    """As they are listed: several variants of a group are one entry."""
    entries: dict[str, list[Product]] = {}
    for product in products:
        entries.setdefault(product.group or product.product_id, []).append(product)
    return [_as_one(members) if len(members) > 1 else members[0].listed for members in entries.values()]


def _as_one(members: Sequence[Product]) -> Listed:
    had = [product for product in members if product.in_stock] or members
    prices = [product.price_cents for product in had if product.price_cents is not None]
    return Listed(
        "",
        members[0].base or members[0].name,
        min(prices, default=None),
        any(product.in_stock for product in members),
        members[0].group,
        variants=tuple(product.listed for product in members),
    )


_MADE_FOR = dict.fromkeys(("carro", "carros", "car"), ("veicular", "automotivo"))  # `carregador de carro`


def _names(word: str) -> tuple[str, ...]:
    """A word, and the stems of what it names."""
    others = (*in_portuguese(word), *also_called(word), *_MADE_FOR.get(word, ()), *same_measure(word))
    return (word, *map(stem, (word, *others)), f"anti{stem(word)}")  # `pomada pra assadura`


def asserted(product: Product) -> str:
    """What the shop says the product is; not what it says it is not: `Não serve para pintinhos.`"""
    return _DENIED.sub(" ", product.description)


def _called(product: Product) -> list[str]:
    """The words of its name, and what its size is called."""
    return [*product_words(fold(product.name)), *dimensions(product.name), *size_called(product.options)]


def of_another_model(product: Product, mention: Mention) -> bool:
    """`capinha do iphone 11` is none for an `iPhone 13`: another number stands behind the same word."""
    sized = pairwise(("", *mention.soft))  # `veloz tamanho 40` is the `Veloz 2`
    numbers = {word for before, word in sized if word.isdigit() and before not in ("tamanho", "size")}
    name = product_words(fold(product.base or product.name))
    if not numbers or numbers & {*name, *words(fold(" ".join(product.options.values())))}:
        return False
    measured = numbers & {word.rstrip("abcdefghijklmnopqrstuvwxyz") for word in name}  # `joelho 25`, of 25 mm
    named = {form for word in mention.words for form in _names(word)}
    told = [at for at, (word, number) in enumerate(pairwise(name)) if number.isdigit() and stem(word) in named]
    chosen = [pairwise(words(fold(value))) for value in product.options.values()]  # `Modelo: iPhone 13`
    if any(number.isdigit() and stem(word) in named for pairs in chosen for word, number in pairs):
        return True
    return any(at > 0 or not measured for at in told)  # `FPS 60 50 g` is none of `fps 50`


def _another(product: Product, mention: Mention) -> bool:
    return of_another_model(product, mention) or is_unwanted(product.name, product.description, mention)


def fitting(products: Iterable[Product], mention: Mention, *, like: str = "") -> list[Product]:
    """The products that the mention may mean, in their order. like: the name of one that the wanted resembles."""
    known = [one for one in products if not (shares(mention.but, one.name) or _another(one, mention))]
    wanted = [_names(word) for word in mention.words]
    found = _nearest(known, mention, wanted) if wanted else known
    small = _without_diminutives(known, mention) if len(found) != 1 else None
    if small is not None and (meant := fitting(found or known, small, like=like)):
        return meant  # `ursinho`, which is no rabbit of plush
    if not found and (plain := _without_strangers(known, mention)) is not None:
        return fitting(known, plain, like=like)
    if not found and (sized := _sized(known, mention)):
        return sized
    if not found and (plain := _written_together(known, mention)) is not None:
        return fitting(known, plain, like=like)
    if not found and (aside := packing_aside(mention)) is not None:
        packed = fitting(known, aside, like=like)
        return packed if any(PACKS & {*words(fold(one.name))} for one in packed) else []
    found = as_often(by_own_name(found, mention), mention)
    plain_names = plainest(told_without([one.name for one in found], mention.without), mention.soft)
    found = [one for one in _by_soft(found, mention) if one.name in plain_names]
    if len(found) > 1 and (cents := mention.price_cents) is not None:
        called = [one for one in found if in_name(one.name, cents)]
        found = called or [one for one in found if one.price_cents == cents] or found
    if len(found) > 1 and wanted:  # `um salgado` is no `Quibe`, though that is of the category
        exact = [one for one in found if length_of(one.name) <= len(wanted) and _covers(_called(one), wanted)]
        found = exact if len(exact) == 1 else found
    return like_name(found, like) if like and len(found) > 1 else found


def _nearest(known: Sequence[Product], mention: Mention, wanted: Sequence[tuple[str, ...]]) -> list[Product]:
    """Those that have all the words (wanted: each in its forms), and most of them in the name or the category."""
    noun = _noun_at(known, mention)
    heads = [one for one in known if _found(wanted[noun], [*product_words(fold(one.name)), *_kind_of(one)])]
    ranked: list[tuple[int, Product]] = []
    for product in known:
        name = _called(product)
        name += [
            joined  # `airfryer`, `8v` of `8 velocidades`
            for one, other in pairwise(name)
            for joined in (f"{one}{other}", *([f"{one}{other[0]}"] if one.isdigit() else []))
        ]
        if _covers(name, wanted):
            # `perfume de lavanda`: before the soap that is of lavender and lies among the perfumes
            ranked.append((len(wanted) + (len(wanted) > 1), product))
            continue
        category = _kind_of(product)
        everything = [*name, *category, *product_words(fold(asserted(product)))]
        near = sum(_found(names, [*name, *category]) for names in wanted)
        near = near or not PACKED.isdisjoint({*name[:1]} & {*mention.soft})  # `galão de água`, of one that is called so
        if heads and product not in heads:
            continue  # `protetor solar pro rosto` is no serum to be used with it
        if near and _covers(everything, wanted):
            ranked.append((near, product))
    best = max((near for near, _ in ranked), default=0)
    return [product for near, product in ranked if near == best]


_DENIED = expression(r"\b(?:n[ãa]o|not)\b[^.;!]*", re.IGNORECASE)


def _kind_of(product: Product) -> list[str]:
    return category_words(product.name, product.category)


def called_so(product: Product, mention: Mention) -> bool:
    """Its name begins with one of the words."""
    own = product_words(fold(product.base or product.name))[:1]
    return bool(own) and any(_found(_names(word), own) for word in mention.words)


def _without_strangers(known: Sequence[Product], mention: Mention) -> Mention | None:
    """Without the verbs and everyday words that are in nothing that is sold: `demorou, um fone` asks for a `fone`."""
    keys = {fold(key) for product in known for key in product.options}  # `grau -1,50`, `cor azul`
    strangers = {word for word in mention.words if verbal(word) or word in v.EVERYDAY}
    if not (strangers or keys) or len(strangers) == len(mention.words):
        return None
    for product in known:
        strangers -= set(product_words(fold(f"{product.name} {product.category or ''} {product.description}")))
    words = tuple(x for x in mention.words if x not in strangers and keys.isdisjoint((x, *in_portuguese(x))))
    return msgspec.structs.replace(mention, words=words) if words and len(words) < len(mention.words) else None


def only_sized(mention: Mention) -> bool:
    """`o pequeno`: a size, and of what has to be known already."""
    return bool(mention.words) and all(stem(word) in _SMALL | _BIG for word in mention.words)


def _sized(known: Sequence[Product], mention: Mention) -> list[Product]:
    """`o urso pequeno` where no name says so: the smallest by the measures of the names."""
    least = {stem(word) for word in mention.words} & _SMALL
    most = {stem(word) for word in mention.words} & _BIG
    if not (least or most) or (least and most):
        return []
    words = tuple(word for word in mention.words if stem(word) not in _SMALL | _BIG)
    fit = fitting(known, msgspec.structs.replace(mention, words=words))
    sizes = [measure_in(product.name) for product in fit]
    unlike = not words and len({one.group or one.product_id for one in fit}) > 3  # each measured in its way
    if len(fit) < 2 or unlike:
        return []
    if any(size is None for size in sizes):  # the small one is the cheap one
        sizes = [product.price for product in fit]
    if any(size is None for size in sizes):
        return []
    best = (min if least else max)(size for size in sizes if size is not None)
    return [product for product, size in zip(fit, sizes, strict=True) if size == best]


def _written_together(known: Sequence[Product], mention: Mention) -> Mention | None:
    """`contra file`, which the catalogue writes as one word."""
    named = {word for product in known for word in product_words(fold(product.name))}
    for at, (one, other) in enumerate(pairwise(mention.words)):
        if one + other in named:
            return msgspec.structs.replace(mention, words=(*mention.words[:at], one + other, *mention.words[at + 2 :]))
    return None


def _without_diminutives(known: Sequence[Product], mention: Mention) -> Mention | None:
    own = {word for one in known for word in product_words(fold(one.name))}  # `boneca e massinha`, which is called so
    plain = tuple(word if word in own else without_diminutive(word) or word for word in mention.words)
    return msgspec.structs.replace(mention, words=plain) if plain != mention.words else None


def _noun_at(products: Iterable[Product], mention: Mention) -> int:
    """Where the noun stands: last in `front light`, first in `farol dianteiro` and in `capacete de bike`."""
    english = [bool(in_portuguese(word)) for word in mention.words]
    head = Mention(mention.words[:1])
    return -1 if any(english) and (english[0] or not any(called_so(one, head) for one in products)) else 0


def nearly(products: Sequence[Product], mention: Mention) -> list[Product]:
    """Products that share most of the words, where none has all: to be offered, never taken."""
    wanted = [_names(word) for word in mention.words]
    ranked, purposes, noun = [], _purposes(mention), _noun_at(products, mention)
    named = [names for names in wanted if not names[0][0].isdigit()] or wanted  # a measure alone is like nothing
    for product in products:
        if is_unwanted(product.name, product.description, mention):
            continue
        text = [*_called(product), *_kind_of(product)]
        described = [*text, *product_words(fold(asserted(product)))]
        in_name, anywhere = sum(_found(n, text) for n in wanted), sum(_found(n, described) for n in wanted)
        serves = any(root in map(stem, described) for root in purposes)
        told = anywhere == len(wanted) > 0 and (len(wanted) > 1 or len(wanted[0][0]) >= 6)
        in_name *= any(_found(n, described) for n in named)
        if in_name or serves or told:  # `cola de cano`, `quirera`, which a description has
            own = bool(wanted) and _found(wanted[noun], text)  # the noun before what it is for: `cadeado de bike`
            ranked.append((anywhere + called_so(product, mention) + own, in_name, product))
    best = max((entry[:2] for entry in ranked), default=(0, 0))
    return _by_soft([product for anywhere, in_name, product in ranked if (anywhere, in_name) == best], mention)


def described(product: Product, mention: Mention) -> bool:
    """Its name and description have every word."""
    text = product_words(fold(f"{product.name} {product.category or ''} {asserted(product)}"))
    return _covers(text, [_names(word) for word in mention.words])


def _purposes(mention: Mention) -> list[str]:
    """What it is for, where a thing is called by that: `liquido de limpar` has `limp` of `limpa` and `limpeza`."""
    return [word[:-2] for word in mention.words[1:] if len(word) >= 6 and word.endswith(("ar", "er", "ir"))]


def shared(product: Product, mention: Mention) -> int:
    """How many words of the mention are in the product's name."""
    return sum(_found(_names(word), _called(product)) for word in mention.words)


def shares(named: Sequence[str], product: str) -> bool:
    """One of the words is in the product's name."""
    name = product_words(fold(product))
    name += [*dimensions(product), *(one + other for one, other in pairwise(name))]  # `4x40`, `rollon`
    return any(_found(_names(word), name) or _soft(word, name) for word in named)


def _by_soft(products: list[Product], mention: Mention) -> list[Product]:
    """Those whose names hold most of the words that only choose; `50` is rather `FPS 50` than `50 g`."""
    soft = chosen_by(mention, [product.name for product in products])
    if not soft or len(products) < 2:
        return products
    names = [_called(product) for product in products]
    plain = {word for word in soft if word.isdigit() and any(word in name for name in names)}
    counts = [sum(word in name if word in plain else _soft(word, name) for word in soft) for name in names]
    return [product for product, count in zip(products, counts, strict=True) if count == max(counts)]


def like_name(products: Sequence[Product], name: str) -> list[Product]:
    """Those that share most words with a name; like `Pastel de Queijo` that before `Pastel de Carne com Queijo`."""
    wanted = {stem(word) for word in product_words(fold(name))}
    counts = [len(wanted & {stem(word) for word in product_words(fold(product.name))}) for product in products]
    most = [product for product, count in zip(products, counts, strict=True) if count == max(counts)]
    return [one for one in most if (one.base or one.name) == name.partition(" (")[0]] or most


def _soft(word: str, name: Sequence[str]) -> bool:
    """`220` is in `220v`, `14` in `175/70 R14`; `kit` in `kit`, `latinha` in `lata`."""
    if word[0].isdigit():
        return has_measure(word, name) or (len(word) == 2 and f"r{word}" in name)
    return not {stem(word), stem(without_diminutive(word) or word)}.isdisjoint(map(stem, name))


def _covers(text: Sequence[str], wanted: Sequence[tuple[str, ...]]) -> bool:
    return all(_found(names, text) for names in wanted)


def _found(names: tuple[str, ...], text: Sequence[str]) -> bool:
    """A word, its stem, or what a Portuguese catalogue calls it, allowing one slip in five letters or more; what has
    digits is one model and no other (`5600g`)."""
    written, *stems = names
    exact = any(map(str.isdigit, written))
    sides = exact and "x" in written  # `90x120` is in `90x120cm`, and `5x5` in no `5x50`
    for word in text:
        own = stem(word)
        if word == written or own in stems or (sides and word.startswith(written) and word[len(written)].isalpha()):
            return True
        if not exact and any(len(x) >= 5 and (own.startswith(x) or slipped(x, own, written, word)) for x in stems):
            return True
    return False
