"""English names of goods that are no sum of their words, as catalogues in Portuguese call them. Pure."""

import re
from collections.abc import Iterable

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import NAMES, Goods, current, known_as
from app.features.chat.assistant.language.words import NUMBER_WORDS, NUMBERS, fold, words
from app.features.search.english import OF_SEVERAL_WORDS, called
from app.ops.expressions import expression


def _unless_sold_so(found: re.Match[str]) -> str:
    """The shop's own English name stays: `how much is the dry bag?`, of a `Dry Bag 10 L`; else the first of what the
    thing is called that the shop has. Where it is known to have none of these the words stay, which are told as they
    were said."""
    goods, said, names = current(), words(found[0]), called(found[0])
    if _has(goods, said):
        return found[0]
    sold = next((name for name in names if _has(goods, (one for one in words(name) if one not in v.FILLER))), "")
    carried = any(goods.place(one) for name in names for one in words(name) if one not in v.FILLER)
    return sold or (names[0] if carried or not goods.places else found[0])


def _has(goods: Goods, said: Iterable[str]) -> bool:
    return all(max(goods.places.get(form, 0) for form in (one, one.removesuffix("s"))) >= NAMES for one in said)


def named_so(text: str) -> str:
    """A folded text with such names as catalogues have them, of the goods that are known."""
    return OF_SEVERAL_WORDS.sub(_unless_sold_so, text)


def in_catalogues(text: str, goods: Goods) -> str:
    """The same, of these goods."""
    with known_as(goods):
        return named_so(text)


_GAS = expression(r"\b(?:sem|com)\s+gas\b")
_WITHOUT_GAS = expression(
    rf"\b(?P<before>(?:the|and|or|an?|it|\d{{1,2}}|{NUMBER_WORDS})\s+)(?:still|(?:non[\s-]?|not\s+|un)(?:sparkling|fizzy|carbonated))(?:\s+ones?)?"
    r"(?=\s*(?:$|[,.;!?]|\b(?:and|or|please|pls|packs?|bottles?)\b))"
)
_WITH_GAS = expression(r"\b(?:sparkling|fizzy|carbonated)(?:\s+ones?)?\b(?!\s+(?:water|wine|rose))")


def by_gas(text: str, names: Iterable[str]) -> str:
    """`2 still and 2 sparkling`, of what is called `sem gás` and `com gás`."""
    if not any(_GAS.search(fold(name)) for name in names):
        return text
    text = _WITHOUT_GAS.sub(r"\g<before>sem gas", text)
    return _WITH_GAS.sub("com gas", text)


_WHOSE = expression(r"\b((?:wo)?men)['’]s\b")
_WHOSE_OF_MANY = expression(r"\b(ladies|girls|boys|kids|babies)['’](?=\s)")


# `two spare wires`, of what is sold as wires
_SPARE = expression(r"\b(?P<spare>spare|extra|replacement)\s+(?=(?P<goods>[a-z]{3,}))")


def _but_spare(found: re.Match[str]) -> str:
    goods = current()
    return "" if goods.place(found["spare"]) < NAMES <= goods.place(found["goods"]) else found[0]


def of_whom(text: str) -> str:
    """`men's belts`, `boys' shirts`, without the mark that no catalogue writes; `spare wires` as wires."""
    text = _SPARE.sub(_but_spare, text)
    return _WHOSE_OF_MANY.sub(r"\1", _WHOSE.sub(r"\1s", text)) if "'" in text or "’" in text else text


_IN_ONE = expression(r"\b(?P<n>[2-9]|two|three|four|five)(?:\s+|-)in(?:\s+|-)(?:1|one)\b")


def in_one(text: str, names: Iterable[str]) -> str:
    """`the 2 in 1 in black`, as catalogues have such names; what the shop itself calls so in English stays."""
    if any(_IN_ONE.search(fold(name)) for name in names):
        return text
    return _IN_ONE.sub(lambda found: f"{NUMBERS.get(found['n'], found['n'])} em 1", text)


def as_sold(text: str, names: Iterable[str]) -> str:
    """English of goods as the rules read it: for whom they are, with or without gas, several in one."""
    names = tuple(names)
    return in_one(by_gas(of_whom(text), names), names)
