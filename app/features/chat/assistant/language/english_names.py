"""English names of goods that are no sum of their words, as catalogues in Portuguese call them. Pure."""

import re
from collections.abc import Callable, Iterable

from app.features.chat.assistant.language.english import OF_TWO_WORDS
from app.features.chat.assistant.language.goods import NAMES, Goods, current, known_as
from app.features.chat.assistant.language.words import NUMBERS, fold, words
from app.ops.expressions import expression


def _unless_sold_so(called: str) -> Callable[[re.Match[str]], str]:
    """The shop's own English name stays: `how much is the dry bag?`, of a `Dry Bag 10 L`."""

    def form(found: re.Match[str]) -> str:
        own = all(current().places.get(one, 0) >= NAMES for one in words(found[0]))
        return found[0] if own else called

    return form


FORMS_OF_NAMES = tuple((rf"\b{name}s?\b", _unless_sold_so(called)) for name, called in OF_TWO_WORDS)
"""A form of such a name, and what stands for it."""
_FORMS = tuple((expression(name), form) for name, form in FORMS_OF_NAMES)


def in_catalogues(text: str, goods: Goods) -> str:
    """A folded text with such names as catalogues have them."""
    with known_as(goods):
        for name, form in _FORMS:
            text = name.sub(form, text)
    return text


_GAS = expression(r"\b(?:sem|com)\s+gas\b")
_WITHOUT_GAS = expression(
    rf"\b(?P<before>(?:the|and|or|an?|it|\d{{1,2}}|{'|'.join(NUMBERS)})\s+)(?:still|(?:non[\s-]?|not\s+|un)(?:sparkling|fizzy|carbonated))(?:\s+ones?)?"
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


def of_whom(text: str) -> str:
    """`men's belts`, `boys' shirts`, without the mark that no catalogue writes."""
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
