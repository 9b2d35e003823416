"""The values of options that a message names: `a de 15`, `30 metros`, `pink`, `a grande`. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, one_edit, stem, words
from app.ops.expressions import expression

_UNITS = {
    "kg": "kg|kgs|quilos?|kilos?",
    "g": "g|gr|grs|gramas?|grams?",
    "l": "l|lt|lts|litros?|lit(?:er|re)s?",
    "ml": "ml|mls|mililitros?",
    "m": "m|mt|mts|metros?|met(?:er|re)s?",
    "cm": "cm|centimetros?",
    "mm": "mm|milimetros?",
    "w": "w|watts?",
    "v": "v|volts?",
    "cv": "cv",
    "gb": "gb|gigas?",
}
_ANY_UNIT = "|".join(_UNITS.values())
_MEASURE = expression(r"(?P<number>\d+(?:[.,]\d+)?)\s*(?P<unit>[a-z]{1,2})")
_NUMBER = expression(r"\d+(?:[.,]\d+)?")
_LETTERS = {"p": r"pequen[oa]s?|small", "m": r"medi[oa]s?|medium", "g": r"grandes?|large"}
# Behind these a bare number is a kind and no count: `a de 15`, `o tamanho 38`.
_TIED = (
    r"(?:\b(?:de|da|do|das|dos|num|numero|tam|tamanho|size|number|[oa]|the|pra|pro|para|pela|pelo|por|eh|era|sao|nao|not|to|is)"
    r"\s+)"
)
COUNTS_TO = 29
"""A bare number up to this may count."""
_DENIED_BEFORE = expression(r"\b(?:nao|n|sem|nem|not|don'?t|isn'?t|no|without)\s+(?:[a-z']+\s+){0,3}$")
_DENIED_BEHIND = expression(r"^\s+(?:mesmo\s+)?(?:ja\s+)?(?:nao|n|not|isn'?t|won'?t|doesn'?t)\b")


class Told(Struct, frozen=True):
    """A value of an option where a text names it; denied: it says that this one is not wanted."""

    key: str
    value: str
    start: int
    end: int
    denied: bool = False


def told_values(text: str, values: Collection[tuple[str, str]]) -> list[Told]:
    """Where a folded text names one of some values, each with its option, in order; of two that overlap the longer."""
    found: list[Told] = []
    for key, value in values:
        others = [fold(other) for own, other in values if own == key and other != value]
        found += [Told(key, value, start, end) for start, end in _places(text, fold(value), others)]
    kept: list[Told] = []
    for one in sorted(found, key=lambda told: (told.start - told.end, told.start)):
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    kept.sort(key=lambda told: told.start)
    return [replace(one, denied=_is_denied(text, kept, at)) for at, one in enumerate(kept)]


def _is_denied(text: str, told: Sequence[Told], at: int) -> bool:
    """`não gosto de rosa`, `a M não serve`; in `G, não M` it is the other that is denied."""
    before = told[at - 1].end if at else 0
    if _DENIED_BEFORE.search(text[before : told[at].start]):
        return True
    behind = text[told[at].end : told[at + 1].start if at + 1 < len(told) else len(text)]
    denied = _DENIED_BEHIND.search(behind)
    if denied is None:
        return False
    return at + 1 == len(told) or re.fullmatch(r"\s*(?:[oa]s?|the|d[eo])?\s*", behind[denied.end() :]) is None


def _places(text: str, value: str, others: Collection[str]) -> Iterator[tuple[int, int]]:
    value = value.partition(" x ")[0]  # `120 cm x 50 m`
    if measure := _MEASURE.fullmatch(value):
        yield from _measured(text, measure["number"], measure["unit"])
    elif _NUMBER.fullmatch(value):
        tie = "" if float(value.replace(",", ".")) > COUNTS_TO else rf"(?<!\S){_TIED}"
        for found in re.finditer(
            rf"{tie}(?<![\d.,])(?P<n>{re.escape(value)})(?![\d]|[.,]\d|\s*(?:reais|%|dias?|h\b|anos?))", text
        ):
            yield found.span("n")
    elif len(value) < 3 and value.isalpha():
        called = "|".join([re.escape(value), *([_LETTERS[value]] if value in _LETTERS else [])])
        for found in re.finditer(
            rf"(?<![\w'])(?<!\d\s)(?:{called})(?![\w'])(?!\s+(?:mim|el[ea]s?|voces?|ca|favor)\b)", text
        ):
            yield found.span()
    else:
        yield from _named(text, words(value), others)


def _measured(text: str, number: str, unit: str) -> Iterator[tuple[int, int]]:
    """`15 watts`; without its unit only where it counts nothing: `a de 15`, `10 não alcança`."""
    called = _UNITS.get(unit, re.escape(unit))
    figure = re.escape(number).replace(",", "[.,]").replace(r"\.", "[.,]")
    for found in re.finditer(rf"(?<![\w.,]){figure}\s*(?:{called})(?!\w)", text):
        yield found.span()
    bare = rf"(?<![\w.,])(?P<n>{figure})(?![\w]|[.,]\d|\s*(?:{_ANY_UNIT}|reais)\b)"
    big = "," in number or float(number.replace(",", ".")) > COUNTS_TO
    tie = r"" if big else rf"(?:(?:^|(?<=\s)){_TIED})"
    for found in re.finditer(tie + bare, text):
        yield found.span("n")
    if not big:  # `9 é fraquinha`
        for found in re.finditer(bare + r"(?=\s+(?:e|eh|ta|fica|ficou|nao|n|is|isn'?t|won'?t)\s)", text):
            yield found.span("n")


def _named(text: str, said: list[str], others: Collection[str]) -> Iterator[tuple[int, int]]:
    """A value of words: all of them, or its first alone where no other begins so."""
    if not said:
        return
    alone = not any(words(other)[:1] == said[:1] for other in others)
    places = [(found[0], found.start(), found.end()) for found in re.finditer(r"[a-z0-9]+", text)]
    for at, (word, start, end) in enumerate(places):
        if not _same(word, said[0]):
            continue
        length = 1
        while length < len(said) and at + length < len(places) and _same(places[at + length][0], said[length]):
            length += 1
        if length == len(said) or (alone and len(said[0]) > 3):
            yield start, places[at + length - 1][2] if length > 1 else end


def _same(word: str, own: str) -> bool:
    if word == own or stem(word) == stem(own) or stem(own) in map(stem, in_portuguese(word)):
        return True
    return len(own) > 4 and len(word) > 4 and word[0] == own[0] and is_colour(own) and one_edit(stem(word), stem(own))
