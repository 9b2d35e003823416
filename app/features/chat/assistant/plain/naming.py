"""Which kinds of goods a phrase names. Pure."""

from collections.abc import Collection, Sequence

from app.features.chat.assistant.language.words import stem
from app.features.chat.assistant.plain.lexicon import PACK
from app.features.chat.assistant.plain.phrases import Phrase, Unclear
from app.features.chat.assistant.plain.shelf import Kind, Shelf
from app.features.chat.assistant.plain.tokens import keys_of

_SORTS = frozenset(("mini", "kit", "combo", "jogo", "conjunto"))
"""Heads that tell another thing apart: a `mini cesta` is none that was called `cesta`."""


_LOOSE = stem("unidade")
"""For which `avulso` stands, also of what comes in nothing else."""
_SIZE_WORDS = frozenset(map(stem, "pequeno pequena medio media grande".split()))  # noqa: SIM905


def named(shelf: Shelf, phrase: Phrase, last: Sequence[Kind], held: Sequence[Kind] = ()) -> list[Kind]:
    """The variants of the one thing that has all its keys. last: what was named before, of which this may be another
    kind; held: what the cart has. Raises Unclear."""
    if phrase.only is not None:
        return [phrase.only]
    keys = list(dict.fromkeys(phrase.keys))
    if any("-" in key for key in phrase.keys if phrase.keys.count(key) > 1):
        raise Unclear("the same twice")  # `cabo usb-c pra usb-c`
    keys = shelf.in_letters(keys)
    if shelf.axes.intersection(keys) and not shelf.having(keys):
        keys = [key for key in keys if key not in shelf.axes] or keys  # `de lente amarela`
    if phrase.said and len(phrase.said) == len(keys) and all(map(PACK.fullmatch, phrase.said)):
        raise Unclear("packs of nothing")
    if phrase.pack and (key := shelf.key(phrase.pack)) and shelf.having([*keys, key]):
        keys.append(key)
    of_cart = shelf.having(keys, held)
    if of_cart and of_cart[0] not in just_so(shelf.having(keys, shelf.alike(of_cart[0])), keys):
        of_cart = []  # `sal`, where the cart has one with sausage
    if len(of_cart) == 1 and (not last or set(keys) & set(of_cart[0].name) or not shelf.having(keys, last)):
        return of_cart
    nameless = phrase.count is None and not any(one.is_called(keys) for one in shelf.having(keys))
    if nameless and (told := shelf.having(keys, last)):
        return just_so(told, keys)  # `de 25 unidades`, of what was named so far
    try:
        found = _among(shelf, phrase, keys, last)
    except Unclear:
        fewer = None if shelf.having(keys) else _without_traits(shelf, phrase, keys)
        if fewer is None:
            raise
        found = _among(shelf, phrase, fewer, last)
        if phrase.traits and any(one.heads == found[0].heads and one.base != found[0].base for one in shelf.kinds):
            raise
    told = [one for one in found if one.about.issuperset(phrase.traits)]
    if not told or (phrase.traits and len({one.base for one in found}) > 1):
        raise Unclear(f"unknown {phrase.traits}")
    return just_so(told, keys)


def just_so(kinds: Sequence[Kind], keys: Sequence[str]) -> list[Kind]:
    """Of the kinds of one thing those of which no value is said in part only, if there are any: `doce`, and not `doce
    com queijo`."""
    whole = [one for one in kinds if not any(_in_part(option, keys) for option in one.options)]
    return whole if whole and len({one.base for one in kinds}) == 1 else list(kinds)


def _in_part(option: Collection[str], keys: Sequence[str]) -> bool:
    told = {key for key in option if not key.startswith("#")}
    return bool(told.intersection(keys)) and not told.issubset(keys)


def _among(shelf: Shelf, phrase: Phrase, keys: Sequence[str], last: Sequence[Kind]) -> list[Kind]:
    fit = shelf.having(keys)
    headed = [one for one in fit if one.is_called(keys)]
    if last and (phrase.tied or not headed):
        if kin := _of_the_same(shelf, keys, last):
            return kin
        if kin := [one for one in fit if one.heads == last[0].heads]:
            return _one_thing(_most_named(kin, keys), keys)
    if phrase.points and not headed:
        raise Unclear("which of those")
    if phrase.tied and not (headed and phrase.count is None):
        raise Unclear("of what")
    if not fit:
        raise Unclear(f"none has {keys}")
    found = _one_thing(headed or _most_named(fit, keys), keys)
    one = found[0]
    if not headed and (not set(keys) & set(one.name) or (one.heads[0] in _SORTS and not _counts_its_own(one, keys))):
        raise Unclear(f"of what {keys}")
    others = _told_so(shelf, one, keys, headed=bool(headed)) if _unsaid(one, keys) else []
    if others and (phrase.count or 1) < 2 and not phrase.plural:
        raise Unclear(f"or {others[0].base}")
    return [
        *found,
        *(one for one in others if one not in found),
    ]  # `duas pizzas grandes`, of which kinds it is told next


