"""What chooses of things called alike and is in no name: a packing, `normal`, what they are without. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, in_portuguese, tied_in
from app.features.chat.assistant.products.mentions import PACKS, PLAIN
from app.features.chat.assistant.products.name_words import product_words

_FREE = frozenset("zero livre free".split())  # noqa: SIM905 - of what goods are without


def is_unwanted(name: str, description: str, mention: Mention) -> bool:
    """`água sem gás` is none that is called `Água com Gás`, `água com gás` none that is called or told to be without
    it."""
    lacks = () if _FREE & {*mention.words} else [word for word in mention.words if word not in mention.without]
    told = any(tied_in(description, word, ("sem", "without")) for word in lacks)
    told = told or any(_tied(name, word, ("sem", "without")) for word in mention.having)
    return told or any(_tied(name, word, ("com", "with")) for word in mention.without)


def _tied(name: str, word: str, ties: Sequence[str]) -> bool:
    """By what a catalogue in Portuguese calls it, too: `with wheels`, of a name `Com rodinhas`."""
    return any(tied_in(name, form, ties) for form in (word, *in_portuguese(word)))


def told_without(names: Sequence[str], without: Sequence[str]) -> list[str]:
    """`primer sem ácido`, beside a `Primer Ácido`: of names those that say so; all of them where none does."""
    told = [name for name in names if all(_tied(name, word, ("sem", "without", "no")) for word in without)]
    return told or list(names)


def plainest(names: Sequence[str], soft: Sequence[str]) -> list[str]:
    """Of names the plain ones, of which others have all the words and more; all of them where that is not said."""
    if not any(PLAIN.fullmatch(word) for word in soft) or any(word in fold(name) for word in soft for name in names):
        return list(names)
    told = {name: {*product_words(fold(name))} for name in names}
    plain = [name for name, own in told.items() if any(own < other for other in told.values())]
    return [name for name in plain if not any(told[other] < told[name] for other in plain)] or list(names)


def packing_aside(mention: Mention) -> Mention | None:
    """`engradado de guaraná`, which is in no name: the thing, and what it is packed in; None: no packing is named."""
    packs = tuple(word for word in mention.words if word in PACKS or word.removesuffix("s") in PACKS)
    things = tuple(word for word in mention.words if word not in packs)
    return replace(mention, words=things, soft=(*mention.soft, *packs)) if packs and things else None
