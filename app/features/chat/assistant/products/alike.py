"""Of several that are called alike, which was said: the single one or its pack, with something or without it. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import (
    fold,
    in_portuguese,
    is_colour,
    stem,
    tied_in,
    without_diminutive,
    words,
)
from app.features.chat.assistant.products.matching import Product, called_so, described, fitting
from app.features.chat.assistant.products.mentions import PACKS
from app.features.chat.assistant.products.name_words import COMPOUND, PACKED, product_words
from app.ops.expressions import expression

_BESIDE = frozenset("com c de of with x un und unidade unidades fechado fechada".split())  # noqa: SIM905
_MANY = expression(r"\d+(?:un|und)?")


def without_packs(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`6 skol`: of the can and the box of twelve cans the can, unless a box is said; of what is sold by the `fardo`
    `engradado` says the same."""
    packs = {one.product_id: pack for one in products if (pack := _pack_of(one, products))}
    said = {stem(without_diminutive(word) or word) for word in (*mention.words, *mention.soft, mention.packed)}
    if said & set(packs.values()):
        return list(products)
    if packs and said & set(map(stem, PACKS)):
        return [one for one in products if one.product_id in packs]
    return [one for one in products if one.product_id not in packs]


def in_that_very(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`sapatinho branco`: the one in `Branco`, and not that in `Off-white`, which only means the same."""
    said = {*mention.words, *mention.soft}
    values = [[set(product_words(fold(value))) for value in one.options.values()] for one in products]
    if not any(value <= said for own in values for value in own):
        return list(products)
    return [one for one, own in zip(products, values, strict=True) if any(value & said for value in own)]


def _pack_of(product: Product, products: Sequence[Product]) -> str:
    """The stem of what it is packed in, if it is so many of another of them: `Lata 350 ml Fardo 12`, `Pack 6 Lata`."""
    own = Counter(product_words(fold(product.name)))
    for other in products:
        single = Counter(product_words(fold(other.name)))
        more = own - single
        packed = next((stem(word) for word in own if word in PACKS), "")
        many = any(_MANY.fullmatch(word) for word in more)
        if packed and many and not single - own and all(x in PACKS | _BESIDE or _MANY.fullmatch(x) for x in more):
            return packed
    return ""


def with_or_without(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`água sem gás`, `água com gás`: of those that differ by just that."""
    found = list(products)
    for word in mention.words:
        lacking = [one for one in found if _lacks(one, word)]
        if lacking and len(lacking) < len(found):
            found = lacking if word in mention.without else [one for one in found if one not in lacking]
    return found


_CODE = expression(r"[a-z]+-?\d+[a-z]*")


def of_the_model(products: Sequence[Product], known: Sequence[Product]) -> list[Product]:
    """`e película?`, after the case of an iPhone 13: of several for different models those for the one that is known;
    all where the known ones are of several models, or are what is asked for."""
    held = {one.product_id for one in known}
    models = {model for one in known for model in models_of(one)}
    if len(models) != 1 or any(one.product_id in held for one in products):
        return list(products)
    if not any(own and models.isdisjoint(own) for own in map(models_of, products)):
        return list(products)
    return [one for one in products if not models.isdisjoint(models_of(one))] or list(products)


_MODEL = expression(
    r"\b(?:modelos?|aparelho|celular|compativel|compatibilidade|veiculo|carro|moto|aro|models?|device)\b"
)


def models_of(product: Product) -> set[tuple[str, ...]]:
    """What a thing is made for, by number: `iPhone 13`, `A54`, `Aro 29`; measures are none."""
    name = product_words(fold(product.base or product.name))
    chosen = [words(fold(value)) for key, value in product.options.items() if _MODEL.search(fold(key))]
    told = [pair for each in (name, *chosen) for pair in pairwise(each)]
    numbered = {(one, number) for one, number in told if number.isdigit() and len(one) > 2 and one.isalpha()}
    codes = {(one,) for each in (name, *chosen) for one in each if _CODE.fullmatch(one)}
    return {pair for pair in numbered if pair[0] not in FILLER} | codes


def model_lacking(products: Sequence[Product], known: Sequence[Product]) -> str:
    """`e película tem?`, of the Moto G84 spoken of: that model, where all of them are for others; else empty."""
    models = {model for one in known for model in models_of(one)}
    own = list(map(models_of, products))
    held = {one.product_id for one in known}
    strange = len(models) == 1 and all(own) and all(models.isdisjoint(each) for each in own)
    if not strange or not products or any(one.product_id in held for one in products):
        return ""
    values = (value for one in known for key, value in one.options.items() if _MODEL.search(fold(key)))
    return next(values, " ".join(*models))


def of_its_kind(product: Product, others: Sequence[Product], mention: Mention) -> list[Product]:
    """`uma cesta de café`, of which there is a `Mini Cesta Café`: the others that are called what the wish begins with,
    as their category is, and are told to have the rest; none where the one begins with that, too."""
    head = Mention(mention.words[:1])
    if len(mention.words) < 2 or mention.soft or called_so(product, head):
        return []
    called = {stem(word) for word in words(fold(product.category or ""))}
    kin = [one for one in others if one.category == product.category and called == {stem(mention.words[0])}]
    return [one for one in kin if one != product and called_so(one, head) and described(one, mention)]


def of_that_colour(products: Sequence[Product], others: Sequence[Product], mention: Mention) -> list[Product]:
    """`o jaleco branco M`, which is chosen of one model: the others of that name and size that come in no colours and
    are told to be of that one: `Branco, gabardine, 3 bolsos.`"""
    said = [word for word in mention.words if is_colour(word)]
    noun = tuple(word for word in mention.words if word not in said)
    if not (products and said and noun) or not all(map(_comes_in_colours, products)):
        return []
    held = {one.product_id for one in products}
    kin = [one for one in others if one.product_id not in held and one.in_stock and not _comes_in_colours(one)]
    kin = [one for one in kin if {*map(stem, said)} & {*map(stem, _first_said(one))} and called_so(one, Mention(noun))]
    alike = fitting([*products, *kin], replace(mention, words=noun)) if kin else []
    return [one for one in alike if one in kin]


def _comes_in_colours(product: Product) -> bool:
    return any(is_colour(word) for value in product.options.values() for word in words(fold(value)))


def _first_said(product: Product) -> list[str]:
    """What the description begins with, where that is no sentence."""
    told = words(fold(re.split(r"[,.;]", product.description)[0]))
    return told if len(told) < 4 else []


def head_first(products: Sequence[Product], mention: Mention) -> list[Product]:
    """Those that are called so before those that only have it in their name: of `rosa` the `Rosa Unitária`."""
    return sorted(products, key=lambda product: not called_so(product, mention))


def said_of_all(products: Sequence[Product], said: Sequence[str]) -> list[Product]:
    """Those of whose name and description most of these words are; all where they are of none."""
    counts = [sum(described(one, Mention((word,))) for word in said) for one in products]
    most = max(counts, default=0)
    return [one for one, count in zip(products, counts, strict=True) if count == most]


def _lacks(product: Product, word: str) -> bool:
    return tied_in(product.name, word, ("sem", "without", "no"))


def said_whole(products: Sequence[Product], mention: Mention) -> list[Product]:
    """Of several: the one of whose name every word was said: `usb-c cable 1m`, and not the one to Lightning."""
    told = [*mention.words, *mention.soft, mention.measure]
    said = {stem(name) for word in told for name in (word, *in_portuguese(word))}
    whole = [one for one in products if telling_words(one) <= said] if len(mention.words) > 1 else []
    return whole if len(whole) == 1 else list(products)


_PACKINGS = frozenset(map(stem, PACKED))


def plainly_called(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`2 coca lata`, of `Coca-Cola` and `Coca-Cola Zero`: those of whose name all was said, where the others are only
    called by more; all of them where none is. `1 de queijo` says all of `Pastel de Queijo` beside `Pastel de Carne com
    Queijo`: what all of them begin with goes without saying."""
    said = {stem(name) for word in (*mention.words, *mention.soft) for name in (word, *in_portuguese(word))}
    called = {one.product_id: _plain_words(one) for one in products}
    heads = {stem(next(iter(product_words(fold(one.base or one.name))), "")) for one in products}
    head = heads if len(heads) == 1 else set()
    plain = [one for one in products if called[one.product_id] <= said | head | _with_compounds(one, said)]
    own = called[plain[0].product_id] if plain and mention.words else frozenset()
    alike = all(called[one.product_id] == own for one in plain) and own > head - said
    return plain if own and alike and all(own <= one for one in called.values()) else list(products)


def _plain_words(product: Product) -> frozenset[str]:
    """The stems of its name without numbers, measures and packings."""
    return frozenset(word for word in telling_words(product) if not word[:1].isdigit()) - _PACKINGS


def _with_compounds(product: Product, said: set[str]) -> set[str]:
    """The pieces of `Coca-Cola`, of which one was said."""
    pieces = [{*map(stem, one.split("-"))} for one in COMPOUND.findall(fold(product.base or product.name))]
    return {piece for one in pieces if one & said for piece in one}


_VALUES = expression(r"\(([^()]*)\)\s*$")


def telling_words(product: Product) -> set[str]:
    """The words of a title by which it may be told: no `de`, but the `Pro` at its end."""
    plain = product.base or (_VALUES.sub("", product.name) if product.group else product.name)
    *others, last = product_words(fold(plain)) or [""]
    return {stem(word) for word in (*(word for word in others if word not in FILLER), last)}