def _counts_its_own(kind: Kind, keys: Sequence[str]) -> bool:
    """`mesa com 4 cadeiras`, of the set that is called so: all of its name but what it is a sort of."""
    return any(key.startswith("#") for key in kind.name) and {*kind.name[1:]}.issubset(keys)


def _most_named(kinds: Sequence[Kind], keys: Sequence[str]) -> list[Kind]:
    """Those that have most of the keys in their names: `uma calabresa grande`, and no half of another."""
    told = [sum(key in one.name for key in keys) for one in kinds]
    return [one for one, many in zip(kinds, told, strict=True) if many == max(told)]


def _without_traits(shelf: Shelf, phrase: Phrase, keys: Sequence[str]) -> list[str] | None:
    """The keys without those that only tell more of what the others name: `areia do gato, a grande de 12 kg`, `de lente
    amarela`; None: there are none, or nothing is named."""
    measured = any(key[0].isdigit() or key[0] == "#" for key in keys)
    idle = {key for key in keys if key in shelf.axes or key == _LOOSE or (measured and key in _SIZE_WORDS)}
    own = [one for one in shelf.kinds if one.is_called(keys) and one.keys.union(one.about, idle).issuperset(keys)]
    fewer = [key for key in keys if key not in idle and any(key in one.keys for one in own)]
    counts = any(key[0] == "#" or key[0].isdigit() for key in keys if key not in fewer)
    if not own or counts or len(fewer) == len(keys):
        return None
    phrase.traits += [key for key in keys if key not in fewer and key not in idle]
    return fewer


def _told_so(shelf: Shelf, kind: Kind, keys: Sequence[str], *, headed: bool) -> list[Kind]:
    """Other things of which the shop tells the same: `jaleco branco`, of one that comes in nothing else."""
    own = {key for key in keys if key in kind.name}
    alike = [one for one in shelf.kinds if one.base != kind.base and (not headed or one.heads == kind.heads)]
    return [one for one in alike if own.issubset(one.name) and one.keys.union(one.about).issuperset(keys)]


def _of_the_same(shelf: Shelf, keys: Sequence[str], last: Sequence[Kind]) -> list[Kind]:
    """Other kinds of what was named last, in all else alike: `uma P e uma M`."""
    kin = shelf.having(keys, last) if len(last) > 1 else []
    if kin and len({one.base for one in last}) > 1:
        return _most_named(kin, keys)  # `duas pizzas, uma de calabresa`
    elif len({one.base for one in last}) == 1:
        kin = kin or shelf.having(keys, shelf.alike(last[0]))
    kin = [one for one in kin if any(key in option for key in keys for option in one.options)]
    if len(kin) > 1 and len(last) == 1:
        alike = [one for one in kin if _alike_but(one, last[0], keys)]
        return alike if len(alike) == 1 else kin
    return kin


def _alike_but(one: Kind, other: Kind, keys: Sequence[str]) -> bool:
    return all(
        mine == its or any(key in mine for key in keys) for mine, its in zip(one.options, other.options, strict=False)
    )


def _one_thing(kinds: Sequence[Kind], keys: Sequence[str]) -> list[Kind]:
    """Of things that all fit, the one that is called just so; else all of them."""
    whole = {one.base for one in kinds if not _unsaid(one, keys)}
    return [one for one in kinds if one.base in whole] if len(whole) == 1 else list(kinds)


def _unsaid(kind: Kind, keys: Sequence[str]) -> set[str]:
    of_said = {part for key in keys if "-" in key for part in keys_of(key)}
    left = [key for key in kind.name if key not in keys and not key.startswith("#") and key not in of_said]
    compound = [key for key in left if "-" in key and any(part in keys for part in key.split("-"))]
    return {key for key in left if key not in compound and not any(key in one.split("-") for one in compound)}
